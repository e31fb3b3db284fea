/* SPDX-License-Identifier: MIT */
/* Types of userdata, and telling the collector how much memory the library holds for them. */
#include "tetress_lua.h"

void tlua_class(lua_State *L, const char *type, const luaL_Reg *meta, const luaL_Reg *methods)
{
    luaL_newmetatable(L, type);
    tlua_set_methods(L, meta);
    if (methods != NULL) {
        lua_newtable(L);
        tlua_set_methods(L, methods);
        lua_setfield(L, -2, "__index");
    }
    /* Hides the metatable: a script that got hold of __gc could free an object in use. */
    lua_pushstring(L, type);
    lua_setfield(L, -2, "__metatable");
    lua_pop(L, 1);
}

void tlua_class_add(lua_State *L, const char *type, const luaL_Reg *methods)
{
    luaL_getmetatable(L, type);
    lua_getfield(L, -1, "__index");
    tlua_set_methods(L, methods);
    lua_pop(L, 2);
}

/* Did the script stop the collector? Lua 5.1 cannot say; there a step starts it again, as every
 * collectgarbage("step") does. */
static bool collector_rests(lua_State *L)
{
#ifdef LUA_GCISRUNNING
    return lua_gc(L, LUA_GCISRUNNING, 0) == 0;
#else
    (void)L;
    return false;
#endif
}

void tlua_tell_collector(lua_State *L, size_t bytes)
{
    size_t kibibytes = bytes / 1024;
    size_t most = (size_t)1024 * 1024; /* 1 GiB: LuaJIT counts in 32 bits */

    if (!collector_rests(L))
        lua_gc(L, LUA_GCSTEP, (int)(kibibytes < most ? kibibytes : most));
}
