-- SPDX-License-Identifier: MIT
local support = require "spec_support"
local tetress = require "tetress"

local function names_of(list)
  local names = {}
  for _, element in ipairs(list) do
    names[element.name] = element
  end
  return names
end

describe("the module", function()
  it("tells the library's version and ABI version", function()
    assert.equal("string", type(tetress.version))
    assert.is_true(tetress.version:match("^%d+%.%d+%.%d+$") ~= nil)
    assert.equal("number", type(tetress.abi_version))
  end)

  it("tells how moves are generated", function()
    assert.is_true(({ portable = true, avx2 = true, avx512 = true })[tetress.kernel()])
  end)

  it("lists players, each of which makes an engine", function()
    local players = tetress.players()
    assert.is_true(#players >= 4)
    for _, player in ipairs(players) do
      assert.equal(player.name, tetress.engine(player.name):spec())
      for _, field in ipairs({ "description", "source", "algorithm", "options" }) do
        assert.equal("string", type(player[field]))
      end
    end
    assert.equal("negamax", names_of(players).negamax.algorithm)
  end)

  it("lists evaluators, each a value of the option evaluator", function()
    local evaluators = tetress.evaluators()
    local greedy = tetress.engine("greedy")
    assert.is_true(#evaluators >= 4)
    for _, evaluator in ipairs(evaluators) do
      greedy:set("evaluator", evaluator.name)
      assert.equal(evaluator.name, greedy:get("evaluator"))
      assert.equal("string", type(evaluator.summary))
      assert.equal("string", type(evaluator.source))
    end
  end)

  it("has every function that its annotations name, and they name every one", function()
    local path = debug.getinfo(1, "S").source:match("^@(.*)spec[/\\]") .. "tetress.d.lua"
    local owners = {
      tetress = tetress, Game = tetress.game(), Engine = tetress.engine("random"),
      Referee = tetress.referee(),
      tetris = tetress.tetris, TetrisGame = tetress.tetris.game(),
      TetrisAgent = tetress.tetris.agent(),
    }
    local annotated = {}
    for line in io.lines(path) do
      local owner, name = line:match("^function (%w+)[.:]([%w_]+)")
      if owner then
        assert.equal("function", type(owners[owner][name]))
        annotated[owner .. "." .. name] = true
      end
    end
    for _, owner in ipairs({ "tetress", "tetris" }) do
      for name, value in pairs(owners[owner]) do
        assert.is_true(type(value) ~= "function" or annotated[owner .. "." .. name])
      end
    end
  end)

  it("runs the program in the README, which prints a move", function()
    local program = support.read("../../../README.md"):match("```lua\n(.-)```")
    local printed
    local environment = setmetatable({ print = function(text) printed = text end }, { __index = _G })
    local chunk
    if setfenv then
      chunk = setfenv(assert(loadstring(program)), environment)
    else
      chunk = assert(load(program, "README.md", "t", environment))
    end
    chunk()
    assert.equal("number", type(tetress.move(printed)))
  end)

  it("can be opened twice, and objects of both work together", function()
    local game = tetress.game()
    package.loaded.tetress = nil
    local again = require "tetress"
    assert.equal(game, again.game())
    assert.is_true(game:is_legal(again.engine("random"):search(game).move))
    assert.is_true(again.game():is_legal(tetress.engine("random"):search(again.game()).move))
    assert.equal("number", type(tetress.tetris.agent():choose(again.tetris.game())))
  end)
end)
