-- SPDX-License-Identifier: MIT
local tetress = require "tetress"
local support = require "spec_support"

local GAME_METHODS = {
  "board", "cell", "check_cells", "copy", "hash", "history", "is_legal", "legal_mask",
  "legal_moves", "mobility", "over", "perft", "play", "play_cells", "ply", "random_move",
  "reason", "rewind", "start_ply", "text", "tokens", "turn", "undo", "winner",
}

local ENGINE_METHODS = {
  "evaluate", "get", "options", "reset", "search", "set", "set_evaluator", "spec", "stop",
}

local REFEREE_METHODS = {
  "charge", "check", "finish", "game", "left", "play", "play_cells", "spent", "turn", "verdict",
}

-- Arguments with which a method of an open object succeeds.
local ARGUMENTS = {
  cell = { 0, 0 }, check_cells = { {} }, is_legal = { 0 }, mobility = { "red" }, perft = { 0 },
  play = { 0 }, play_cells = { { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 } } }, random_move = { 1 },
  charge = { "red" }, check = { "red" }, finish = { "crash", "red" }, left = { "red" }, spent = { "red" },
  tokens = { "red" }, get = { "hash" }, set = { "hash", 1 }, set_evaluator = { nil },
}

local unpack = table.unpack or unpack -- luacheck: ignore

-- How many keys of a weak table still hold memory: those whose finalizer has not run.
local function open_ones(objects)
  local count = 0
  for object in pairs(objects) do
    count = count + (tostring(object):match("closed") and 0 or 1)
  end
  return count
end

describe("a closed object", function()
  it("may be closed again", function()
    local game, engine, referee = tetress.game(), tetress.engine("random"), tetress.referee()
    for _ = 1, 3 do
      game:close()
      engine:close()
      referee:close()
    end
    assert.equal("tetress.referee (closed)", tostring(referee))
    assert.equal("tetress.game (closed)", tostring(game))
    assert.equal("tetress.engine (closed)", tostring(engine))
  end)

  it("raises an error from every other method of a game", function()
    local game = tetress.game()
    game:close()
    for _, method in ipairs(GAME_METHODS) do
      local err = support.failure(game[method], game, unpack(ARGUMENTS[method] or {}))
      assert.is_true(err:match("the game is closed") ~= nil)
    end
    assert.is_true(support.failure(function() return #game end):match("closed") ~= nil)
  end)

  it("raises an error from every other method of a referee", function()
    local referee = tetress.referee()
    local kept = referee:game()
    referee:close()
    for _, method in ipairs(REFEREE_METHODS) do
      local err = support.failure(referee[method], referee, unpack(ARGUMENTS[method] or {}))
      assert.is_true(err:match("the referee is closed") ~= nil)
    end
    assert.equal(0, kept:ply())
  end)

  it("raises an error from every other method of an engine", function()
    local engine, game = tetress.engine("negamax:hash=1"), tetress.game()
    engine:close()
    for _, method in ipairs(ENGINE_METHODS) do
      local arguments = ARGUMENTS[method] or { game }
      local err = support.failure(engine[method], engine, unpack(arguments))
      assert.is_true(err:match("the engine is closed") ~= nil)
    end
  end)

  it("cannot be searched or evaluated", function()
    local engine, game = tetress.engine("greedy"), tetress.game()
    game:close()
    for _, method in ipairs({ "search", "evaluate" }) do
      local err = support.failure(engine[method], engine, game)
      assert.is_true(err:match("the game is closed") ~= nil)
    end
  end)
end)

describe("an object", function()
  it("knows every method that the list of these specs names", function()
    local game, engine = tetress.game(), tetress.engine("negamax:hash=1")
    for _, method in ipairs(GAME_METHODS) do
      assert.equal("function", type(game[method]))
    end
    for _, method in ipairs(ENGINE_METHODS) do
      assert.equal("function", type(engine[method]))
    end
  end)

  it("hides its metatable, so that no script can free it in use", function()
    assert.equal("tetress.game", getmetatable(tetress.game()))
    assert.equal("tetress.engine", getmetatable(tetress.engine("random")))
    support.error_of(setmetatable, tetress.game(), {})
  end)

  it("takes no fields", function()
    support.error_of(function() tetress.game().x = 1 end)
    assert.is_nil(tetress.game().x)
  end)

  it("is closed at the end of its block where Lua can do that", function()
    if _VERSION < "Lua 5.4" then
      return
    end
    local block = assert(load([[
      local tetress = ...
      local kept = {}
      do
        local game <close> = tetress.game()
        local engine <close> = tetress.engine("random")
        kept[1], kept[2] = game, engine
      end
      return tostring(kept[1]) .. " " .. tostring(kept[2])
    ]]))
    assert.equal("tetress.game (closed) tetress.engine (closed)", block(tetress))
  end)

  it("that is forgotten is collected before its memory is missed", function()
    -- 64 tables of 4 MiB behind 64 tiny userdata: the collector must be told.
    local alive = setmetatable({}, { __mode = "k" })
    for _ = 1, 64 do
      alive[tetress.engine("negamax:hash=4")] = true
    end
    assert.is_true(open_ones(alive) < 16)
    alive = setmetatable({}, { __mode = "k" })
    local game = tetress.game()
    for _ = 1, 5000 do
      alive[game:copy()] = true
    end
    assert.is_true(open_ones(alive) < 2500)
  end)
end)
