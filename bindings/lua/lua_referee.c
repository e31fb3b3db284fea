/* SPDX-License-Identifier: MIT */
/* Referees: they decide games between players that a script runs. */
#include <string.h>

#include "tetress_lua.h"

typedef struct referee_box {
    tetress_referee *referee; /* NULL: closed */
} referee_box;

/* How a game ended, in C memory: pushing it may run a finalizer that closes the referee. */
typedef struct verdict {
    int32_t outcome, winner, blame;
    tetress_error evidence;
} verdict;

/* nil, not a word, says that nobody is to blame. */
static const char *const BLAMES[] = {"red", "blue", "both", NULL};
static const int32_t BLAMED[] = {TETRESS_RED, TETRESS_BLUE, TETRESS_BOTH};

/* ---- Handles --------------------------------------------------------------------------------- */

static tetress_referee *check_referee(lua_State *L)
{
    referee_box *box = tlua_check_userdata(L, 1, TLUA_REFEREE);

    tlua_argument_check(L, box->referee != NULL, 1, "the referee is closed");
    return box->referee;
}

static void read_limits(lua_State *L, int index, tetress_referee_limits *limits)
{
    const tlua_field fields[] = {
        tlua_whole("cpu_us", 1, INT64_MAX, &limits->cpu_us),
        tlua_whole("wall_us", 1, INT64_MAX, &limits->wall_us),
        tlua_whole("call_cpu_us", 1, INT64_MAX, &limits->call_cpu_us),
        tlua_whole("call_wall_us", 1, INT64_MAX, &limits->call_wall_us),
        tlua_whole("increment_us", 1, INT64_MAX, &limits->increment_us),
        tlua_whole("memory_bytes", 1, INT64_MAX, &limits->memory_bytes),
        tlua_no_field(),
    };

    *limits = (tetress_referee_limits)TETRESS_REFEREE_LIMITS_INIT;
    tlua_read_fields(L, index, "limits", fields);
}

static void read_spent(lua_State *L, int index, tetress_spent *spent)
{
    const tlua_field fields[] = {
        tlua_whole("cpu_us", 0, INT64_MAX, &spent->cpu_us),
        tlua_whole("wall_us", 0, INT64_MAX, &spent->wall_us),
        tlua_whole("memory_bytes", 0, INT64_MAX, &spent->memory_bytes),
        tlua_no_field(),
    };

    *spent = (tetress_spent)TETRESS_SPENT_INIT;
    tlua_read_fields(L, index, "spent", fields);
}

/* The game at `index` of the stack; NULL for nil. */
static const tetress_game *start_at(lua_State *L, int index)
{
    tlua_game *box;

    if (lua_isnoneornil(L, index))
        return NULL;
    box = tlua_check_game(L, index);
    tlua_argument_check(L, box->own != NULL, index,
                        "the position of an evaluator is not to be refereed");
    return box->own;
}

static int referee_new(lua_State *L)
{
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_referee_limits limits;
    referee_box *box;
    tetress_status status;

    read_limits(L, 1, &limits);
    start_at(L, 2);
    lua_settop(L, 2);
    box = lua_newuserdata(L, sizeof *box);
    memset(box, 0, sizeof *box);
    luaL_getmetatable(L, TLUA_REFEREE);
    lua_setmetatable(L, -2);
    status = tetress_referee_new(NULL, start_at(L, 2), &limits, &box->referee, &error);
    if (status != TETRESS_OK)
        return tlua_raise(L, status, &error);
    tlua_tell_collector(L, TLUA_GAME_BYTES);
    return 1;
}

static int referee_close(lua_State *L)
{
    referee_box *box = tlua_check_userdata(L, 1, TLUA_REFEREE);

    tetress_referee_free(box->referee);
    box->referee = NULL;
    return 0;
}

/* ---- Verdicts -------------------------------------------------------------------------------- */

static verdict verdict_of(const tetress_referee *referee)
{
    return (verdict){tetress_referee_outcome(referee), tetress_referee_winner(referee),
                     tetress_referee_blame(referee), *tetress_referee_evidence(referee)};
}

