/* SPDX-License-Identifier: MIT */
/* Matches of two players that a script starts: their options, games and results as tables. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tetress_lua.h"

#define DEFAULT_GAMES   100
#define DEFAULT_OPENING 4
#define DEFAULT_SEED    1
#define DEFAULT_NODES   2000 /* for players without limits of their own */

/* Random games last 48 actions on average; most get past this many. One that does not is drawn
 * again. */
#define MAX_OPENING 30
#define MAX_DRAWS   1000

/* Places on the stack of play_match() */
enum { FIRST = 1, SECOND, OPTIONS, ENGINE_FIRST, ENGINE_SECOND, ON_GAME, GAMES, GAME };

/* What each use of the seed adds, so that no two meet. */
enum { USE_OPENING, USE_FIRST, USE_SECOND, USES };

typedef struct match {
    int64_t games;
    int32_t opening; /* random actions before the players take over */
    uint64_t seed;
    tetress_budget budget;       /* that the caller gives */
    tetress_budget budgets[2];   /* of the searches of each player */
    bool seeded[2];              /* made here, from a spec that sets no seed: the match does */
    int64_t wins, draws, losses; /* of the first player */
    uint64_t pairs[TETRESS_PAIR_OUTCOMES]; /* by the first player's half points */
} match;

/* ---- Options --------------------------------------------------------------------------------- */

static int64_t read_range(lua_State *L, const char *key, int64_t low, int64_t high)
{
    int64_t value = 0;

    if (!tlua_to_integer(L, -1, &value) || value < low || value > high)
        tlua_raise_text(L, TETRESS_EARG, "match: %s must be a whole number from %d to %d", key,
                        (int)low, (int)high);
    return value;
}

static void read_on_game(lua_State *L)
{
    if (!lua_isfunction(L, -1))
        tlua_raise_text(L, TETRESS_EARG, "match: on_game must be a function, not a %s",
                        luaL_typename(L, -1));
    lua_pushvalue(L, -1);
    lua_replace(L, ON_GAME);
}

static void read_seed(lua_State *L, match *m)
{
    const char *fault = tlua_to_seed(L, -1, &m->seed);

    if (fault != NULL)
        tlua_raise_text(L, TETRESS_EARG, "match: seed %s", fault);
}

/* A match has no clock of a whole game, and must end. */
static bool is_for_moves(const char *key)
{
    return strcmp(key, "clock_ms") != 0 && strcmp(key, "increment_ms") != 0 &&
           strcmp(key, "cpu_clock") != 0 && strcmp(key, "infinite") != 0;
}

static void read_option(lua_State *L, const char *key, match *m)
{
    if (strcmp(key, "games") == 0) {
        m->games = read_range(L, key, 2, INT32_MAX);
        if (m->games % 2 != 0)
            tlua_raise_text(L, TETRESS_EARG,
                            "match: games must be even, each opening is played by both sides");
    } else if (strcmp(key, "opening") == 0) {
        m->opening = (int32_t)read_range(L, key, 0, MAX_OPENING);
    } else if (strcmp(key, "seed") == 0) {
        read_seed(L, m);
    } else if (strcmp(key, "on_game") == 0) {
        read_on_game(L);
    } else if (!is_for_moves(key) || !tlua_read_limit(L, key, &m->budget)) {
        static const char *const FIELDS[] = {"games", "opening",  "seed",   "on_game", "nodes",
                                             "depth", "playouts", "cpu_ms", "wall_ms", NULL};

        tlua_raise_text(L, TETRESS_EUNKNOWN, "match: there is no field \"%s\"%s", key,
                        tlua_push_meant(L, key, FIELDS, NULL));
    }
}

static void read_options(lua_State *L, match *m)
{
    if (lua_isnil(L, OPTIONS))
        return;
    tlua_check_type(L, OPTIONS, LUA_TTABLE);
    lua_pushnil(L);
    while (lua_next(L, OPTIONS) != 0) {
        read_option(L, tlua_field_name(L, "match"), m);
        lua_pop(L, 1);
    }
}

/* ---- Players --------------------------------------------------------------------------------- */

/* Has the engine a seed, and is it still the preset? Then its spec named none. */
static bool has_preset_seed(const tetress_engine *engine)
{
    tetress_option option = TETRESS_OPTION_INIT;
    char value[64];

    for (uint32_t i = 0; tetress_engine_option(engine, i, &option) == TETRESS_OK; i++) {
        if (strcmp(option.name, "seed") == 0)
            return tetress_engine_get(engine, "seed", value, sizeof value, NULL) == TETRESS_OK &&
                   strcmp(value, option.default_value) == 0;
    }
    return false;
}

static bool sets_limits(const tetress_budget *budget)
{
    return budget->nodes != 0 || budget->playouts != 0 || budget->depth != 0 ||
           budget->wall_ms != 0 || budget->cpu_ms != 0;
}

/* What the caller gives; if that is nothing, the engine's own limits hold. */
static tetress_budget player_budget(const match *m, const tetress_engine *engine)
{
    tetress_budget budget = m->budget;

    if (!sets_limits(&m->budget) && tetress_engine_own_limits(engine, NULL) != 1)
        budget.nodes = DEFAULT_NODES;
    return budget;
}

