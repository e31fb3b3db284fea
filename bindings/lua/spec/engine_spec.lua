-- SPDX-License-Identifier: MIT
local tetress = require "tetress"
local support = require "spec_support"

local function options_of(engine)
  local options = {}
  for _, option in ipairs(engine:options()) do
    options[option.name] = option
  end
  return options
end

describe("an engine", function()
  it("is made from a spec, a table, or both", function()
    local function spec(...)
      return tetress.engine(...):spec()
    end
    assert.equal("negamax", spec("negamax"))
    assert.equal("negamax:evaluator=s1,hash=4", spec("negamax:evaluator=s1,hash=4"))
    assert.equal("negamax:evaluator=s1,hash=4", spec("negamax", { evaluator = "s1", hash = 4 }))
    assert.equal("negamax:evaluator=s1,hash=2", spec("negamax:hash=4,evaluator=s1", { hash = 2 }))
  end)

  it("is printed as its spec, and a closed one as closed", function()
    local engine = tetress.engine("greedy:seed=5")
    assert.equal("greedy:seed=5", tostring(engine))
    engine:close()
    assert.equal("tetress.engine (closed)", tostring(engine))
  end)

  it("of a spec that is wrong is refused with status and offset", function()
    local function refusal(spec)
      local err = support.error_of(tetress.engine, spec)
      return err.name, err.offset
    end
    local function check(spec, name, offset)
      assert.same({ name, offset }, { refusal(spec) })
    end
    check("nobody", "EUNKNOWN", 0)
    check("negamax:haste=1", "EUNKNOWN", 8)
    check("negamax:hash=0", "EVALUE", 13)
    check("negamax:hash", "ETEXT", 12)
    check("negamax\0:hash=1", "ETEXT", 7)
  end)

  it("of an option table that is wrong is refused", function()
    assert.equal("EUNKNOWN", support.failure(tetress.engine, "negamax", { haste = 1 }))
    assert.equal("EVALUE", support.failure(tetress.engine, "negamax", { hash = 0 }))
    assert.equal("string", type(support.error_of(tetress.engine, "negamax", { hash = true })))
    assert.equal("string", type(support.error_of(tetress.engine, "negamax", { 5 })))
    assert.equal("string", type(support.error_of(tetress.engine, "negamax", 5)))
  end)

  it("lists its options with type, bounds, default, value and a sentence", function()
    local options = options_of(tetress.engine("negamax:hash=2"))
    local hash, evaluator = options.hash, options.evaluator
    assert.equal("integer", hash.type)
    assert.equal(1, hash.min)
    assert.is_true(hash.max > 1024)
    assert.is_true(hash.default > 2)
    assert.equal(2, hash.value)
    assert.equal("string", type(hash.summary))
    assert.is_nil(hash.choices)
    assert.equal("choice", evaluator.type)
    assert.equal(evaluator.default, evaluator.value)
    assert.equal(#tetress.evaluators(), #evaluator.choices)
    assert.is_nil(evaluator.min)
  end)

  it("gives what was set: numbers for integers and reals, text for choices", function()
    local mcts = tetress.engine("mcts:memory=1")
    assert.equal("real", options_of(mcts).exploration.type)
    mcts:set("exploration", 0.25)
    assert.equal(0.25, mcts:get("exploration"))
    mcts:set("exploration", "1.75")
    assert.equal(1.75, mcts:get("exploration"))
    mcts:set("exploration", 3)
    assert.equal(3, mcts:get("exploration"))
    mcts:set("multipv", "7")
    assert.equal(7, mcts:get("multipv"))
    assert.equal("mcts:memory=1,exploration=3,multipv=7", mcts:spec())
  end)

  it("gives integers above 2^53 as text, and takes them so", function()
    local engine = tetress.engine("random")
    engine:set("seed", "18446744073709551615")
    assert.equal("18446744073709551615", engine:get("seed"))
    engine:set("seed", 2 ^ 53)
    assert.equal(2 ^ 53, engine:get("seed"))
    assert.equal("18446744073709551615", options_of(engine).seed.max)
    for _, number in ipairs({ 2 ^ 53 + 2, 2 ^ 64, 1e300 }) do
      local ok, message = pcall(engine.set, engine, "seed", number)
      assert.is_false(ok)
      assert.is_true(tostring(message):find("write it as text", 1, true) ~= nil)
      assert.is_false(pcall(tetress.engine, "random", { seed = number }))
    end
    assert.equal(2 ^ 53, engine:get("seed"))
  end)

  it("tells its own limits, and nil where a search needs others", function()
    assert.same({ nodes = 500 }, tetress.engine("level-4"):own_limits())
    assert.same({ depth = 3, wall_ms = 70, cpu_ms = 8 },
      tetress.engine("negamax:hash=1,depth=3,wall_ms=70,cpu_ms=8"):own_limits())
    assert.same({}, tetress.engine("greedy"):own_limits())
    assert.is_nil(tetress.engine("negamax:hash=1"):own_limits())
  end)

  it("refuses wrong options and values, and keeps the old", function()
    local engine = tetress.engine("negamax:hash=2")
    local wrong = { 0, -1, 1.5, 1e15, 1e300, 1 / 0, -1 / 0, 0 / 0, "", "two", "2 ", "0x2" }
    for _, value in ipairs(wrong) do
      assert.equal("EVALUE", support.failure(engine.set, engine, "hash", value))
    end
    assert.equal("EVALUE", support.failure(engine.set, engine, "evaluator", "none"))
    assert.equal("EUNKNOWN", support.failure(engine.set, engine, "haste", 1))
    assert.equal("EUNKNOWN", support.failure(engine.get, engine, "haste"))
    assert.equal("ETEXT", support.failure(engine.set, engine, "hash\0", 1))
    assert.equal("ETEXT", support.failure(engine.set, engine, "hash", "1\0"))
    assert.equal("string", type(support.error_of(engine.set, engine, "hash", nil)))
    assert.equal("string", type(support.error_of(engine.set, engine, "hash")))
    assert.equal("string", type(support.error_of(engine.set, engine, "hash", {})))
    assert.equal("negamax:hash=2", engine:spec())
  end)

  it("writes reals with a point in every locale", function()
    local before = os.setlocale(nil, "numeric")
    for _, name in ipairs({ "de_DE.UTF-8", "fr_FR.UTF-8", "C" }) do
      os.setlocale(name, "numeric")
      local engine = tetress.engine("mcts:memory=1", { exploration = 0.125 })
      local spec, value = engine:spec(), engine:get("exploration")
      os.setlocale(before, "numeric")
      assert.equal("mcts:memory=1,exploration=0.125", spec)
      assert.equal(0.125, value)
    end
  end)
end)
