-- Builds the module against an installed libtetress. The rockspec in the root of the repository
-- needs none: it compiles the library into the module. From this folder:
--
--   luarocks make TETRESS_DIR=/prefix/of/libtetress
rockspec_format = "3.0"
package = "tetress"
version = "scm-1"

-- The checkout that this file lies in: `luarocks make` builds what is there and fetches nothing.
source = { url = "file://." }

description = {
  summary = "The board game Tetress: rules, players, search",
  detailed = "Lua binding of libtetress, for Lua 5.1 to 5.4 and LuaJIT.",
  license = "MIT",
}

dependencies = { "lua >= 5.1, < 5.5" }

external_dependencies = {
  TETRESS = { header = "tetress/tetress.h", library = "tetress" },
}

build = {
  type = "builtin",
  modules = {
    tetress = {
      sources = {
        "lua_argument.c",
        "lua_class.c",
        "lua_engine.c",
        "lua_error.c",
        "lua_fields.c",
        "lua_game.c",
        "lua_match.c",
        "lua_move.c",
        "lua_push.c",
        "lua_referee.c",
        "lua_search.c",
        "lua_stay.c",
        "lua_tetris.c",
        "lua_tetris_agent.c",
        "lua_tetris_fitness.c",
        "lua_value.c",
        "tetress_lua.c",
      },
      libraries = { "tetress" },
      incdirs = { ".", "$(TETRESS_INCDIR)" },
      libdirs = { "$(TETRESS_LIBDIR)" },
    },
  },
  platforms = {
    unix = { modules = { tetress = { libraries = { "tetress", "m" } } } },
    linux = { modules = { tetress = { libraries = { "tetress", "m", "dl" } } } },
  },
}
