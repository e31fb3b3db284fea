-- SPDX-License-Identifier: MIT
local tetress = require "tetress"
local support = require "spec_support"

local EMPTY = "..........." .. ("/..........."):rep(10) .. " r 0"

describe("a game", function()
  it("starts on an empty board with red to move", function()
    local game = tetress.game()
    assert.equal(EMPTY, game:text())
    assert.equal("red", game:turn())
    assert.equal(0, game:ply())
    assert.equal(0, game:start_ply())
    assert.is_false(game:over())
    assert.is_nil(game:winner())
    assert.is_nil(game:reason())
    assert.equal(2299, #game:legal_moves())
    assert.same({}, game:history())
  end)

  it("plays moves given as index, text or cells, and tells which it was", function()
    local index = tetress.move("3-4,4-3,4-4,4-5")
    local spellings = {
      index, "3-4,4-3,4-4,4-5", "PLACE(4-3, 4-4, 4-5, 3-4)",
      { { 3, 4 }, { 4, 3 }, { 4, 4 }, { 4, 5 } },
    }
    for _, move in ipairs(spellings) do
      local game = tetress.game()
      assert.equal(index, game:play(move))
      assert.same({ index }, game:history())
      assert.equal("blue", game:turn())
      assert.equal(4, game:tokens("red"))
      assert.equal(0, game:tokens("blue"))
      assert.equal("....r......", game:board()[4])
      assert.equal("...rrr.....", game:board()[5])
    end
  end)

  it("plays cells", function()
    local game = tetress.game()
    game:play_cells({ { 10, 10 }, { 10, 0 }, { 0, 10 }, { 0, 0 } })
    assert.equal("red", game:cell(0, 0))
    assert.equal("red", game:cell(10, 10))
    assert.is_nil(game:cell(5, 5))
  end)

  it("judges cells without playing them", function()
    local game = tetress.game()
    local cells = { { 0, 0 }, { 0, 1 }, { 0, 2 }, { 0, 3 } }
    local move = game:check_cells(cells)
    assert.equal(move, game:copy():play_cells(cells))
    local verdict, err = game:check_cells({ { 0, 0 }, { 0, 1 }, { 0, 2 }, { 0, 4 } })
    assert.is_nil(verdict)
    assert.equal("EILLEGAL", err.name)
    assert.equal("not_tetromino", err.rule)
    assert.equal(0, game:ply())
  end)

  it("takes back one action, or all", function()
    local game = support.game_after(tetress, 12, 5)
    local history = game:history()
    local before = game:copy()
    local move = game:random_move(1)
    game:play(move)
    assert.equal(move, game:undo())
    assert.equal(before, game)
    assert.same(history, game:history())
    game:rewind()
    assert.equal(tetress.game(), game)
    assert.equal("ENOUNDO", support.failure(game.undo, game))
  end)

  it("is read from text and written as the same text", function()
    local game = support.game_after(tetress, 9, 3)
    local again = tetress.game(game:text())
    assert.equal(game:text(), again:text())
    assert.equal(game:hash(), again:hash())
    assert.equal(game, again)
    assert.equal(9, again:start_ply())
    assert.same({}, again:history())
    assert.equal(0, #again)
    assert.equal(9, #game)
  end)

  it("of text that cannot be read is refused with the offset", function()
    local function offset(text)
      local err = support.error_of(tetress.game, text)
      assert.equal("ETEXT", err.name)
      return err.offset
    end
    assert.equal(0, offset(""))
    assert.equal(3, offset("...x"))
    assert.equal(#EMPTY - 3, offset(EMPTY:gsub("r 0", "b 0") .. ""))
    assert.equal(#EMPTY, offset(EMPTY .. " "))
    assert.equal(#EMPTY, offset(EMPTY .. "\0"))
  end)

  it("is copied with its history, and the copy goes its own way", function()
    local game = support.game_after(tetress, 6, 11)
    local copy = game:copy()
    assert.same(game:history(), copy:history())
    copy:undo()
    assert.equal(6, game:ply())
    assert.equal(5, copy:ply())
    assert.is_false(game == copy)
  end)

  it("lists the same legal moves as its mask and is_legal", function()
    local game = support.game_after(tetress, 14, 8)
    local mask, legal = game:legal_mask(), {}
    assert.equal(2299, #mask)
    for move = 0, 2298 do
      local is_legal = game:is_legal(move)
      if is_legal ~= (mask:byte(move + 1) == 1) then
        error("mask and is_legal differ at " .. move)
      end
      if is_legal then
        legal[#legal + 1] = move
      end
    end
    assert.same(legal, game:legal_moves())
    assert.equal(#legal, game:mobility(game:turn()))
  end)

  it("calls moves that are none illegal, and text that is none an error", function()
    local game = tetress.game()
    assert.is_true(game:is_legal("0-0,0-1,0-2,0-3"))
    assert.is_true(game:is_legal({ { 0, 0 }, { 0, 1 }, { 0, 2 }, { 0, 3 } }))
    assert.is_false(game:is_legal("0-0,0-1,0-2,5-5"))
    assert.is_false(game:is_legal(2299))
    assert.is_false(game:is_legal(-1))
    assert.is_false(game:is_legal(1e300))
    assert.equal("ETEXT", support.failure(game.is_legal, game, "somewhere"))
  end)

  it("equals another with the same position, however reached, and nothing else", function()
    local game = tetress.game()
    local other = tetress.game()
    game:play("0-0,0-1,1-0,1-1")
    game:play("5-5,5-6,6-5,6-6")
    assert.is_false(game == other)
    other:play("0-0,0-1,1-0,1-1")
    other:play("5-5,5-6,6-5,6-6")
    assert.is_true(game == other)
    assert.is_false(game == tetress.engine("random"))
    assert.is_false(game == 1)
    other:close()
    assert.is_false(game == other)
    assert.is_true(other == other)
  end)

  it("has a hash of 16 hexadecimal digits that follows the position", function()
    local game = tetress.game()
    local start = game:hash()
    assert.is_true(start:match("^[0-9a-f]+$") ~= nil)
    assert.equal(16, #start)
    game:play(100)
    assert.is_false(start == game:hash())
    game:undo()
    assert.equal(start, game:hash())
  end)

  it("is printed as its position, and a closed one as closed", function()
    local game = tetress.game()
    assert.equal(EMPTY, tostring(game))
    game:close()
    assert.equal("tetress.game (closed)", tostring(game))
  end)

  it("ends when the side to move has no move, which then loses", function()
    local game = tetress.game(support.stuck)
    assert.is_true(game:over())
    assert.equal("red", game:winner())
    assert.equal("no_moves", game:reason())
    assert.equal("blue", game:turn())
    assert.same({}, game:legal_moves())
  end)

  it("ends after 150 actions, and more tokens win", function()
    local game = tetress.game(support.full_time)
    assert.is_true(game:over())
    assert.equal("red", game:winner())
    assert.equal("turn_limit", game:reason())
    assert.equal(0, game:mobility("red"))
  end)

  it("is drawn after 150 actions with equal tokens", function()
    local game = tetress.game((EMPTY:gsub("r 0", "r 150")))
    assert.is_true(game:over())
    assert.is_nil(game:winner())
    assert.equal("turn_limit", game:reason())
  end)

  it("empties a row and a column that one action fills, their cell once", function()
    local rows = {}
    for row = 0, 10 do
      rows[row + 1] = row < 9 and ".........rb" or "rrrbbbrr..."
    end
    rows[10], rows[11] = "rrrbbbrr...", "rrrbbbrr..."
    -- Column 9 and 10 lack rows 9 and 10; rows 9 and 10 lack columns 8 to 10.
    local game = tetress.game(table.concat(rows, "/") .. " r 20")
    game:play("9-9,9-10,10-9,10-10")
    assert.equal("rrrbbbrr.", game:board()[10]:sub(1, 9))
    for row = 1, 11 do
      assert.equal("..", game:board()[row]:sub(10))
    end
  end)
end)

describe("playouts", function()
  it("add up to their number and repeat", function()
    local game = tetress.game()
    local first, seed = game:playouts(500, 3)
    assert.equal(500, first.red_wins + first.blue_wins + first.draws)
    assert.is_true(first.red_wins > 150 and first.blue_wins > 150 and first.actions > 10000)
    assert.same(first, (game:playouts(500, 3)))
    assert.is_false(first.actions == (game:playouts(500, seed)).actions)
    assert.equal(0, game:ply())
  end)

  it("of a number or seed that makes no sense are refused", function()
    local game = tetress.game()
    assert.equal("EARG", support.failure(game.playouts, game, -1, 1))
    assert.equal("string", type(support.error_of(game.playouts, game, 1, "x")))
    assert.equal("string", type(support.error_of(game.playouts, game, 1)))
  end)
end)

describe("perft", function()
  it("counts the sequences of so many actions", function()
    local game = tetress.game()
    assert.equal(1, game:perft(0))
    assert.equal(2299, game:perft(1))
    assert.equal(4808298, game:perft(2))
    assert.equal(0, game:ply())
  end)

  it("of no depth, or too much, is refused", function()
    local game = tetress.game()
    assert.equal("EARG", support.failure(game.perft, game, -1))
    assert.equal("EARG", support.failure(game.perft, game, 151))
    assert.equal("EARG", support.failure(game.perft, game, 2 ^ 32 + 1))
    assert.equal("string", type(support.error_of(game.perft, game, 1.5)))
  end)
end)

describe("a random move", function()
  it("is legal, and the same for the same seed", function()
    local game = support.game_after(tetress, 10, 2)
    local move, seed = game:random_move(77)
    assert.is_true(game:is_legal(move))
    assert.equal("string", type(seed))
    for _, same in ipairs({ "77", "0x4d", "0X4D", 77 }) do
      local again, next_seed = game:random_move(same)
      assert.equal(move, again)
      assert.equal(seed, next_seed)
    end
  end)

  it("takes every seed of 64 bits as text, and numbers that are exact", function()
    local game = tetress.game()
    local largest = { "18446744073709551615", "0xffffffffffffffff", "0XFFFFFFFFFFFFFFFF" }
    for _, seed in ipairs({ 0, 2 ^ 53, "0", "0x" .. game:hash() }) do
      assert.is_true(game:is_legal((game:random_move(seed))))
    end
    for _, seed in ipairs(largest) do
      assert.same({ game:random_move(largest[1]) }, { game:random_move(seed) })
    end
  end)

  it("takes nothing else for a seed", function()
    local game = tetress.game()
    local wrong = {
      -1, 0.5, 2 ^ 60, 1e300, 0 / 0, 1 / 0, "", "0x", "x", "1 ", "-1", "1\0", true, {},
      "18446744073709551616", "0x10000000000000000",
    }
    for _, seed in ipairs(wrong) do
      assert.equal("string", type(support.error_of(game.random_move, game, seed)))
    end
    support.error_of(game.random_move, game)
  end)

  it("takes different moves from one seed to the next", function()
    local game, seen, count, seed = tetress.game(), {}, 0, 1
    for _ = 1, 50 do
      local move
      move, seed = game:random_move(seed)
      count = count + (seen[move] and 0 or 1)
      seen[move] = true
    end
    assert.is_true(count > 40)
  end)

  it("is not to be had when the game is over", function()
    local game = tetress.game(support.stuck)
    assert.equal("EOVER", support.failure(game.random_move, game, 1))
  end)
end)
