/* SPDX-License-Identifier: MIT */
/*
 * The Lua module `tetress` over the public header of libtetress, the same source for Lua 5.1 to 5.4
 * and LuaJIT. tetress.d.lua says what each function takes and gives.
 */
#include "tetress_lua.h"

#if defined(_WIN32)
#define TLUA_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define TLUA_EXPORT __attribute__((visibility("default")))
#else
#define TLUA_EXPORT
#endif

TLUA_EXPORT int luaopen_tetress(lua_State *L);

static void push_player(lua_State *L, const tetress_player *player)
{
    lua_createtable(L, 0, 5);
    tlua_set_text(L, "name", player->name);
    tlua_set_text(L, "description", player->description);
    tlua_set_text(L, "source", player->source);
    tlua_set_text(L, "algorithm", player->algorithm);
    tlua_set_text(L, "options", player->options);
}

static int list_players(lua_State *L)
{
    uint32_t count = tetress_player_count();

    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        tetress_player player = TETRESS_PLAYER_INIT;
        tetress_status status = tetress_player_at(i, &player);

        if (status != TETRESS_OK)
            return tlua_raise(L, status, NULL);
        push_player(L, &player);
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

static int list_evaluators(lua_State *L)
{
    uint32_t count = tetress_evaluator_count();

    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        tetress_evaluator evaluator = TETRESS_EVALUATOR_INIT;
        tetress_status status = tetress_evaluator_at(i, &evaluator);

        if (status != TETRESS_OK)
            return tlua_raise(L, status, NULL);
        lua_createtable(L, 0, 3);
        tlua_set_text(L, "name", evaluator.name);
        tlua_set_text(L, "summary", evaluator.summary);
        tlua_set_text(L, "source", evaluator.source);
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

static int kernel(lua_State *L)
{
    lua_pushstring(L, tetress_kernel_name());
    return 1;
}

static const luaL_Reg FUNCTIONS[] = {
    {"evaluators", list_evaluators},
    {"kernel", kernel},
    {"players", list_players},
    {NULL, NULL},
};

/* A module built for one ABI must not run with a library of another: structures would differ. */
static void check_abi(lua_State *L)
{
    if (tetress_abi_version() != TETRESS_ABI_VERSION)
        luaL_error(L, "the library's ABI version is %d, this module was built for %d",
                   (int)tetress_abi_version(), TETRESS_ABI_VERSION);
}

/* The table of the single-player game. */
static void push_tetris(lua_State *L)
{
    tlua_tetris_open(L);
    tlua_tetris_agent_open(L);
    lua_newtable(L);
    tlua_set_functions(L, tlua_tetris_functions);
    tlua_set_functions(L, tlua_tetris_agent_functions);
    tlua_set_functions(L, tlua_tetris_fitness_functions);
    tlua_set_text(L, "pieces", TLUA_PIECES);
}

int luaopen_tetress(lua_State *L)
{
    check_abi(L);
    tlua_stay_loaded();
    tlua_error_open(L);
    tlua_game_open(L);
    tlua_engine_open(L);
    tlua_referee_open(L);
    tlua_match_open(L);
    tlua_class_add(L, TLUA_ENGINE, tlua_search_methods);
    lua_newtable(L);
    tlua_set_functions(L, FUNCTIONS);
    tlua_set_functions(L, tlua_engine_functions);
    tlua_set_functions(L, tlua_game_functions);
    tlua_set_functions(L, tlua_match_functions);
    tlua_set_functions(L, tlua_referee_functions);
    tlua_set_functions(L, tlua_move_functions);
    tlua_set_text(L, "version", tetress_version());
    tlua_set_count(L, "abi_version", tetress_abi_version());
    push_tetris(L);
    lua_setfield(L, -2, "tetris");
    return 1;
}
