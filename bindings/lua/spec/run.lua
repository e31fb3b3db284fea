-- SPDX-License-Identifier: MIT
-- Runs the specs where busted is not to be had: the few words of it that they use, no more.
--
--   lua run.lua SPEC_FOLDER FILE...    FILEs are looked for in SPEC_FOLDER, which also holds the
--                                      modules that they require

local folder = assert(arg[1], "usage: lua run.lua SPEC_FOLDER FILE...")
package.path = folder .. "/?.lua;" .. package.path

local unpack = table.unpack or unpack -- luacheck: ignore
local names, passed, failures = {}, 0, {}

-- ---- assert ------------------------------------------------------------------------------------

local function show(value)
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then
    return a == b
  end
  for key, value in pairs(a) do
    if not same(value, b[key]) then
      return false
    end
  end
  for key in pairs(b) do
    if a[key] == nil then
      return false
    end
  end
  return true
end

local function demand(holds, wanted, got)
  if not holds then
    error(("expected %s, got %s"):format(wanted, show(got)), 3)
  end
end

local checks = {
  equal = function(wanted, got) demand(wanted == got, show(wanted), got) end,
  same = function(wanted, got) demand(same(wanted, got), "the same as " .. show(wanted), got) end,
  is_true = function(got) demand(got == true, "true", got) end,
  is_false = function(got) demand(got == false, "false", got) end,
  is_nil = function(got) demand(got == nil, "nil", got) end,
}

local plain_assert = assert
_G.assert = setmetatable(checks, {
  __call = function(_, ...) return plain_assert(...) end,
})

-- ---- describe, it ------------------------------------------------------------------------------

function _G.describe(name, body)
  names[#names + 1] = name
  body()
  names[#names] = nil
end

function _G.it(name, body)
  local sound, err = xpcall(body, function(err)
    return type(err) == "string" and debug.traceback(err, 2) or tostring(err)
  end)
  if sound then
    passed = passed + 1
  else
    failures[#failures + 1] = table.concat(names, " ") .. " " .. name .. "\n  " .. err
  end
end

-- ---- Main --------------------------------------------------------------------------------------

for _, file in ipairs({ unpack(arg, 2) }) do
  local chunk = plain_assert(loadfile(folder .. "/" .. file))
  chunk()
end
for _, failure in ipairs(failures) do
  print("FAILED: " .. failure)
end
local version = jit and jit.version or _VERSION -- luacheck: ignore
print(("%s: %d passed, %d failed"):format(version, passed, #failures))
if #failures > 0 or passed == 0 then
  os.exit(1)
end
-- Success falls off the end: the interpreter then closes its state, and a leak checker sees all
-- memory freed.