/* nil while the game goes on. */
static int push_verdict(lua_State *L, const verdict *known)
{
    const tetress_error *evidence = &known->evidence;

    if (known->outcome == TETRESS_OUTCOME_OPEN) {
        lua_pushnil(L);
        return 1;
    }
    lua_createtable(L, 0, 6);
    tlua_set_text(L, "outcome", tetress_outcome_name(known->outcome));
    tlua_set_text(L, "text", evidence->text);
    if (known->winner != TETRESS_NOBODY)
        tlua_set_text(L, "winner", tetress_colour_name(known->winner));
    if (known->blame != TETRESS_NOBODY)
        tlua_set_text(L, "blame", tetress_colour_name(known->blame));
    if (evidence->rule != TETRESS_RULE_NONE)
        tlua_set_text(L, "rule", tetress_rule_name(evidence->rule));
    if (evidence->cell >= 0) {
        tlua_push_cell(L, evidence->cell / TETRESS_COLUMNS, evidence->cell % TETRESS_COLUMNS);
        lua_setfield(L, -2, "cell");
    }
    return 1;
}

/* What a call that changes the referee gives back. */
static int judged(lua_State *L, const tetress_referee *referee, tetress_status status)
{
    verdict known;

    if (status != TETRESS_OK)
        return tlua_raise(L, status, tetress_referee_error(referee));
    known = verdict_of(referee);
    return push_verdict(L, &known);
}

static int referee_verdict(lua_State *L)
{
    verdict known = verdict_of(check_referee(L));

    return push_verdict(L, &known);
}

/* ---- Telling it what happens ----------------------------------------------------------------- */

static int referee_play_cells(lua_State *L)
{
    tetress_spent spent;
    tlua_cells cells;
    tetress_referee *referee;

    tlua_check_cells(L, 2, &cells);
    read_spent(L, 3, &spent);
    referee = check_referee(L);
    return judged(L, referee,
                  tetress_referee_play_cells(referee, cells.coordinates, cells.count, &spent));
}

static int play_text(lua_State *L)
{
    size_t length;
    const char *text = tlua_check_string(L, 2, &length);
    tetress_spent spent;
    tetress_referee *referee;

    read_spent(L, 3, &spent);
    referee = check_referee(L);
    /* A player's text may hold a zero byte; that is his fault, and the library would not see it. */
    if (strlen(text) != length)
        text = "a zero byte";
    return judged(L, referee, tetress_referee_play_text(referee, text, &spent));
}

static int play_index(lua_State *L)
{
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_spent spent;
    tetress_move move;
    tetress_referee *referee;

    /* A number that is no placement becomes TETRESS_MOVE_NONE, which the library refuses. */
    tlua_read_move(L, 2, &move, &error);
    read_spent(L, 3, &spent);
    referee = check_referee(L);
    return judged(L, referee, tetress_referee_play(referee, move, &spent));
}

static int referee_play(lua_State *L)
{
    switch (lua_type(L, 2)) {
    case LUA_TNUMBER:
        return play_index(L);
    case LUA_TSTRING:
        return play_text(L);
    case LUA_TTABLE:
        return referee_play_cells(L);
    default:
        check_referee(L);
        return tlua_argument_error(L, 2,
                                   lua_pushfstring(L,
                                                   "move expected (index, text or cells), got %s",
                                                   luaL_typename(L, 2)));
    }
}

static int referee_charge(lua_State *L)
{
    int32_t colour = tlua_check_colour(L, 2);
    tetress_spent spent;
    tetress_referee *referee;

    read_spent(L, 3, &spent);
    referee = check_referee(L);
    return judged(L, referee, tetress_referee_charge(referee, colour, &spent));
}

static int referee_check(lua_State *L)
{
    int32_t colour = tlua_check_colour(L, 2);
    tetress_spent spent;
    tetress_referee *referee;
    verdict known;

    read_spent(L, 3, &spent);
    referee = check_referee(L);
    known = verdict_of(referee);
    if (known.outcome == TETRESS_OUTCOME_OPEN) {
        known.outcome = tetress_referee_check(referee, colour, &spent, &known.evidence);
        known.winner = 1 - colour;
        known.blame = colour;
    }
    return push_verdict(L, &known);
}

