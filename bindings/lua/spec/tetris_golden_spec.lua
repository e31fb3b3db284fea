-- SPDX-License-Identifier: MIT
-- The golden data of the single-player game, from its original program; its README explains the
-- fields.
local json = require "spec_json"
local support = require "spec_support"
local tetress = require "tetress"

local tetris = tetress.tetris
local floor = math.floor

local function letter(piece)
  return tetris.pieces:sub(piece + 1, piece + 1)
end

local function same_list(a, b)
  return table.concat(a, " ") == table.concat(b, " ")
end

-- The number of a move of the game's piece.
local function number_of(game, orientation, slot)
  for i, move in ipairs(game:moves()) do
    if move[1] == orientation and move[2] == slot then
      return i - 1
    end
  end
end

-- A game with this well of 20 rows and this piece.
local function game_of(columns, piece)
  local rows = {}
  for row = 19, 0, -1 do
    local cells = {}
    for i, column in ipairs(columns) do
      cells[i] = floor(column / 2 ^ row) % 2 == 1 and "#" or "."
    end
    rows[#rows + 1] = table.concat(cells)
  end
  return tetris.from_text(table.concat(rows, "/") .. " " .. letter(piece))
end

local function wrong_game(record)
  local letters = {}
  for i, move in ipairs(record.moves) do
    letters[i] = letter(move[1])
  end
  local game = tetris.game { sequence = table.concat(letters) }
  for i, move in ipairs(record.moves) do
    local before = game:lines()
    if game:piece() ~= letters[i] or number_of(game, move[2], move[3]) ~= move[4] then
      return "piece or number of move " .. i
    end
    game:play(move[4])
    if game:lines() - before ~= move[5] or game:over() ~= (move[6] == 1) then
      return "rows or end of move " .. i
    elseif not same_list(game:columns(), move[8]) then
      return "well after move " .. i
    end
  end
  if game:lines() ~= record.cleared or game:turns() ~= record.turn then
    return "rows or moves in all"
  end
end

local function wrong_edge(record)
  local game = game_of(record.cols, record.piece)
  game:play(number_of(game, record.orient, record.slot))
  if game:over() ~= record.lost then
    return "end"
  elseif not record.lost and game:lines() ~= record.cleared then
    return "rows removed"
  end
  return not same_list(game:columns(), record.after) and "well" or nil
end

local function wrong_features(record)
  local game = game_of(record.cols, record.piece)
  local move = number_of(game, record.orient, record.slot)
  local sound, found = pcall(game.features, game, move, "s2")
  if sound == record.lost then
    return "end"
  elseif not sound then
    return found.name ~= "EOVER" and "error " .. tostring(found) or nil
  end
  for i, value in ipairs(record.features) do
    if found[i] ~= value then
      return "feature " .. i
    end
  end
end

-- Weights are rounded to 1024ths.
local function near(found, wanted)
  return math.abs(found - wanted) <= 0.5 + 1e-3 * math.abs(wanted)
end

-- Ties in the original's beam are arbitrary: it then keeps or takes another move, as good.
local counts = { decisions = 0, equal = 0, kept = 0, followed = 0 }

local function wrong_decision(agent, game, step)
  local kept, chosen = step[2], step[3]
  local values = agent:values(game)
  for _, one in ipairs(kept) do
    local value = values[number_of(game, one[1], one[2]) + 1]
    counts.kept = counts.kept + 1
    if value > -2147483648 then
      counts.followed = counts.followed + 1
      if not near(value, one[3]) then
        return ("value %f, not %f"):format(value, one[3])
      end
    end
  end
  local move, value = agent:choose(game)
  counts.decisions = counts.decisions + 1
  if move and move == number_of(game, chosen[1], chosen[2]) then
    counts.equal = counts.equal + 1
    return value ~= values[move + 1] and "value of the choice" or nil
  end
end

local function wrong_decisions(record)
  local agent = tetris.agent("s2", { lookahead = record.lookahead, width = record.beam })
  local game = tetris.game()
  for i, step in ipairs(record.steps) do
    game:set_piece(letter(step[1]))
    local fault = wrong_decision(agent, game, step)
    game:play(number_of(game, step[3][1], step[3][2]))
    if not fault and not same_list(game:columns(), step[4]) then
      fault = "well"
    end
    if fault then
      return ("step %d: %s"):format(i, fault)
    end
  end
end

describe("the golden data of the single-player game", function()
  it("numbers the moves of every piece", function()
    local game = tetris.game()
    for piece, moves in pairs(json.read(support.read("../tetris/legal_moves.json"))) do
      game:set_piece(letter(tonumber(piece)))
      assert.equal(#moves, #game:moves())
      for i, move in ipairs(moves) do
        assert.equal(i - 1, number_of(game, move[1], move[2]))
      end
    end
  end)

  it("agrees on every well, row and end of every game", function()
    assert.is_nil(support.first_fault(support.tetris_records("games.jsonl"), wrong_game))
  end)

  it("agrees on overflows, exact fits and floating cells", function()
    assert.is_nil(support.first_fault(support.tetris_records("edge.jsonl"), wrong_edge))
  end)

  it("agrees on the eleven features", function()
    assert.is_nil(support.first_fault(support.tetris_records("features.jsonl"), wrong_features))
  end)

  it("agrees on the values of the moves that its search kept, and but for ties on its choice", function()
    assert.is_nil(support.first_fault(support.tetris_records("decisions.jsonl"), wrong_decisions))
    assert.equal(1699, counts.decisions)
    assert.is_true(counts.equal >= counts.decisions - 62)
    assert.is_true(counts.followed >= counts.kept - 32)
  end)
end)
