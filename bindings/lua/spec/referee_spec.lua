-- SPDX-License-Identifier: MIT
-- Referees: the library's judging as Lua sees it.
local tetress = require "tetress"
local support = require "spec_support"

local FIRST = "0-0,0-1,0-2,0-3"
local SECOND = "5-5,5-6,5-7,5-8"

-- The name of the error that a call raises.
local function name_of_error(call, ...)
  return support.error_of(call, ...).name
end

describe("a referee", function()
  it("sees a game to its end", function()
    local referee, seed, last = tetress.referee(), 0, nil
    while not referee:verdict() do
      assert.is_nil(last)
      assert.equal(referee:game():turn(), referee:turn())
      assert.equal("tetress.referee (open)", tostring(referee))
      seed = seed + 1
      last = referee:play((referee:game():random_move(seed)))
    end
    local game = referee:game()
    assert.same({ outcome = game:reason(), winner = game:winner(), text = last.text }, last)
    assert.same(last, referee:verdict())
    local words = game:reason() == "no_moves" and game:turn() .. " has no move"
      or ("after 150 actions red has %d tokens and blue %d"):format(game:tokens("red"), game:tokens("blue"))
    assert.equal(words, last.text)
  end)

  it("takes an index, text and cells", function()
    local referee = tetress.referee()
    assert.is_nil(referee:play(tetress.move(FIRST)))
    assert.is_nil(referee:play(SECOND))
    assert.is_nil(referee:play_cells({ { 1, 0 }, { 1, 1 }, { 1, 2 }, { 1, 3 } }))
    assert.is_nil(referee:play({ { 6, 5 }, { 6, 6 }, { 6, 7 }, { 6, 8 } }))
    assert.equal(4, referee:game():ply())
  end)

  it("judges wrong answers", function()
    local rows = {
      { "0-3,0-4,0-5,0-6", "illegal", "occupied", { 0, 3 } },
      { "0-0,0-2,0-4,0-6", "illegal", "not_tetromino" },
      { { { 11, 0 }, { 0, 0 }, { 1, 0 }, { 2, 0 } }, "illegal", "out_of_range" },
      { "resign", "protocol" },
      { "", "protocol" },
    }
    for _, row in ipairs(rows) do
      local referee = tetress.referee()
      referee:play(FIRST)
      local verdict = referee:play(row[1])
      assert.equal(row[2], verdict.outcome)
      assert.equal(row[3], verdict.rule)
      assert.same(row[4], verdict.cell)
      assert.equal("red", verdict.winner)
      assert.equal("blue", verdict.blame)
      assert.is_true(#verdict.text > 0)
      assert.equal(1, referee:game():ply())
    end
  end)

  it("allows exactly a limit", function()
    local rows = {
      { "cpu_us", "cpu_us", "time" }, { "wall_us", "wall_us", "time" }, { "call_cpu_us", "cpu_us", "time" },
      { "call_wall_us", "wall_us", "time" }, { "memory_bytes", "memory_bytes", "memory" },
    }
    for _, row in ipairs(rows) do
      local referee = tetress.referee { [row[1]] = 1000 }
      assert.is_nil(referee:play(FIRST, { [row[2]] = 1000 }))
      local verdict = referee:play("not even an action", { [row[2]] = 1001 })
      assert.equal(row[3], verdict.outcome)
      assert.equal("blue", verdict.blame)
    end
  end)

  it("keeps clocks, and adds increments", function()
    local referee = tetress.referee { cpu_us = 100, increment_us = 10 }
    referee:play(FIRST, { cpu_us = 60, wall_us = 7, memory_bytes = 5 })
    assert.same({ 50 }, { referee:left("red") })
    assert.same({ 100 }, { referee:left("blue") })
    assert.same({ cpu_us = 60, wall_us = 7, memory_bytes = 5 }, referee:spent("red"))
    assert.is_nil(referee:charge("red", { cpu_us = 50 }))
    local foreseen = referee:check("red", { cpu_us = 1 })
    assert.is_nil(referee:verdict())
    assert.is_nil(referee:check("blue", { cpu_us = 1 }))
    assert.same(foreseen, referee:charge("red", { cpu_us = 1 }))
    assert.equal("used 0.000111 s of CPU time, the limit is 0.00011 s", foreseen.text)
    assert.same(foreseen, referee:check("blue", { cpu_us = 1000 }))
  end)

  it("takes the script's word for what it cannot see", function()
    for _, outcome in ipairs({ "illegal", "time", "memory", "crash", "load", "protocol", "flood" }) do
      local verdict = tetress.referee():finish(outcome, "red", "as it was seen")
      assert.same({ outcome = outcome, winner = "blue", blame = "red", text = "as it was seen" }, verdict)
    end
    assert.same({ outcome = "both_failed", blame = "both", text = "both_failed" },
      tetress.referee():finish("both_failed", "both"))
    assert.same({ outcome = "infrastructure", text = "no disk" },
      tetress.referee():finish("infrastructure", nil, "no disk"))
    for _, pair in ipairs({ { "crash" }, { "crash", "both" }, { "both_failed", "red" }, { "no_moves", "red" },
      { "open", "red" }, { "infrastructure", "red" } }) do
      local referee = tetress.referee()
      assert.equal("EARG", name_of_error(referee.finish, referee, pair[1], pair[2]))
      assert.is_nil(referee:verdict())
    end
  end)

  it("lets nothing happen after the verdict", function()
    local referee = tetress.referee()
    local verdict = referee:finish("load", "blue")
    assert.equal("EOVER", name_of_error(referee.play, referee, FIRST))
    assert.equal("EOVER", name_of_error(referee.charge, referee, "red"))
    assert.equal("EOVER", name_of_error(referee.finish, referee, "crash", "red"))
    assert.same(verdict, referee:verdict())
  end)

  it("takes over the history of its start, and leaves it alone", function()
    local game = support.game_after(tetress, 10, 3)
    local referee = tetress.referee(nil, game)
    referee:play((game:random_move(4)))
    assert.equal(10, game:ply())
    assert.equal(11, referee:game():ply())
    assert.equal(game:history()[1], referee:game():history()[1])
  end)

  it("names what is wrong with limits and with what was spent", function()
    local referee = tetress.referee()
    assert.equal("EARG", name_of_error(tetress.referee, { cpu_us = 0 }))
    assert.equal("EARG", name_of_error(referee.play, referee, FIRST, { cpu_us = -1 }))
    assert.equal("EARG", name_of_error(referee.play, referee, 2299))
    assert.equal("EUNKNOWN", name_of_error(referee.charge, referee, "red", { time = 1 }))
    assert.equal(0, referee:game():ply())
  end)

  it("takes a zero byte in a player's text for his fault", function()
    local referee = tetress.referee()
    local verdict = referee:play("hello\0")
    assert.equal("protocol", verdict.outcome)
    assert.equal("red", verdict.blame)
  end)
end)
