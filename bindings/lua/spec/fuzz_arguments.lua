-- SPDX-License-Identifier: MIT
-- Random calls of every function of the module, with values of wrong types and extreme ones, from
-- coroutines, callbacks and finalizers too. Whatever comes is a value or a Lua error; afterwards all
-- objects still work.
--
--   lua fuzz_arguments.lua [COUNT [SEED]]    runs COUNT sequences of calls (default: 300)
local tetress = require "tetress"

local COUNT = tonumber(arg and arg[1]) or 300
local SEED = tonumber(arg and arg[2]) or 1
local unpack = table.unpack or unpack -- luacheck: ignore

-- Park and Miller's numbers: the same in every Lua.
local state = SEED % 2147483646 + 1
local function draw(most)
  state = state * 16807 % 2147483647
  return state % most + 1
end

local function one_of(list)
  return list[draw(#list)]
end

-- ---- Values ------------------------------------------------------------------------------------

local NIL = {} -- stands for nil

local START = tetress.game():text()
local PLAIN = {
  NIL, true, false, -1, 0, 1, 2, 3, 7, 11, 20, 150, 151, 2298, 2299, 0.5, 65536, 2 ^ 31, 2 ^ 32, 2 ^ 53, 2 ^ 53 + 2,
  2 ^ 63, -2 ^ 63, 2 ^ 64, 1e308, -1e308, 1 / 0, -1 / 0, 0 / 0, 5e-324, -0.0,
  "", "x", "red", "blue", "both", "1", "0x", "0x10", "-1", "1e3", " 5", "3-4", "3-4,4-3,4-4,4-5", "T 3-4 d", "\0", "a\0b", "random",
  "random:", "negamax:hash=1", "mcts", "hash", "seed", "evaluator", "PLACE(", "compact", "piece", "time", "crash", "uniform", "s2", "dt",
  "tetress", "IOT", "I", "18446744073709551615", "18446744073709551616", START, START:sub(2), ("9"):rep(400), ("x"):rep(70000),
  ("3-4,"):rep(3000), "\255\254", "%s%n", "TTRREGN\n", ("\0"):rep(2204),
  function() end, function() return 1 end, function() return 0 / 0 end, function() return "x" end, function() error("own") end,
  function() error() end, function() error({}) end, tostring, print and function(...) return ... end, io.stdout,
}

local function yielding()
  coroutine.yield()
end

local OBJECTS -- what was made so far, also what was closed

local KEYS = {
  "nodes", "playouts", "depth", "wall_ms", "cpu_ms", "clock_ms", "increment_ms", "cpu_clock", "info", "games", "opening", "openings", "seed", "sprt",
  "sprt_error", "on_game", "hash", "multipv", "rows", "lookahead", "width", "shallow", "preview", "threads", "count", "first", "pieces", "trials", "source",
  "sequence", "objective", "cpu_us", "wall_us", "call_cpu_us", "call_wall_us", "increment_us", "memory_bytes", "a", 1, 1.5, true,
}

local value

local function options(depth)
  local made = {}
  for _ = 1, draw(3) do
    local content = value(depth + 1)
    made[one_of(KEYS)] = content
  end
  return made
end

local function list(depth)
  local made = {}
  for i = 1, draw(12) - 1 do
    made[i] = value(depth + 1)
  end
  return made
end

local LISTS = {
  function() return { { 3, 4 }, { 4, 3 }, { 4, 4 }, { 4, 5 } } end,
  function() return { 1, 2, 3, 4, 5, 6, 7, 8, 9 } end,
  function() return { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 } end,
  function() return { 0 / 0, 1 / 0, 1e308, 5e-324, 0, 0, 0, 0, 0 } end,
  function() return { { 1, 2, 3, 4, 5, 6, 7, 8, 9 }, { 0, 0, 0, 0, 0, 0, 0, 0, 1 } } end,
  function() return { 0, 5 } end,
  function() return setmetatable({}, { __index = function() error("own") end }) end,
  function() return setmetatable({}, { __len = function() return 2 ^ 31 end }) end,
  function() return setmetatable({ 1, 2 }, { __len = function() return -1 end, __index = function() return 1 end }) end,
  function() return setmetatable({}, { __tostring = function() error("own") end, __name = ("n"):rep(3000) }) end,
  function() return setmetatable({}, { __gc = function() tetress.game():close() end }) end,
}

function value(depth)
  local kind = draw(10)
  if kind <= 5 or depth > 3 then
    local plain = one_of(PLAIN)
    if plain == NIL then
      return nil
    end
    return plain
  elseif kind == 6 then
    return options(depth)
  elseif kind == 7 then
    return list(depth)
  elseif kind == 8 then
    return one_of(LISTS)()
  end
  return one_of(OBJECTS)
end

-- ---- Budgets -----------------------------------------------------------------------------------

-- Nothing interrupts a call of Lua, so whatever may last long has a limit besides the drawn values.
local SMALL = { 1, 2, 3, 5, 20, 0, -1, 0.5, "1", "x", 0 / 0 }

local function small_budget()
  local made = { nodes = draw(60) }
  if draw(2) == 1 then
    made[one_of { "playouts", "depth", "wall_ms", "cpu_ms", "clock_ms", "increment_ms" }] = one_of(SMALL)
  end
  local kind = draw(6)
  if kind == 1 then
    made.info = one_of(PLAIN)
  elseif kind == 2 then
    made.info = yielding
  elseif kind == 3 then
    made.info = function()
      local object = one_of(OBJECTS)
      pcall(function() object:close() end)
      collectgarbage()
      return draw(2) == 1
    end
  elseif kind == 4 then
    made[one_of(KEYS)] = value(2)
    made.infinite = nil
  end
  if made.info == NIL then
    made.info = nil
  end
  made.nodes = type(made.nodes) == "number" and made.nodes <= 60 and made.nodes or 3
  return made
end

local function evaluator()
  local kind = draw(5)
  if kind == 1 then
    return function(position) return position:tokens("red") end
  elseif kind == 2 then
    return yielding
  elseif kind == 3 then
    local kept
    return function(position)
      pcall(function() return kept and kept:ply() end)
      kept = position
      pcall(function() position:play(0) end)
      pcall(function() one_of(OBJECTS):close() end)
      return 1
    end
  end
  local drawn = one_of(PLAIN)
  return drawn ~= NIL and drawn or nil
end

local function bounded(names)
  local made = {}
  for name, most in pairs(names) do
    made[name] = draw(most)
  end
  if draw(2) == 1 then
    local key = one_of(KEYS)
    if not names[key] then
      made[key] = value(2)
    end
  end
  return made
end


-- Calls that are given their limits here; all others get values as they come.
local LIMITED = {
  search = function(object) return object, draw(3) == 1 and value(1) or one_of(OBJECTS), small_budget() end,
  set_evaluator = function(object) return object, evaluator() end,
  playouts = function(object) return object, one_of(SMALL), value(1) end,
  perft = function(object) return object, one_of { 0, 1, -1, 0.5, 151, "1", "x", 0 / 0, 2 ^ 40 } end,
  games = function(object)
    if object.split then
      return object, bounded { count = 3, pieces = 40, threads = 3 }
    end
    return object, value(1)
  end,
  split = function(object) return object, bounded { count = 1, trials = 2, threads = 2 } end,
  play = function(object)
    if object.split then
      return object, one_of(OBJECTS), one_of(SMALL)
    end
    return object, value(1), value(1)
  end,
  play_match = function()
    local made = small_budget()
    made.info = nil
    made.games = one_of { 2, 4, 3, 0, -2, "2", 0.5 }
    if draw(2) == 1 then
      made[one_of { "opening", "openings", "sprt", "sprt_error", "seed" }] = value(2)
    end
    if draw(3) == 1 then
      made.on_game = one_of { yielding, tostring, function() error("own") end, function() return true end, 5 }
    end
    return one_of { "random", "greedy", "nobody", 5, OBJECTS[1] }, one_of(OBJECTS), made
  end,
  fitness = function()
    return one_of { "s2", "dt", "x", 1 }, draw(3) == 1 and value(1) or one_of(LISTS)(),
      bounded { games = 2, trials = 2, pieces = 30, rows = 20 }
  end,
}

-- Looking far ahead takes long, so agents are made with what is drawn here.
local function agent_options()
  local made = { rows = one_of { 4, 14, 20, 3, 21, "4" }, lookahead = one_of { 0, 1, 5, -1 }, width = one_of { 1, 2, 0, 35 } }
  if draw(3) == 1 then
    made[one_of { "shallow", "preview", "threads", "a" }] = one_of { 0, 1, 2, true, "x", 257, 0 / 0 }
  end
  return made
end

local MAKERS = {
  function() return tetress.game(draw(2) == 1 and START or nil) end,
  function() return tetress.engine("negamax:hash=1") end,
  function() return tetress.engine("mcts:nodes=50,playouts=0") end,
  function() return tetress.engine(one_of { "random", "greedy", "level-1", "s4-greedy" }) end,
  function() return tetress.referee({ cpu_us = draw(1000) }) end,
  function() return tetress.tetris.game({ rows = one_of { 4, 20 }, seed = draw(9) }) end,
  function() return tetress.tetris.agent(one_of { "s2", "tetress", "dellacherie" }, agent_options()) end,
}

-- ---- Calls -------------------------------------------------------------------------------------

local FUNCTIONS = {}
for name, content in pairs(tetress) do
  if type(content) == "function" then
    FUNCTIONS[#FUNCTIONS + 1] = { name, content }
  end
end
for name, content in pairs(tetress.tetris) do
  if type(content) == "function" then
    FUNCTIONS[#FUNCTIONS + 1] = { "tetris." .. name, content }
  end
end
table.sort(FUNCTIONS, function(a, b) return a[1] < b[1] end)
assert(#FUNCTIONS > 15)

local ENGINE = "close get options own_limits reseed reset set spec stop evaluate search set_evaluator set_weights"
local NAMES = { -- of methods, in the order of MAKERS
  "board cell check_cells close copy hash history is_legal legal_mask legal_moves mobility over perft play play_cells playouts ply "
    .. "random_move reason rewind start_ply text tokens turn undo winner",
  ENGINE,
  ENGINE,
  ENGINE,
  "charge check close finish game left play play_cells spent turn verdict",
  "close columns copy features hash insert lines moves next over piece play rows set_piece text turns",
  "choose close games play rows set_weights weights split values",
}
local METHODS = {}
for index, names in ipairs(NAMES) do
  METHODS[index] = {}
  for name in names:gmatch("%S+") do
    table.insert(METHODS[index], name)
  end
end

local function keep(object)
  if type(object) == "userdata" then
    OBJECTS[#OBJECTS + 1] = object
  end
end

local calls, raised = 0, 0

-- Calls in a coroutine now and then, which a callback may leave.
local function call(fn, ...)
  calls = calls + 1
  local results
  if draw(4) == 1 then
    local thread = coroutine.create(function(...) return fn(...) end)
    results = { coroutine.resume(thread, ...) }
  else
    results = { pcall(fn, ...) }
  end
  if results[1] then
    keep(results[2])
  else
    raised = raised + 1
    local failure = results[2]
    if type(failure) ~= "string" and type(failure) ~= "nil" then
      pcall(tostring, failure)
    end
  end
end

local function call_function()
  local name, fn = unpack(one_of(FUNCTIONS))
  local short = name:match("[^.]*$")
  if name == "tetris.agent" then
    return call(fn, one_of { "s2", "tetress", "dellacherie", "x", 5 }, agent_options())
  elseif name == "engine" then
    return call(fn, value(1), draw(2) == 1 and value(1) or nil)
  elseif LIMITED[short] then
    return call(fn, LIMITED[short]())
  end
  call(fn, value(1), value(1), value(1))
end

local function call_method()
  local kind = draw(#MAKERS)
  local object = OBJECTS[kind]
  local name = one_of(METHODS[kind])
  local fn = object[name]
  local receiver = draw(12) == 1 and value(1) or object
  if LIMITED[name] and receiver == object then
    call(fn, LIMITED[name](object))
  elseif not LIMITED[name] then
    call(fn, receiver, value(1), value(1), value(1))
  end
end

-- ---- Sequences ---------------------------------------------------------------------------------

local function fresh()
  OBJECTS = {}
  for index, make in ipairs(MAKERS) do
    local made, object = pcall(make)
    while not made do
      made, object = pcall(make)
    end
    OBJECTS[index] = object
  end
end

-- Whatever was done to them: each works, or says that it is closed.
local function check_all()
  for _, object in ipairs(OBJECTS) do
    assert(type(tostring(object)) == "string")
    pcall(function() object:set_evaluator(nil) end)
  end
  local game, engine = OBJECTS[1], OBJECTS[2]
  local open, text = pcall(game.text, game)
  if open then
    assert(tetress.game(text):text() == text)
    assert(#game:legal_moves() == select(2, game:legal_mask():gsub("\1", "")))
  else
    assert(text:find("closed", 1, true) or type(text) == "table", text)
  end
  pcall(engine.search, engine, tetress.game(), { nodes = 1 }) -- a stop that waits is taken by this one
  local searched, result = pcall(engine.search, engine, tetress.game(), { nodes = 5 })
  if not searched then
    assert(tostring(result):find("closed", 1, true), tostring(result))
  end
  local mask = tetress.game():legal_mask()
  assert(#mask == 2299 and not mask:find("\0", 1, true))
end

for number = 1, COUNT do
  fresh()
  for _ = 1, draw(12) do
    if draw(3) == 1 then
      call_function()
    else
      call_method()
    end
  end
  check_all()
  if number % 50 == 0 then
    collectgarbage()
  end
end
OBJECTS = nil
collectgarbage()
collectgarbage()
assert(raised > calls / 4 and raised < calls)
print(("%d sequences, %d calls, %d errors"):format(COUNT, calls, raised))
