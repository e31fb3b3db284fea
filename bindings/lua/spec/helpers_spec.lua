-- SPDX-License-Identifier: MIT
local fnv = require "spec_fnv"
local json = require "spec_json"
local support = require "spec_support"

describe("the tools of these specs", function()
  it("hash as FNV-1a 64 is published", function()
    assert.equal("cbf29ce484222325", fnv.new():hex())
    assert.equal("af63dc4c8601ec8c", fnv.new():add("a"):hex())
    assert.equal("85944171f73967e8", fnv.new():add("foo"):add("bar"):hex())
    assert.equal("f994151be4779090", fnv.new():add("\255\254"):add("\128"):hex())
  end)

  it("read every kind of JSON value", function()
    local text = ' {"a": [1, -2.5, 3e2, []], "b": {}, "c\\n": true, "d": null, "e": "x\\"y"} '
    assert.same({ a = { 1, -2.5, 300, {} }, b = {}, ["c\n"] = true, e = 'x"y' }, json.read(text))
  end)

  it("refuse what is no JSON", function()
    for _, text in ipairs({ "", "{", "[1,]", "[1 2]", '{"a" 1}', "{1:2}", '"a', "nul", "1 2" }) do
      support.error_of(json.read, text)
    end
  end)
end)
