-- SPDX-License-Identifier: MIT
local support = require "spec_support"
local tetress = require "tetress"

-- What no function takes for anything.
local JUNK = coroutine.create(function() end)

local function owners()
  return {
    tetress = tetress, tetris = tetress.tetris, Game = tetress.game(), Engine = tetress.engine("random"),
    Referee = tetress.referee(),
    TetrisGame = tetress.tetris.game(), TetrisAgent = tetress.tetris.agent(),
  }
end

-- Functions that take no argument but the object.
local WITHOUT_ARGUMENTS = {
  ["tetress.evaluators"] = true, ["tetress.kernel"] = true, ["tetress.players"] = true,
  ["tetress.game"] = true, ["tetris.evaluators"] = true,
}

-- Arguments that are wrong, by function: the error names the function and counts from the first
-- argument behind the object.
local WRONG = {
  { "Game", "play", { JUNK }, 1 },
  { "Game", "play", {}, 1 },
  { "Game", "play_cells", { JUNK }, 1 },
  { "Game", "play_cells", { { 1, 2 } }, 1 },
  { "Game", "check_cells", { 7 }, 1 },
  { "Game", "is_legal", { JUNK }, 1 },
  { "Game", "cell", { "a", 1 }, 1 },
  { "Game", "cell", { 1, 0.5 }, 2 },
  { "Game", "mobility", { "green" }, 1 },
  { "Game", "tokens", {}, 1 },
  { "Game", "perft", { "deep" }, 1 },
  { "Game", "random_move", { -1 }, 1 },
  { "Engine", "search", { 5 }, 1 },
  { "Engine", "search", { tetress.game(), 5 }, 2 },
  { "Engine", "evaluate", {}, 1 },
  { "Engine", "get", {}, 1 },
  { "Engine", "set", { "seed" }, 2 },
  { "Engine", "set_evaluator", { 5 }, 1 },
  { "Engine", "set_weights", { {} }, 1 },
  { "tetress", "engine", {}, 1 },
  { "tetress", "engine", { "random", 5 }, 2 },
  { "tetress", "move", { JUNK }, 1 },
  { "tetress", "move_text", { JUNK }, 1 },
  { "tetress", "move_text", { 0, "long" }, 2 },
  { "tetress", "play_match", { "random", "random", 5 }, 3 },
  { "tetress", "play_match", { JUNK }, 1 },
  { "tetress", "compare_pairs", { { 1 } }, 1 },
  { "tetress", "referee", { 5 }, 1 },
  { "tetress", "referee", { {}, 5 }, 2 },
  { "Referee", "play", { JUNK }, 1 },
  { "Referee", "play", { 0, 5 }, 2 },
  { "Referee", "play_cells", { 5 }, 1 },
  { "Referee", "charge", { "green" }, 1 },
  { "Referee", "check", { "red", 5 }, 2 },
  { "Referee", "finish", { "bored", "red" }, 1 },
  { "Referee", "finish", { "crash", "green" }, 2 },
  { "Referee", "spent", {}, 1 },
  { "Referee", "left", { "green" }, 1 },
  { "tetris", "from_text", {}, 1 },
  { "tetris", "game", { 5 }, 1 },
  { "tetris", "agent", { JUNK }, 1 },
  { "tetris", "interval", { 5 }, 1 },
  { "TetrisGame", "play", { "left" }, 1 },
  { "TetrisGame", "features", { "s3" }, 1 },
  { "TetrisAgent", "choose", { 5 }, 1 },
  { "TetrisAgent", "set_weights", { "dt", 5 }, 2 },
}

describe("an argument error", function()
  it("names the function, and counts its arguments without the object", function()
    local all = owners()
    for _, row in ipairs(WRONG) do
      local owner, name, arguments, place = row[1], row[2], row[3], row[4]
      local object = all[owner]
      local is_method = type(object) == "userdata"
      if is_method then
        arguments = { object, (table.unpack or unpack)(arguments) } -- luacheck: ignore
      end
      local err = support.error_of(object[name], (table.unpack or unpack)(arguments)) -- luacheck: ignore
      local wanted = ("bad argument #%d to '%s' ("):format(place, name)
      if type(err) ~= "string" or not err:find(wanted, 1, true) then
        error(("%s.%s: %s"):format(owner, name, tostring(err)))
      end
    end
  end)

  it("names the function for every one that is called on another object", function()
    local path = debug.getinfo(1, "S").source:match("^@(.*)spec[/\\]") .. "tetress.d.lua"
    local all, seen = owners(), 0
    for line in io.lines(path) do
      local owner, sign, name = line:match("^function (%w+)([.:])([%w_]+)")
      if owner and not WITHOUT_ARGUMENTS[owner .. "." .. name] then
        local err = tostring(support.error_of(all[owner][name], JUNK, JUNK, JUNK))
        local told = err:find(("'%s'"):format(name), 1, true)
        if not told then
          error(("%s%s%s: %s"):format(owner, sign, name, err))
        end
        seen = seen + 1
      end
    end
    assert.is_true(seen > 60)
  end)
end)

