-- SPDX-License-Identifier: MIT
-- Every function with every kind of value in every place: whatever is raised, nothing crashes, and
-- what fails changes nothing.
local tetress = require "tetress"
local support = require "spec_support"

local closed_game = tetress.game()
closed_game:close()
local closed_engine = tetress.engine("random")
closed_engine:close()
local closed_referee = tetress.referee()
closed_referee:close()
local closed_tetris = tetress.tetris.game()
closed_tetris:close()
local closed_agent = tetress.tetris.agent()
closed_agent:close()

local NIL = {} -- stands for nil in the list

local ZOO = {
  -- numbers
  NIL, true, false, -1, 0, 1, 1.5, 2298, 2299, 65536, 65536 + 641, 2 ^ 31, 2 ^ 32, 2 ^ 53,
  2 ^ 63, -2 ^ 63, 2 ^ 64, 1e308, -1e308, 1 / 0, -1 / 0, 0 / 0,
  -- texts
  "", "x", "red", "1", "0x", "3-4", "3-4,4-3,4-4,4-5", "\0", "random:", "hash", "seed", "PLACE(",
  ("9"):rep(400), ("x"):rep(100000), ("3-4,"):rep(5000), ("/"):rep(200),
  "-999999--999999,1-1,1-1,1-1",
  -- tables
  {}, { {} }, { { 1, 2 } }, { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 } }, { { 0 / 0, 1 }, { 2 } },
  { { 1e308, -1e308 }, { 2 ^ 63, -2 ^ 63 }, { 2 ^ 32, 2 ^ 32 + 3 }, { 1 / 0, 0 } },
  { nodes = 2 }, { nodes = -1 }, { depth = 1 / 0 }, { games = 3 }, { hash = 1 }, { [1.5] = 1 },
  { [true] = {} }, { rows = 10 }, { rows = 2 ^ 40 }, { sequence = "OX" }, { sequence = "TT" },
  { source = "bag\0" }, { seed = 0 / 0 }, { trials = 0 }, { threads = 1e9 }, { count = -1 },
  { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, { { 1, 2, 3, 4, 5, 6, 7, 8, 9 } }, { 1, nil, 3 },
  setmetatable({}, { __index = error, __len = error }),
  -- the rest
  tostring, function() end, coroutine.create(function() end), io.stdout, tetress.game(),
  tetress.game(support.stuck), closed_game, tetress.engine("random"), closed_engine,
  tetress.tetris.game { rows = 4 }, closed_tetris, tetress.tetris.agent("s2", { rows = 4 }),
  closed_agent, tetress.referee(), closed_referee,
}

local function value_at(i)
  if ZOO[i] == NIL then
    return nil
  end
  return ZOO[i]
end

