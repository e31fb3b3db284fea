/* SPDX-License-Identifier: MIT */
/* What players tell of the first actions is what was measured (docs/lab/strength.md), whatever
 * their evaluator, algorithm and budget. */
#include <string.h>

#include <tetress/tetress.h>

#include "cmocka_all.h"

/* First actions, one of each kind, and what red scored after them; the empty board. */
static const struct {
    const char *move;
    double red, least, most; /* told by a player */
} ROWS[] = {
    {NULL, 0.55, 0.50, 0.60},
    {"0-0,0-1,0-2,0-3", 0.50, 0.49, 0.51},
    {"0-0,0-1,1-0,1-1", 0.56, 0.55, 0.57},
    {"0-0,0-1,0-2,1-1", 0.58, 0.57, 0.59},
    {"0-0,0-1,0-2,1-2", 0.55, 0.54, 0.56},
    {"5-5,6-5,7-5,7-4", 0.55, 0.54, 0.56},
    {"0-0,0-1,1-1,1-2", 0.57, 0.56, 0.58},
};

#define COUNT (sizeof ROWS / sizeof ROWS[0])

static tetress_game *game_of(size_t row)
{
    tetress_game *game;

    assert_int_equal(tetress_game_new(NULL, &game), TETRESS_OK);
    if (ROWS[row].move != NULL)
        assert_int_equal(tetress_game_apply_text(game, ROWS[row].move, NULL), TETRESS_OK);
    return game;
}

static void check(tetress_engine *engine, const char *name, size_t row, uint64_t nodes)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;
    tetress_game *game = game_of(row);
    double red;

    budget.nodes = nodes;
    budget.playouts = nodes;
    assert_int_equal(tetress_engine_search(engine, game, &budget, &result), TETRESS_OK);
    red = tetress_game_turn(game) == TETRESS_RED ? result.win : 1 - result.win;
    if (red < ROWS[row].least || red > ROWS[row].most)
        fail_msg("%s tells %f in row %d with %d nodes", name, red, (int)row, (int)nodes);
    if ((result.score > 0) != (result.win > 0.5))
        fail_msg("%s: score %d, win %f", name, (int)result.score, result.win);
    tetress_game_free(game);
}

static void check_spec(const char *spec)
{
    static const uint64_t NODES[] = {1, 100, 3000};
    tetress_engine *engine;

    assert_int_equal(tetress_engine_new(NULL, spec, &engine, NULL), TETRESS_OK);
    for (size_t row = 0; row < COUNT; row++) {
        for (size_t i = 0; i < sizeof NODES / sizeof NODES[0]; i++)
            check(engine, spec, row, NODES[i]);
    }
    tetress_engine_free(engine);
}

static void every_player_tells_what_was_measured(void **state)
{
    (void)state;
    assert_true(tetress_player_count() > 10);
    for (uint32_t i = 0; i < tetress_player_count(); i++) {
        tetress_player player = TETRESS_PLAYER_INIT;

        assert_int_equal(tetress_player_at(i, &player), TETRESS_OK);
        check_spec(player.name);
    }
}

static void every_evaluator_tells_what_was_measured(void **state)
{
    (void)state;
    assert_true(tetress_evaluator_count() >= 9);
    for (uint32_t i = 0; i < tetress_evaluator_count(); i++) {
        static const char *const ALGORITHMS[] = {"negamax", "mcts", "beam", "greedy", "solver"};
        tetress_evaluator evaluator = TETRESS_EVALUATOR_INIT;

        assert_int_equal(tetress_evaluator_at(i, &evaluator), TETRESS_OK);
        for (size_t a = 0; a < sizeof ALGORITHMS / sizeof ALGORITHMS[0]; a++) {
            char spec[64];

            strcpy(spec, ALGORITHMS[a]);
            strcat(spec, ":evaluator=");
            strcat(spec, evaluator.name);
            check_spec(spec);
        }
    }
}

static void static_evaluations_know_who_is_ahead(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < tetress_evaluator_count(); i++) {
        tetress_evaluator evaluator = TETRESS_EVALUATOR_INIT;
        tetress_engine *engine;
        char spec[64] = "negamax:evaluator=";

        assert_int_equal(tetress_evaluator_at(i, &evaluator), TETRESS_OK);
        strcat(spec, evaluator.name);
        assert_int_equal(tetress_engine_new(NULL, spec, &engine, NULL), TETRESS_OK);
        for (size_t row = 0; row < COUNT; row++) {
            tetress_game *game = game_of(row);
            int32_t score;

            assert_int_equal(tetress_engine_evaluate(engine, game, &score), TETRESS_OK);
            assert_true(row == 0 ? score > 0 : score <= 0);
            assert_true((score == 0) == (row == 1)); /* after the straight piece all is even */
            tetress_game_free(game);
        }
        tetress_engine_free(engine);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_player_tells_what_was_measured),
        cmocka_unit_test(every_evaluator_tells_what_was_measured),
        cmocka_unit_test(static_evaluations_know_who_is_ahead),
    };

    return cmocka_run_group_tests_name("first actions", tests, NULL, NULL);
}
