/* SPDX-License-Identifier: MIT */
/* The players of the reports: what tells each from the others, against its definition written out
 * by the public header alone. */
#include <limits.h>
#include <string.h>

#include <tetress/tetress.h>

#include "cmocka_all.h"

#define POSITIONS 12

static tetress_game *game_after(uint64_t seed, int actions)
{
    tetress_game *game = NULL;
    tetress_move move;

    assert_int_equal(tetress_game_new(NULL, &game), TETRESS_OK);
    for (int i = 0; i < actions && tetress_game_reason(game) == TETRESS_REASON_NONE; i++) {
        assert_int_equal(tetress_game_random_move(game, &seed, &move), TETRESS_OK);
        assert_int_equal(tetress_game_apply(game, move), TETRESS_OK);
    }
    return game;
}

static size_t list_moves(const tetress_game *game, tetress_move moves[TETRESS_PLACEMENTS])
{
    size_t count = 0;

    assert_int_equal(tetress_game_legal_moves(game, moves, TETRESS_PLACEMENTS, &count), TETRESS_OK);
    return count;
}

static void apply(tetress_game *game, tetress_move move)
{
    assert_int_equal(tetress_game_apply(game, move), TETRESS_OK);
}

static tetress_game *copy_of(const tetress_game *game)
{
    tetress_game *copy = NULL;

    assert_int_equal(tetress_game_copy(game, &copy), TETRESS_OK);
    return copy;
}

static void undo(tetress_game *game)
{
    assert_int_equal(tetress_game_undo(game), TETRESS_OK);
}

static tetress_engine *new_engine(const char *spec)
{
    tetress_engine *engine = NULL;

    assert_int_equal(tetress_engine_new(NULL, spec, &engine, NULL), TETRESS_OK);
    return engine;
}

static tetress_result search(tetress_engine *engine, const tetress_game *game,
                             const tetress_budget *budget)
{
    tetress_result result = TETRESS_RESULT_INIT;

    assert_int_equal(tetress_engine_search(engine, game, budget, &result), TETRESS_OK);
    return result;
}

/* ---- One action ahead ------------------------------------------------------------------------ */

/* What a position that came from another is worth to `side`. */
typedef int (*judge)(const tetress_game *game, const tetress_game *before, int side);

static int few_replies(const tetress_game *game, const tetress_game *before, int side)
{
    (void)before;
    return -tetress_game_mobility(game, 1 - side);
}

/* S0: placements, and tokens that weigh half as many placements as actions have been played. */
static int control_and_domination(const tetress_game *game, const tetress_game *before, int side)
{
    int tokens = tetress_game_tokens(game, side) - tetress_game_tokens(game, 1 - side);

    (void)before;
    return tetress_game_mobility(game, side) - tetress_game_mobility(game, 1 - side) +
           tetress_game_ply(game) / 2 * tokens;
}

/* Sides of a colour's tokens at which there is no token. */
static int open_sides(const tetress_game *game, int side)
{
    static const int STEPS[4][2] = {{1, 0}, {10, 0}, {0, 1}, {0, 10}};
    int open = 0;

    for (int cell = 0; cell < 121; cell++) {
        int row = cell / 11, column = cell % 11;

        for (int i = 0; i < 4 && tetress_game_cell(game, row, column) == side; i++)
            open += tetress_game_cell(game, (row + STEPS[i][0]) % 11,
                                      (column + STEPS[i][1]) % 11) == TETRESS_NOBODY;
    }
    return open;
}

/* Lines with at least eight tokens minus lines with at most two. */
static int lines_to_fill(const tetress_game *game)
{
    int lines = 0;

    for (int i = 0; i < 11; i++) {
        int row = 0, column = 0;

        for (int j = 0; j < 11; j++) {
            row += tetress_game_cell(game, i, j) != TETRESS_NOBODY;
            column += tetress_game_cell(game, j, i) != TETRESS_NOBODY;
        }
        lines += (row >= 8) + (column >= 8) - (row <= 2) - (column <= 2);
    }
    return lines;
}

static int tokens_lost(const tetress_game *game, const tetress_game *before, int side)
{
    int lost = tetress_game_tokens(before, side) - tetress_game_tokens(game, side);

    return lost > 0 ? lost : 0;
}

/* S4's utility of what has happened since `before`. */
static int utility(const tetress_game *game, const tetress_game *before, int side)
{
    int other = 1 - side;

    return 10 * (open_sides(game, side) - open_sides(game, other)) +
           125 * (tetress_game_tokens(game, side) - tetress_game_tokens(game, other)) +
           300 * (tokens_lost(game, before, other) - tokens_lost(game, before, side)) +
           5 * lines_to_fill(game);
}

/* The same, but nothing is worth more than to win at once. */
static int worth_after(judge worth, const tetress_game *game, const tetress_game *before, int side)
{
    return tetress_game_mobility(game, 1 - side) == 0 ? INT_MAX : worth(game, before, side);
}

