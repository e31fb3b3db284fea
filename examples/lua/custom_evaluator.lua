-- SPDX-License-Identifier: MIT
-- An evaluator in Lua against the same player with an evaluator of the library.
--
--   lua custom_evaluator.lua [GAMES [NODES]]     an even number of games; positions per move
local tetress = require "tetress"

local games = tonumber(arg[1]) or 2
local nodes = tonumber(arg[2]) or 200
local OTHER = { red = "blue", blue = "red" }

-- Centi-tokens for the side to move: tokens, and a tenth of a token for each move more than the
-- opponent would have. Must depend on the position alone: the engine remembers what it was told.
local function evaluate(position)
  local me = position:turn()
  local you = OTHER[me]
  local tokens = position:tokens(me) - position:tokens(you)
  local moves = position:mobility(me) - position:mobility(you)
  return 100 * tokens + 10 * moves
end

local mine = tetress.engine("negamax", { hash = 1 })
mine:set_evaluator(evaluate)
print("evaluation of the empty board", mine:evaluate(tetress.game()))

local match = tetress.play_match(mine, "negamax:hash=1,evaluator=tokens", {
  games = games,
  nodes = nodes,
  on_game = function(record, done, all)
    print(("game %d of %d: %s after %d actions, mine was %s"):format(
      done, all, record.result, #record.moves, record.first_colour))
  end,
})
print(("score %.2f: %d won, %d drawn, %d lost"):format(
  match.score, match.wins, match.draws, match.losses))
print(("Elo %.0f, 95 %% interval from %.0f to %.0f"):format(
  match.elo, match.interval[1], match.interval[2]))