/* The number of the outcome named at `index`. The library refuses those that no host may
 * declare. */
static int32_t check_outcome(lua_State *L, int index)
{
    static const char *const NAMES[] = {
#define NAME(name, value, text, kind) text,
        TETRESS_OUTCOME_MAP(NAME)
#undef NAME
            NULL};

    return tlua_check_choice(L, index, NULL, NAMES);
}

static int32_t check_blame(lua_State *L, int index)
{
    return lua_isnil(L, index) ? TETRESS_NOBODY : BLAMED[tlua_check_choice(L, index, NULL, BLAMES)];
}

static int referee_finish(lua_State *L)
{
    int32_t outcome = check_outcome(L, 2), blame = check_blame(L, 3);
    const char *text = lua_isnoneornil(L, 4) ? NULL : tlua_check_text(L, 4);
    tetress_referee *referee = check_referee(L);

    return judged(L, referee, tetress_referee_end(referee, outcome, blame, text));
}

/* ---- Asking ---------------------------------------------------------------------------------- */

static int referee_turn(lua_State *L)
{
    tlua_push_colour(L, tetress_game_turn(tetress_referee_game(check_referee(L))));
    return 1;
}

static int referee_game(lua_State *L)
{
    tlua_game *box = tlua_game_push(L);
    tetress_status status = tetress_game_copy(tetress_referee_game(check_referee(L)), &box->own);

    if (status != TETRESS_OK)
        return tlua_raise(L, status, NULL);
    box->view = box->own;
    tlua_tell_collector(L, TLUA_GAME_BYTES);
    return 1;
}

static int referee_spent(lua_State *L)
{
    int32_t colour = tlua_check_colour(L, 2);
    tetress_spent spent = TETRESS_SPENT_INIT;

    tetress_referee_spent(check_referee(L), colour, &spent);
    lua_createtable(L, 0, 3);
    tlua_set_count(L, "cpu_us", spent.cpu_us);
    tlua_set_count(L, "wall_us", spent.wall_us);
    tlua_set_count(L, "memory_bytes", spent.memory_bytes);
    return 1;
}

static void push_left(lua_State *L, uint64_t left)
{
    if (left == UINT64_MAX)
        lua_pushnil(L);
    else
        tlua_push_count(L, left);
}

static int referee_left(lua_State *L)
{
    int32_t colour = tlua_check_colour(L, 2);
    uint64_t cpu_us = 0, wall_us = 0;

    tetress_referee_left(check_referee(L), colour, &cpu_us, &wall_us);
    push_left(L, cpu_us);
    push_left(L, wall_us);
    return 2;
}

static int referee_tostring(lua_State *L)
{
    referee_box *box = tlua_check_userdata(L, 1, TLUA_REFEREE);

    if (box->referee == NULL)
        lua_pushliteral(L, TLUA_REFEREE " (closed)");
    else
        lua_pushfstring(L, TLUA_REFEREE " (%s)",
                        tetress_outcome_name(tetress_referee_outcome(box->referee)));
    return 1;
}

/* ---- The type -------------------------------------------------------------------------------- */

static const luaL_Reg META[] = {
    {"__close", referee_close},
    {"__gc", referee_close},
    {"__tostring", referee_tostring},
    {NULL, NULL},
};

static const luaL_Reg METHODS[] = {
    {"charge", referee_charge},   {"check", referee_check},
    {"close", referee_close},     {"finish", referee_finish},
    {"game", referee_game},       {"left", referee_left},
    {"play", referee_play},       {"play_cells", referee_play_cells},
    {"spent", referee_spent},     {"turn", referee_turn},
    {"verdict", referee_verdict}, {NULL, NULL},
};

const luaL_Reg tlua_referee_functions[] = {
    {"referee", referee_new},
    {NULL, NULL},
};

void tlua_referee_open(lua_State *L)
{
    tlua_class(L, TLUA_REFEREE, META, METHODS);
}
