-- SPDX-License-Identifier: MIT
local tetress = require "tetress"
local support = require "spec_support"

describe("an error", function()
  it("of an illegal move names rule and cell and leaves the game alone", function()
    local game = tetress.game()
    game:play("3-4,4-3,4-4,4-5")
    local before = game:text()
    local err = support.error_of(game.play, game, "4-4,5-4,6-4,7-4")
    assert.equal(-2, err.code)
    assert.equal("EILLEGAL", err.name)
    assert.equal("occupied", err.rule)
    assert.same({ 4, 4 }, err.cell)
    assert.is_nil(err.offset)
    assert.equal(before, game:text())
    assert.equal(1, #game)
  end)

  it("tells which rule it was, for each of them", function()
    local game = tetress.game()
    game:play("3-4,4-3,4-4,4-5")
    game:play("8-0,8-1,8-2,8-3")
    local function rule(move)
      local err = support.error_of(game.play, game, move)
      assert.equal("EILLEGAL", err.name)
      return err.rule
    end
    assert.equal("occupied", rule("4-3,5-3,6-3,7-3"))
    assert.equal("not_adjacent", rule("9-0,9-1,9-2,9-3"))
    assert.equal("not_tetromino", rule("3-3,3-2,0-0,0-1"))
    assert.equal("not_tetromino", rule({ { 3, 3 } }))
    assert.equal("duplicate", rule("3-3,3-2,3-1,3-1"))
    assert.equal("out_of_range", rule("3-3,3-2,3-1,3-11"))
    assert.equal("out_of_range", rule({ { 3, 3 }, { 3, 2 }, { 3, 1 }, { 3, 1e300 } }))
    assert.equal("out_of_range", rule({ { 3, 3 }, { 3, 2 }, { 3, 1 }, { -2 ^ 40, 0 } }))
  end)

  it("says when the game is over", function()
    for _, text in ipairs({ support.stuck, support.full_time }) do
      local game = tetress.game(text)
      local err = support.error_of(game.play, game, 2298)
      assert.equal("EOVER", err.name)
      assert.equal("game_over", err.rule)
    end
  end)

  it("is printed as its name and its sentence", function()
    local err = support.error_of(tetress.game, "")
    assert.equal("string", type(err.message))
    assert.equal("ETEXT: " .. err.message, tostring(err))
    err.message = {}
    assert.equal("string", type(tostring(err)))
  end)

  it("of a wrong type of argument is a plain Lua error", function()
    local game = tetress.game()
    for _, value in ipairs({ true, print, game }) do
      assert.is_true(support.error_of(game.play, game, value):match("move expected") ~= nil)
      assert.is_true(support.error_of(game.play_cells, game, value):match("table expected") ~= nil)
      assert.equal("string", type(support.error_of(game.tokens, game, value)))
      assert.equal("string", type(support.error_of(game.cell, game, value, 0)))
    end
    assert.equal("string", type(support.error_of(game.mobility, game, "green")))
    assert.equal("string", type(support.error_of(game.cell, game, 1)))
  end)

  it("tells the place of a cell that is no pair", function()
    local game = tetress.game()
    for _, cell in ipairs({ 3, {}, { 1 }, { 1, 2, 3 }, { 1, "2" }, { 1.5, 2 }, { 0 / 0, 1 } }) do
      local err = support.error_of(game.play_cells, game, { { 0, 0 }, cell, { 0, 2 }, { 0, 3 } })
      assert.is_true(err:match("cell 2 is no pair") ~= nil)
    end
  end)

  it("of a cell off the board is EARG", function()
    local game = tetress.game()
    for _, cell in ipairs({ { -1, 0 }, { 11, 0 }, { 0, 11 }, { 2 ^ 32, 0 }, { 0, -2 ^ 33 } }) do
      assert.equal("EARG", support.failure(game.cell, game, cell[1], cell[2]))
    end
  end)

  it("of a method on a wrong object is a plain Lua error", function()
    local game, engine = tetress.game(), tetress.engine("random")
    for _, wrong in ipairs({ engine, io.stdout, {}, 1, "game", print }) do
      assert.equal("string", type(support.error_of(game.play, wrong, 1)))
      assert.equal("string", type(support.error_of(game.text, wrong)))
    end
    for _, wrong in ipairs({ game, io.stdout, {}, 1 }) do
      assert.equal("string", type(support.error_of(engine.search, wrong, game)))
      local no_game = wrong == game and engine or wrong
      assert.equal("string", type(support.error_of(engine.search, engine, no_game)))
    end
  end)
end)
