/* SPDX-License-Identifier: MIT */
/* Runs a search for a script, and its callbacks such that no Lua error crosses a frame of the
 * library. */
#include <string.h>

#include "tetress_lua.h"

/* An evaluator may ask another engine, whose evaluator may ask another, each on the same C stack;
 * a search takes up to a few hundred KiB of it. */
#define MAX_NESTED 8
#define NESTED     "tetress.nested"

#define EVALUATION_LIMIT 1000000 /* where the library cuts, too */

/* ---- Budgets --------------------------------------------------------------------------------- */

typedef enum limit_type { LIMIT_32, LIMIT_64, LIMIT_FLAG } limit_type;

typedef struct limit {
    const char *name;
    limit_type type;
    size_t offset; /* in tetress_budget */
    uint32_t flag; /* of LIMIT_FLAG */
    int64_t least; /* of the others */
} limit;

#define AT(field) offsetof(tetress_budget, field)

static const limit LIMITS[] = {
    {"clock_ms", LIMIT_32, AT(clock_ms), 0, 1},
    {"cpu_clock", LIMIT_FLAG, AT(flags), TETRESS_BUDGET_CPU_CLOCK, 0},
    {"cpu_ms", LIMIT_32, AT(cpu_ms), 0, 1},
    {"depth", LIMIT_32, AT(depth), 0, 1},
    {"increment_ms", LIMIT_32, AT(increment_ms), 0, 0},
    {"infinite", LIMIT_FLAG, AT(flags), TETRESS_BUDGET_INFINITE, 0},
    {"nodes", LIMIT_64, AT(nodes), 0, 1},
    {"playouts", LIMIT_64, AT(playouts), 0, 1},
    {"wall_ms", LIMIT_32, AT(wall_ms), 0, 1},
};

static const limit *find_limit(const char *key)
{
    for (size_t i = 0; i < sizeof LIMITS / sizeof LIMITS[0]; i++) {
        if (strcmp(LIMITS[i].name, key) == 0)
            return &LIMITS[i];
    }
    return NULL;
}

static void read_flag(lua_State *L, const limit *field, tetress_budget *budget)
{
    if (!lua_isboolean(L, -1))
        tlua_raise_text(L, TETRESS_EARG, "budget: %s must be true or false, not a %s", field->name,
                        luaL_typename(L, -1));
    if (lua_toboolean(L, -1))
        budget->flags |= field->flag;
    else
        budget->flags &= ~field->flag;
}

/* Zero is no limit in C; in a script it is a mistake that would search for ever. */
static void read_number(lua_State *L, const limit *field, tetress_budget *budget)
{
    unsigned char *target = (unsigned char *)budget + field->offset;
    bool wide = field->type == LIMIT_64;
    int64_t value = 0;
    uint64_t large;
    uint32_t small;

    if (!tlua_to_whole(L, -1, &value) || value < field->least || (!wide && value > UINT32_MAX))
        tlua_raise_text(L, TETRESS_EARG, "budget: %s must be a whole number from %d to %s",
                        field->name, (int)field->least,
                        wide ? "9223372036854775807" : "4294967295");
    large = (uint64_t)value;
    small = (uint32_t)value;
    memcpy(target, wide ? (void *)&large : (void *)&small, wide ? sizeof large : sizeof small);
}

bool tlua_read_limit(lua_State *L, const char *key, tetress_budget *budget)
{
    const limit *field = find_limit(key);

    if (field == NULL)
        return false;
    if (field->type == LIMIT_FLAG)
        read_flag(L, field, budget);
    else
        read_number(L, field, budget);
    return true;
}

static const char *push_meant_limit(lua_State *L, const char *key)
{
    const char *names[sizeof LIMITS / sizeof LIMITS[0] + 2];
    size_t count = 0;

    for (; count < sizeof LIMITS / sizeof LIMITS[0]; count++)
        names[count] = LIMITS[count].name;
    names[count++] = "info";
    names[count] = NULL;
    return tlua_push_meant(L, key, names, false);
}

