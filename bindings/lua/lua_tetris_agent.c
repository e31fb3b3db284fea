/* SPDX-License-Identifier: MIT */
/* Players of the single-player game. */
#include "tetress_lua.h"

/* Roughly what one agent takes. */
#define AGENT_BYTES ((size_t)8 * 1024)

#define DEFAULT_EVALUATOR "tetress"
#define DEFAULT_TRIALS    20000

/* The most measurements of a call: their memory's size fits any size_t. */
#define MOST_COUNT (INT32_MAX / 8)

typedef struct agent_box {
    tetress_tetris_agent *agent; /* NULL: closed */
    int32_t rows;
} agent_box;

/* ---- Handles --------------------------------------------------------------------------------- */

static agent_box *check_box(lua_State *L)
{
    agent_box *box = tlua_check_userdata(L, 1, TLUA_TETRIS_AGENT);

    tlua_argument_check(L, box->agent != NULL, 1, "the agent is closed");
    return box;
}

static tetress_tetris_agent *check_agent(lua_State *L)
{
    return check_box(L)->agent;
}

/* ---- Making and closing ---------------------------------------------------------------------- */

static int agent_new(lua_State *L)
{
    const char *evaluator = lua_isnoneornil(L, 1) ? DEFAULT_EVALUATOR : tlua_check_text(L, 1);
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    uint64_t rows = TETRESS_TETRIS_ROWS, lookahead = 0, width = 2, shallow = 0;
    uint64_t preview = 0, threads = 1;
    const tlua_field fields[] = {
        tlua_whole("rows", 4, TETRESS_TETRIS_ROWS, &rows),
        tlua_whole("lookahead", 0, TETRESS_TETRIS_MOST_LOOKAHEAD, &lookahead),
        tlua_whole("width", 1, TETRESS_TETRIS_MOVES, &width),
        tlua_whole("shallow", 0, TETRESS_TETRIS_ROWS, &shallow),
        tlua_flag("preview", &preview),
        tlua_whole("threads", 1, TETRESS_TETRIS_MOST_THREADS, &threads),
        tlua_no_field(),
    };
    agent_box *box;
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_status status;

    tlua_read_fields(L, 2, "tetris agent", fields);
    if (preview == 1 && lookahead == 0)
        return tlua_raise_text(L, TETRESS_EARG, "tetris agent: preview needs a lookahead");
    options.rows = (uint32_t)rows;
    options.lookahead = (uint32_t)lookahead;
    options.width = (uint32_t)width;
    options.shallow = (uint32_t)shallow;
    options.preview = (uint32_t)preview;
    options.threads = (uint32_t)threads;
    box = lua_newuserdata(L, sizeof *box);
    box->agent = NULL;
    box->rows = (int32_t)rows;
    luaL_getmetatable(L, TLUA_TETRIS_AGENT);
    lua_setmetatable(L, -2);
    status = tetress_tetris_agent_new(NULL, evaluator, &options, &box->agent, &error);
    if (status != TETRESS_OK)
        return tlua_raise(L, status, &error);
    tlua_tell_collector(L, AGENT_BYTES);
    return 1;
}

/* Also __gc and __close. */
static int agent_close(lua_State *L)
{
    agent_box *box = tlua_check_userdata(L, 1, TLUA_TETRIS_AGENT);

    tetress_tetris_agent_free(box->agent);
    box->agent = NULL;
    return 0;
}

static int agent_tostring(lua_State *L)
{
    const agent_box *box = tlua_check_userdata(L, 1, TLUA_TETRIS_AGENT);

    lua_pushstring(L, box->agent != NULL ? TLUA_TETRIS_AGENT : TLUA_TETRIS_AGENT " (closed)");
    return 1;
}

static int agent_rows(lua_State *L)
{
    lua_pushinteger(L, check_box(L)->rows);
    return 1;
}

static int agent_set_weights(lua_State *L)
{
    size_t count;
    int32_t kind = tlua_check_kind(L, 2, &count);
    double weights[TETRESS_TETRIS_S2_WEIGHTS];
    tetress_status status;

    tlua_check_weights(L, 3, count, weights);
    status = tetress_tetris_agent_set_weights(check_agent(L), kind, weights, count);
    if (status == TETRESS_EARG)
        return tlua_raise_text(L, status, "weights must be finite and not all 0");
    return status == TETRESS_OK ? 0 : tlua_raise(L, status, NULL);
}

static int agent_weights(lua_State *L)
{
    double weights[TETRESS_TETRIS_S2_WEIGHTS];
    int32_t kind = TETRESS_TETRIS_S2;
    tetress_status status = tetress_tetris_agent_weights(check_agent(L), &kind, weights);

    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    lua_pushstring(L, kind == TETRESS_TETRIS_S2 ? "s2" : "dt");
    tlua_push_numbers(L, weights,
                      kind == TETRESS_TETRIS_S2 ? TETRESS_TETRIS_S2_WEIGHTS
                                                : TETRESS_TETRIS_DT_WEIGHTS);
    return 2;
}

/* ---- Decisions ------------------------------------------------------------------------------- */

static int decision_raise(lua_State *L, const agent_box *box, tetress_status status)
{
    if (status == TETRESS_EARG)
        return tlua_raise_text(L, status, "the agent is for wells of %d rows", (int)box->rows);
    return tlua_raise(L, status, NULL);
}

