/* SPDX-License-Identifier: MIT */
/* C values to Lua. Raises nothing of its own, so that errors can be made of it. */
#include <inttypes.h>
#include <stdio.h>

#include "tetress_lua.h"

/* Lua without integers, and larger numbers, get a float: exact up to 2^53. */
void tlua_push_count(lua_State *L, uint64_t count)
{
#if TLUA_HAS_INTEGERS
    if (count <= (uint64_t)LUA_MAXINTEGER) {
        lua_pushinteger(L, (lua_Integer)count);
        return;
    }
#endif
    lua_pushnumber(L, (lua_Number)count);
}

void tlua_push_seed(lua_State *L, uint64_t seed)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, seed);
    lua_pushstring(L, text);
}

void tlua_push_colour(lua_State *L, int32_t colour)
{
    if (colour == TETRESS_RED)
        lua_pushliteral(L, "red");
    else if (colour == TETRESS_BLUE)
        lua_pushliteral(L, "blue");
    else
        lua_pushnil(L);
}

void tlua_push_cell(lua_State *L, int32_t row, int32_t column)
{
    lua_createtable(L, 2, 0);
    lua_pushinteger(L, row);
    lua_rawseti(L, -2, 1);
    lua_pushinteger(L, column);
    lua_rawseti(L, -2, 2);
}

void tlua_push_moves(lua_State *L, const tetress_move *moves, size_t count)
{
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_pushinteger(L, moves[i]);
        lua_rawseti(L, -2, (int)i + 1);
    }
}

void tlua_push_numbers(lua_State *L, const double *numbers, size_t count)
{
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        lua_pushnumber(L, (lua_Number)numbers[i]);
        lua_rawseti(L, -2, (int)i + 1);
    }
}

void tlua_set_number(lua_State *L, const char *key, double value)
{
    lua_pushnumber(L, (lua_Number)value);
    lua_setfield(L, -2, key);
}

void tlua_set_count(lua_State *L, const char *key, uint64_t value)
{
    tlua_push_count(L, value);
    lua_setfield(L, -2, key);
}

void tlua_set_int(lua_State *L, const char *key, int32_t value)
{
    lua_pushinteger(L, value);
    lua_setfield(L, -2, key);
}

void tlua_set_text(lua_State *L, const char *key, const char *value)
{
    if (value == NULL)
        return;
    lua_pushstring(L, value);
    lua_setfield(L, -2, key);
}
