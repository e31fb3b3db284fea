-- SPDX-License-Identifier: MIT
-- Builds the Lua module with the whole library in it, from the sources of this checkout:
--
--   luarocks make
--
-- bindings/lua/tetress-scm-1.rockspec builds the same module against an installed library.
rockspec_format = "3.0"
package = "tetress"
version = "scm-1"

-- The checkout that this file lies in: `luarocks make` builds what is there and fetches nothing.
source = { url = "file://." }

description = {
  summary = "The board game Tetress: rules, players, search",
  detailed = "Lua binding of libtetress, for Lua 5.1 to 5.4 and LuaJIT. The library is inside.",
  license = "MIT",
}

supported_platforms = { "unix" }

dependencies = { "lua >= 5.1, < 5.5" }

-- One call of the compiler, with the flags on which exact results and speed depend, as CMake passes
-- them: LuaRocks' own way of building C takes no flags from a rockspec. The library's functions stay
-- hidden, so that another libtetress in the process is not mixed with this one.
local compile = [[$(CC) $(CFLAGS) -std=c11 -DNDEBUG -DTETRESS_STATIC -ffp-contract=off -fvisibility=hidden \
  -Iinclude "-I$(LUA_INCDIR)" -Ilib/base -Ilib/core -Ilib/eval -Ilib/match -Ilib/players -Ilib/tetris \
  -Ilib/search/common -Ilib/search/mcts -Ilib/search/negamax -Ilib/search/simple -Ilib/search/solver \
  lib/*/*.c lib/search/*/*.c bindings/lua/*.c \
  $(LIBFLAG) -o bindings/lua/tetress.so -lm -pthread]]

build = {
  type = "command",
  build_command = compile,
  platforms = { linux = { build_command = compile .. " -ldl" } }, -- glibc before 2.34
  install = { lib = { tetress = "bindings/lua/tetress.so" } },
}