static int agent_choose(lua_State *L)
{
    const agent_box *box = check_box(L);
    const tetress_tetris *game = tlua_check_tetris(L, 2);
    int32_t move = -1;
    double value = 0;
    tetress_status status = tetress_tetris_agent_choose(box->agent, game, &move, &value);

    if (status != TETRESS_OK)
        return decision_raise(L, box, status);
    if (move < 0)
        lua_pushnil(L);
    else
        lua_pushinteger(L, move);
    lua_pushnumber(L, (lua_Number)value);
    return 2;
}

static int agent_values(lua_State *L)
{
    const agent_box *box = check_box(L);
    const tetress_tetris *game = tlua_check_tetris(L, 2);
    double values[TETRESS_TETRIS_MOVES];
    int32_t count = tetress_tetris_move_count(tetress_tetris_piece(game));
    tetress_status status =
        tetress_tetris_agent_values(box->agent, game, values, TETRESS_TETRIS_MOVES);

    if (status != TETRESS_OK)
        return decision_raise(L, box, status);
    tlua_push_numbers(L, values, (size_t)count);
    return 1;
}

static int agent_play(lua_State *L)
{
    const agent_box *box = check_box(L);
    tetress_tetris *game = tlua_check_tetris(L, 2);
    uint64_t pieces = UINT64_MAX;
    int64_t given = 0;
    tetress_status status;

    if (!lua_isnoneornil(L, 3)) {
        if (!tlua_to_integer(L, 3, &given) || given < 0)
            return tlua_raise_text(L, TETRESS_EARG, "pieces must be a whole number from 0");
        pieces = (uint64_t)given;
    }
    status = tetress_tetris_agent_play(box->agent, game, pieces);
    return status == TETRESS_OK ? 0 : decision_raise(L, box, status);
}

/* ---- Measuring ------------------------------------------------------------------------------- */

static int agent_games(lua_State *L)
{
    uint64_t count = 1, seed = 0, first = 0, pieces = UINT64_MAX, threads = 1;
    const tlua_field fields[] = {
        tlua_whole("count", 0, MOST_COUNT, &count),
        tlua_seed("seed", &seed),
        tlua_whole("first", 0, INT64_MAX, &first),
        tlua_whole("pieces", 0, INT64_MAX, &pieces),
        tlua_whole("threads", 1, TETRESS_TETRIS_MOST_THREADS, &threads),
        tlua_no_field(),
    };
    uint64_t *lines;
    tetress_status status;

    check_box(L);
    tlua_read_fields(L, 2, "games", fields);
    lines = lua_newuserdata(L, (size_t)count * sizeof *lines);
    status = tetress_tetris_agent_games(check_agent(L), seed, first, (size_t)count, pieces,
                                        (uint32_t)threads, lines);
    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    lua_createtable(L, (int)count, 0);
    for (size_t i = 0; i < count; i++) {
        tlua_push_count(L, lines[i]);
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

static int agent_split(lua_State *L)
{
    uint64_t count = 1, seed = 0, trials = DEFAULT_TRIALS, threads = 1;
    const tlua_field fields[] = {
        tlua_whole("count", 0, MOST_COUNT, &count),
        tlua_seed("seed", &seed),
        tlua_whole("trials", 1, TETRESS_TETRIS_MOST_TRIALS, &trials),
        tlua_whole("threads", 1, TETRESS_TETRIS_MOST_THREADS, &threads),
        tlua_no_field(),
    };
    double *lines;
    tetress_status status;

    check_box(L);
    tlua_read_fields(L, 2, "split", fields);
    lines = lua_newuserdata(L, (size_t)count * sizeof *lines);
    status = tetress_tetris_agent_split(check_agent(L), seed, (size_t)count, (uint32_t)trials,
                                        (uint32_t)threads, lines);
    if (status == TETRESS_EARG)
        return tlua_raise_text(L, status, "splitting is for wells of 14 rows and more");
    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    tlua_push_numbers(L, lines, (size_t)count);
    return 1;
}

/* ---- The type -------------------------------------------------------------------------------- */

static int list_evaluators(lua_State *L)
{
    lua_newtable(L);
    for (uint32_t i = 0; tetress_tetris_evaluator_name(i) != NULL; i++) {
        lua_createtable(L, 0, 2);
        tlua_set_text(L, "name", tetress_tetris_evaluator_name(i));
        tlua_set_text(L, "summary", tetress_tetris_evaluator_summary(i));
        lua_rawseti(L, -2, (int)i + 1);
    }
    return 1;
}

static const luaL_Reg META[] = {
    {"__close", agent_close},
    {"__gc", agent_close},
    {"__tostring", agent_tostring},
    {NULL, NULL},
};

static const luaL_Reg METHODS[] = {
    {"choose", agent_choose},   {"close", agent_close},
    {"games", agent_games},     {"play", agent_play},
    {"rows", agent_rows},       {"set_weights", agent_set_weights},
    {"weights", agent_weights}, {"split", agent_split},
    {"values", agent_values},   {NULL, NULL},
};

const luaL_Reg tlua_tetris_agent_functions[] = {
    {"agent", agent_new},
    {"evaluators", list_evaluators},
    {NULL, NULL},
};

void tlua_tetris_agent_open(lua_State *L)
{
    tlua_class(L, TLUA_TETRIS_AGENT, META, METHODS);
}
