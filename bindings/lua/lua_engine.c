/* SPDX-License-Identifier: MIT */
/* Engines as Lua objects: options, evaluators written in Lua, weights, stopping. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tetress_lua.h"

/* Room for the text of any value. */
#define VALUE_TEXT 512

/* Options up to here are numbers in Lua, larger ones text: the same in every Lua version. */
#define LARGEST_EXACT (UINT64_C(1) << 53)

/* ---- Memory ---------------------------------------------------------------------------------- */

static void *counting_alloc(void *ctx, size_t size)
{
    tlua_engine *box = ctx;
    void *block = malloc(size);

    if (block != NULL)
        box->bytes += size;
    return block;
}

static void counting_free(void *ctx, void *block, size_t size)
{
    tlua_engine *box = ctx;

    box->bytes -= size;
    free(block);
}

/* Tables are megabytes behind a userdata of a few bytes. */
static void tell_collector(lua_State *L, tlua_engine *box)
{
    size_t news = box->bytes > box->told ? box->bytes - box->told : 0;

    box->told = box->bytes;
    if (news > 0)
        tlua_tell_collector(L, news);
}

/* ---- Handles --------------------------------------------------------------------------------- */

tlua_engine *tlua_check_engine(lua_State *L, int index)
{
    tlua_engine *box = tlua_check_userdata(L, index, TLUA_ENGINE);

    tlua_argument_check(L, box->engine != NULL, index, "the engine is closed");
    return box;
}

static tetress_engine *check_handle(lua_State *L)
{
    return tlua_check_engine(L, 1)->engine;
}

int tlua_engine_raise(lua_State *L, const tetress_engine *engine, tetress_status status)
{
    return tlua_raise(L, status, tetress_engine_error(engine));
}

/* A closed engine, with a table whose slots are there already: filling them cannot fail. */
static tlua_engine *push_box(lua_State *L)
{
    tlua_engine *box = lua_newuserdata(L, sizeof *box);

    memset(box, 0, sizeof *box);
    luaL_getmetatable(L, TLUA_ENGINE);
    lua_setmetatable(L, -2);
    lua_createtable(L, 2, 0);
    lua_pushboolean(L, 0);
    lua_rawseti(L, -2, TLUA_SLOT_EVALUATOR);
    tlua_game_push(L);
    lua_rawseti(L, -2, TLUA_SLOT_POSITION);
    tlua_set_table(L, -2);
    return box;
}

void tlua_engine_push(lua_State *L, const char *spec)
{
    tlua_engine *box = push_box(L);
    tetress_allocator allocator = {box, counting_alloc, counting_free};
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_status status = tetress_engine_new(&allocator, spec, &box->engine, &error);

    if (status != TETRESS_OK)
        tlua_raise(L, status, &error);
    tell_collector(L, box);
}

static void free_condemned(tlua_engine *box)
{
    tetress_engine *condemned = box->condemned;

    box->condemned = NULL;
    tetress_engine_free(condemned);
}

static int engine_close(lua_State *L)
{
    tlua_engine *box = tlua_check_userdata(L, 1, TLUA_ENGINE);

    if (box->engine == NULL)
        return 0;
    if (box->call != NULL)
        return tlua_raise(L, TETRESS_EBUSY, NULL);
    box->condemned = box->engine;
    box->engine = NULL;
    if (box->readers == 0)
        free_condemned(box);
    return 0;
}

/* Also runs when a callback ends the program while the engine searches: then the memory goes with
 * the process. */
static int engine_gc(lua_State *L)
{
    tlua_engine *box = tlua_check_userdata(L, 1, TLUA_ENGINE);

    if (box->call != NULL)
        return 0;
    free_condemned(box);
    tetress_engine_free(box->engine);
    box->engine = NULL;
    return 0;
}

/* ---- Values of options ----------------------------------------------------------------------- */

/* Library and script write numbers without regard to the locale; so do we. Six digits after the
 * point are what the library keeps. */
static void real_to_text(double number, char *text, size_t capacity)
{
    double size = number < 0 ? -number : number;
    uint64_t scaled;

    if (!(size < 1e12)) { /* NaN, infinities, and what no option takes */
        snprintf(text, capacity, "%.0f", number);
        return;
    }
    scaled = (uint64_t)(size * 1e6 + 0.5);
    snprintf(text, capacity, "%s%" PRIu64 ".%06" PRIu64, number < 0 ? "-" : "", scaled / 1000000,
             scaled % 1000000);
}

static void number_to_text(lua_State *L, int index, char *text, size_t capacity)
{
    int64_t whole = 0;

    if (tlua_to_integer(L, index, &whole))
        snprintf(text, capacity, "%" PRId64, whole);
    else
        real_to_text((double)lua_tonumber(L, index), text, capacity);
}

