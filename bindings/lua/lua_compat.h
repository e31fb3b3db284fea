/* SPDX-License-Identifier: MIT */
#ifndef TLUA_COMPAT_H
#define TLUA_COMPAT_H

/*
 * What Lua 5.1, 5.2, 5.3, 5.4 and LuaJIT spell differently. Our names stay in our own prefix: a
 * host that is built with a compatibility library may define luaL_setfuncs and the like itself.
 */
#include <lauxlib.h>
#include <lua.h>

/* The table that a userdata carries along: its environment, later its user value. */
#if LUA_VERSION_NUM < 502
#define tlua_rawlen(L, index)    ((size_t)lua_objlen((L), (index)))
#define tlua_get_table(L, index) lua_getfenv((L), (index))
#define tlua_set_table(L, index) lua_setfenv((L), (index))
#else
#define tlua_rawlen(L, index)    ((size_t)lua_rawlen((L), (index)))
#define tlua_get_table(L, index) ((void)lua_getuservalue((L), (index)))
#define tlua_set_table(L, index) ((void)lua_setuservalue((L), (index)))
#endif

/* Does this Lua tell integers from floats? */
#if LUA_VERSION_NUM >= 503
#define TLUA_HAS_INTEGERS 1
#else
#define TLUA_HAS_INTEGERS 0
#endif

#endif
