/* SPDX-License-Identifier: MIT */
/* Functions that know their names, so that an argument error names them in every Lua. */
#include <string.h>

#include "tetress_lua.h"

/* Upvalues of every function of this module. */
#define NAME      lua_upvalueindex(1)
#define IS_METHOD lua_upvalueindex(2)

static void set_named(lua_State *L, const luaL_Reg *functions, bool are_methods)
{
    for (; functions->name != NULL; functions++) {
        lua_pushstring(L, functions->name);
        lua_pushboolean(L, are_methods);
        lua_pushcclosure(L, functions->func, 2);
        lua_setfield(L, -2, functions->name);
    }
}

void tlua_set_functions(lua_State *L, const luaL_Reg *functions)
{
    set_named(L, functions, false);
}

void tlua_set_methods(lua_State *L, const luaL_Reg *functions)
{
    set_named(L, functions, true);
}

int tlua_argument_error(lua_State *L, int argument, const char *message)
{
    const char *name = lua_tostring(L, NAME);

    if (name == NULL) /* a callback's guard, which has no arguments of a script */
        return luaL_error(L, "bad argument #%d (%s)", argument, message);
    if (!lua_toboolean(L, IS_METHOD))
        return luaL_error(L, "bad argument #%d to '%s' (%s)", argument, name, message);
    if (argument == 1)
        return luaL_error(L, "calling '%s' on bad self (%s)", name, message);
    return luaL_error(L, "bad argument #%d to '%s' (%s)", argument - 1, name, message);
}

void tlua_argument_check(lua_State *L, bool holds, int argument, const char *message)
{
    if (!holds)
        tlua_argument_error(L, argument, message);
}

static int type_error(lua_State *L, int argument, const char *wanted)
{
    const char *got = lua_type(L, argument) == LUA_TNONE ? "no value" : luaL_typename(L, argument);

    return tlua_argument_error(L, argument, lua_pushfstring(L, "%s expected, got %s", wanted, got));
}

void tlua_check_type(lua_State *L, int argument, int type)
{
    if (lua_type(L, argument) != type)
        type_error(L, argument, lua_typename(L, type));
}

void tlua_check_fields(lua_State *L, int argument, const char *example)
{
    if (lua_type(L, argument) != LUA_TTABLE)
        type_error(L, argument, lua_pushfstring(L, "a table such as {%s}", example));
}

void tlua_check_any(lua_State *L, int argument)
{
    tlua_argument_check(L, lua_type(L, argument) != LUA_TNONE, argument, "value expected");
}

void *tlua_test_class(lua_State *L, int index, const char *type)
{
    void *block = lua_touserdata(L, index);

    if (block == NULL || !lua_getmetatable(L, index))
        return NULL;
    luaL_getmetatable(L, type);
    if (!lua_rawequal(L, -1, -2))
        block = NULL;
    lua_pop(L, 2);
    return block;
}

void *tlua_check_userdata(lua_State *L, int argument, const char *type)
{
    void *block = tlua_test_class(L, argument, type);

    if (block == NULL)
        type_error(L, argument, type);
    return block;
}

const char *tlua_check_string(lua_State *L, int argument, size_t *length)
{
    const char *text = lua_tolstring(L, argument, length);

    if (text == NULL)
        type_error(L, argument, lua_typename(L, LUA_TSTRING));
    return text;
}

int tlua_check_choice(lua_State *L, int argument, const char *fallback, const char *const *choices)
{
    const char *name = fallback != NULL && lua_isnoneornil(L, argument)
                           ? fallback
                           : tlua_check_string(L, argument, NULL);

    for (int i = 0; choices[i] != NULL; i++) {
        if (strcmp(choices[i], name) == 0)
            return i;
    }
    return tlua_argument_error(L, argument,
                               lua_pushfstring(L, "invalid option '%s'%s", name,
                                               tlua_push_meant(L, name, choices, false)));
}

const char *tlua_push_meant(lua_State *L, const char *name, const char *const *names, bool lists)
{
    size_t count = 0;
    const char *meant;

    while (names[count] != NULL)
        count++;
    meant = tetress_nearest_name(name, names, count);
    if (meant != NULL)
        return lua_pushfstring(L, "; did you mean \"%s\"?", meant);
    if (lists)
        return lua_pushfstring(L, "%s", "");
    lua_pushfstring(L, "; known are %s", names[0]);
    for (size_t i = 1; i < count; i++) {
        lua_pushfstring(L, ", %s", names[i]);
        lua_concat(L, 2);
    }
    return lua_tostring(L, -1);
}