/* Set one option from the value at `index`, a string or a number. */
static void set_option(lua_State *L, int engine, const char *name, int index)
{
    char number[VALUE_TEXT];
    const char *value = number, *fault = tlua_may_be_rounded(L, index);
    tlua_engine *box;
    tetress_status status;

    if (fault != NULL)
        tlua_raise_text(L, TETRESS_EVALUE, "option '%s': %s", name, fault);
    if (lua_type(L, index) == LUA_TSTRING)
        value = tlua_check_text(L, index);
    else if (lua_type(L, index) == LUA_TNUMBER)
        number_to_text(L, index, number, sizeof number);
    else
        luaL_error(L, "option '%s': string or number expected, got %s", name,
                   luaL_typename(L, index));
    box = tlua_check_engine(L, engine);
    status = tetress_engine_set(box->engine, name, value);
    if (status != TETRESS_OK)
        tlua_engine_raise(L, box->engine, status);
    tell_collector(L, box);
}

static void set_options(lua_State *L, int engine, int options)
{
    lua_pushnil(L);
    while (lua_next(L, options) != 0) {
        int value = lua_gettop(L);

        if (lua_type(L, value - 1) != LUA_TSTRING)
            luaL_error(L, "the name of an option is a string, not a %s",
                       luaL_typename(L, value - 1));
        set_option(L, engine, tlua_check_text(L, value - 1), value);
        lua_settop(L, value - 1);
    }
}

static int engine_new(lua_State *L)
{
    const char *spec = tlua_check_text(L, 1);

    lua_settop(L, 2);
    if (!lua_isnil(L, 2))
        tlua_check_fields(L, 2, "hash = 64");
    tlua_engine_push(L, spec);
    if (!lua_isnil(L, 2))
        set_options(L, 3, 2);
    return 1;
}

static int engine_set(lua_State *L)
{
    const char *name = tlua_check_text(L, 2);

    check_handle(L);
    tlua_check_any(L, 3);
    set_option(L, 1, name, 3);
    return 0;
}

/* Digits with perhaps a point, as the library writes them; rounded once, by the division. */
static double text_to_real(const char *text)
{
    bool negative = *text == '-';
    double digits = 0;
    double scale = 1;
    bool fraction = false;

    for (text += negative; *text != '\0'; text++) {
        if (*text == '.') {
            fraction = true;
            continue;
        }
        digits = digits * 10 + (*text - '0');
        if (fraction)
            scale *= 10;
    }
    return (negative ? -digits : digits) / scale;
}

static void push_value(lua_State *L, int32_t type, const char *text)
{
    uint64_t number;

    if (type == TETRESS_OPTION_INTEGER) {
        number = strtoull(text, NULL, 10);
        if (number <= LARGEST_EXACT)
            tlua_push_count(L, number);
        else
            lua_pushstring(L, text);
    } else if (type == TETRESS_OPTION_REAL) {
        lua_pushnumber(L, (lua_Number)text_to_real(text));
    } else {
        lua_pushstring(L, text);
    }
}

/* The type of an option; -1 if the engine has none of that name. */
static int32_t option_type(const tetress_engine *engine, const char *name)
{
    tetress_option option = TETRESS_OPTION_INIT;

    for (uint32_t i = 0; tetress_engine_option(engine, i, &option) == TETRESS_OK; i++) {
        if (strcmp(option.name, name) == 0)
            return option.type;
    }
    return -1;
}

static int engine_get(lua_State *L)
{
    const char *name = tlua_check_text(L, 2);
    const tetress_engine *engine = check_handle(L);
    char value[VALUE_TEXT];
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_status status = tetress_engine_get(engine, name, value, sizeof value, NULL, &error);

    if (status != TETRESS_OK)
        return tlua_raise(L, status, &error);
    push_value(L, option_type(engine, name), value);
    return 1;
}

static int push_spec(lua_State *L, const tetress_engine *engine)
{
    char spec[TLUA_SPEC_TEXT];
    tetress_status status = tetress_engine_spec(engine, spec, sizeof spec, NULL);

    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    lua_pushstring(L, spec);
    return 1;
}

static void set_limit(lua_State *L, const char *key, uint64_t limit)
{
    if (limit != 0)
        tlua_set_count(L, key, limit);
}

/* As a budget for search(); nil if search() needs one. */
static int engine_own_limits(lua_State *L)
{
    tetress_budget own = TETRESS_BUDGET_INIT;
    int32_t suffices = tetress_engine_own_limits(check_handle(L), &own);

    if (suffices < 0)
        return tlua_raise(L, suffices, NULL);
    if (suffices == 0)
        return 0;
    lua_newtable(L);
    set_limit(L, "nodes", own.nodes);
    set_limit(L, "playouts", own.playouts);
    set_limit(L, "depth", own.depth);
    set_limit(L, "wall_ms", own.wall_ms);
    set_limit(L, "cpu_ms", own.cpu_ms);
    return 1;
}

