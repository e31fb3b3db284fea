/* SPDX-License-Identifier: MIT */
/* Matches of two players that a script starts: their options, games and results as tables. */
#include <math.h>
#include <string.h>

#include "tetress_lua.h"

#define TLUA_MATCH "tetress.match" /* a type that no script gets to see */

/* Places on the stack of play_match() */
enum {
    FIRST = 1,
    SECOND,
    OPTIONS,
    MATCH,
    ENGINE_FIRST,
    ENGINE_SECOND,
    ON_GAME,
    OPENINGS,
    GAMES,
    GAME
};

/* In a userdata, so that the library's match is freed whatever is raised. */
typedef struct match {
    tetress_match *match;
    tetress_match_settings settings;
    tetress_budget budget;     /* that the caller gives */
    tetress_budget budgets[2]; /* of the searches of each player */
    bool seeded[2];            /* made here, from a spec */
} match;

/* ---- The match of the library ---------------------------------------------------------------- */

static int free_match(lua_State *L)
{
    match *m = lua_touserdata(L, 1);

    tetress_match_free(m->match);
    m->match = NULL;
    return 0;
}

void tlua_match_open(lua_State *L)
{
    static const luaL_Reg META[] = {{"__gc", free_match}, {NULL, NULL}};

    tlua_class(L, TLUA_MATCH, META, NULL);
}

/* Push an empty match, which the caller then fills. */
static match *push_match(lua_State *L)
{
    match *m = lua_newuserdata(L, sizeof *m);

    memset(m, 0, sizeof *m);
    m->settings = (tetress_match_settings)TETRESS_MATCH_SETTINGS_INIT;
    m->budget = (tetress_budget)TETRESS_BUDGET_INIT;
    luaL_getmetatable(L, TLUA_MATCH);
    lua_setmetatable(L, -2);
    return m;
}

static void add_openings(lua_State *L, match *m)
{
    size_t count = lua_istable(L, OPENINGS) ? tlua_rawlen(L, OPENINGS) : 0;

    for (size_t i = 0; i < count; i++) {
        tetress_status status;

        lua_rawgeti(L, OPENINGS, (int)i + 1);
        if (lua_type(L, -1) != LUA_TSTRING)
            tlua_raise_text(L, TETRESS_EARG, "match: openings must be positions in text, not a %s",
                            luaL_typename(L, -1));
        status = tetress_match_add_opening(m->match, tlua_check_text(L, -1));
        if (status != TETRESS_OK)
            tlua_raise(L, status, tetress_match_error(m->match));
        lua_pop(L, 1);
    }
}

static void make_match(lua_State *L, match *m)
{
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_status status = tetress_match_new(NULL, &m->settings, &m->match, &error);

    if (status != TETRESS_OK)
        tlua_raise(L, status, &error);
    add_openings(L, m);
}

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

static void read_openings(lua_State *L)
{
    if (!lua_istable(L, -1))
        tlua_raise_text(L, TETRESS_EARG, "match: openings must be a list, not a %s",
                        luaL_typename(L, -1));
    if (tlua_rawlen(L, -1) == 0)
        tlua_raise_text(
            L, TETRESS_EARG,
            "match: openings has no position; leave it out to begin with random actions");
    lua_pushvalue(L, -1);
    lua_replace(L, OPENINGS);
}

static void read_seed(lua_State *L, match *m)
{
    const char *fault = tlua_to_seed(L, -1, &m->settings.seed);

    if (fault != NULL)
        tlua_raise_text(L, TETRESS_EARG, "match: seed %s", fault);
}

/* The number at index `place` of the list on top of the stack; NaN for anything else. */
static double listed_number(lua_State *L, int place)
{
    double number = (double)NAN;

    lua_rawgeti(L, -1, place);
    if (lua_type(L, -1) == LUA_TNUMBER)
        number = (double)lua_tonumber(L, -1);
    lua_pop(L, 1);
    return number;
}

static void read_sprt(lua_State *L, match *m)
{
    double elo0 = (double)NAN, elo1 = (double)NAN;

    if (lua_istable(L, -1) && tlua_rawlen(L, -1) == 2) {
        elo0 = listed_number(L, 1);
        elo1 = listed_number(L, 2);
    }
    if (!(elo0 < elo1))
        tlua_raise_text(L, TETRESS_EARG,
                        "match: sprt must be two numbers of Elo, the smaller first");
    m->settings.elo0 = elo0;
    m->settings.elo1 = elo1;
}

static void read_sprt_error(lua_State *L, match *m)
{
    if (lua_type(L, -1) != LUA_TNUMBER)
        tlua_raise_text(L, TETRESS_EARG, "match: sprt_error must be a number, not a %s",
                        luaL_typename(L, -1));
    m->settings.alpha = (double)lua_tonumber(L, -1);
    m->settings.beta = m->settings.alpha;
}

