-- SPDX-License-Identifier: MIT
local tetress = require "tetress"
local support = require "spec_support"

local function new_engine()
  return tetress.engine("negamax:hash=1")
end

local function tokens_of_mover(game)
  local turn = game:turn()
  return 100 * (game:tokens(turn) - game:tokens(turn == "red" and "blue" or "red"))
end

local function timeless(result)
  result.wall_ms, result.cpu_ms = nil, nil
  return result
end

-- An evaluator that calls `spoil` at its nth call and judges by tokens else.
local function spoiled_at(n, spoil)
  local calls = 0
  return function(game)
    calls = calls + 1
    if calls == n then
      return spoil(game)
    end
    return tokens_of_mover(game)
  end
end

describe("an info function", function()
  it("is told each iteration with its lines, and changes nothing in what is found", function()
    local game = support.game_after(tetress, 20, 2)
    local depths, ranks = {}, {}
    local result = tetress.engine("negamax:hash=1,multipv=2"):search(game, {
      depth = 3,
      info = function(so_far, line)
        depths[#depths + 1] = so_far.depth
        ranks[#ranks + 1] = line.rank
        assert.equal("number", type(so_far.nodes))
        assert.is_nil(so_far.stop_reason)
        assert.equal(line.move, line.pv[1])
        assert.is_true(game:is_legal(line.move))
      end,
    })
    assert.same({ 1, 1, 2, 2, 3, 3 }, depths)
    assert.same({ 1, 2, 1, 2, 1, 2 }, ranks)
    local silent = tetress.engine("negamax:hash=1,multipv=2"):search(game, { depth = 3 })
    assert.same(timeless(silent), timeless(result))
  end)

  it("stops the search by returning true, and by nothing false", function()
    local game = support.game_after(tetress, 20, 2)
    local stopped = new_engine():search(game, { depth = 3, info = function() return true end })
    assert.equal("callback", stopped.stop_reason)
    assert.equal(1, stopped.depth)
    assert.is_true(game:is_legal(stopped.move))
    local harmless = { function() return false end, function() return nil end, function() end }
    for _, go_on in ipairs(harmless) do
      assert.equal(3, new_engine():search(game, { depth = 3, info = go_on }).depth)
    end
  end)

  it("is told of that search only", function()
    local engine, game, calls = new_engine(), tetress.game(), 0
    engine:search(game, { depth = 1, info = function() calls = calls + 1 end })
    engine:search(game, { depth = 1 })
    assert.equal(1, calls)
  end)

  it("that raises ends the search with that very error, and engine and game go on", function()
    local engine, game = new_engine(), support.game_after(tetress, 10, 2)
    local before = game:text()
    local objects = { {}, "a string", 42, false, setmetatable({}, { __tostring = error }) }
    for _, object in ipairs(objects) do
      local budget = { depth = 2, info = function() error(object, 0) end }
      assert.is_true(rawequal(object, support.error_of(engine.search, engine, game, budget)))
    end
    assert.equal(before, game:text())
    assert.equal("depth", engine:search(game, { depth = 1 }).stop_reason)
    game:play(game:legal_moves()[1])
  end)

  it("that raises nil raises nil", function()
    local engine = new_engine()
    local budget = { depth = 1, info = function() error(nil) end }
    local sound, err = pcall(engine.search, engine, tetress.game(), budget)
    assert.is_false(sound)
    assert.is_true(err == nil or type(err) == "string") -- some Lua put a text in its place
  end)
end)

describe("an evaluator in Lua", function()
  it("is asked, and judges as the same one in C", function()
    local game = support.game_after(tetress, 14, 3)
    local own = new_engine()
    own:set_evaluator(tokens_of_mover)
    assert.equal(tokens_of_mover(game), own:evaluate(game))
    local mine = own:search(game, { nodes = 1500 })
    local theirs = tetress.engine("negamax:hash=1,evaluator=tokens"):search(game, { nodes = 1500 })
    assert.equal(theirs.move, mine.move)
    assert.equal(theirs.score, mine.score)
    assert.same(theirs.pv, mine.pv)
  end)

  it("gives way to the option again", function()
    local engine, game = new_engine(), tetress.game()
    local before = engine:evaluate(game)
    engine:set_evaluator(function() return 4321 end)
    assert.equal(4321, engine:evaluate(game))
    engine:set_evaluator(nil)
    assert.equal(before, engine:evaluate(game))
    engine:set_evaluator(function() return 4321 end)
    engine:set_evaluator()
    assert.equal(before, engine:evaluate(game))
  end)

  it("is rounded to whole centi-tokens and cut at a million", function()
    local engine, game, value = new_engine(), tetress.game(), nil
    engine:set_evaluator(function() return value end)
    local rounded = {
      [1.4] = 1, [-1.4] = -1, [2.5] = 3, [-2.5] = -3, [999999.9] = 1000000, [1e300] = 1000000,
      [-1 / 0] = -1000000,
    }
    for given, got in pairs(rounded) do
      value = given
      assert.equal(got, engine:evaluate(game))
    end
  end)

  it("gives way to weights, and these to those built in", function()
    local engine, game = new_engine(), tetress.game()
    for _, move in ipairs({ "O 0-0", "O 5-5", "O 0-2", "O 5-7" }) do
      game:play(move) -- the first actions are not judged by weights
    end
    local file = assert(io.open(support.data .. "/region.weights", "rb"))
    local weights = file:read("*a")
    file:close()
    local built_in = engine:evaluate(game)
    engine:set_evaluator(function() return 4321 end)
    engine:set_weights(weights)
    local loaded = engine:evaluate(game)
    assert.is_true(loaded ~= built_in and loaded ~= 4321)
    assert.equal("table", type(support.error_of(engine.set_weights, engine, weights:sub(2))))
    assert.equal(loaded, engine:evaluate(game))
    engine:set_weights(nil)
    assert.equal(built_in, engine:evaluate(game))
  end)

  it("must be a function", function()
    local engine = new_engine()
    for _, value in ipairs({ 1, "s1", {}, true, false }) do
      assert.equal("string", type(support.error_of(engine.set_evaluator, engine, value)))
    end
  end)

  it("must return a number, or the search ends with an error that says so", function()
    local engine, game = new_engine(), tetress.game()
    for _, value in ipairs({ "100", true, {}, 0 / 0 }) do
      engine:set_evaluator(spoiled_at(5, function() return value end))
      local err = support.error_of(engine.search, engine, game, { nodes = 1000 })
      assert.is_true(tostring(err):match("the evaluator returned") ~= nil)
    end
    engine:set_evaluator(function() end)
    local err = support.error_of(engine.evaluate, engine, game)
    assert.is_true(tostring(err):match("returned a nil") ~= nil)
  end)

  it("that raises ends the search soon with that very error", function()
    local engine, game, object, calls = new_engine(), tetress.game(), {}, 0
    engine:set_evaluator(function()
      calls = calls + 1
      if calls >= 30 then
        error(object)
      end
      return 0
    end)
    local err = support.error_of(engine.search, engine, game, { nodes = 100000 })
    assert.is_true(rawequal(object, err))
    assert.equal(30, calls)
    assert.is_true(rawequal(object, support.error_of(engine.evaluate, engine, game)))
  end)

  it("that raised leaves no trace in the searches that follow", function()
    local game = support.game_after(tetress, 24, 7)
    local clean, calls = new_engine(), 0
    clean:set_evaluator(function(position)
      calls = calls + 1
      return tokens_of_mover(position)
    end)
    -- What was judged before the failure stays in the table and saves work; nothing else may differ.
    local function found(result)
      result = timeless(result)
      result.nodes, result.hash_permille = nil, nil
      return result
    end
    local wanted = found(clean:search(game, { depth = 2 }))
    assert.is_true(calls > 50)
    for n = 1, calls, math.ceil(calls / 100) do
      local engine = new_engine()
      engine:set_evaluator(spoiled_at(n, error))
      support.error_of(engine.search, engine, game, { depth = 2 })
      assert.same(wanted, found(engine:search(game, { depth = 2 })))
    end
  end)

  it("that raised in an evaluation does not stop the next search", function()
    local engine, game = new_engine(), tetress.game()
    engine:set_evaluator(spoiled_at(1, error))
    support.error_of(engine.evaluate, engine, game)
    assert.equal("nodes", engine:search(game, { nodes = 200 }).stop_reason)
  end)

  it("is shown a position that can be asked, but not changed or closed", function()
    local engine, game, failures = new_engine(), tetress.game(), {}
    engine:set_evaluator(function(position)
      for _, method in ipairs({ "undo", "rewind", "close" }) do
        failures[method] = support.failure(position[method], position)
      end
      failures.play = support.failure(position.play, position, position:legal_moves()[1])
      assert.equal(game, position)
      assert.equal(game:hash(), position:hash())
      assert.same(game:board(), position:board())
      return 0
    end)
    engine:evaluate(game)
    for _, method in ipairs({ "undo", "rewind", "close", "play" }) do
      assert.is_true(failures[method]:match("not to be changed") ~= nil)
    end
  end)

  it("may copy the position, play on the copy, and keep it", function()
    local engine, game, kept = new_engine(), support.game_after(tetress, 5, 5), nil
    engine:set_evaluator(function(position)
      kept = position:copy()
      kept:play(kept:legal_moves()[1])
      return #kept
    end)
    assert.equal(1, engine:evaluate(game))
    assert.equal(6, kept:ply())
    kept:undo()
    assert.equal(game, kept)
  end)

  it("loses the position when it returns, also if it raised", function()
    local engine, game, kept = new_engine(), tetress.game(), nil
    engine:set_evaluator(function(position)
      kept = position
      return 0
    end)
    engine:evaluate(game)
    assert.equal("tetress.game (closed)", tostring(kept))
    assert.is_true(support.failure(kept.text, kept):match("closed") ~= nil)
    engine:set_evaluator(function() error("x") end)
    support.error_of(engine.evaluate, engine, game)
    assert.equal("tetress.game (closed)", tostring(kept))
  end)

  it("may search with another engine, but not too deeply nested", function()
    local game, depth, deepest = tetress.game(), 0, 0
    local function nest()
      local engine = tetress.engine("greedy")
      engine:set_evaluator(function(position)
        depth = depth + 1
        deepest = math.max(deepest, depth)
        local score = tetress.engine("negamax:hash=1"):search(position, { nodes = 5 }).score
        if depth < 20 then
          nest():evaluate(position)
        end
        depth = depth - 1
        return score
      end)
      return engine
    end
    local err = support.error_of(nest().evaluate, nest(), game)
    assert.equal("EBUSY", err.name)
    assert.is_true(deepest > 2 and deepest < 20)
    depth = 19
    assert.equal("number", type(nest():evaluate(game)))
  end)

  it("is collected with its engine, though each refers to the other", function()
    local gone = setmetatable({}, { __mode = "k" })
    for _ = 1, 5 do
      local engine = tetress.engine("random")
      local evaluator = function() return engine and 0 end
      engine:set_evaluator(evaluator)
      gone[evaluator] = true
    end
    collectgarbage()
    collectgarbage()
    assert.is_true(next(gone) == nil)
  end)
end)

describe("a callback", function()
  -- Runs `act(engine, game)` inside an info function and inside an evaluator, each time in a search
  -- that then fails with what `act` raised.
  local function in_callbacks(act)
    local errors = {}
    local engine, game = new_engine(), support.game_after(tetress, 8, 8)
    local before = game:text()
    local budget = { depth = 1, info = function() act(engine, game) end }
    errors[1] = support.failure(engine.search, engine, game, budget)
    engine:set_evaluator(function() act(engine, game) return 0 end)
    errors[2] = support.failure(engine.search, engine, game, { depth = 1 })
    errors[3] = support.failure(engine.evaluate, engine, game)
    engine:set_evaluator(nil)
    assert.equal(before, game:text())
    assert.equal("depth", engine:search(game, { depth = 1 }).stop_reason)
    return errors
  end

  local BUSY = { "EBUSY", "EBUSY", "EBUSY" }

  it("cannot close the engine that runs it", function()
    assert.same(BUSY, in_callbacks(function(engine) engine:close() end))
  end)

  it("cannot close or change the game that is searched", function()
    assert.same(BUSY, in_callbacks(function(_, game) game:close() end))
    assert.same(BUSY, in_callbacks(function(_, game) game:undo() end))
    assert.same(BUSY, in_callbacks(function(_, game) game:rewind() end))
    assert.same(BUSY, in_callbacks(function(_, game) game:play(game:legal_moves()[1]) end))
  end)

  it("cannot use the engine that runs it", function()
    assert.same(BUSY, in_callbacks(function(engine, game) engine:search(game, { nodes = 1 }) end))
    assert.same(BUSY, in_callbacks(function(engine, game) engine:evaluate(game) end))
    assert.same(BUSY, in_callbacks(function(engine) engine:set("hash", 2) end))
    assert.same(BUSY, in_callbacks(function(engine) engine:reset() end))
    assert.same(BUSY, in_callbacks(function(engine) engine:set_evaluator(nil) end))
  end)

  it("may catch such an error and let the search go on", function()
    local engine, game = new_engine(), tetress.game()
    local result = engine:search(game, {
      depth = 1,
      info = function()
        pcall(engine.close, engine)
        pcall(game.close, game)
        pcall(engine.search, engine, game, { nodes = 1, info = print })
      end,
    })
    assert.equal("depth", result.stop_reason)
  end)

  it("may read the game, copy it, and stop the engine", function()
    local engine, game, copy = new_engine(), tetress.game(), nil
    local result = engine:search(game, {
      infinite = true,
      info = function()
        copy = game:copy()
        copy:play(game:legal_moves()[1])
        engine:stop()
      end,
    })
    assert.equal("requested", result.stop_reason)
    assert.equal(1, copy:ply())
  end)

  it("cannot yield out of the search", function()
    local engine, game = new_engine(), tetress.game()
    local co = coroutine.create(function()
      return engine:search(game, { depth = 1, info = function() coroutine.yield() end })
    end)
    local sound, err = coroutine.resume(co)
    assert.is_false(sound)
    assert.is_true(tostring(err):match("yield") ~= nil)
    assert.equal("depth", engine:search(game, { depth = 1 }).stop_reason)
  end)

  it("may run the collector", function()
    local engine = new_engine()
    engine:set_evaluator(function(game)
      collectgarbage("step")
      return #game:legal_moves()
    end)
    local game = support.game_after(tetress, 8, 1)
    local result = engine:search(game, { nodes = 600, info = function() collectgarbage() end })
    assert.equal(600, result.nodes)
  end)

  it("that overflows Lua's stack is an error like any other", function()
    local engine, game = new_engine(), tetress.game()
    local function endless(...)
      return 1 + endless(...)
    end
    engine:set_evaluator(endless)
    -- A finalizer that the collector starts at the end of the stack overflows too and is not called
    -- again: Lua would lose what it frees.
    collectgarbage("stop")
    local err = support.error_of(engine.search, engine, game, { nodes = 10 })
    collectgarbage("restart")
    assert.is_true(tostring(err):match("overflow") ~= nil)
  end)

  it("may come from a finalizer that closes everything", function()
    local engine, game = new_engine(), tetress.game()
    local function trap()
      local function close()
        pcall(engine.close, engine)
        pcall(game.close, game)
      end
      if newproxy then -- luacheck: ignore
        getmetatable(newproxy(true)).__gc = close -- luacheck: ignore
      else
        setmetatable({}, { __gc = close })
      end
    end
    engine:set_evaluator(function()
      trap()
      collectgarbage()
      return 0
    end)
    assert.equal("nodes", engine:search(game, { nodes = 30 }).stop_reason)
    trap()
    collectgarbage()
    collectgarbage()
    assert.equal("tetress.engine (closed)", tostring(engine))
    assert.equal("tetress.game (closed)", tostring(game))
  end)
end)
