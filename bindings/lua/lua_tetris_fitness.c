/* SPDX-License-Identifier: MIT */
/* What weights of the single-player game are worth, and how well a mean is known. */
#include "tetress_lua.h"

#define DEFAULT_TRIALS 1000
#define DEFAULT_PIECES 10000

/* The most numbers of a list: their memory's size fits any size_t. */
#define MOST_NUMBERS (INT32_MAX / 8)

/* In the order of the library's numbers. */
static const char *const OBJECTIVES[] = {"split", "lines", "space", NULL};

_Static_assert(TETRESS_TETRIS_SPLIT == 0 && TETRESS_TETRIS_LINES == 1 && TETRESS_TETRIS_SPACE == 2,
               "the list above is in the order of these");

/* ---- Lists of numbers ------------------------------------------------------------------------ */

/* How many elements a list has. */
static size_t check_length(lua_State *L, int index)
{
    size_t count;

    tlua_check_type(L, index, LUA_TTABLE);
    count = tlua_rawlen(L, index);
    tlua_argument_check(L, count <= MOST_NUMBERS, index, "too long a list");
    return count;
}

/* Read `count` numbers of the list on top of the stack, which is in argument `index`. */
static void read_numbers(lua_State *L, int index, size_t count, double *numbers)
{
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, -1, (int)i + 1);
        if (lua_type(L, -1) != LUA_TNUMBER)
            tlua_argument_error(L, index,
                                lua_pushfstring(L, "element %d is a %s, not a number", (int)i + 1,
                                                luaL_typename(L, -1)));
        numbers[i] = (double)lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
}

/* The same of one set of weights. */
static void read_set(lua_State *L, int index, size_t count, double *weights)
{
    if (!lua_istable(L, -1))
        tlua_argument_error(L, index, "weights are a list of numbers");
    if (tlua_rawlen(L, -1) != count)
        tlua_raise_text(L, TETRESS_EARG, "this kind has %d weights, not %d", (int)count,
                        (int)tlua_rawlen(L, -1));
    read_numbers(L, index, count, weights);
}

void tlua_check_weights(lua_State *L, int index, size_t count, double *weights)
{
    tlua_check_type(L, index, LUA_TTABLE);
    lua_pushvalue(L, index);
    read_set(L, index, count, weights);
    lua_pop(L, 1);
}

/* ---- Intervals ------------------------------------------------------------------------------- */

static int interval(lua_State *L)
{
    tetress_tetris_mean mean = TETRESS_TETRIS_MEAN_INIT;
    size_t count = check_length(L, 1);
    double *numbers = lua_newuserdata(L, count * sizeof *numbers);
    tetress_status status;

    lua_pushvalue(L, 1);
    read_numbers(L, 1, count, numbers);
    status = tetress_tetris_interval(numbers, count, &mean);
    if (status == TETRESS_EARG)
        return tlua_raise_text(L, status,
                               "a mean needs at least one number, and all of them finite");
    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    lua_createtable(L, 0, 5);
    tlua_set_count(L, "count", mean.count);
    tlua_set_number(L, "mean", mean.mean);
    tlua_set_number(L, "error", mean.error);
    tlua_set_number(L, "low", mean.low);
    tlua_set_number(L, "high", mean.high);
    return 1;
}

/* ---- Fitness --------------------------------------------------------------------------------- */

static void read_options(lua_State *L, int index, tetress_tetris_options *options,
                         tetress_tetris_objective *objective)
{
    uint64_t rows = TETRESS_TETRIS_ROWS, lookahead = 0, width = 2, shallow = 0;
    uint64_t kind = TETRESS_TETRIS_SPLIT, seed = 0, games = 1, trials = DEFAULT_TRIALS;
    uint64_t pieces = DEFAULT_PIECES, threads = 1;
    const tlua_field fields[] = {
        tlua_whole("rows", 4, TETRESS_TETRIS_ROWS, &rows),
        tlua_whole("lookahead", 0, TETRESS_TETRIS_MOST_LOOKAHEAD, &lookahead),
        tlua_whole("width", 1, TETRESS_TETRIS_MOVES, &width),
        tlua_whole("shallow", 0, TETRESS_TETRIS_ROWS, &shallow),
        tlua_choice("objective", OBJECTIVES, &kind),
        tlua_seed("seed", &seed),
        tlua_whole("games", 1, UINT32_MAX, &games),
        tlua_whole("trials", 1, TETRESS_TETRIS_MOST_TRIALS, &trials),
        tlua_whole("pieces", 1, INT64_MAX, &pieces),
        tlua_whole("threads", 1, TETRESS_TETRIS_MOST_THREADS, &threads),
        tlua_no_field(),
    };

    tlua_read_fields(L, index, "fitness", fields);
    options->rows = (uint32_t)rows;
    options->lookahead = (uint32_t)lookahead;
    options->width = (uint32_t)width;
    options->shallow = (uint32_t)shallow;
    objective->kind = (uint32_t)kind;
    objective->seed = seed;
    objective->games = (uint32_t)games;
    objective->trials = (uint32_t)trials;
    objective->pieces = pieces;
    objective->threads = (uint32_t)threads;
}

static int fitness(lua_State *L)
{
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_tetris_objective objective = TETRESS_TETRIS_OBJECTIVE_INIT;
    size_t length;
    int32_t kind = tlua_check_kind(L, 1, &length);
    size_t count = check_length(L, 2);
    double *weights, *values;
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_status status;

    tlua_argument_check(L, count <= MOST_NUMBERS / TETRESS_TETRIS_S2_WEIGHTS, 2,
                        "too many sets of weights");
    read_options(L, 3, &options, &objective);
    weights = lua_newuserdata(L, count * length * sizeof *weights);
    values = lua_newuserdata(L, count * sizeof *values);
    for (size_t i = 0; i < count; i++) {
        lua_rawgeti(L, 2, (int)i + 1);
        read_set(L, 2, length, weights + i * length);
        lua_pop(L, 1);
    }
    status =
        tetress_tetris_fitness(NULL, &options, kind, weights, count, &objective, values, &error);
    if (status != TETRESS_OK)
        return tlua_raise(L, status, &error);
    tlua_push_numbers(L, values, count);
    return 1;
}

const luaL_Reg tlua_tetris_fitness_functions[] = {
    {"fitness", fitness},
    {"interval", interval},
    {NULL, NULL},
};
