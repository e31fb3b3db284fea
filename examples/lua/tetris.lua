-- SPDX-License-Identifier: MIT
-- The single-player game: an agent plays, then two agents are compared on the same games.
--
--   lua tetris.lua [EVALUATOR [PIECES]]     a name of tetress.tetris.evaluators()
local tetress = require "tetress"

local evaluator = arg[1] or "tetress"
local pieces = tonumber(arg[2]) or 2000
local tetris = tetress.tetris

-- One decision: what the moves of the piece are worth, and which one it is.
local agent = tetris.agent(evaluator, { lookahead = 1 })
local game = tetris.game { seed = 1 }
local move, value = agent:choose(game)
local place = game:moves()[move + 1]
print(("piece %s: move %d of %d, orientation %d at column %d, worth %.2f"):format(
  game:piece(), move, #agent:values(game), place[1], place[2], value))

agent:play(game, pieces)
print(game)
print(("%d pieces, %d rows"):format(game:turns(), game:lines()))

-- Wells of 10 rows, where games are short enough to be played to their ends.
for _, name in ipairs({ "s2", evaluator }) do
  local lines = tetris.agent(name, { rows = 10 }):games { seed = 1, count = 20 }
  local mean = tetris.interval(lines)
  print(("%-12s %6.0f rows a game, 95 %% interval %.0f to %.0f"):format(
    name, mean.mean, mean.low, mean.high))
end