/* The budget table at `index`, and its info function into slot `info`. */
static void read_budget(lua_State *L, int index, int info, tetress_budget *budget)
{
    lua_pushnil(L);
    while (lua_next(L, index) != 0) {
        const char *key = tlua_field_name(L, "budget");

        if (strcmp(key, "info") == 0) {
            if (!lua_isfunction(L, -1))
                tlua_raise_text(L, TETRESS_EARG, "budget: info must be a function, not a %s",
                                luaL_typename(L, -1));
            lua_pushvalue(L, -1);
            lua_replace(L, info);
        } else if (!tlua_read_limit(L, key, budget)) {
            tlua_raise_text(L, TETRESS_EUNKNOWN, "budget: there is no field \"%s\"%s", key,
                            push_meant_limit(L, key));
        }
        lua_pop(L, 1);
    }
    if (budget->increment_ms != 0 && budget->clock_ms == 0)
        tlua_raise_text(L, TETRESS_EARG, "budget: increment_ms means nothing without clock_ms");
}

/* ---- Results --------------------------------------------------------------------------------- */

static void set_score(lua_State *L, int32_t score, double win, int32_t mate)
{
    tlua_set_int(L, "score", score);
    tlua_set_number(L, "win", win);
    if (mate != 0) /* nil, not 0, which is true in Lua */
        tlua_set_int(L, "mate", mate);
}

static void push_line(lua_State *L, const tetress_line *line)
{
    lua_createtable(L, 0, 9);
    tlua_set_count(L, "rank", line->rank);
    tlua_set_int(L, "move", line->move);
    set_score(L, line->score, line->win, line->mate);
    tlua_set_count(L, "depth", line->depth);
    tlua_set_count(L, "visits", line->visits);
    tlua_set_number(L, "prior", line->prior);
    tlua_push_moves(L, line->pv, line->pv_length);
    lua_setfield(L, -2, "pv");
}

/* A result but for its lines. */
static void push_summary(lua_State *L, const tetress_result *result)
{
    lua_createtable(L, 0, 16);
    tlua_set_int(L, "move", result->move);
    set_score(L, result->score, result->win, result->mate);
    tlua_set_count(L, "depth", result->depth);
    tlua_set_count(L, "selective_depth", result->selective_depth);
    tlua_set_count(L, "nodes", result->nodes);
    tlua_set_count(L, "playouts", result->playouts);
    tlua_set_count(L, "wall_ms", result->wall_ms);
    tlua_set_count(L, "cpu_ms", result->cpu_ms);
    tlua_set_count(L, "hash_permille", result->hash_permille);
    tlua_set_count(L, "cache_lookups", result->cache_lookups);
    tlua_set_count(L, "cache_hits", result->cache_hits);
}

/* Line `index` of the engine at 1, which is asked anew each time: see tetress_lua.h. */
static void push_engine_line(lua_State *L, uint32_t index)
{
    const tetress_engine *engine = tlua_check_engine(L, 1)->engine;
    tetress_line line = TETRESS_LINE_INIT;
    tetress_status status = tetress_engine_line(engine, index, &line);

    if (status != TETRESS_OK)
        tlua_raise(L, status, NULL);
    push_line(L, &line);
}

static void push_result(lua_State *L, const tetress_result *result)
{
    push_summary(L, result);
    tlua_set_text(L, "stop_reason", tetress_stop_name(result->stop_reason));
    lua_createtable(L, (int)result->lines, 0);
    for (uint32_t i = 0; i < result->lines; i++) {
        push_engine_line(L, i);
        if (i == 0) {
            lua_getfield(L, -1, "pv");
            lua_setfield(L, -4, "pv");
        }
        lua_rawseti(L, -2, (int)i + 1);
    }
    lua_setfield(L, -2, "lines");
}

/* ---- Callbacks ------------------------------------------------------------------------------- */

/* Called between lua_pcall and its return to the library: moves one value, allocates nothing. */
static void call_fail(tlua_call *call)
{
    lua_replace(call->L, call->error);
    call->failed = true;
    /* One evaluation consumes no request to stop: it would hit the next search. */
    if (call->searching)
        tetress_engine_stop(call->engine);
}

/* Runs under lua_pcall: (engine, info function) -> stop? */
static int guard_info(lua_State *L)
{
    const tlua_engine *box = lua_touserdata(L, 1);

    push_summary(L, box->call->so_far);
    push_line(L, box->call->line);
    lua_call(L, 2, 1);
    lua_pushboolean(L, lua_toboolean(L, -1));
    return 1;
}

