-- SPDX-License-Identifier: MIT
-- What the specs share.

local json = require "spec_json"

local support = {}

-- Where the golden data lies; seen from the root of the repository unless told otherwise.
support.data = os.getenv("TETRESS_DATA") or "tests/data/tetress"

function support.read(name)
  local file = assert(io.open(support.data .. "/" .. name, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

function support.records(name)
  local records = {}
  for line in support.read(name):gmatch("[^\n]+") do
    records[#records + 1] = json.read(line)
  end
  return records
end

function support.position(record)
  return ("%s %s %d"):format(table.concat(record.board, "/"), record.side:sub(1, 1), record.ply)
end

-- The same of the single-player game, which has a folder of its own beside.
function support.tetris_records(name)
  return support.records("../tetris/" .. name)
end

-- The first fault that `check` finds in a list, with its place; nil if there is none, and a fault
-- if there was nothing to check.
function support.first_fault(list, check)
  if #list == 0 then
    return "nothing to check"
  end
  for i, element in ipairs(list) do
    local fault = check(element)
    if fault then
      return ("record %d: %s"):format(i, fault)
    end
  end
  return nil
end

-- Call what must fail; its error.
function support.error_of(fn, ...)
  local sound, err = pcall(fn, ...)
  if sound then
    error("no error was raised", 2)
  end
  return err
end

-- The name of the status that a call fails with; the text of the error if it is no table.
function support.failure(fn, ...)
  local err = support.error_of(fn, ...)
  return type(err) == "table" and err.name or tostring(err)
end

-- A game after some random actions.
function support.game_after(tetress, actions, seed)
  local game = tetress.game()
  for _ = 1, actions do
    local move
    move, seed = game:random_move(seed)
    game:play(move)
  end
  return game
end

-- A board with four red tokens.
local RED_ALONE = "rr........./rr........." .. ("/..........."):rep(9)

-- A position in which the side to move has no legal move: it has no token and the opening is over.
support.stuck = RED_ALONE .. " b 5"

-- The end of a game by the number of actions, red ahead.
support.full_time = RED_ALONE .. " r 150"

return support