/* The move that the player chooses is as good as any, and there is a worse one. */
static void check_one_action(const char *player, judge worth)
{
    tetress_engine *engine = new_engine(player);
    tetress_budget budget = TETRESS_BUDGET_INIT;
    int chosen_well = 0;

    budget.nodes = TETRESS_PLACEMENTS;
    for (uint64_t seed = 1; seed <= POSITIONS; seed++) {
        tetress_game *game = game_after(seed, 6 + 2 * (int)seed), *before = copy_of(game);
        tetress_move moves[TETRESS_PLACEMENTS];
        size_t count = list_moves(game, moves);
        int side = tetress_game_turn(game), best = INT_MIN, worst = INT_MAX, chosen;

        if (count == 0) {
            tetress_game_free(before);
            tetress_game_free(game);
            continue;
        }
        apply(game, search(engine, game, &budget).move);
        chosen = worth_after(worth, game, before, side);
        undo(game);
        for (size_t i = 0; i < count; i++) {
            int value;

            apply(game, moves[i]);
            value = worth_after(worth, game, before, side);
            undo(game);
            best = value > best ? value : best;
            worst = value < worst ? value : worst;
        }
        assert_int_equal(chosen, best);
        chosen_well += best > worst;
        tetress_game_free(before);
        tetress_game_free(game);
    }
    assert_true(chosen_well > POSITIONS / 2);
    tetress_engine_free(engine);
}

static void s1_restrict_leaves_the_fewest_replies(void **state)
{
    (void)state;
    check_one_action("s1-restrict", few_replies);
}

static void s0_greedy_seeks_control_and_domination(void **state)
{
    (void)state;
    check_one_action("s0-greedy", control_and_domination);
}

static void s4_greedy_seeks_open_sides_tokens_and_losses_of_the_other(void **state)
{
    (void)state;
    check_one_action("s4-greedy", utility);
}

/* ---- S0 -------------------------------------------------------------------------------------- */

/* The value of two actions for `side`, which is to move, by trying all pairs. INT_MAX and INT_MIN
 * where the game ends before. */
static int two_actions(tetress_game *game, int side)
{
    tetress_move moves[TETRESS_PLACEMENTS], replies[TETRESS_PLACEMENTS];
    size_t count = list_moves(game, moves);
    int best = INT_MIN;

    for (size_t i = 0; i < count; i++) {
        int least = INT_MAX;
        size_t reply_count;

        apply(game, moves[i]);
        reply_count = list_moves(game, replies);
        for (size_t j = 0; j < reply_count; j++) {
            int value;

            apply(game, replies[j]);
            value = tetress_game_mobility(game, side) == 0
                        ? INT_MIN
                        : control_and_domination(game, NULL, side);
            undo(game);
            least = value < least ? value : least;
        }
        undo(game);
        best = least > best ? least : best;
    }
    return best;
}

static void s0_alphabeta_looks_two_actions_ahead(void **state)
{
    tetress_engine *engine = new_engine("s0-alphabeta");
    tetress_budget budget = TETRESS_BUDGET_INIT;
    int compared = 0;

    (void)state;
    assert_int_equal(tetress_engine_set(engine, "movetime", "0"), TETRESS_OK);
    for (uint64_t seed = 1; seed <= POSITIONS; seed++) {
        tetress_game *game = game_after(seed, 30 + (int)seed);
        int side = tetress_game_turn(game), expected;
        tetress_result result;

        if (tetress_game_reason(game) == TETRESS_REASON_NONE) {
            expected = two_actions(game, side);
            result = search(engine, game, &budget);
            if (expected != INT_MAX && expected != INT_MIN) {
                assert_int_equal(result.depth, 2);
                assert_int_equal(result.score, expected * 100 / 30);
                compared++;
            }
        }
        tetress_game_free(game);
    }
    assert_true(compared > POSITIONS / 2);
    tetress_engine_free(engine);
}

/* UCB1 tries every child before any a second time, and all placements are children. */
static void s0_mcts_tries_all_placements_once_first(void **state)
{
    tetress_engine *engine = new_engine("s0-mcts:multipv=32");
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_game *game = game_after(5, 12);
    tetress_move moves[TETRESS_PLACEMENTS];
    char exploration[32];
    size_t length;
    tetress_result result;

    (void)state;
#ifdef TETRESS_TINY_LIMITS
    tetress_game_free(game);
    tetress_engine_free(engine);
    skip(); /* a full pool holds only some of the placements */
#endif
    assert_int_equal(
        tetress_engine_get(engine, "exploration", exploration, sizeof exploration, &length),
        TETRESS_OK);
    assert_string_equal(exploration, "1.414214");
    budget.playouts = list_moves(game, moves);
    assert_true(budget.playouts > 32);
    result = search(engine, game, &budget);
    assert_int_equal(result.lines, 32);
    for (uint32_t i = 0; i < result.lines; i++) {
        tetress_line line = TETRESS_LINE_INIT;

        assert_int_equal(tetress_engine_line(engine, i, &line), TETRESS_OK);
        assert_int_equal(line.visits, 1);
    }
    tetress_game_free(game);
    tetress_engine_free(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(s1_restrict_leaves_the_fewest_replies),
        cmocka_unit_test(s0_greedy_seeks_control_and_domination),
        cmocka_unit_test(s4_greedy_seeks_open_sides_tokens_and_losses_of_the_other),
        cmocka_unit_test(s0_alphabeta_looks_two_actions_ahead),
        cmocka_unit_test(s0_mcts_tries_all_placements_once_first),
    };

    return cmocka_run_group_tests_name("presets", tests, NULL, NULL);
}