describe("an error says the way out:", function()
  local function message(call, ...)
    local err = support.error_of(call, ...)
    return type(err) == "table" and err.message or tostring(err)
  end

  it("which name may have been meant", function()
    local engine, game = tetress.engine("negamax:hash=1"), tetress.game()
    local hints = {
      { 'did you mean "negamax"', tetress.engine, "negmax" },
      { "for the referee and tournaments; leave it out", tetress.engine, "tetress:level-4" },
      { 'did you mean "hash"', tetress.engine, "negamax:hsah=1" },
      { 'did you mean "hash"', tetress.engine, "negamax", { hsah = 1 } },
      { 'did you mean "hash"', engine.set, engine, "hsah", 1 },
      { 'did you mean "hash"', engine.get, engine, "hsah" },
      { 'did you mean "region"', engine.set, engine, "evaluator", "regoin" },
      { 'did you mean "nodes"', engine.search, engine, game, { ndoes = 5 } },
      { 'did you mean "wall_ms"', engine.search, engine, game, { wall = 5 } },
      { 'did you mean "opening"', tetress.play_match, "random", "random", { opneing = 2 } },
      { 'did you mean "tetress"', tetress.tetris.agent, "tetres" },
      { 'did you mean "lookahead"', tetress.tetris.agent, "tetress", { look_ahaed = 1 } },
      { 'did you mean "cpu_us"', tetress.referee, { cpu_ms = 5 } },
      { 'did you mean "uniform"', tetress.tetris.game, { source = "unifrom" } },
      { 'did you mean "course"', tetress.move_text, 0, "coarse" },
      { '"deepblue" is not the name of a player; see tetress.players()', tetress.engine, "deepblue" },
      { "name of an option; see engine:options()", tetress.engine, "negamax:speed=1" },
      { "no option \"speed\"; see engine:options()", engine.set, engine, "speed", 1 },
      { "; see engine:options()", engine.get, engine, "speed" },
      { "; known are clock_ms, ", engine.search, engine, game, { banana = 5 } },
      { "; known are games, opening, ", tetress.play_match, "random", "random", { banana = 2 } },
      { "bad argument #1 to 'game' (a table such as {rows = 4} expected, got number)", tetress.tetris.game, 1, {} },
      { "bad argument #2 to 'agent' (a table such as {rows = 4} expected, got number)", tetress.tetris.agent, "tetress", 1 },
      { "a table such as {games = 100} expected, got number", tetress.play_match, "random", "random", 4 },
      { "a table such as {hash = 64} expected, got string", tetress.engine, "negamax", "hash=64" },
      { "a table such as {nodes = 10000} expected, got number", engine.search, engine, game, 10000 },
      { "a table such as {cpu_us = 1} expected, got number", tetress.referee, 180 },
      { "openings has no position; leave it out to begin with random actions", tetress.play_match, "random", "random", { openings = {} } },
      { "; known are ", tetress.tetris.agent, "deepblue" },
      { "; known are ", tetress.tetris.agent, "tetress", { banana = 1 } },
      { "; known are ", tetress.move_text, 0, "binary" },
    }
    for _, row in ipairs(hints) do
      local told = message(row[2], (table.unpack or unpack)(row, 3)) -- luacheck: ignore
      if not told:find(row[1], 1, true) then
        error(told)
      end
    end
    assert.is_true(message(tetress.engine, "deepblue"):find("did you mean", 1, true) == nil)
  end)

  it("which limits a search lacks", function()
    local engine, game = tetress.engine("mcts:memory=1"), tetress.game()
    for _, budget in ipairs({ {}, { depth = 3 } }) do
      local told = message(engine.search, engine, game, budget)
      assert.is_true(told:find("nodes = ..., wall_ms = ...", 1, true) ~= nil)
    end
    assert.is_true(message(engine.search, engine, game):find("nodes = ...", 1, true) ~= nil)
  end)
end)