-- Calls fn(...) with one, and with two, values of the list behind the given ones.
local function try_all(fn, first)
  for i = 1, #ZOO do
    pcall(fn, first, value_at(i))
    for j = 1, #ZOO, 3 do
      pcall(fn, first, value_at(i), value_at((i + j) % #ZOO + 1))
    end
  end
end

local MODULE = {
  "engine", "evaluators", "game", "move", "move_cells", "move_piece", "move_text", "players",
}

local READERS = { -- of a game
  "board", "cell", "check_cells", "copy", "hash", "history", "is_legal", "legal_mask",
  "legal_moves", "mobility", "over", "perft", "ply", "random_move", "reason", "start_ply", "text",
  "tokens", "turn", "winner",
}

describe("bad input", function()
  it("to functions of the module raises errors, and they go on to work", function()
    for _, name in ipairs(MODULE) do
      for i = 1, #ZOO do
        pcall(tetress[name], value_at(i))
        pcall(tetress[name], value_at(i), value_at(i % #ZOO + 1))
      end
    end
    for i = 1, #ZOO do
      pcall(tetress.play_match, value_at(i), "random", { games = 2 })
      pcall(tetress.play_match, "random", value_at(i), { games = 2 })
      pcall(tetress.play_match, "nobody", "random", value_at(i))
    end
    assert.equal(2299, #tetress.game():legal_moves())
  end)

  it("to a game leaves it as it was", function()
    local game = support.game_after(tetress, 10, 3)
    local text, hash, history = game:text(), game:hash(), game:history()
    for _, name in ipairs(READERS) do
      try_all(game[name], game)
      assert.equal(text, game:text())
    end
    for _, name in ipairs({ "play", "play_cells" }) do
      for i = 1, #ZOO do
        if pcall(game[name], game, value_at(i)) then
          game:undo()
        end
        assert.equal(text, game:text())
      end
    end
    assert.equal(hash, game:hash())
    assert.same(history, game:history())
  end)

  it("to an engine leaves it able to search", function()
    local engine, game = tetress.engine("negamax:hash=1"), support.game_after(tetress, 10, 3)
    local text = game:text()
    for _, name in ipairs({ "evaluate", "get", "options", "search", "set_evaluator", "spec" }) do
      try_all(engine[name], engine)
      engine:set_evaluator(nil)
    end
    for i = 1, #ZOO do
      pcall(engine.search, engine, game, value_at(i))
      pcall(engine.set, engine, value_at(i), value_at(i % #ZOO + 1))
      pcall(engine.set, engine, "evaluator", value_at(i))
      pcall(engine.search, engine, game, { nodes = value_at(i), depth = 1 })
      pcall(engine.search, engine, game, { info = value_at(i), depth = 1 })
    end
    assert.equal(text, game:text())
    assert.equal("depth", engine:search(game, { depth = 1 }).stop_reason)
  end)

  it("to a referee is a verdict or an error, and what is raised changes nothing", function()
    for _, name in ipairs({ "play", "play_cells", "charge", "check", "finish", "spent", "left" }) do
      for i = 1, #ZOO do
        local referee = tetress.referee { cpu_us = 1000 }
        local sound, verdict = pcall(referee[name], referee, value_at(i), value_at(i % #ZOO + 1))
        if not sound then
          assert.is_nil(referee:verdict())
          assert.equal(0, referee:game():ply())
          assert.equal(0, referee:spent("red").cpu_us)
        elseif name == "play" or name == "play_cells" then
          assert.equal(verdict == nil and 1 or 0, referee:game():ply())
        end
        pcall(tetress.referee, value_at(i), value_at(i % #ZOO + 1))
      end
    end
  end)

  it("to functions of the single-player game raises errors, and they go on to work", function()
    local tetris = tetress.tetris
    for _, name in ipairs({ "agent", "evaluators", "from_text", "game", "interval" }) do
      for i = 1, #ZOO do
        pcall(tetris[name], value_at(i))
        pcall(tetris[name], value_at(i), value_at(i % #ZOO + 1))
      end
    end
    try_all(tetris.fitness, "dt")
    try_all(tetris.agent, "s2")
    assert.equal(9, #tetris.game { sequence = "O" }:moves())
  end)

  it("to a single-player game leaves it as it was", function()
    local game = tetress.tetris.game { seed = 1, sequence = "OTI" }
    local text = game:text()
    local names = {
      "columns", "copy", "features", "hash", "lines", "moves", "next", "over", "piece", "rows",
      "text", "turns",
    }
    for _, name in ipairs(names) do
      try_all(game[name], game)
      assert.equal(text, game:text())
    end
    for _, name in ipairs({ "insert", "play", "set_piece" }) do
      for i = 1, #ZOO do
        local copy = game:copy()
        assert.is_true(pcall(copy[name], copy, value_at(i)) == (copy:text() ~= text))
      end
    end
  end)

  it("to an agent leaves it able to choose", function()
    local tetris = tetress.tetris
    local agent, game = tetris.agent("s2", { rows = 4 }), tetris.game { rows = 4 }
    for _, name in ipairs({ "choose", "rows", "set_weights", "split", "values", "weights" }) do
      try_all(agent[name], agent)
    end
    for i = 1, #ZOO do
      pcall(agent.games, agent, value_at(i))
      pcall(agent.play, agent, game:copy(), value_at(i))
      pcall(agent.set_weights, agent, "dt", value_at(i))
    end
    assert.equal("number", type(agent:choose(game)))
  end)

  it("with methods called on wrong objects raises errors", function()
    local game, engine = tetress.game(), tetress.engine("random")
    local tetris, agent = tetress.tetris.game(), tetress.tetris.agent()
    local tetris_methods = {
      "close", "columns", "copy", "features", "hash", "insert", "lines", "moves", "next", "over",
      "piece", "play", "rows", "set_piece", "text", "turns", "choose", "games", "set_weights",
      "split", "values",
    }
    local methods = {
      "board", "cell", "close", "copy", "hash", "legal_moves", "perft", "play", "undo",
      "evaluate", "get", "options", "reset", "search", "set", "set_evaluator", "spec", "stop",
    }
    for i = 1, #ZOO do
      local value = value_at(i)
      local ours = type(value) == "userdata" and value ~= io.stdout
      for _, name in ipairs(methods) do
        if not ours then
          support.error_of(game[name] or engine[name], value)
        end
      end
      for _, name in ipairs(tetris_methods) do
        if not ours then
          support.error_of(tetris[name] or agent[name], value)
        end
      end
    end
    assert.equal(0, game:ply())
  end)
end)
