-- SPDX-License-Identifier: MIT
local tetress = require "tetress"
local support = require "spec_support"

local function engine_for_tests(spec)
  return tetress.engine(spec or "negamax:hash=1")
end

-- Everything in a result but its times.
local function timeless(result)
  result.wall_ms, result.cpu_ms = nil, nil
  return result
end

describe("a search", function()
  it("returns a legal move with score, win, depth, counts, times and lines", function()
    local game = support.game_after(tetress, 10, 4)
    local before = game:text()
    local result = engine_for_tests():search(game, { nodes = 3000 })
    assert.is_true(game:is_legal(result.move))
    assert.is_true(result.win >= 0 and result.win <= 1)
    assert.is_true(math.abs(result.score) <= 1000000)
    assert.is_nil(result.mate)
    assert.is_true(result.depth >= 1 and result.selective_depth >= result.depth)
    assert.equal(3000, result.nodes)
    assert.equal(0, result.playouts)
    assert.is_true(result.wall_ms >= 0 and result.cpu_ms >= 0)
    assert.is_true(result.hash_permille >= 0 and result.hash_permille <= 1000)
    assert.equal("nodes", result.stop_reason)
    assert.equal(1, #result.lines)
    assert.equal(result.move, result.pv[1])
    assert.equal(before, game:text())
  end)

  it("tells as many lines as multipv asks for, best first, each with its variation", function()
    local game = support.game_after(tetress, 12, 9)
    local result = engine_for_tests("negamax:hash=1,multipv=4"):search(game, { depth = 2 })
    assert.equal(4, #result.lines)
    for rank, line in ipairs(result.lines) do
      assert.equal(rank, line.rank)
      assert.equal(line.move, line.pv[1])
      assert.is_true(line.score <= result.lines[1].score)
      assert.equal("number", type(line.win))
      assert.equal("number", type(line.depth))
      assert.equal("number", type(line.visits))
      assert.equal(0, line.prior)
      local copy = game:copy()
      for _, move in ipairs(line.pv) do
        copy:play(move)
      end
    end
    assert.same(result.pv, result.lines[1].pv)
  end)

  it("ends at each kind of limit and says at which", function()
    local game = support.game_after(tetress, 16, 6)
    local negamax, mcts = engine_for_tests(), engine_for_tests("mcts:memory=4")
    assert.equal("depth", negamax:search(game, { depth = 1 }).stop_reason)
    assert.equal("nodes", negamax:search(game, { nodes = 100 }).stop_reason)
    assert.equal("time", negamax:search(game, { wall_ms = 20 }).stop_reason)
    assert.equal("time", negamax:search(game, { cpu_ms = 20 }).stop_reason)
    assert.equal("time", negamax:search(game, { clock_ms = 400, increment_ms = 1 }).stop_reason)
    assert.equal("time", negamax:search(game, { clock_ms = 400, cpu_clock = true }).stop_reason)
    assert.equal("book", negamax:search(tetress.game(), { clock_ms = 400 }).stop_reason)
    local playouts = mcts:search(game, { playouts = 50 })
    assert.equal("playouts", playouts.stop_reason)
    assert.equal(50, playouts.playouts)
  end)

  it("needs no budget if the player ends by itself or its options set a limit", function()
    local game = tetress.game()
    assert.equal("complete", tetress.engine("greedy"):search(game).stop_reason)
    assert.equal("complete", tetress.engine("random"):search(game, nil).stop_reason)
    assert.equal("nodes", tetress.engine("negamax:hash=1,nodes=50"):search(game, {}).stop_reason)
    assert.equal("EARG", support.failure(engine_for_tests().search, engine_for_tests(), game))
  end)

  it("finds the same for the same seed and nodes, in a new engine and a reset one", function()
    local game = support.game_after(tetress, 8, 21)
    local specs = { "negamax:hash=1", "mcts:memory=4,seed=3", "greedy:seed=4", "random:seed=5" }
    for _, spec in ipairs(specs) do
      local engine = tetress.engine(spec)
      local first = timeless(engine:search(game, { nodes = 800 }))
      engine:search(support.game_after(tetress, 9, 1), { nodes = 500 })
      engine:reset()
      assert.same(first, timeless(engine:search(game, { nodes = 800 })))
      assert.same(first, timeless(tetress.engine(spec):search(game, { nodes = 800 })))
    end
  end)

  it("tells a proven win as mate", function()
    -- Four tokens each and one action left, which is blue's.
    local text = support.full_time:gsub("r 150", "b 149"):gsub("%.", "b", 4)
    local game = tetress.game(text)
    local result = engine_for_tests():search(game, { depth = 3 })
    assert.equal(1, result.mate)
    assert.equal(1, result.win)
    game:play(result.move)
    assert.equal("blue", game:winner())
  end)

  it("of a game that is over is refused", function()
    local engine = engine_for_tests()
    local err = support.error_of(engine.search, engine, tetress.game(support.stuck), { nodes = 10 })
    assert.equal("EOVER", err.name)
    assert.equal("game_over", err.rule)
    assert.equal("EOVER", support.failure(engine.evaluate, engine, tetress.game(support.full_time)))
  end)

  it("at once returns when it was told to stop before, and only then", function()
    local engine, game = engine_for_tests(), tetress.game()
    engine:stop()
    assert.equal("requested", engine:search(game, { nodes = 1000 }).stop_reason)
    assert.equal("nodes", engine:search(game, { nodes = 1000 }).stop_reason)
    engine:stop()
    engine:reset()
    assert.equal("nodes", engine:search(game, { nodes = 1000 }).stop_reason)
  end)

  it("can run in a coroutine", function()
    local engine, game = engine_for_tests(), tetress.game()
    local co = coroutine.create(function()
      local told = 0
      local result = engine:search(game, { nodes = 5000, info = function() told = told + 1 end })
      coroutine.yield(result.nodes)
      return told
    end)
    assert.same({ true, 5000 }, { coroutine.resume(co) })
    assert.same({ true, 1 }, { coroutine.resume(co) })
  end)
end)

describe("a budget", function()
  local engine, game = engine_for_tests(), tetress.game()

  local function refusal(budget)
    local err = support.error_of(engine.search, engine, game, budget)
    return err.name, err.message
  end

  it("refuses numbers that are no limit and names the field", function()
    local fields = {
      "nodes", "playouts", "depth", "wall_ms", "cpu_ms", "clock_ms", "increment_ms",
    }
    for _, field in ipairs(fields) do
      for _, value in ipairs({ -1, 0.5, -1e300, 0 / 0, 1 / 0, "100", true, {}, 0 }) do
        if value ~= 0 or field ~= "increment_ms" then
          local name, message = refusal({ nodes = 1, [field] = value })
          assert.equal("EARG", name)
          assert.is_true(message:find(field, 1, true) ~= nil)
        end
      end
    end
  end)

  it("takes an increment, also none, with a clock only", function()
    for _, increment in ipairs({ 0, 1 }) do
      local budget = { clock_ms = 2 ^ 32 - 1, increment_ms = increment, depth = 1 }
      assert.equal("depth", engine:search(game, budget).stop_reason)
    end
    local name, message = refusal({ increment_ms = 5, depth = 1 })
    assert.equal("EARG", name)
    assert.is_true(message:find("increment_ms", 1, true) ~= nil)
  end)

  it("refuses times and depths beyond 32 bits, which would wrap", function()
    for _, field in ipairs({ "depth", "wall_ms", "cpu_ms", "clock_ms", "increment_ms" }) do
      assert.equal("EARG", (refusal({ [field] = 2 ^ 32, nodes = 1 })))
      assert.equal("EARG", (refusal({ [field] = 1e300, nodes = 1 })))
    end
  end)

  it("takes huge node counts as what they are, and none that it would cut", function()
    assert.equal("depth", engine:search(game, { nodes = 2 ^ 53, depth = 1 }).stop_reason)
    assert.equal("depth", engine:search(game, { nodes = 2 ^ 62, depth = 1 }).stop_reason)
    for _, field in ipairs({ "nodes", "playouts" }) do
      for _, value in ipairs({ 2 ^ 63, 2 ^ 64, 1e300 }) do
        local name, message = refusal({ [field] = value, depth = 1 })
        assert.equal("EARG", name)
        assert.is_true(message:find("9223372036854775807", 1, true) ~= nil)
      end
    end
  end)

  it("refuses fields that it does not know and names them", function()
    local name, message = refusal({ node = 100 })
    assert.equal("EUNKNOWN", name)
    assert.is_true(message:find('"node"', 1, true) ~= nil)
    assert.equal("EUNKNOWN", (refusal({ 100 })))
    assert.equal("EUNKNOWN", (refusal({ [game] = 100 })))
    assert.equal("EUNKNOWN", (refusal({ ["nodes\0"] = 100 })))
  end)

  it("takes flags and the info function as what they are only", function()
    assert.equal("EARG", (refusal({ infinite = 1 })))
    assert.equal("EARG", (refusal({ nodes = 10, cpu_clock = "yes" })))
    assert.equal("EARG", (refusal({ nodes = 10, info = "print" })))
    assert.equal("EARG", (refusal({ infinite = false })))
  end)

  it("is a table", function()
    assert.equal("string", type(support.error_of(engine.search, engine, game, 1000)))
    assert.equal("string", type(support.error_of(engine.search, engine, game, print)))
    assert.equal("string", type(support.error_of(engine.search, engine)))
  end)

  it("that is infinite lasts until the search is stopped", function()
    local result = engine:search(game, { infinite = true, info = function() engine:stop() end })
    assert.equal("requested", result.stop_reason)
  end)
end)

describe("an evaluation", function()
  it("is a whole number of centi-tokens for the side to move", function()
    local engine, game = tetress.engine("greedy:evaluator=tokens"), tetress.game()
    for _, move in ipairs({ "O 0-0", "O 5-5", "O 0-2", "O 5-7", "O 0-4" }) do
      game:play(move)
    end
    assert.equal(-400, engine:evaluate(game))
    game:play("O 7-5")
    assert.equal(0, engine:evaluate(game))
  end)

  it("of the first actions is drawn towards what was measured", function()
    local engine, game = tetress.engine("greedy:evaluator=tokens"), tetress.game()
    game:play("O 0-0") -- red has scored 56 % from here
    assert.is_true(engine:evaluate(game) < 0)
    game:undo()
    game:play("I 0-0 h") -- and 50 % from here
    assert.equal(0, engine:evaluate(game))
  end)

  it("is refused by players that evaluate nothing", function()
    local engine = tetress.engine("random")
    assert.equal("EUNKNOWN", support.failure(engine.evaluate, engine, tetress.game()))
  end)
end)
