-- SPDX-License-Identifier: MIT
local tetress = require "tetress"
local support = require "spec_support"

local function replay(record)
  local game = tetress.game(record.start)
  for _, move in ipairs(record.moves) do
    game:play(move)
  end
  return game
end

-- The first player's score of a game, from its record alone.
local function score_of(record)
  return record.result == "draw" and 0.5 or record.result == record.first_colour and 1 or 0
end

local function wrong_record(record)
  local game = replay(record)
  if not game:over() or game:reason() ~= record.reason then
    return "end"
  elseif (game:winner() or "draw") ~= record.result then
    return "result"
  elseif score_of(record) ~= record.score then
    return "score"
  end
end

describe("a match", function()
  local match = tetress.play_match("greedy", "random", { games = 8, seed = 5 })

  it("plays every game to its end and adds up", function()
    assert.equal(8, #match.games)
    assert.is_nil(support.first_fault(match.games, wrong_record))
    assert.equal(8, match.wins + match.draws + match.losses)
    local sum = 0
    for _, record in ipairs(match.games) do
      sum = sum + record.score
    end
    assert.equal(sum / 8, match.score)
    assert.equal((match.wins + match.draws / 2) / 8, match.score)
  end)

  it("is won by the stronger player", function()
    assert.is_true(match.score > 0.8)
    local reverse = tetress.play_match("random", "greedy", { games = 8, seed = 5 })
    assert.is_true(reverse.score < 0.2)
  end)

  it("plays each opening twice, colours swapped", function()
    for number = 1, 8, 2 do
      local red, blue = match.games[number], match.games[number + 1]
      assert.equal((number - 1) / 2, red.pair)
      assert.equal(red.pair, blue.pair)
      assert.equal("red", red.first_colour)
      assert.equal("blue", blue.first_colour)
      for action = 1, red.opening do
        assert.equal(red.moves[action], blue.moves[action])
      end
    end
  end)

  it("takes other openings from pair to pair and from seed to seed", function()
    local function opening(played, number)
      return table.concat(played.games[number].moves, " ", 1, 4)
    end
    assert.is_false(opening(match, 1) == opening(match, 3))
    local other = tetress.play_match("greedy", "random", { games = 2, seed = 6 })
    assert.is_false(opening(match, 1) == opening(other, 1))
  end)

  it("is the same again for the same seed, however that is written", function()
    assert.same(match, tetress.play_match("greedy", "random", { games = 8, seed = "0x5" }))
  end)

  it("opens with four random actions unless told otherwise", function()
    assert.equal(4, match.games[1].opening)
    local bare = tetress.play_match("random", "random", { games = 2, opening = 0 })
    assert.equal(0, bare.games[1].opening)
    local long = tetress.play_match("random", "random", { games = 2, opening = 30 })
    assert.equal(30, long.games[1].opening)
    assert.is_true(#long.games[1].moves > 30)
  end)

  it("gives the Elo difference of its score, inside its interval", function()
    local close = tetress.play_match("random", "random", { games = 40, seed = 2 })
    assert.is_true(close.score > 0 and close.score < 1)
    local expected = 1 / (1 + 10 ^ (-close.elo / 400))
    assert.is_true(math.abs(expected - close.score) < 1e-9)
    assert.is_true(close.interval[1] < close.elo and close.elo < close.interval[2])
    assert.is_true(close.score_interval[1] < close.score and close.score < close.score_interval[2])
    assert.is_true(close.interval[1] > -400 and close.interval[2] < 400)
  end)

  it("is never certain of its interval, not even when all games are won", function()
    assert.equal(1, match.score)
    assert.equal(math.huge, match.elo)
    assert.is_true(match.interval[1] > -math.huge and match.interval[1] < math.huge)
    assert.equal(math.huge, match.interval[2])
    assert.equal(1, match.score_interval[2])
  end)

  it("takes its interval from its pairs", function()
    local played = tetress.play_match("greedy:evaluator=tokens", "random", { games = 12, seed = 3 })
    local counts = { 0, 0, 0, 0, 0 }
    for pair = 1, 6 do
      local points = played.games[2 * pair - 1].score + played.games[2 * pair].score
      counts[2 * points + 1] = counts[2 * points + 1] + 1
    end
    local found = tetress.compare_pairs(counts)
    for _, key in ipairs({ "score", "score_interval", "elo", "interval", "los" }) do
      assert.same(found[key], played[key])
    end
  end)

  it("compares by pairs as C and Python do", function()
    -- the rows of tests/unit/test_pair_score.c: pairs, interval of the score, los
    local rows = {
      { { 0, 0, 0, 0, 1 }, 0.296774, 1, 0.75 },
      { { 0, 0, 0, 1, 1 }, 0.388090, 0.945244, 0.875 },
      { { 0, 0, 0, 0, 50 }, 0.940956, 1, 1 },
      { { 10, 90, 250, 120, 30 }, 0.516402, 0.553650, 0.9999 },
    }
    for _, row in ipairs(rows) do
      local found = tetress.compare_pairs(row[1])
      assert.is_true(math.abs(found.score_interval[1] - row[2]) < 1e-4)
      assert.is_true(math.abs(found.score_interval[2] - row[3]) < 1e-4)
      assert.is_true(math.abs(found.los - row[4]) < 1e-4)
      assert.is_true(found.los < 1)
    end
    for _, wrong in ipairs({ {}, { 1, 2, 3, 4 }, { 1, 2, 3, 4, -1 }, { 1, 2, 3, 4, 0.5 } }) do
      assert.is_true(support.failure(tetress.compare_pairs, wrong):match("pairs") ~= nil)
    end
  end)

  it("starts pairs from given openings in turn", function()
    local openings = {}
    for seed = 1, 2 do
      local game = tetress.game()
      for ply = 1, 6 do game:play(game:random_move(10 * seed + ply)) end
      openings[seed] = game:text()
    end
    local played = tetress.play_match("random", "greedy", { games = 6, openings = openings })
    assert.is_nil(support.first_fault(played.games, wrong_record))
    for number, record in ipairs(played.games) do
      assert.equal(openings[math.floor((number - 1) / 2) % 2 + 1], record.start)
      assert.equal(0, record.opening)
    end
    assert.is_nil(match.games[1].start)
    local function fails(wrong)
      return support.failure(tetress.play_match, "random", "random", { openings = wrong })
    end
    assert.equal("ETEXT", fails({ "nonsense" }))
    assert.equal("EOVER", fails({ (openings[1]:gsub("%d+$", "150")) }))
    assert.equal("ETEXT", fails({ openings[1] .. "\0more" }))
    assert.equal("EARG", fails({ 5 }))
    assert.equal("EARG", fails("nonsense"))
  end)

  it("names the player whose engine a callback has closed", function()
    local engine = tetress.engine("random")
    local options = { games = 4, on_game = function() engine:close() end }
    local good, message = pcall(tetress.play_match, "random", engine, options)
    assert.is_false(good)
    assert.is_true(tostring(message):find("bad argument #2 to 'play_match' (the engine is closed)", 1, true) ~= nil)
  end)

  it("is ended by a sequential test", function()
    local function test(first, second, games, err)
      local options = { games = games, sprt = { 0, 100 }, sprt_error = err }
      local played = tetress.play_match(first, second, options)
      return played.sprt, #played.games
    end
    local won, games = test("greedy", "random", 400)
    assert.equal("H1", won.verdict)
    assert.is_true(won.llr >= won.bounds[2] and games < 400)
    assert.is_true(math.abs(won.bounds[2] - math.log(19)) < 1e-9)
    assert.equal("H0", test("random", "greedy", 400).verdict)
    assert.is_nil(test("greedy", "random", 2, 0.001).verdict)
    assert.is_nil(match.sprt)
  end)

  it("makes engines ready by a seed, unless they have one of their own", function()
    local game, engine, other = tetress.game(), tetress.engine("random"), tetress.engine("random:seed=8")
    local expected = other:search(game).move
    engine:reseed(8)
    assert.equal(expected, engine:search(game).move)
    other:reseed("9")
    assert.equal(expected, other:search(game).move)
    assert.equal("random", engine:spec())
    assert.equal("EARG", support.failure(engine.reseed, engine, -1))
  end)

  it("names its players by their specs, and keeps a seed that a spec sets", function()
    local first, second = "greedy:evaluator=s1,seed=77", "negamax:hash=1,nodes=1"
    local played = tetress.play_match(first, second, { games = 2 })
    assert.equal(first, played.first)
    assert.equal(second, played.second)
  end)

  it("gives each move the budget of the match, and specs their own limits", function()
    local negamax, mcts = "negamax:hash=1", "mcts:memory=4,playouts=5"
    assert.equal(2, #tetress.play_match(negamax, mcts, { games = 2, nodes = 20 }).games)
    assert.equal("EARG", support.failure(tetress.play_match, negamax, mcts, { games = 2, playouts = 9 }))
  end)

  it("without a budget leaves players their own limits, and others 2000 nodes", function()
    local limited = "negamax:hash=1,nodes=30"
    local bare = tetress.play_match("negamax:hash=1", limited, { games = 2 })
    local explicit = tetress.play_match("negamax:hash=1,nodes=2000", limited, { games = 2 })
    for number = 1, 2 do assert.same(explicit.games[number].moves, bare.games[number].moves) end
  end)

  it("tells of each game when it is over", function()
    local told = {}
    local played = tetress.play_match("random", "random", {
      games = 4,
      on_game = function(record, done, games) told[#told + 1] = { record, done, games } end,
    })
    assert.equal(4, #told)
    for number, call in ipairs(told) do
      assert.equal(played.games[number], call[1])
      assert.equal(number, call[2])
      assert.equal(4, call[3])
    end
  end)

  it("ends with the error of its function on_game", function()
    local object = {}
    local options = { on_game = function() error(object) end }
    local err = support.error_of(tetress.play_match, "random", "random", options)
    assert.is_true(rawequal(object, err))
  end)

  it("takes engines, with evaluators in Lua, and leaves them open", function()
    local engine, calls = tetress.engine("greedy:seed=9"), 0
    engine:set_evaluator(function(position)
      calls = calls + 1
      return -position:mobility(position:turn() == "red" and "blue" or "red")
    end)
    local played = tetress.play_match(engine, "random", { games = 2 })
    assert.equal(2, #played.games)
    assert.is_true(calls > 100)
    assert.equal("greedy:seed=9", engine:spec())
  end)

  it("ends with the error of an evaluator", function()
    local engine, object = tetress.engine("greedy"), {}
    engine:set_evaluator(function() error(object) end)
    for _, players in ipairs({ { engine, "random" }, { "random", engine } }) do
      local err = support.error_of(tetress.play_match, players[1], players[2], { games = 2 })
      assert.is_true(rawequal(object, err))
    end
  end)

  it("refuses an engine against itself, or one that is closed meanwhile", function()
    local engine = tetress.engine("random")
    assert.equal("EARG", support.failure(tetress.play_match, engine, engine, { games = 2 }))
    local err = support.failure(tetress.play_match, engine, "random", {
      games = 4,
      on_game = function() engine:close() end,
    })
    assert.is_true(err:match("closed") ~= nil)
    assert.equal("string", type(support.error_of(tetress.play_match, engine, "random")))
  end)

  it("refuses odd numbers of games and other wrong options, naming them", function()
    local function refuses(field, value, name)
      local err = support.error_of(tetress.play_match, "random", "random", { [field] = value })
      assert.equal(name or "EARG", err.name)
      assert.is_true(err.message:find(field, 1, true) ~= nil)
    end
    for _, games in ipairs({ 1, 3, 0, -2, 2.5, 0 / 0, 1e300, 2 ^ 32, "2" }) do
      refuses("games", games)
    end
    for _, opening in ipairs({ -1, 31, 0.5, "4" }) do
      refuses("opening", opening)
    end
    for _, seed in ipairs({ -1, 0.5, "x", true }) do
      refuses("seed", seed)
    end
    for _, sprt in ipairs({ 5, { 5 }, { 5, 5 }, { 5, 0 }, { 0, 5, 6 }, { "0", 5 }, { 0, 0 / 0 } }) do
      refuses("sprt", sprt)
    end
    for _, err in ipairs({ -1, 0.5, "0.1", 0 / 0 }) do
      refuses("sprt_error", err)
    end
    local without_error = support.error_of(tetress.play_match, "random", "random", { sprt = { 0, 5 }, sprt_error = 0 })
    assert.is_true(without_error.message:find("sprt_error", 1, true) ~= nil)
    refuses("nodes", 0)
    refuses("wall_ms", -1)
    refuses("on_game", true)
    local not_here = { "node", "clock_ms", "increment_ms", "infinite", "cpu_clock", "info" }
    for _, field in ipairs(not_here) do
      refuses(field, true, "EUNKNOWN")
    end
    assert.equal("EUNKNOWN", support.failure(tetress.play_match, "random", "random", { 2 }))
  end)

  it("refuses players that are none", function()
    assert.equal("EUNKNOWN", support.failure(tetress.play_match, "nobody", "random"))
    assert.equal("EUNKNOWN", support.failure(tetress.play_match, "random", "nobody"))
    for _, player in ipairs({ true, {}, print, tetress.game() }) do
      assert.equal("string", type(support.error_of(tetress.play_match, player, "random")))
    end
    assert.equal("string", type(support.error_of(tetress.play_match, "random")))
  end)
end)