static int engine_spec(lua_State *L)
{
    return push_spec(L, check_handle(L));
}

static int engine_tostring(lua_State *L)
{
    const tlua_engine *box = tlua_check_userdata(L, 1, TLUA_ENGINE);

    if (box->engine != NULL)
        return push_spec(L, box->engine);
    lua_pushliteral(L, TLUA_ENGINE " (closed)");
    return 1;
}

/* ---- The list of options --------------------------------------------------------------------- */

/* The words of a text between blanks, as a list. */
static void push_words(lua_State *L, const char *text)
{
    int count = 0;

    lua_newtable(L);
    while (*text != '\0') {
        size_t length = strcspn(text, " ");

        if (length > 0) {
            lua_pushlstring(L, text, length);
            lua_rawseti(L, -2, ++count);
        }
        text += length;
        text += strspn(text, " ");
    }
}

static void set_value(lua_State *L, const char *key, int32_t type, const char *text)
{
    if (text == NULL)
        return;
    push_value(L, type, text);
    lua_setfield(L, -2, key);
}

static void push_option(lua_State *L, const tetress_option *option, const char *value)
{
    static const char *const types[] = {"integer", "real", "choice"};

    lua_createtable(L, 0, 8);
    tlua_set_text(L, "name", option->name);
    if (option->type >= TETRESS_OPTION_INTEGER && option->type <= TETRESS_OPTION_CHOICE)
        tlua_set_text(L, "type", types[option->type]);
    tlua_set_text(L, "summary", option->summary);
    set_value(L, "default", option->type, option->default_value);
    set_value(L, "min", option->type, option->minimum);
    set_value(L, "max", option->type, option->maximum);
    set_value(L, "value", option->type, value);
    if (option->choices == NULL)
        return;
    push_words(L, option->choices);
    lua_setfield(L, -2, "choices");
}

static void push_options(lua_State *L, const tetress_engine *engine)
{
    uint32_t count = tetress_engine_option_count(engine);

    lua_createtable(L, (int)count, 0);
    for (uint32_t i = 0; i < count; i++) {
        tetress_option option = TETRESS_OPTION_INIT;
        char value[VALUE_TEXT] = "";
        tetress_status status = tetress_engine_option(engine, i, &option);

        if (status == TETRESS_OK)
            status = tetress_engine_get(engine, option.name, value, sizeof value, NULL, NULL);
        if (status != TETRESS_OK)
            tlua_raise(L, status, NULL);
        push_option(L, &option, value);
        lua_rawseti(L, -2, (int)i + 1);
    }
}

/* The texts belong to the engine, and pushing them may run a finalizer that closes it: freeing
 * waits for the readers. Should Lua run out of memory here, it waits for the collector. */
static int engine_options(lua_State *L)
{
    tlua_engine *box = tlua_check_engine(L, 1);

    box->readers++;
    push_options(L, box->engine);
    box->readers--;
    if (box->readers == 0)
        free_condemned(box);
    return 1;
}

/* ---- The rest -------------------------------------------------------------------------------- */

static int engine_reset(lua_State *L)
{
    tetress_engine *engine = check_handle(L);
    tetress_status status = tetress_engine_reset(engine);

    return status == TETRESS_OK ? 0 : tlua_engine_raise(L, engine, status);
}

static int engine_reseed(lua_State *L)
{
    uint64_t seed = 0;
    tetress_engine *engine;
    tetress_status status;
    const char *fault;

    check_handle(L);
    fault = tlua_to_seed(L, 2, &seed);
    if (fault != NULL)
        return tlua_raise_text(L, TETRESS_EARG, "reseed: the seed %s", fault);
    engine = check_handle(L);
    status = tetress_engine_reseed(engine, seed);
    return status == TETRESS_OK ? 0 : tlua_engine_raise(L, engine, status);
}

static int engine_stop(lua_State *L)
{
    tetress_engine_stop(check_handle(L));
    return 0;
}

/* ---- The type -------------------------------------------------------------------------------- */

static const luaL_Reg META[] = {
    {"__close", engine_close},
    {"__gc", engine_gc},
    {"__tostring", engine_tostring},
    {NULL, NULL},
};

static const luaL_Reg METHODS[] = {
    {"close", engine_close},     {"get", engine_get},
    {"options", engine_options}, {"own_limits", engine_own_limits},
    {"reseed", engine_reseed},   {"reset", engine_reset},
    {"set", engine_set},         {"spec", engine_spec},
    {"stop", engine_stop},       {NULL, NULL},
};

const luaL_Reg tlua_engine_functions[] = {
    {"engine", engine_new},
    {NULL, NULL},
};

void tlua_engine_open(lua_State *L)
{
    tlua_class(L, TLUA_ENGINE, META, METHODS);
}