/* A match has no clock of a whole game, and must end. */
static bool is_for_moves(const char *key)
{
    return strcmp(key, "clock_ms") != 0 && strcmp(key, "increment_ms") != 0 &&
           strcmp(key, "cpu_clock") != 0 && strcmp(key, "infinite") != 0;
}

/* Fields that set the match, but for the limits of searches. */
static bool read_setting(lua_State *L, const char *key, match *m)
{
    if (strcmp(key, "games") == 0)
        m->settings.games = (uint64_t)read_range(L, key, 2, INT32_MAX);
    else if (strcmp(key, "opening") == 0)
        m->settings.opening = (uint32_t)read_range(L, key, 0, TETRESS_MATCH_MAX_OPENING);
    else if (strcmp(key, "openings") == 0)
        read_openings(L);
    else if (strcmp(key, "seed") == 0)
        read_seed(L, m);
    else if (strcmp(key, "sprt") == 0)
        read_sprt(L, m);
    else if (strcmp(key, "sprt_error") == 0)
        read_sprt_error(L, m);
    else if (strcmp(key, "on_game") == 0)
        read_on_game(L);
    else
        return false;
    return true;
}

static void read_option(lua_State *L, const char *key, match *m)
{
    static const char *const FIELDS[] = {"games",      "opening", "openings", "seed",  "sprt",
                                         "sprt_error", "on_game", "nodes",    "depth", "playouts",
                                         "cpu_ms",     "wall_ms", NULL};

    if (!read_setting(L, key, m) && (!is_for_moves(key) || !tlua_read_limit(L, key, &m->budget)))
        tlua_raise_text(L, TETRESS_EUNKNOWN, "match: there is no field \"%s\"%s", key,
                        tlua_push_meant(L, key, FIELDS, false));
}

static void read_options(lua_State *L, match *m)
{
    if (lua_isnil(L, OPTIONS))
        return;
    tlua_check_fields(L, OPTIONS, "games = 100");
    lua_pushnil(L);
    while (lua_next(L, OPTIONS) != 0) {
        read_option(L, tlua_field_name(L, "match"), m);
        lua_pop(L, 1);
    }
}

/* ---- Players --------------------------------------------------------------------------------- */

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
        budget.nodes = TETRESS_MATCH_NODES;
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
        m->seeded[number] = true;
    }
    m->budgets[number] = player_budget(m, tlua_check_engine(L, -1)->engine);
    lua_replace(L, ENGINE_FIRST + number);
}

/* The engine of a player. The caller's own may have been closed by a callback since. */
static tetress_engine *match_engine(lua_State *L, int number)
{
    const tlua_engine *box = lua_touserdata(L, ENGINE_FIRST + number);

    tlua_argument_check(L, box->engine != NULL, FIRST + number, "the engine is closed");
    return box->engine;
}

