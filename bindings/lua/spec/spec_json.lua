-- SPDX-License-Identifier: MIT
-- Reads JSON: enough for the golden data and strict about the rest. null becomes nil.

local ESCAPES = {
  ['"'] = '"', ["\\"] = "\\", ["/"] = "/",
  b = "\b", f = "\f", n = "\n", r = "\r", t = "\t",
}

local read_value

local function fail(at, wanted)
  error(("JSON, byte %d: expected %s"):format(at, wanted), 0)
end

local function skip_blanks(text, at)
  return text:find("[^ \t\r\n]", at) or #text + 1
end

local function read_string(text, at)
  local first = at + 1
  local last = text:find('["\\]', first) or fail(at, "the end of the string")
  if text:sub(last, last) == '"' then
    return text:sub(first, last - 1), last + 1
  end
  local parts = {}
  while text:sub(last, last) == "\\" do
    local escaped = ESCAPES[text:sub(last + 1, last + 1)] or fail(last, "a simple escape")
    parts[#parts + 1] = text:sub(first, last - 1) .. escaped
    first = last + 2
    last = text:find('["\\]', first) or fail(at, "the end of the string")
  end
  return table.concat(parts) .. text:sub(first, last - 1), last + 1
end

-- Elements up to `close`, each read by `read_element(at)`, which returns where to go on.
local function read_elements(text, at, close, read_element)
  at = skip_blanks(text, at + 1)
  if text:sub(at, at) == close then
    return at + 1
  end
  while true do
    at = skip_blanks(text, read_element(at))
    local mark = text:sub(at, at)
    if mark == close then
      return at + 1
    end
    if mark ~= "," then
      fail(at, "',' or '" .. close .. "'")
    end
    at = skip_blanks(text, at + 1)
  end
end

local function read_array(text, at)
  local array, count = {}, 0
  at = read_elements(text, at, "]", function(place)
    count = count + 1
    array[count], place = read_value(text, place)
    return place
  end)
  return array, at
end

local function read_object(text, at)
  local object = {}
  at = read_elements(text, at, "}", function(place)
    local key
    if text:sub(place, place) ~= '"' then
      fail(place, "a key")
    end
    key, place = read_string(text, place)
    place = skip_blanks(text, place)
    if text:sub(place, place) ~= ":" then
      fail(place, "':'")
    end
    object[key], place = read_value(text, skip_blanks(text, place + 1))
    return place
  end)
  return object, at
end

local WORDS = { ["true"] = true, ["false"] = false }

function read_value(text, at)
  local first = text:sub(at, at)
  if first == "{" then
    return read_object(text, at)
  elseif first == "[" then
    return read_array(text, at)
  elseif first == '"' then
    return read_string(text, at)
  end
  local word = text:match("^[%w%.+-]+", at) or fail(at, "a value")
  local value = WORDS[word]
  if value == nil then
    value = tonumber(word)
  end
  if value == nil and word ~= "null" then
    fail(at, "a value")
  end
  return value, at + #word
end

local json = {}

function json.read(text)
  local value, at = read_value(text, skip_blanks(text, 1))
  if skip_blanks(text, at) <= #text then
    fail(at, "the end")
  end
  return value
end

return json
