-- SPDX-License-Identifier: MIT
-- The single-player game; tetris_golden_spec.lua compares it with the original.
local support = require "spec_support"
local tetress = require "tetress"

local tetris = tetress.tetris

-- Weights of the evaluator `bcts`.
local BCTS = {
  -12.629, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087, 0,
}

local function letters_of(game, count)
  local letters = {}
  for i = 1, count do
    letters[i] = game:piece()
    game:play(0)
    if game:over() then
      error("the game ended after " .. i .. " pieces")
    end
  end
  return table.concat(letters)
end

-- The pieces of a game, seen without playing them: no game of a dozen vertical pieces lasts.
local function pieces_of(options, count)
  local agent, game = tetris.agent(), tetris.game(options)
  local letters = {}
  for i = 1, count do
    letters[i] = game:piece()
    agent:play(game, 1)
  end
  return table.concat(letters)
end

local function sorted(letters)
  local list = {}
  for letter in letters:gmatch(".") do
    list[#list + 1] = letter
  end
  table.sort(list)
  return table.concat(list)
end

local function same_numbers(a, b)
  return table.concat(a, " ") == table.concat(b, " ")
end

-- Does it choose as the other does, in 100 moves of this one?
local function plays_as(agent, other, game)
  for _ = 1, 100 do
    local move = other:choose(game)
    if agent:choose(game) ~= move then
      return false
    end
    game:play(move)
  end
  return true
end

describe("a single-player game", function()
  it("starts in an empty well", function()
    local game = tetris.game()
    assert.equal(20, game:rows())
    assert.equal(("..........\n"):rep(19) .. "..........", tostring(game))
    assert.same({ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }, game:columns())
    assert.equal(0, game:lines())
    assert.equal(0, game:turns())
    assert.is_false(game:over())
    assert.is_true(tetris.pieces:find(game:piece(), 1, true) ~= nil)
  end)

  it("has pieces that follow from its seed", function()
    local pieces = pieces_of({ seed = 7 }, 40)
    assert.equal(pieces, pieces_of({ seed = "0x7" }, 40))
    assert.is_true(pieces ~= pieces_of({ seed = 8 }, 40))
  end)

  it("takes all seven pieces in turn from a bag", function()
    local pieces = pieces_of({ seed = 3, source = "bag" }, 70)
    for i = 1, 70, 7 do
      assert.equal("IJLOSTZ", sorted(pieces:sub(i, i + 6)))
    end
  end)

  it("has the pieces of a sequence first, then those of its seed", function()
    local game = tetris.game { seed = 5, sequence = "OIS" }
    assert.equal("O", game:piece())
    assert.equal("I", game:next())
    assert.equal("OIS" .. pieces_of({ seed = 5 }, 9):sub(2), pieces_of({ seed = 5, sequence = "OIS" }, 11))
  end)

  it("can be given a piece, or several", function()
    local game = tetris.game { sequence = "OI" }
    game:set_piece("T")
    assert.equal("TI", game:piece() .. game:next())
    game:insert("ZL")
    assert.equal("ZLI", letters_of(game, 3))
  end)

  it("drops a piece, and removes full rows", function()
    local game = tetris.game { sequence = "IIOT" }
    game:play(10) -- flat, at column 0
    game:play(14) -- flat, at column 4
    assert.same({ 1, 1, 1, 1, 1, 1, 1, 1, 0, 0 }, game:columns())
    game:play(8)
    assert.equal(1, game:lines())
    assert.equal(3, game:turns())
    assert.same({ 0, 0, 0, 0, 0, 0, 0, 0, 1, 1 }, game:columns())
    assert.equal("........##", tostring(game):match("[^\n]*$"))
  end)

  it("numbers moves by orientation, then by leftmost column, from 0", function()
    local game = tetris.game { sequence = "I" }
    local moves = game:moves()
    assert.equal(17, #moves)
    assert.same({ 0, 0 }, moves[1])
    assert.same({ 0, 9 }, moves[10])
    assert.same({ 1, 0 }, moves[11])
    assert.equal("EARG: the moves of piece I are 0 to 16", tostring(support.error_of(game.play, game, 17)))
    assert.equal(0, game:turns())
  end)

  it("ends with a move that stands out above the rows", function()
    local game = tetris.game { rows = 4, sequence = "OOOI" }
    game:play(0)
    game:play(0)
    local text = tostring(game)
    game:play(0)
    assert.is_true(game:over())
    assert.equal(text, tostring(game))
    assert.equal(3, game:turns())
    assert.equal("EOVER", support.failure(game.play, game, 0))
    assert.equal("EOVER", support.failure(game.set_piece, game, "O"))
    assert.equal("EOVER", support.failure(game.insert, game, "O"))
  end)

  it("tells the features of a well after a move", function()
    local game = tetris.game { sequence = "O" }
    assert.same({ 4, 0, 0, 0, 4, 1, 0, 3, 2, 0, 0 }, game:features(0, "s2"))
    assert.same(game:features(0, "s2"), game:features(0))
    local dt = game:features(0, "dt")
    assert.equal(9, #dt)
    assert.equal(0.5, dt[1])
    local low = tetris.game { rows = 4, sequence = "III" }
    low:play(0)
    assert.equal("EOVER", support.failure(low.features, low, 0))
  end)

  it("goes on from its text with the same pieces", function()
    for _, source in ipairs({ "uniform", "bag" }) do
      local agent, game = tetris.agent(), tetris.game { seed = 2, source = source, sequence = "OIZT" }
      agent:play(game, 3)
      local again = tetris.from_text(game:text())
      assert.equal(game:text(), again:text())
      agent:play(game, 50)
      agent:play(again, 50)
      assert.equal(game:text(), again:text())
      assert.equal(game:hash(), again:hash())
    end
  end)

  it("is read from text that ends after the piece, and tells what is wrong with text", function()
    local game = tetris.from_text("........../##......../####....../#######... T")
    assert.equal(4, game:rows())
    assert.equal("T", game:piece())
    assert.same({ 7, 7, 3, 3, 1, 1, 1, 0, 0, 0 }, game:columns())
    local err = support.error_of(tetris.from_text, "........../##....x.../####....../#######... T")
    assert.equal("ETEXT", err.name)
    assert.equal(17, err.offset)
  end)

  it("has a key of well, rows and piece", function()
    local game, other = tetris.game { seed = 1, sequence = "T" }, tetris.game { seed = 2, sequence = "T" }
    assert.is_true(game:hash():match("^%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x%x$") ~= nil)
    assert.equal(game:hash(), other:hash())
    other:set_piece("S")
    assert.is_true(game:hash() ~= other:hash())
  end)

  it("has copies of its own, which go on with the same pieces", function()
    local agent, game = tetris.agent(), tetris.game { seed = 4, sequence = "OOZZ" }
    local copy = game:copy()
    agent:play(copy, 60)
    assert.equal(0, game:turns())
    agent:play(game, 60)
    assert.equal(copy:text(), game:text())
  end)

  it("tells a wrong option, and a wrong piece", function()
    local wrong = { { rows = 3 }, { rows = 21 }, { rows = 4.5 }, { source = "box" }, { seed = -1 } }
    for _, options in ipairs(wrong) do
      assert.equal("EARG", support.failure(tetris.game, options))
    end
    assert.equal("EUNKNOWN", support.failure(tetris.game, { row = 4 }))
    assert.equal("ETEXT", support.failure(tetris.game, { sequence = "OX" }))
    assert.equal("EARG", support.failure(tetris.game, { sequence = 1 }))
    local game = tetris.game()
    for _, piece in ipairs({ "", "o", "OI", "X" }) do
      assert.equal("EARG", support.failure(game.set_piece, game, piece))
    end
    assert.equal("ETEXT", support.failure(game.insert, game, ""))
    assert.equal(
      'EARG: tetris game: source must be one of "uniform", "bag"',
      tostring(support.error_of(tetris.game, { source = "box" })))
  end)
end)

describe("an agent", function()
  it("is made from the name of an evaluator", function()
    local names = {}
    for _, evaluator in ipairs(tetris.evaluators()) do
      assert.equal("number", type(tetris.agent(evaluator.name):choose(tetris.game())))
      assert.equal("string", type(evaluator.summary))
      names[evaluator.name] = true
    end
    assert.is_true(names.s2 and names.dt20 and names.bcts)
    assert.equal("EUNKNOWN", support.failure(tetris.agent, "nobody"))
  end)

  it("tells a wrong option", function()
    local wrong = {
      { rows = 3 }, { lookahead = 5 }, { width = 0 }, { shallow = 21 }, { threads = 0 }, { preview = 1 },
      { preview = true },
    }
    for _, options in ipairs(wrong) do
      assert.equal("EARG", support.failure(tetris.agent, "s2", options))
    end
    assert.equal("EUNKNOWN", support.failure(tetris.agent, "s2", { depth = 1 }))
  end)

  it("plays as it chooses, and the same again", function()
    for _, options in ipairs({ {}, { lookahead = 1, width = 3 }, { lookahead = 1, preview = true } }) do
      local agent = tetris.agent("dt20", options)
      local one, two = tetris.game { seed = 3 }, tetris.game { seed = 3 }
      agent:play(one, 60)
      for _ = 1, 60 do
        two:play((agent:choose(two)))
      end
      assert.equal(one:text(), two:text())
    end
  end)

  it("chooses the move of the greatest value", function()
    local agent, game = tetris.agent("bcts"), tetris.game { seed = 1 }
    agent:play(game, 30)
    local move, value = agent:choose(game)
    local values = agent:values(game)
    assert.equal(#game:moves(), #values)
    assert.equal(value, values[move + 1])
    assert.equal(value, math.max((table.unpack or unpack)(values))) -- luacheck: ignore
  end)

  it("decides alike whatever its number of threads is", function()
    local game = tetris.game { seed = 9 }
    tetris.agent("s2"):play(game, 40)
    local alone = tetris.agent("dt20", { lookahead = 2, width = 3 })
    local shared = tetris.agent("dt20", { lookahead = 2, width = 3, threads = 3 })
    assert.is_true(same_numbers(alone:values(game), shared:values(game)))
  end)

  it("looks at the next piece only with a preview", function()
    local blind = tetris.agent("dt20", { lookahead = 1 })
    local seeing = tetris.agent("dt20", { lookahead = 1, preview = true })
    local values = {}
    for _, agent in ipairs({ blind, seeing }) do
      values[agent] = {}
      for piece in tetris.pieces:gmatch(".") do
        local game = tetris.game { sequence = "T" .. piece }
        values[agent][table.concat(agent:values(game), " ")] = true
      end
    end
    local function count(set)
      local n = 0
      for _ in pairs(set) do
        n = n + 1
      end
      return n
    end
    assert.equal(1, count(values[blind]))
    assert.is_true(count(values[seeing]) > 1)
  end)

  it("gives nil when every move loses", function()
    local game = tetris.from_text("#.#.#.#.#./.#.#.#.#.#/#.#.#.#.#./.#.#.#.#.# O")
    local move, value = tetris.agent("dt20", { rows = 4 }):choose(game)
    assert.is_nil(move)
    assert.equal(-2147483648, value)
  end)

  it("plays until the game is over", function()
    local agent, game = tetris.agent("s2", { rows = 5 }), tetris.game { rows = 5 }
    assert.equal(5, agent:rows())
    agent:play(game)
    assert.is_true(game:over())
    assert.equal("EOVER", support.failure(agent.choose, agent, game))
    assert.equal("EOVER", support.failure(agent.play, agent, game))
  end)

  it("refuses wells of other rows", function()
    local err = support.error_of(function() tetris.agent():choose(tetris.game { rows = 10 }) end)
    assert.equal("EARG: the agent is for wells of 20 rows", tostring(err))
  end)

  it("plays by weights of one's own", function()
    local agent, other = tetris.agent("dellacherie"), tetris.agent("bcts")
    local game = tetris.game { seed = 5 }
    other:play(game, 200)
    assert.is_false(plays_as(agent, other, game:copy()))
    agent:set_weights("dt", BCTS)
    local kind, weights = agent:weights()
    assert.equal("dt", kind)
    assert.equal(9, #weights)
    assert.equal(-24, weights[8])
    agent:set_weights(agent:weights())
    assert.is_true(plays_as(agent, other, game:copy()))
    for _, wrong in ipairs({ { 1 }, { 0, 0, 0, 0, 0, 0, 0, 0, 0 }, { 0 / 0, 1, 1, 1, 1, 1, 1, 1, 1 } }) do
      assert.equal("EARG", support.failure(agent.set_weights, agent, "dt", wrong))
    end
    assert.equal("EARG", support.failure(agent.set_weights, agent, "s2", BCTS))
    support.error_of(agent.set_weights, agent, "dt", { 1, 2, 3, 4, "5", 6, 7, 8, 9 })
    assert.is_true(plays_as(agent, other, game))
  end)
end)

describe("a measurement", function()
  it("plays whole games, each by its number, with any number of threads", function()
    local agent = tetris.agent("s2", { rows = 8 })
    local lines = agent:games { seed = 2, count = 9 }
    assert.equal(9, #lines)
    assert.same(lines, agent:games { seed = 2, count = 9, threads = 3 })
    assert.same({ lines[7], lines[8] }, agent:games { seed = "2", first = 6, count = 2 })
    assert.same({ 0 }, agent:games { pieces = 2 })
    assert.same({}, agent:games { count = 0 })
  end)

  it("splits, with a seed for each estimate", function()
    local agent = tetris.agent("s2")
    local lines = agent:split { seed = 1, count = 3, trials = 300 }
    assert.same(lines, agent:split { seed = 1, count = 3, trials = 300, threads = 2 })
    assert.same({ lines[3] }, agent:split { seed = 3, trials = 300 })
    for _, mean in ipairs(lines) do
      assert.is_true(mean > 5e4 and mean < 3e6)
    end
    local low = tetris.agent("s2", { rows = 10 })
    assert.equal("EARG", support.failure(low.split, low))
  end)

  it("is told of its interval", function()
    local found = tetris.interval { 1, 2, 3, 4, 5 }
    assert.equal(5, found.count)
    assert.equal(3, found.mean)
    assert.is_true(math.abs(found.error - math.sqrt(0.5)) < 1e-12)
    assert.is_true(math.abs(found.high - 3 - 2.776 * math.sqrt(0.5)) < 1e-3)
    assert.is_true(math.abs(found.low + found.high - 6) < 1e-9)
    assert.equal(7, tetris.interval({ 7 }).low)
    assert.equal("EARG", support.failure(tetris.interval, {}))
    assert.equal("EARG", support.failure(tetris.interval, { 1, 1 / 0 }))
  end)

  it("tells the fitness of weights", function()
    local options = { objective = "lines", seed = 4, games = 2, pieces = 300, rows = 10 }
    local bad = { 1, -1, 1, 1, 1, 1, 1, 1, 1 }
    local none = { 0, 0, 0, 0, 0, 0, 0, 0, 0 }
    local found = tetris.fitness("dt", { BCTS, bad, none }, options)
    assert.is_true(found[1] > 100 and found[1] <= 120)
    assert.is_true(found[2] < 10 and found[2] >= 0)
    assert.equal(-1, found[3])
    assert.same({ found[1] }, tetris.fitness("dt", { BCTS }, options))
    options.threads = 2
    assert.same(found, tetris.fitness("dt", { BCTS, bad, none }, options))
    local space = tetris.fitness("dt", { BCTS }, { objective = "space", pieces = 10 })[1]
    assert.is_true(space > 1500 and space < 2000)
    local split = tetris.fitness("dt", { BCTS }, { trials = 200, games = 2 })[1]
    assert.is_true(split > 1e6)
    assert.same({}, tetris.fitness("s2", {}))
  end)

  it("of fitness tells what is wrong", function()
    assert.equal("EARG", support.failure(tetris.fitness, "dt", { { 1 } }))
    assert.equal("EARG", support.failure(tetris.fitness, "dt", { BCTS }, { objective = "turns" }))
    assert.equal("EARG", support.failure(tetris.fitness, "dt", { BCTS }, { rows = 10 }))
    assert.equal("EUNKNOWN", support.failure(tetris.fitness, "dt", { BCTS }, { preview = true }))
    support.error_of(tetris.fitness, "x", { BCTS })
    support.error_of(tetris.fitness, "dt", { 1 })
  end)
end)

describe("games and agents that are closed", function()
  it("may be closed again, and raise errors from all else", function()
    local game, agent, open = tetris.game(), tetris.agent(), tetris.game()
    for _ = 1, 2 do
      game:close()
      agent:close()
    end
    assert.equal("tetress.tetris.game (closed)", tostring(game))
    assert.equal("tetress.tetris.agent (closed)", tostring(agent))
    local methods = {
      "columns", "copy", "features", "hash", "insert", "lines", "moves", "next", "over", "piece",
      "play", "rows", "set_piece", "text", "turns",
    }
    local arguments = { features = 0, insert = "O", play = 0, set_piece = "O" }
    for _, method in ipairs(methods) do
      local err = support.failure(game[method], game, arguments[method])
      assert.is_true(err:match("the game is closed") ~= nil)
    end
    for _, method in ipairs({ "choose", "games", "play", "rows", "split", "values" }) do
      local argument = method ~= "games" and method ~= "split" and open or nil
      local err = support.failure(agent[method], agent, argument)
      assert.is_true(err:match("the agent is closed") ~= nil)
    end
    local refused = support.failure(agent.set_weights, agent, "dt", BCTS)
    assert.is_true(refused:match("the agent is closed") ~= nil)
    for _, method in ipairs({ "choose", "play", "values" }) do
      local player = tetris.agent()
      local err = support.failure(player[method], player, game)
      assert.is_true(err:match("the game is closed") ~= nil)
    end
  end)

  it("hide their metatables", function()
    assert.equal("tetress.tetris.game", getmetatable(tetris.game()))
    assert.equal("tetress.tetris.agent", getmetatable(tetris.agent()))
  end)

  it("are collected before their memory is missed", function()
    local open = setmetatable({}, { __mode = "k" })
    local sequence = ("OILJTSZ"):rep(20000)
    for _ = 1, 300 do
      open[tetris.game { sequence = sequence }] = true
    end
    local left = 0
    for game in pairs(open) do
      left = left + (tostring(game):match("closed") and 0 or 1)
    end
    assert.is_true(left < 150)
  end)
end)
