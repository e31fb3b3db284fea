/* SPDX-License-Identifier: MIT */
/* Errors as Lua tables that a script can take apart: code, sentence, place. */
#include <stdarg.h>
#include <string.h>

#include "tetress_lua.h"

static const char *status_name(tetress_status status)
{
    switch (status) {
#define NAME(name, value, sentence)                                                                \
    case value:                                                                                    \
        return #name;
        TETRESS_STATUS_MAP(NAME)
#undef NAME
    }
    return "UNKNOWN";
}

/* The table for everything but the message, which is set by the callers. */
static void push_table(lua_State *L, tetress_status status)
{
    lua_createtable(L, 0, 6);
    tlua_set_int(L, "code", status);
    tlua_set_text(L, "name", status_name(status));
    luaL_getmetatable(L, TLUA_ERROR);
    lua_setmetatable(L, -2);
}

/* Push the library's sentence, with the functions of this module instead of those of C. */
static void push_sentence(lua_State *L, const char *text)
{
    static const char *const LISTS[][2] = {{TETRESS_SEE_PLAYERS, "tetress.players()"},
                                           {TETRESS_SEE_OPTIONS, "engine:options()"}};
    size_t length = strlen(text);

    for (size_t i = 0; i < sizeof LISTS / sizeof LISTS[0]; i++) {
        size_t cut = strlen(LISTS[i][0]);

        if (length >= cut && strcmp(text + length - cut, LISTS[i][0]) == 0) {
            lua_pushlstring(L, text, length - cut);
            lua_pushstring(L, LISTS[i][1]);
            lua_concat(L, 2);
            return;
        }
    }
    lua_pushstring(L, text);
}

void tlua_push_error(lua_State *L, tetress_status status, const tetress_error *detail)
{
    /* A copy: the original belongs to a handle that a finalizer might close meanwhile. */
    tetress_error known = TETRESS_ERROR_INIT;

    if (detail != NULL && detail->status == status)
        known = *detail;
    push_table(L, status);
    push_sentence(L, known.text[0] != '\0' ? known.text : tetress_status_text(status));
    lua_setfield(L, -2, "message");
    if (known.status != status)
        return;
    if (known.rule != TETRESS_RULE_NONE)
        tlua_set_text(L, "rule", tetress_rule_name(known.rule));
    if (known.offset >= 0)
        tlua_set_int(L, "offset", known.offset);
    if (known.cell >= 0) {
        tlua_push_cell(L, known.cell / TETRESS_COLUMNS, known.cell % TETRESS_COLUMNS);
        lua_setfield(L, -2, "cell");
    }
}

int tlua_raise(lua_State *L, tetress_status status, const tetress_error *detail)
{
    tlua_push_error(L, status, detail);
    return lua_error(L);
}

int tlua_raise_text(lua_State *L, tetress_status status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    lua_pushvfstring(L, format, arguments);
    va_end(arguments);
    push_table(L, status);
    lua_pushvalue(L, -2);
    lua_setfield(L, -2, "message");
    return lua_error(L);
}

static int error_tostring(lua_State *L)
{
    tlua_check_type(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_pushliteral(L, "name");
    lua_rawget(L, 1);
    lua_pushliteral(L, ": ");
    lua_pushliteral(L, "message");
    lua_rawget(L, 1);
    /* A script may have put anything there; only strings and numbers concatenate. */
    if (!lua_isstring(L, 2) || !lua_isstring(L, 4)) {
        lua_pushliteral(L, TLUA_ERROR);
        return 1;
    }
    lua_concat(L, 3);
    return 1;
}

static const luaL_Reg META[] = {
    {"__tostring", error_tostring},
    {NULL, NULL},
};

void tlua_error_open(lua_State *L)
{
    tlua_class(L, TLUA_ERROR, META, NULL);
}
