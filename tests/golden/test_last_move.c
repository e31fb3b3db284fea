/* SPDX-License-Identifier: MIT */
/* Whatever its budget, no player that looks ahead loses at once if it can help it, and each wins at
 * once if it can: on positions of the golden games and some that were made for it. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tetress/tetress.h>

#include "cmocka_all.h"

/* ---- What the moves of a position come to, by the rules alone -------------------------------- */

typedef enum fate { FATE_OPEN, FATE_LOST, FATE_WON } fate;

typedef struct position {
    tetress_game *game;
    fate fates[TETRESS_PLACEMENTS];
    int counts[3]; /* legal moves by fate */
} position;

static bool has_won(const tetress_game *game, int32_t colour)
{
    return tetress_game_reason(game) != TETRESS_REASON_NONE && tetress_game_winner(game) == colour;
}

/* The side to move of `game` has a move that wins at once. */
static bool can_win(tetress_game *game)
{
    tetress_move moves[TETRESS_PLACEMENTS];
    int32_t colour = tetress_game_turn(game);
    size_t count;
    bool won = false;

    assert_int_equal(tetress_game_legal_moves(game, moves, TETRESS_PLACEMENTS, &count), TETRESS_OK);
    for (size_t i = 0; i < count && !won; i++) {
        tetress_game_apply(game, moves[i]);
        won = has_won(game, colour);
        tetress_game_undo(game);
    }
    return won;
}

static fate fate_of(tetress_game *game, tetress_move move)
{
    int32_t colour = tetress_game_turn(game);
    fate found = FATE_OPEN;

    tetress_game_apply(game, move);
    if (has_won(game, colour))
        found = FATE_WON;
    else if (has_won(game, 1 - colour))
        found = FATE_LOST;
    else if (tetress_game_reason(game) == TETRESS_REASON_NONE && can_win(game))
        found = FATE_LOST;
    tetress_game_undo(game);
    return found;
}

static void judge(position *p)
{
    tetress_move moves[TETRESS_PLACEMENTS];
    size_t count;

    memset(p->counts, 0, sizeof p->counts);
    assert_int_equal(tetress_game_legal_moves(p->game, moves, TETRESS_PLACEMENTS, &count),
                     TETRESS_OK);
    for (size_t i = 0; i < count; i++) {
        p->fates[moves[i]] = fate_of(p->game, moves[i]);
        p->counts[p->fates[moves[i]]]++;
    }
}

/* Is there anything to get wrong? */
static bool is_critical(const position *p)
{
    return p->counts[FATE_WON] > 0 || (p->counts[FATE_LOST] > 0 && p->counts[FATE_OPEN] > 0);
}

/* ---- The positions --------------------------------------------------------------------------- */

#define MOST_POSITIONS 100
#define EVERY          3 /* so many golden games */

static position positions[MOST_POSITIONS];
static size_t position_count;

/* Keep the position, if there is anything to get wrong. Takes the game. */
static bool add(tetress_game *game)
{
    position *p = &positions[position_count];

    p->game = game;
    judge(p);
    if (!is_critical(p)) {
        tetress_game_free(game);
        return false;
    }
    position_count++;
    return true;
}

/* 239 of 241 moves are safe. The others empty a row, and a reply then empties another one and with
 * it all tokens that are left. */
static void add_made_position(void)
{
    static const char *const ACTIONS[] = {"0-0,0-1,0-2,0-3", "1-1,1-2,1-3,1-4", "0-4,0-5,0-6,1-5",
                                          "0-9,0-10,1-0,1-10"};
    tetress_game *game;

    assert_int_equal(tetress_game_new(NULL, &game), TETRESS_OK);
    for (size_t i = 0; i < sizeof ACTIONS / sizeof ACTIONS[0]; i++)
        assert_int_equal(tetress_game_apply_text(game, ACTIONS[i], NULL), TETRESS_OK);
    assert_true(add(game));
    assert_int_equal(positions[0].counts[FATE_LOST], 2);
    assert_int_equal(positions[0].counts[FATE_OPEN], 239);
}

static void apply_record(tetress_game *game, const json_t *cells)
{
    int32_t pairs[8];

    for (size_t i = 0; i < 4; i++) {
        const json_t *cell = json_array_get(cells, i);

        pairs[2 * i] = (int32_t)json_integer_value(json_array_get(cell, 0));
        pairs[2 * i + 1] = (int32_t)json_integer_value(json_array_get(cell, 1));
    }
    assert_int_equal(tetress_game_apply_cells(game, pairs, 4, NULL), TETRESS_OK);
}

/* The position of a golden game so many actions before its end. */
static void add_golden_position(const json_t *record, size_t before_end)
{
    const json_t *moves = json_object_get(record, "moves");
    size_t count = json_array_size(moves);
    tetress_game *game;

    assert_true(count > before_end); /* the shortest games have three */
    assert_int_equal(tetress_game_new(NULL, &game), TETRESS_OK);
    for (size_t i = 0; i < count - before_end; i++)
        apply_record(game, json_array_get(moves, i));
    add(game);
}