static int32_t on_info(const tetress_result *so_far, const tetress_line *line, void *user)
{
    tlua_call *call = user;
    lua_State *L = call->L;
    int stop;

    if (call->failed)
        return 1;
    call->so_far = so_far;
    call->line = line;
    lua_pushvalue(L, call->guard_info);
    lua_pushvalue(L, call->engine_slot);
    lua_pushvalue(L, call->info);
    if (lua_pcall(L, 2, 1, 0) != 0) {
        call_fail(call);
        return 1;
    }
    stop = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return stop;
}

/* Runs under lua_pcall: (evaluator, position) -> number, never NaN */
static int guard_evaluator(lua_State *L)
{
    lua_call(L, 1, 1);
    if (lua_type(L, -1) != LUA_TNUMBER)
        return luaL_error(L, "the evaluator returned a %s, not a number of centi-tokens",
                          luaL_typename(L, -1));
    if (!lua_rawequal(L, -1, -1))
        return luaL_error(L, "the evaluator returned NaN");
    return 1;
}

/* To the nearest whole centi-token, half away from zero. */
static int32_t round_evaluation(double value)
{
    if (value >= EVALUATION_LIMIT)
        return EVALUATION_LIMIT;
    if (value <= -EVALUATION_LIMIT)
        return -EVALUATION_LIMIT;
    return (int32_t)(value < 0 ? value - 0.5 : value + 0.5);
}

static int32_t on_evaluate(const tetress_game *position, void *user)
{
    tlua_call *call = ((tlua_engine *)user)->call;
    lua_State *L = call->L;
    tlua_game *lent = lua_touserdata(L, call->position);
    int32_t score;
    int failure;

    if (call->failed)
        return 0;
    lent->view = position;
    lua_pushvalue(L, call->guard_evaluator);
    lua_pushvalue(L, call->evaluator);
    lua_pushvalue(L, call->position);
    failure = lua_pcall(L, 2, 1, 0);
    lent->view = NULL;
    if (failure != 0) {
        call_fail(call);
        return 0;
    }
    score = round_evaluation((double)lua_tonumber(L, -1));
    lua_pop(L, 1);
    return score;
}

/* ---- Calling the library --------------------------------------------------------------------- */

/* How many searches run inside one another in this Lua. */
static int *push_nested(lua_State *L)
{
    lua_getfield(L, LUA_REGISTRYINDEX, NESTED);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        *(int *)lua_newuserdata(L, sizeof(int)) = 0;
        lua_pushvalue(L, -1);
        lua_setfield(L, LUA_REGISTRYINDEX, NESTED);
    }
    return lua_touserdata(L, -1);
}

static int push_and_count(lua_State *L, lua_CFunction function)
{
    lua_pushcfunction(L, function);
    return lua_gettop(L);
}

/* Everything that the callbacks will push lies on the stack before the library is called: pushing a
 * copy allocates nothing, and so cannot raise. */
static void call_prepare(lua_State *L, tlua_call *call, int engine, int info)
{
    memset(call, 0, sizeof *call);
    luaL_checkstack(L, 2 * LUA_MINSTACK, "too many nested searches");
    call->L = L;
    call->engine_slot = engine;
    call->info = info;
    call->guard_info = push_and_count(L, guard_info);
    call->guard_evaluator = push_and_count(L, guard_evaluator);
    tlua_get_table(L, engine);
    lua_rawgeti(L, -1, TLUA_SLOT_EVALUATOR);
    call->evaluator = lua_gettop(L);
    lua_rawgeti(L, -2, TLUA_SLOT_POSITION);
    call->position = lua_gettop(L);
    lua_pushnil(L);
    call->error = lua_gettop(L);
}

static void call_begin(lua_State *L, tlua_call *call, int engine, int game, int info)
{
    int *nested;
    tlua_engine *box;
    tlua_game *target;

    tlua_check_engine(L, engine);
    call_prepare(L, call, engine, info);
    nested = push_nested(L);
    target = tlua_check_game(L, game);
    box = tlua_check_engine(L, engine);
    if (box->call != NULL)
        tlua_raise(L, TETRESS_EBUSY, NULL);
    if (*nested >= MAX_NESTED)
        tlua_raise_text(L, TETRESS_EBUSY, "%d searches run inside one another already", MAX_NESTED);
    call->engine = box->engine;
    box->call = call;
    target->searches++;
    ++*nested;
}

