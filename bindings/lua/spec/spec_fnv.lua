-- SPDX-License-Identifier: MIT
-- FNV-1a with 64 bits for every Lua: two halves of 32 bits in numbers that hold 53 exactly.

local HALF = 4294967296 -- 2^32
local floor = math.floor

-- XOR of two bytes, by nibbles: Lua 5.1 has no such operator.
local NIBBLES = {}
for a = 0, 15 do
  NIBBLES[a] = {}
  for b = 0, 15 do
    local sum, x, y = 0, a, b
    for bit = 0, 3 do
      if x % 2 ~= y % 2 then
        sum = sum + 2 ^ bit
      end
      x, y = floor(x / 2), floor(y / 2)
    end
    NIBBLES[a][b] = sum
  end
end

local XOR = {}
for a = 0, 255 do
  XOR[a] = {}
  for b = 0, 255 do
    XOR[a][b] = 16 * NIBBLES[floor(a / 16)][floor(b / 16)] + NIBBLES[a % 16][b % 16]
  end
end

local fnv = {}
fnv.__index = fnv

function fnv.new()
  return setmetatable({ high = 0xcbf29ce4, low = 0x84222325 }, fnv)
end

-- The prime is 2^40 + 435: times 435, plus the low half 8 bits up in the high half.
function fnv:add(text)
  local high, low = self.high, self.low
  for i = 1, #text do
    local last = low % 256
    low = low - last + XOR[last][text:byte(i)]
    local product = low * 435
    high = (high * 435 + floor(product / HALF) + low * 256) % HALF
    low = product % HALF
  end
  self.high, self.low = high, low
  return self
end

function fnv:hex()
  return ("%08x%08x"):format(self.high, self.low)
end

return fnv