static int make_positions(void **state)
{
    FILE *file = fopen(TEST_DATA "/tetress/games.jsonl", "r");
    json_t *record;

    (void)state;
    assert_non_null(file);
    add_made_position();
    for (size_t i = 0; (record = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)) != NULL; i++) {
        /* Before the winner's last action, or before what made it possible. */
        if (i % EVERY == 0 && position_count < MOST_POSITIONS)
            add_golden_position(record, 1 + i / EVERY % 2);
        json_decref(record);
    }
    fclose(file);
    return 0;
}

static int free_positions(void **state)
{
    (void)state;
    for (size_t i = 0; i < position_count; i++)
        tetress_game_free(positions[i].game);
    return 0;
}

/* ---- The players ----------------------------------------------------------------------------- */

/* Players that judge their own action alone, by the rule of a seed report, may lose at once. */
static bool looks_ahead(const tetress_player *player)
{
    return strcmp(player->algorithm, "greedy") != 0 && strcmp(player->algorithm, "random") != 0;
}

/* Where S3's rule for the ending decides: with more filled cells than these. */
static int32_t ending_of(tetress_engine *engine)
{
    char value[32];
    size_t length;

    if (tetress_engine_get(engine, "ending", value, sizeof value, &length, NULL) != TETRESS_OK ||
        strcmp(value, "0") == 0)
        return TETRESS_CELLS;
    return (int32_t)strtol(value, NULL, 10);
}

/* An option's value, or 0 if the player has no such option. */
static uint64_t number_of(const tetress_engine *engine, const char *option)
{
    char value[32];
    size_t length;

    if (tetress_engine_get(engine, option, value, sizeof value, &length, NULL) != TETRESS_OK)
        return 0;
    return strtoull(value, NULL, 10);
}

/* Did a player of a seed report end by its own rule? Then it plays what the report says, safe or
 * not. */
static bool ended_as_written(const tetress_engine *engine, const tetress_result *result)
{
    char value[32];
    size_t length;

    if (tetress_engine_get(engine, "lastlook", value, sizeof value, &length, NULL) != TETRESS_OK ||
        strcmp(value, "cut") != 0)
        return false;
    switch (result->stop_reason) {
    case TETRESS_STOP_COMPLETE:
    case TETRESS_STOP_DEPTH:
        return true;
    case TETRESS_STOP_NODES:
        return result->nodes == number_of(engine, "nodes");
    case TETRESS_STOP_PLAYOUTS:
        return result->playouts == number_of(engine, "playouts");
    default:
        return false;
    }
}

/* False, and nothing is judged, where a player of a seed report ended by its own rule. */
static bool check(tetress_engine *engine, const position *p, const tetress_budget *budget,
                  const char *name)
{
    tetress_result result = TETRESS_RESULT_INIT;
    fate found;

    assert_int_equal(tetress_engine_search(engine, p->game, budget, &result), TETRESS_OK);
    assert_true(tetress_game_is_legal(p->game, result.move));
    if (ended_as_written(engine, &result))
        return false;
    found = p->fates[result.move];
    if (p->counts[FATE_WON] > 0) {
        if (found != FATE_WON || result.mate != 1 || result.win < 1)
            fail_msg("%s does not play and tell a win", name);
    } else if (found == FATE_LOST) {
        fail_msg("%s loses at once, position %d", name, (int)(p - positions));
    }
    return true;
}

static const tetress_budget BUDGETS[] = {
    {.size = sizeof(tetress_budget), .nodes = 1, .playouts = 1},
    {.size = sizeof(tetress_budget), .nodes = 2, .playouts = 2},
    {.size = sizeof(tetress_budget), .nodes = 13},
    {.size = sizeof(tetress_budget), .nodes = 100},
    {.size = sizeof(tetress_budget), .nodes = 300, .playouts = 40},
    {.size = sizeof(tetress_budget), .nodes = 1000},
    {.size = sizeof(tetress_budget), .nodes = 100, .depth = 1},
    {.size = sizeof(tetress_budget), .clock_ms = 1},
    {.size = sizeof(tetress_budget), .clock_ms = 1, .flags = TETRESS_BUDGET_CPU_CLOCK},
};

static void check_player(const char *name,
                         void (*with)(tetress_engine *engine, const char *name, const position *p))
{
    tetress_engine *engine;

    assert_int_equal(tetress_engine_new(NULL, name, &engine, NULL), TETRESS_OK);
    tetress_engine_set(engine, "hash", "1"); /* which not all have */
    for (size_t i = 0; i < position_count; i++) {
        const tetress_game *game = positions[i].game;

        if (tetress_game_tokens(game, TETRESS_RED) + tetress_game_tokens(game, TETRESS_BLUE) >
            ending_of(engine))
            continue;
        tetress_engine_reset(engine);
        with(engine, name, &positions[i]);
    }
    tetress_engine_free(engine);
}

