-- SPDX-License-Identifier: MIT
-- One game between two players, and its result.
--
--   lua hello.lua [RED [BLUE]]     player specs, such as "negamax:evaluator=s1" or "random:seed=7"
--
-- Every move may visit so many positions; options of a spec can say less.
local NODES = 1000

local tetress = require "tetress"

local specs = { red = arg[1] or "negamax:hash=4", blue = arg[2] or "greedy" }
local game = tetress.game()
local players = {}
for colour, spec in pairs(specs) do
  players[colour] = tetress.engine(spec)
end

while not game:over() do
  local mover = game:turn()
  local result = players[mover]:search(game, { nodes = NODES })
  game:play(result.move)
  print(("%3d  %-4s  %-20s  %8d centi-tokens"):format(
    game:ply(), mover, tetress.move_text(result.move), result.score))
end

print(table.concat(game:board(), "\n"))
print(("red   %s: %d tokens"):format(specs.red, game:tokens("red")))
print(("blue  %s: %d tokens"):format(specs.blue, game:tokens("blue")))
print(("%s (%s)"):format(game:winner() and game:winner() .. " wins" or "draw", game:reason()))
