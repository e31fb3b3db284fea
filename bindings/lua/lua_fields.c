/* SPDX-License-Identifier: MIT */
/* Tables of options: known fields with their types and bounds, unknown ones refused by name. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tetress_lua.h"

#define MOST_FIELDS 32 /* that any table of this module has */

tlua_field tlua_whole(const char *key, int64_t low, int64_t high, uint64_t *number)
{
    return (tlua_field){key, TLUA_FIELD_WHOLE, low, high, NULL, number};
}

tlua_field tlua_seed(const char *key, uint64_t *number)
{
    return (tlua_field){key, TLUA_FIELD_SEED, 0, 0, NULL, number};
}

tlua_field tlua_choice(const char *key, const char *const *choices, uint64_t *number)
{
    return (tlua_field){key, TLUA_FIELD_CHOICE, 0, 0, choices, number};
}

tlua_field tlua_flag(const char *key, uint64_t *number)
{
    return (tlua_field){key, TLUA_FIELD_FLAG, 0, 1, NULL, number};
}

tlua_field tlua_text(const char *key)
{
    return (tlua_field){key, TLUA_FIELD_TEXT, 0, 0, NULL, NULL};
}

tlua_field tlua_no_field(void)
{
    return (tlua_field){NULL, TLUA_FIELD_TEXT, 0, 0, NULL, NULL};
}

static const tlua_field *field_named(const tlua_field *fields, const char *key)
{
    for (; fields->key != NULL; fields++) {
        if (strcmp(fields->key, key) == 0)
            return fields;
    }
    return NULL;
}

static const char *push_meant_field(lua_State *L, const char *key, const tlua_field *fields)
{
    const char *names[MOST_FIELDS + 1];
    size_t count = 0;

    for (; fields[count].key != NULL && count < MOST_FIELDS; count++)
        names[count] = fields[count].key;
    names[count] = NULL;
    return tlua_push_meant(L, key, names, false);
}

static void read_whole(lua_State *L, const char *what, const tlua_field *field)
{
    int64_t value = 0;
    char bounds[64];

    if (tlua_to_whole(L, -1, &value) && value >= field->low && value <= field->high) {
        *field->number = (uint64_t)value;
        return;
    }
    snprintf(bounds, sizeof bounds, "%" PRId64 " to %" PRId64, field->low, field->high);
    tlua_raise_text(L, TETRESS_EARG, "%s: %s must be a whole number from %s", what, field->key,
                    bounds);
}

static void read_seed(lua_State *L, const char *what, const tlua_field *field)
{
    const char *fault = tlua_to_seed(L, -1, field->number);

    if (fault != NULL)
        tlua_raise_text(L, TETRESS_EARG, "%s: %s %s", what, field->key, fault);
}

static void read_choice(lua_State *L, const char *what, const tlua_field *field)
{
    const char *value = lua_type(L, -1) == LUA_TSTRING ? tlua_check_text(L, -1) : "";
    const char *known;

    for (uint64_t i = 0; field->choices[i] != NULL; i++) {
        if (strcmp(field->choices[i], value) == 0) {
            *field->number = i;
            return;
        }
    }
    lua_pushfstring(L, "\"%s\"", field->choices[0]);
    for (size_t i = 1; field->choices[i] != NULL; i++) {
        lua_pushfstring(L, ", \"%s\"", field->choices[i]);
        lua_concat(L, 2);
    }
    known = lua_tostring(L, -1);
    tlua_raise_text(L, TETRESS_EARG, "%s: %s must be one of %s%s", what, field->key, known,
                    tlua_push_meant(L, value, field->choices, true));
}

static void read_flag(lua_State *L, const char *what, const tlua_field *field)
{
    if (!lua_isboolean(L, -1))
        tlua_raise_text(L, TETRESS_EARG, "%s: %s must be true or false", what, field->key);
    *field->number = (uint64_t)lua_toboolean(L, -1);
}

static void read_field(lua_State *L, const char *what, const tlua_field *field)
{
    switch (field->kind) {
    case TLUA_FIELD_WHOLE:
        read_whole(L, what, field);
        return;
    case TLUA_FIELD_SEED:
        read_seed(L, what, field);
        return;
    case TLUA_FIELD_CHOICE:
        read_choice(L, what, field);
        return;
    case TLUA_FIELD_FLAG:
        read_flag(L, what, field);
        return;
    case TLUA_FIELD_TEXT:
        if (lua_type(L, -1) != LUA_TSTRING)
            tlua_raise_text(L, TETRESS_EARG, "%s: %s must be text", what, field->key);
        return;
    }
}

void tlua_read_fields(lua_State *L, int index, const char *what, const tlua_field *fields)
{
    if (lua_isnoneornil(L, index))
        return;
    if (!lua_istable(L, index))
        tlua_check_fields(L, index, lua_pushfstring(L, "%s = %d", fields->key, (int)fields->low));
    lua_pushnil(L);
    while (lua_next(L, index) != 0) {
        const char *key = tlua_field_name(L, what);
        const tlua_field *field = field_named(fields, key);

        if (field == NULL)
            tlua_raise_text(L, TETRESS_EUNKNOWN, "%s: there is no field \"%s\"%s", what, key,
                            push_meant_field(L, key, fields));
        else
            read_field(L, what, field);
        lua_pop(L, 1);
    }
}