/* Put the engine of a player into its place: the caller's own, or one made from a spec. */
static void prepare_player(lua_State *L, match *m, int number)
{
    int player = FIRST + number;

    if (tlua_test_class(L, player, TLUA_ENGINE) != NULL) {
        tlua_check_engine(L, player);
        lua_pushvalue(L, player);
    } else {
        tlua_engine_push(L, tlua_check_text(L, player));
        m->seeded[number] = has_preset_seed(tlua_check_engine(L, -1)->engine);
    }
    m->budgets[number] = player_budget(m, tlua_check_engine(L, -1)->engine);
    lua_replace(L, ENGINE_FIRST + number);
}

/* A seed for one use in one game: the outputs of a splitmix64 generator, by their place. Python
 * does the same, so that a match has the same games in both. */
static uint64_t derive(uint64_t seed, uint64_t game, uint64_t use)
{
    uint64_t z = seed + (USES * game + use + 1) * UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Nothing learnt in one game counts in the next: each can be played again alone. */
static void start_player(lua_State *L, const match *m, int number, uint64_t seed)
{
    tetress_engine *engine = tlua_check_engine(L, ENGINE_FIRST + number)->engine;
    tetress_status status = TETRESS_OK;
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, seed);
    if (m->seeded[number])
        status = tetress_engine_set(engine, "seed", text);
    if (status == TETRESS_OK)
        status = tetress_engine_reset(engine);
    if (status != TETRESS_OK)
        tlua_engine_raise(L, engine, status);
}

/* ---- One game -------------------------------------------------------------------------------- */

static tetress_game *match_game(lua_State *L)
{
    return tlua_check_game(L, GAME)->own;
}

static void play(lua_State *L, tetress_move move)
{
    tetress_game *game = match_game(L);
    tetress_status status = tetress_game_apply(game, move);

    if (status != TETRESS_OK)
        tlua_raise(L, status, tetress_game_error(game));
}

/* Random actions, each from a seed of its own. False if they end the game. */
static bool try_opening(lua_State *L, int32_t actions, uint64_t seed)
{
    for (int32_t i = 0; i < actions; i++) {
        uint64_t state = seed + (uint64_t)i;
        tetress_move move;

        if (tetress_game_random_move(match_game(L), &state, &move) != TETRESS_OK)
            return false;
        play(L, move);
    }
    return tetress_game_reason(match_game(L)) == TETRESS_REASON_NONE;
}

static void play_opening(lua_State *L, int32_t actions, uint64_t seed)
{
    for (uint64_t draw = 0; draw < MAX_DRAWS; draw++) {
        if (try_opening(L, actions, derive(seed, draw, 0)))
            return;
        tetress_game_rewind(match_game(L));
    }
    tlua_raise_text(L, TETRESS_EARG, "match: no opening of %d actions leaves a game to play",
                    (int)actions);
}

static void play_out(lua_State *L, const match *m, int red)
{
    tetress_result result = TETRESS_RESULT_INIT;

    while (tetress_game_reason(match_game(L)) == TETRESS_REASON_NONE) {
        int number = tetress_game_turn(match_game(L)) == TETRESS_RED ? red : 1 - red;

        tlua_search(L, ENGINE_FIRST + number, GAME, 0, &m->budgets[number], &result);
        play(L, result.move);
    }
}

/* The first player's score: 1, 0.5 or 0. */
static double first_score(int32_t winner, int red)
{
    if (winner == TETRESS_NOBODY)
        return 0.5;
    return (winner == TETRESS_RED) == (red == 0) ? 1 : 0;
}

static const char *result_name(int32_t winner)
{
    if (winner == TETRESS_NOBODY)
        return "draw";
    return winner == TETRESS_RED ? "red" : "blue";
}

/* Push what there is to know about the game that was played. */
static void push_record(lua_State *L, const match *m, int64_t number, int red, double score)
{
    tetress_move moves[TETRESS_MAX_ACTIONS];
    size_t count = 0;
    int32_t winner = tetress_game_winner(match_game(L));
    int32_t reason = tetress_game_reason(match_game(L));
    tetress_status status = tetress_game_history(match_game(L), moves, TETRESS_MAX_ACTIONS, &count);

    if (status != TETRESS_OK)
        tlua_raise(L, status, NULL);
    lua_createtable(L, 0, 8);
    tlua_set_count(L, "pair", (uint64_t)number / 2);
    tlua_set_text(L, "first_colour", red == 0 ? "red" : "blue");
    tlua_set_text(L, "result", result_name(winner));
    tlua_set_text(L, "reason", tetress_outcome_name(reason));
    tlua_set_number(L, "score", score);
    tlua_set_int(L, "opening", m->opening);
    tlua_push_moves(L, moves, count);
    lua_setfield(L, -2, "moves");
}

static void tell_game(lua_State *L, const match *m, int64_t number)
{
    if (!lua_isfunction(L, ON_GAME))
        return;
    lua_pushvalue(L, ON_GAME);
    lua_rawgeti(L, GAMES, (int)number + 1);
    tlua_push_count(L, (uint64_t)number + 1);
    tlua_push_count(L, (uint64_t)m->games);
    lua_call(L, 3, 0);
}

