-- SPDX-License-Identifier: MIT
local tetress = require "tetress"
local support = require "spec_support"

describe("a move", function()
  it("is an index from 0 to 2298 that survives text and cells", function()
    local function check(move)
      if tetress.move(move) ~= move then
        return "index"
      elseif tetress.move(tetress.move_text(move)) ~= move then
        return "compact text"
      elseif tetress.move(tetress.move_text(move, "piece")) ~= move
        or tetress.move(tetress.move_text(move, "course")) ~= move then
        return "course text"
      elseif tetress.move(tetress.move_cells(move)) ~= move then
        return "cells"
      end
    end
    local all = tetress.game():legal_moves()
    assert.equal(2299, #all)
    assert.equal(0, all[1])
    assert.equal(2298, all[2299])
    assert.is_nil(support.first_fault(all, check))
  end)

  it("is written compactly, or as the course does", function()
    local move = tetress.move({ { 4, 5 }, { 3, 4 }, { 4, 3 }, { 4, 4 } })
    assert.equal("3-4,4-3,4-4,4-5", tetress.move_text(move))
    assert.equal("3-4,4-3,4-4,4-5", tetress.move_text(move, "compact"))
    assert.equal("PLACE(3-4, 4-3, 4-4, 4-5)", tetress.move_text(move, "course"))
    assert.equal("T 3-4 d", tetress.move_text(move, "piece"))
    assert.equal(move, tetress.move("Td3-4"))
    assert.equal(move, tetress.move("3-4 4-3 4-4 4-5"))
  end)

  it("is read with blanks and in any order of cells", function()
    local move = tetress.move("3-4,4-3,4-4,4-5")
    assert.equal(move, tetress.move(" 4-5 , 4-4,4-3,  3-4 "))
    assert.equal(move, tetress.move("PLACE(4-5, 4-4, 3-4, 4-3)"))
  end)

  it("has its four cells in order, rows and columns from 0", function()
    assert.same({ { 3, 4 }, { 4, 3 }, { 4, 4 }, { 4, 5 } }, tetress.move_cells("4-5,4-4,4-3,3-4"))
    local corners = { { 0, 0 }, { 0, 10 }, { 10, 0 }, { 10, 10 } }
    assert.same(corners, tetress.move_cells("0-0,0-10,10-0,10-10"))
  end)

  it("names its piece as the course does", function()
    assert.equal("TDown", tetress.move_piece("3-4,4-3,4-4,4-5"))
    assert.equal("O", tetress.move_piece(0))
    assert.equal("ZVertical", tetress.move_piece(2298))
  end)

  it("of cells that are no placement is refused with the rule", function()
    local function rule(move)
      return support.error_of(tetress.move, move).rule
    end
    assert.equal("out_of_range", rule("0-0,0-1,0-2,0-11"))
    assert.equal("out_of_range", rule({ { -1, 0 }, { 0, 0 }, { 1, 0 }, { 2, 0 } }))
    assert.equal("duplicate", rule("0-0,0-1,0-2,0-2"))
    assert.equal("not_tetromino", rule("0-0,0-1,0-2,5-5"))
    assert.equal("not_tetromino", rule("0-0,0-1,0-2"))
    assert.equal("not_tetromino", rule({}))
  end)

  it("of text that cannot be read is refused with the offset", function()
    local err = support.error_of(tetress.move, "0-0,0-1,x")
    assert.equal("ETEXT", err.name)
    assert.equal(8, err.offset)
    assert.equal("number", type(err.code))
    assert.is_nil(err.rule)
  end)

  it("is not cut short at a zero byte", function()
    local err = support.error_of(tetress.move, "3-4,4-3,4-4,4-5\0,9-9")
    assert.equal("ETEXT", err.name)
    assert.equal(15, err.offset)
  end)

  it("beyond the placements is refused, never wrapped to 16 bits", function()
    local wrong = { -1, 2299, 65535, 65536, 65536 + 641, 2 ^ 32, 2 ^ 53, 1e300, -1e300 }
    for _, index in ipairs(wrong) do
      assert.equal("EARG", support.failure(tetress.move, index))
      assert.equal("EARG", support.failure(tetress.move_cells, index))
      assert.equal("EARG", support.failure(tetress.move_piece, index))
      assert.equal("EARG", support.failure(tetress.move_text, index))
    end
  end)

  it("of a wrong type or with a fraction is an argument error", function()
    for _, value in ipairs({ 0.5, 0 / 0, 1 / 0, true, print, tetress.game() }) do
      assert.equal("string", type(support.error_of(tetress.move, value)))
    end
    assert.equal("string", type(support.error_of(tetress.move)))
    assert.equal("string", type(support.error_of(tetress.move_text, 0, "flowery")))
  end)
end)
