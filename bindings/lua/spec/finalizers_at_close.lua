-- SPDX-License-Identifier: MIT
-- Lua 5.1 and LuaJIT unload modules while the state closes, before finalizers that are older than
-- the module. Finalizers use the module then, one that was made before it and one made after it.
--
-- The script ends with an error, and so with a failure, unless the last finalizer leaves first.

local function finalized(finalizer)
  if newproxy then -- Lua 5.1, where tables have no finalizers
    local guard = newproxy(true)
    getmetatable(guard).__gc = finalizer
    return guard
  end
  return setmetatable({}, { __gc = finalizer })
end

local tetress, game, agent -- luacheck: ignore
local ran = 0

local function use_all()
  local own = tetress.game()
  own:play("3-4,4-3,4-4,4-5")
  assert(tetress.engine("negamax:hash=1"):search(own, { nodes = 50 }).nodes > 0)
  assert(tetress.tetris.game({ seed = 1 }):rows() > 0)
  assert(not pcall(tetress.engine, "nobody"))
  -- these may have been finalized already: an error, and no crash
  pcall(game.turn, game)
  pcall(agent.rows, agent)
  ran = ran + 1
end

local function use_all_and_leave()
  use_all()
  if ran == 2 then
    os.exit(0)
  end
end

local before = finalized(use_all_and_leave)
tetress = require "tetress"
game, agent = tetress.game(), tetress.tetris.agent("s2")
local after = finalized(use_all_and_leave)
KEPT = { before, after } -- luacheck: ignore
error("the finalizers have not run")