/* Game `number` from 0; in even ones the first player is red. The score of the first player. */
static double play_game(lua_State *L, match *m, int64_t number)
{
    uint64_t game = (uint64_t)number;
    int red = (int)(number % 2);
    double score;

    lua_settop(L, GAMES);
    tlua_game_push_new(L);
    play_opening(L, m->opening, derive(m->seed, game / 2, USE_OPENING));
    start_player(L, m, 0, derive(m->seed, game, USE_FIRST));
    start_player(L, m, 1, derive(m->seed, game, USE_SECOND));
    play_out(L, m, red);
    score = first_score(tetress_game_winner(match_game(L)), red);
    m->wins += score > 0.75;
    m->losses += score < 0.25;
    m->draws += score > 0.25 && score < 0.75;
    push_record(L, m, number, red, score);
    lua_rawseti(L, GAMES, (int)number + 1);
    tell_game(L, m, number);
    return score;
}

/* ---- The whole match ------------------------------------------------------------------------- */

static void play_pairs(lua_State *L, match *m)
{
    for (int64_t number = 0; number < m->games; number += 2) {
        double points = play_game(L, m, number);

        points += play_game(L, m, number + 1);
        m->pairs[(int)(2 * points)]++;
    }
}

static void set_interval(lua_State *L, const char *key, double low, double high)
{
    lua_createtable(L, 2, 0);
    lua_pushnumber(L, (lua_Number)low);
    lua_rawseti(L, -2, 1);
    lua_pushnumber(L, (lua_Number)high);
    lua_rawseti(L, -2, 2);
    lua_setfield(L, -2, key);
}

static void set_spec(lua_State *L, const char *key, int engine)
{
    char spec[TLUA_SPEC_TEXT];
    tetress_status status =
        tetress_engine_spec(tlua_check_engine(L, engine)->engine, spec, sizeof spec, NULL);

    if (status != TETRESS_OK)
        tlua_raise(L, status, NULL);
    tlua_set_text(L, key, spec);
}

/* A table with what pairs tell. */
static void push_comparison(lua_State *L, const uint64_t pairs[TETRESS_PAIR_OUTCOMES])
{
    tetress_comparison found = TETRESS_COMPARISON_INIT;
    tetress_status status = tetress_compare_pairs(pairs, &found);

    if (status != TETRESS_OK)
        tlua_raise(L, status, NULL);
    lua_createtable(L, 0, 11);
    tlua_set_number(L, "score", found.score);
    set_interval(L, "score_interval", found.low, found.high);
    tlua_set_number(L, "elo", found.elo);
    set_interval(L, "interval", found.elo_low, found.elo_high);
    tlua_set_number(L, "los", found.los);
}

static void push_summary(lua_State *L, const match *m)
{
    push_comparison(L, m->pairs);
    tlua_set_count(L, "wins", (uint64_t)m->wins);
    tlua_set_count(L, "draws", (uint64_t)m->draws);
    tlua_set_count(L, "losses", (uint64_t)m->losses);
    lua_pushvalue(L, GAMES);
    lua_setfield(L, -2, "games");
}

/* How many pairs brought 0, 1/2, 1, 3/2 and 2 points. */
static int compare_pairs(lua_State *L)
{
    uint64_t pairs[TETRESS_PAIR_OUTCOMES];

    tlua_check_type(L, 1, LUA_TTABLE);
    tlua_argument_check(L, tlua_rawlen(L, 1) == TETRESS_PAIR_OUTCOMES, 1,
                        "five counts of pairs expected");
    for (int i = 0; i < TETRESS_PAIR_OUTCOMES; i++) {
        int64_t count = 0;

        lua_rawgeti(L, 1, i + 1);
        if (!tlua_to_whole(L, -1, &count) || count < 0)
            tlua_argument_error(L, 1, "counts of pairs are whole numbers from 0");
        pairs[i] = (uint64_t)count;
        lua_pop(L, 1);
    }
    push_comparison(L, pairs);
    return 1;
}

static int play_match(lua_State *L)
{
    match m = {
        .games = DEFAULT_GAMES,
        .opening = DEFAULT_OPENING,
        .seed = DEFAULT_SEED,
        .budget = TETRESS_BUDGET_INIT,
    };

    lua_settop(L, OPTIONS);
    lua_settop(L, ON_GAME);
    read_options(L, &m);
    prepare_player(L, &m, 0);
    prepare_player(L, &m, 1);
    if (lua_rawequal(L, ENGINE_FIRST, ENGINE_SECOND))
        return tlua_raise_text(L, TETRESS_EARG, "match: an engine cannot play against itself");
    lua_newtable(L);
    play_pairs(L, &m);
    push_summary(L, &m);
    set_spec(L, "first", ENGINE_FIRST);
    set_spec(L, "second", ENGINE_SECOND);
    return 1;
}

const luaL_Reg tlua_match_functions[] = {
    {"compare_pairs", compare_pairs},
    {"play_match", play_match},
    {NULL, NULL},
};