/* Undo what call_begin() did; then raise what went wrong, if anything did. */
static void call_end(lua_State *L, tlua_call *call, int engine, int game, tetress_status status)
{
    tlua_engine *box = lua_touserdata(L, engine);
    tlua_game *target = lua_touserdata(L, game);

    --*(int *)lua_touserdata(L, call->error + 1);
    target->searches--;
    box->call = NULL;
    if (call->failed) {
        lua_pushvalue(L, call->error);
        lua_error(L);
    }
    if (status == TETRESS_EARG && call->searching) /* all else has been checked */
        tlua_raise_text(L, status,
                        "no limit would end this player's search; give it one: nodes = ..., "
                        "wall_ms = ..., cpu_ms = ... or clock_ms = ...");
    if (status != TETRESS_OK)
        tlua_engine_raise(L, call->engine, status);
}

void tlua_search(lua_State *L, int engine, int game, int info, const tetress_budget *budget,
                 tetress_result *result)
{
    int top = lua_gettop(L);
    tlua_call call;
    tetress_status status;

    call_begin(L, &call, engine, game, info);
    call.searching = true;
    /* Set anew before every search, so it never matters that `call` is gone after this one. */
    status = tetress_engine_set_info(call.engine, info == 0 ? NULL : on_info, &call);
    if (status == TETRESS_OK)
        status = tetress_engine_search(call.engine, ((tlua_game *)lua_touserdata(L, game))->view,
                                       budget, result);
    call_end(L, &call, engine, game, status);
    lua_settop(L, top);
}

/* ---- Methods --------------------------------------------------------------------------------- */

static int engine_search(lua_State *L)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;

    lua_settop(L, 3);
    lua_pushnil(L); /* room for the info function */
    tlua_check_engine(L, 1);
    tlua_check_game(L, 2);
    if (!lua_isnil(L, 3)) {
        tlua_check_fields(L, 3, "nodes = 10000");
        read_budget(L, 3, 4, &budget);
    }
    tlua_search(L, 1, 2, lua_isfunction(L, 4) ? 4 : 0, &budget, &result);
    push_result(L, &result);
    return 1;
}

static int engine_evaluate(lua_State *L)
{
    int32_t score = 0;
    tlua_call call;
    tetress_status status;

    lua_settop(L, 2);
    call_begin(L, &call, 1, 2, 0);
    status =
        tetress_engine_evaluate(call.engine, ((tlua_game *)lua_touserdata(L, 2))->view, &score);
    call_end(L, &call, 1, 2, status);
    lua_pushinteger(L, score);
    return 1;
}

static int engine_set_evaluator(lua_State *L)
{
    tlua_engine *box;
    bool own;
    tetress_status status;

    lua_settop(L, 2);
    own = !lua_isnil(L, 2);
    if (own)
        tlua_check_type(L, 2, LUA_TFUNCTION);
    else
        lua_pushboolean(L, 0);
    box = tlua_check_engine(L, 1);
    status = tetress_engine_set_evaluator(box->engine, own ? on_evaluate : NULL, box);
    if (status != TETRESS_OK)
        return tlua_engine_raise(L, box->engine, status);
    tlua_get_table(L, 1);
    lua_insert(L, -2);
    lua_rawseti(L, -2, TLUA_SLOT_EVALUATOR);
    return 0;
}

/* Weights of the evaluator `region` as a string, or nil for those built in. */
static int engine_set_weights(lua_State *L)
{
    size_t size = 0;
    const char *data = lua_isnoneornil(L, 2) ? NULL : tlua_check_string(L, 2, &size);
    tlua_engine *box = tlua_check_engine(L, 1);
    tetress_status status = tetress_engine_set_weights(box->engine, data, size);

    if (status != TETRESS_OK)
        return tlua_engine_raise(L, box->engine, status);
    tlua_get_table(L, 1);
    lua_pushboolean(L, 0);
    lua_rawseti(L, -2, TLUA_SLOT_EVALUATOR);
    return 0;
}

const luaL_Reg tlua_search_methods[] = {
    {"evaluate", engine_evaluate},
    {"search", engine_search},
    {"set_evaluator", engine_set_evaluator},
    {"set_weights", engine_set_weights},
    {NULL, NULL},
};