/* Nothing learnt in one game counts in the next: each can be played again alone. */
static void start_player(lua_State *L, const match *m, int number, uint64_t seed)
{
    tetress_engine *engine = match_engine(L, number);
    tetress_status status =
        m->seeded[number] ? tetress_engine_reseed(engine, seed) : tetress_engine_reset(engine);

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

static void play_out(lua_State *L, const match *m, int32_t first_colour)
{
    tetress_result result = TETRESS_RESULT_INIT;

    while (tetress_game_reason(match_game(L)) == TETRESS_REASON_NONE) {
        int number = tetress_game_turn(match_game(L)) == first_colour ? 0 : 1;

        match_engine(L, number);
        tlua_search(L, ENGINE_FIRST + number, GAME, 0, &m->budgets[number], &result);
        play(L, result.move);
    }
}

/* The first player's score: 1, 0.5 or 0. */
static double first_score(int32_t winner, int32_t first_colour)
{
    if (winner == TETRESS_NOBODY)
        return 0.5;
    return winner == first_colour ? 1 : 0;
}

/* Set where the moves of the record on top begin: after a random opening from the empty board, or
 * at a position of the caller's. */
static void set_start(lua_State *L)
{
    const tetress_game *game = match_game(L);
    int32_t start = tetress_game_start_ply(game);
    int32_t opening = tetress_game_ply(game) - start;
    bool is_empty =
        tetress_game_tokens(game, TETRESS_RED) + tetress_game_tokens(game, TETRESS_BLUE) == 0;
    char text[TETRESS_POSITION_TEXT];

    tetress_game_to_text(game, text, sizeof text, NULL);
    tlua_set_int(L, "opening", opening);
    if (start > 0 || (opening == 0 && !is_empty))
        tlua_set_text(L, "start", text);
}

/* Set what there is to know about the game that was played in the record on top. */
static void set_end(lua_State *L, int32_t first_colour)
{
    tetress_move moves[TETRESS_MAX_ACTIONS];
    size_t count = 0;
    int32_t winner = tetress_game_winner(match_game(L));
    int32_t reason = tetress_game_reason(match_game(L));
    tetress_status status = tetress_game_history(match_game(L), moves, TETRESS_MAX_ACTIONS, &count);

    if (status != TETRESS_OK)
        tlua_raise(L, status, NULL);
    tlua_set_text(L, "result", winner == TETRESS_NOBODY ? "draw" : tetress_colour_name(winner));
    tlua_set_text(L, "reason", tetress_reason_name(reason));
    tlua_set_number(L, "score", first_score(winner, first_colour));
    tlua_push_moves(L, moves, count);
    lua_setfield(L, -2, "moves");
}

static void tell_game(lua_State *L, const match *m, uint64_t number)
{
    if (!lua_isfunction(L, ON_GAME))
        return;
    lua_pushvalue(L, ON_GAME);
    lua_rawgeti(L, GAMES, (int)number + 1);
    tlua_push_count(L, number + 1);
    tlua_push_count(L, m->settings.games);
    lua_call(L, 3, 0);
}

static void play_game(lua_State *L, match *m, const tetress_match_task *task)
{
    tetress_status status;

    lua_settop(L, GAMES);
    tlua_game_push_start(L, m->match, task->number);
    lua_createtable(L, 0, 8);
    tlua_set_count(L, "pair", task->number / 2);
    tlua_set_text(L, "first_colour", tetress_colour_name(task->first_colour));
    set_start(L);
    for (int i = 0; i < 2; i++)
        start_player(L, m, i, task->seeds[i]);
    play_out(L, m, task->first_colour);
    set_end(L, task->first_colour);
    lua_rawseti(L, GAMES, (int)task->number + 1);
    status = tetress_match_add_result(m->match, task->number, tetress_game_winner(match_game(L)));
    if (status != TETRESS_OK)
        tlua_raise(L, status, tetress_match_error(m->match));
    tell_game(L, m, task->number);
}

/* ---- The whole match ------------------------------------------------------------------------- */

static void play_games(lua_State *L, match *m)
{
    tetress_match_task task = TETRESS_MATCH_TASK_INIT;
    tetress_status status;

    while ((status = tetress_match_next(m->match, &task)) == TETRESS_OK)
        play_game(L, m, &task);
    if (status != TETRESS_EOVER)
        tlua_raise(L, status, tetress_match_error(m->match));
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
static void push_comparison(lua_State *L, const tetress_comparison *found)
{
    lua_createtable(L, 0, 12);
    tlua_set_number(L, "score", found->score);
    set_interval(L, "score_interval", found->low, found->high);
    tlua_set_number(L, "elo", found->elo);
    set_interval(L, "interval", found->elo_low, found->elo_high);
    tlua_set_number(L, "los", found->los);
}

static void set_test(lua_State *L, const match *m, const tetress_standing *standing)
{
    bool is_decided = standing->verdict != TETRESS_SPRT_UNDECIDED;

    if (!(m->settings.elo0 < m->settings.elo1))
        return;
    lua_createtable(L, 0, 5);
    tlua_set_number(L, "elo0", m->settings.elo0);
    tlua_set_number(L, "elo1", m->settings.elo1);
    tlua_set_number(L, "llr", standing->llr);
    set_interval(L, "bounds", standing->llr_low, standing->llr_high);
    tlua_set_text(L, "verdict", is_decided ? tetress_sprt_name(standing->verdict) : NULL);
    lua_setfield(L, -2, "sprt");
}

static void push_summary(lua_State *L, const match *m)
{
    tetress_standing standing = TETRESS_STANDING_INIT;
    tetress_comparison found = TETRESS_COMPARISON_INIT;

    tetress_match_summary(m->match, &standing, &found);
    push_comparison(L, &found);
    tlua_set_count(L, "wins", standing.wins);
    tlua_set_count(L, "draws", standing.draws);
    tlua_set_count(L, "losses", standing.losses);
    set_test(L, m, &standing);
    lua_pushvalue(L, GAMES);
    lua_setfield(L, -2, "games");
}

/* How many pairs brought 0, 1/2, 1, 3/2 and 2 points. */
static int compare_pairs(lua_State *L)
{
    uint64_t pairs[TETRESS_PAIR_OUTCOMES];
    tetress_comparison found = TETRESS_COMPARISON_INIT;

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
    tetress_compare_pairs(pairs, &found);
    push_comparison(L, &found);
    return 1;
}

static int play_match(lua_State *L)
{
    match *m;

    lua_settop(L, OPTIONS);
    m = push_match(L);
    lua_settop(L, OPENINGS);
    read_options(L, m);
    make_match(L, m);
    prepare_player(L, m, 0);
    prepare_player(L, m, 1);
    if (lua_rawequal(L, ENGINE_FIRST, ENGINE_SECOND))
        return tlua_raise_text(L, TETRESS_EARG, "match: an engine cannot play against itself");
    lua_newtable(L);
    play_games(L, m);
    push_summary(L, m);
    set_spec(L, "first", ENGINE_FIRST);
    set_spec(L, "second", ENGINE_SECOND);
    return 1;
}

const luaL_Reg tlua_match_functions[] = {
    {"compare_pairs", compare_pairs},
    {"play_match", play_match},
    {NULL, NULL},
};