static void check_all_players(void (*with)(tetress_engine *engine, const char *name,
                                           const position *p))
{
    static const char *const MORE[] = {
        "negamax:multipv=3",      "negamax:evaluator=s0,ordering=history",
        "mcts:multipv=4",         "mcts:reuse=on",
        "mcts:mixbackup=0.5",     "mcts:children=3",
        "uct:rave=100",           "uct:policy=lines",
        "beam:width=2,multipv=3", "negamax:solver=off",
    };
    size_t players = 0;

    for (uint32_t i = 0; i < tetress_player_count(); i++) {
        tetress_player player = TETRESS_PLAYER_INIT;

        assert_int_equal(tetress_player_at(i, &player), TETRESS_OK);
        if (!looks_ahead(&player))
            continue;
        check_player(player.name, with);
        players++;
    }
    assert_true(players > 10);
    for (size_t i = 0; i < sizeof MORE / sizeof MORE[0]; i++)
        check_player(MORE[i], with);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void there_are_positions_of_all_kinds(void **state)
{
    size_t won = 0, lost = 0, last = 0;

    (void)state;
    for (size_t i = 0; i < position_count; i++) {
        won += positions[i].counts[FATE_WON] > 0;
        lost += positions[i].counts[FATE_WON] == 0;
        last += tetress_game_ply(positions[i].game) >= TETRESS_MAX_ACTIONS - 2;
    }
    print_message("%zu to win, %zu not to lose, %zu of them in the last two actions\n", won, lost,
                  last);
    assert_true(won >= 10 && lost >= 10 && last >= 5);
}

static void with_small_budgets(tetress_engine *engine, const char *name, const position *p)
{
    bool judged = false;

    for (size_t i = 0; i < sizeof BUDGETS / sizeof BUDGETS[0]; i++)
        judged |= check(engine, p, &BUDGETS[i], name);
    /* with a few moves left, a player may have searched all there is */
    if (!judged && p->counts[FATE_WON] + p->counts[FATE_LOST] + p->counts[FATE_OPEN] > 20)
        fail_msg("no budget cuts %s short, position %d", name, (int)(p - positions));
}

static void no_small_budget_loses_at_once(void **state)
{
    (void)state;
    check_all_players(with_small_budgets);
}

static void with_a_stop_before(tetress_engine *engine, const char *name, const position *p)
{
    tetress_engine_stop(engine);
    check(engine, p, &BUDGETS[5], name);
}

static void a_stop_before_the_search_loses_nothing_at_once(void **state)
{
    (void)state;
    check_all_players(with_a_stop_before);
}

static int32_t stop_now(const tetress_result *so_far, const tetress_line *line, void *user)
{
    (void)so_far;
    (void)line;
    (void)user;
    return 1;
}

static void with_a_callback(tetress_engine *engine, const char *name, const position *p)
{
    assert_int_equal(tetress_engine_set_info(engine, stop_now, NULL), TETRESS_OK);
    check(engine, p, &BUDGETS[5], name);
}

static void a_callback_that_stops_loses_nothing_at_once(void **state)
{
    (void)state;
    check_all_players(with_a_callback);
}

/* The worse for the side that moved, the better it says it is. */
static int32_t upside_down(const tetress_game *game, void *user)
{
    int32_t other = tetress_game_mobility(game, 1 - tetress_game_turn(game));

    (void)user;
    return 1000 - other;
}

static int32_t fails(const tetress_game *game, void *user)
{
    (void)game;
    tetress_engine_stop(user);
    return 0;
}

static void with_evaluators_of_the_host(tetress_engine *engine, const char *name, const position *p)
{
    assert_int_equal(tetress_engine_set_evaluator(engine, upside_down, NULL), TETRESS_OK);
    check(engine, p, &BUDGETS[4], name);
    assert_int_equal(tetress_engine_set_evaluator(engine, fails, engine), TETRESS_OK);
    check(engine, p, &BUDGETS[4], name);
    assert_int_equal(tetress_engine_set_evaluator(engine, NULL, NULL), TETRESS_OK);
}

static void no_evaluator_of_the_host_loses_at_once(void **state)
{
    (void)state;
    check_all_players(with_evaluators_of_the_host);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_are_positions_of_all_kinds),
        cmocka_unit_test(no_small_budget_loses_at_once),
        cmocka_unit_test(a_stop_before_the_search_loses_nothing_at_once),
        cmocka_unit_test(a_callback_that_stops_loses_nothing_at_once),
        cmocka_unit_test(no_evaluator_of_the_host_loses_at_once),
    };

    return cmocka_run_group_tests_name("last move", tests, make_positions, free_positions);
}
