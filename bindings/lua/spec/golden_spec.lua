-- SPDX-License-Identifier: MIT
-- The golden data, checked against the course's referee; its README explains the fields.
local fnv = require "spec_fnv"
local json = require "spec_json"
local support = require "spec_support"
local tetress = require "tetress"

local OTHER = { red = "blue", blue = "red" }

local function board_text(board)
  return table.concat(board)
end

-- What differs at the end of a game from its record, if anything.
local function wrong_end(record, game, hash)
  if hash ~= record.boards_fnv1a64 then
    return "boards"
  elseif board_text(game:board()) ~= board_text(record.final) then
    return "last board"
  elseif not game:over() or game:reason() ~= record.reason then
    return "reason " .. tostring(game:reason())
  elseif (game:winner() or "draw") ~= record.result then
    return "winner " .. tostring(game:winner())
  elseif game:ply() ~= record.plies or #game:history() ~= record.plies then
    return "number of actions"
  end
end

local function wrong_game(record)
  local game, hash = tetress.game(), fnv.new()
  for i, cells in ipairs(record.moves) do
    if game:over() then
      return "over before action " .. i
    end
    game:play_cells(cells)
    hash:add(board_text(game:board())):add("\n")
  end
  return wrong_end(record, game, hash:hex())
end

-- Playing the moves by index back and forth ends where playing cells did.
local function wrong_history(record)
  local game = tetress.game()
  for _, cells in ipairs(record.moves) do
    game:play(tetress.move(cells))
  end
  local again = tetress.game()
  for _, move in ipairs(game:history()) do
    again:play(move)
  end
  if again ~= game or again:hash() ~= tetress.game(game:text()):hash() then
    return "replayed position"
  end
  for _ = 1, record.plies do
    game:undo()
  end
  return game ~= tetress.game() and "start after taking all back" or nil
end

local MOVE_LINES = {} -- of each move, as positions.jsonl writes it

for move = 0, 2298 do
  local cells = {}
  for i, cell in ipairs(tetress.move_cells(move)) do
    cells[i] = ("%03d"):format(11 * cell[1] + cell[2])
  end
  MOVE_LINES[move] = table.concat(cells) .. "\n"
end

local function wrong_position(record)
  local game = tetress.game(support.position(record))
  local lines = {}
  for i, move in ipairs(game:legal_moves()) do
    lines[i] = MOVE_LINES[move]
  end
  table.sort(lines)
  if #lines ~= record.moves or game:mobility(record.side) ~= record.moves then
    return "number of moves"
  elseif game:mobility(OTHER[record.side]) ~= record.opp_moves then
    return "number of the opponent's moves"
  elseif fnv.new():add(table.concat(lines)):hex() ~= record.fnv1a64 then
    return "set of moves"
  elseif game:tokens("red") ~= record.red or game:tokens("blue") ~= record.blue then
    return "tokens"
  elseif game:turn() ~= record.side or game:over() ~= (record.moves == 0) then
    return "side to move or end"
  end
end

local function wrong_apply(record)
  local game = tetress.game(support.position(record))
  game:play_cells(record.move)
  if board_text(game:board()) ~= board_text(record.after) then
    return "board after the action"
  elseif game:ply() ~= record.ply + 1 then
    return "number of actions"
  end
  game:undo()
  return game:text() ~= support.position(record) and "board after taking it back" or nil
end

-- The class of a refused action; "ok" if it was accepted.
local function class_of(err)
  return err == nil and "ok" or err.rule
end

local function wrong_attempt(record)
  local game = tetress.game(support.position(record))
  local _, verdict = game:check_cells(record.cells)
  if class_of(verdict) ~= record.class then
    return ("judged %s, not %s"):format(class_of(verdict), record.class)
  end
  local sound, err = pcall(game.play_cells, game, record.cells)
  if class_of(not sound and err or nil) ~= record.class then
    return ("played as %s, not %s"):format(class_of(not sound and err or nil), record.class)
  end
  return not sound and game:text() ~= support.position(record) and "changed board" or nil
end

-- Depth 2 always; depth 3 too where it is quickly counted.
local function wrong_perft(record)
  local game = tetress.game(support.position(record))
  for depth = 1, 3 do
    local wanted = record.perft[depth]
    if wanted and (depth < 3 or wanted < 5000000) and game:perft(depth) ~= wanted then
      return "depth " .. depth
    end
  end
end

describe("the golden data", function()
  it("agrees on every board, result and reason of every game", function()
    assert.is_nil(support.first_fault(support.records("games.jsonl"), wrong_game))
  end)

  it("agrees on every game played by index, taken back and played again", function()
    assert.is_nil(support.first_fault(support.records("games.jsonl"), wrong_history))
  end)

  it("agrees on the complete move set and both mobilities of every position", function()
    assert.is_nil(support.first_fault(support.records("positions.jsonl"), wrong_position))
  end)

  it("agrees on the board after every action, with its removed lines", function()
    assert.is_nil(support.first_fault(support.records("apply.jsonl"), wrong_apply))
  end)

  it("agrees on every attempt at an illegal action, and on the rule", function()
    assert.is_nil(support.first_fault(support.records("illegal.jsonl"), wrong_attempt))
  end)

  it("agrees on perft", function()
    assert.is_nil(support.first_fault(json.read(support.read("perft.json")).positions, wrong_perft))
  end)
end)
