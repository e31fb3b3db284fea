/* SPDX-License-Identifier: MIT */
/* The players of the seed reports: what tells each from the others, against its definition written
 * out by the public header alone. */
#include <limits.h>
#include <stdbool.h>
#include <string.h>

#include <tetress/tetress.h>

#include "cmocka_all.h"
#include "handles.h"

#define POSITIONS 12

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

/* S4's utility of what has happened since `before`, by any weights. */
static int weighed(const tetress_game *game, const tetress_game *before, int side,
                   const int weights[4])
{
    int other = 1 - side;

    return weights[0] * (open_sides(game, side) - open_sides(game, other)) +
           weights[1] * (tetress_game_tokens(game, side) - tetress_game_tokens(game, other)) +
           weights[2] * (tokens_lost(game, before, other) - tokens_lost(game, before, side)) +
           weights[3] * lines_to_fill(game);
}

static int utility(const tetress_game *game, const tetress_game *before, int side)
{
    return weighed(game, before, side, (const int[]){10, 125, 300, 5});
}

static int utility_with_250(const tetress_game *game, const tetress_game *before, int side)
{
    return weighed(game, before, side, (const int[]){10, 125, 250, 5});
}

static int utility_of_lines_first(const tetress_game *game, const tetress_game *before, int side)
{
    return weighed(game, before, side, (const int[]){3, 0, 7, 1000});
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

static void weights_of_s4_are_options(void **state)
{
    (void)state;
    check_one_action("s4-greedy:s4lost=250", utility_with_250);
    check_one_action("s4-greedy:s4sides=3,s4tokens=0,s4lost=7,s4lines=1000",
                     utility_of_lines_first);
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
    assert_int_equal(tetress_engine_set(engine, "wall_ms", "0"), TETRESS_OK);
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

/* The same by alpha-beta that tries moves in the order of the list: how many positions it looks at,
 * if each is counted when it is evaluated and once more when its moves are tried. */
static uint64_t plain_alphabeta_nodes(tetress_game *game, int side)
{
    tetress_move moves[TETRESS_PLACEMENTS], replies[TETRESS_PLACEMENTS];
    size_t count = list_moves(game, moves);
    uint64_t nodes = count; /* of the first iteration */
    int alpha = INT_MIN;

    for (size_t i = 0; i < count; i++) {
        int least = INT_MAX;
        size_t reply_count;

        apply(game, moves[i]);
        reply_count = list_moves(game, replies);
        nodes += reply_count > 0;
        for (size_t j = 0; j < reply_count && least > alpha; j++) {
            int value;

            apply(game, replies[j]);
            value = worth_after(control_and_domination, game, NULL, 1 - side) == INT_MAX
                        ? INT_MIN
                        : control_and_domination(game, NULL, side);
            undo(game);
            nodes++;
            least = value < least ? value : least;
        }
        undo(game);
        alpha = least > alpha ? least : alpha;
    }
    return nodes;
}

/* No table, no order, no null window: it looks at exactly the positions that plain alpha-beta does.
 */
static void s0_alphabeta_is_alphabeta_and_nothing_else(void **state)
{
    tetress_engine *engine = new_engine("s0-alphabeta:wall_ms=0");
    tetress_engine *ordered = new_engine("s0-alphabeta:wall_ms=0,ordering=history");
    tetress_budget budget = TETRESS_BUDGET_INIT;
    int compared = 0, differ = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= POSITIONS; seed++) {
        tetress_game *game = game_after(seed, 26 + (int)seed);

        if (tetress_game_reason(game) == TETRESS_REASON_NONE) {
            int side = tetress_game_turn(game);
            tetress_result result = search(engine, game, &budget);

            if (result.mate == 0) {
                assert_int_equal(result.nodes, plain_alphabeta_nodes(game, side));
                assert_int_equal(search(engine, game, &budget).nodes, result.nodes);
                differ += search(ordered, game, &budget).nodes != result.nodes;
                compared++;
            }
        }
        tetress_game_free(game);
    }
    assert_true(compared > POSITIONS / 2 && differ > 0);
    tetress_engine_free(engine);
    tetress_engine_free(ordered);
}

/* Who wins if both play their first legal move to the end. */
static int winner_of_first_moves(const tetress_game *game)
{
    tetress_game *line = copy_of(game);
    tetress_move moves[TETRESS_PLACEMENTS];
    int winner;

    while (tetress_game_reason(line) == TETRESS_REASON_NONE) {
        list_moves(line, moves);
        apply(line, moves[0]);
    }
    winner = tetress_game_winner(line);
    tetress_game_free(line);
    return winner;
}

/* Its 8 simulations are 8 moves, each tried once, by the first legal moves to the end. */
static void s0_mcts_plays_first_legal_moves_eight_times(void **state)
{
    tetress_engine *engine = new_engine("s0-mcts:multipv=32");
    tetress_budget budget = TETRESS_BUDGET_INIT;
    int wins = 0, others = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= POSITIONS; seed++) {
        tetress_game *game = game_after(seed, 6 + (int)seed);
        tetress_result result = search(engine, game, &budget);
        int side = tetress_game_turn(game);
        uint64_t visits = 0;

        assert_int_equal(result.playouts, 8);
        for (uint32_t i = 0; i < result.lines; i++) {
            tetress_line line = TETRESS_LINE_INIT;
            int winner;

            assert_int_equal(tetress_engine_line(engine, i, &line), TETRESS_OK);
            visits += line.visits;
            if (line.visits != 1)
                continue;
            apply(game, line.move);
            winner = winner_of_first_moves(game);
            undo(game);
            if (winner == TETRESS_NOBODY)
                assert_true(line.win == 0.5);
            else
                assert_true(line.win == (winner == side ? 1.0 : 0.0));
            wins += winner == side;
            others += winner != side;
        }
        assert_int_equal(visits, 8);
        tetress_game_free(game);
    }
    assert_true(wins > 0 && others > 0);
    tetress_engine_free(engine);
}

/* UCB1 tries every child before any a second time, and all placements are children. */
static void s0_mcts_tries_all_placements_once_first(void **state)
{
    tetress_engine *engine = new_engine("s0-mcts:multipv=32,playouts=0");
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
        tetress_engine_get(engine, "exploration", exploration, sizeof exploration, &length, NULL),
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

/* ---- S1 -------------------------------------------------------------------------------------- */

/* Red minus blue plus moves, for the side to move. */
static int tokens_and_moves(const tetress_game *game)
{
    int side = tetress_game_turn(game);

    return tetress_game_tokens(game, side) - tetress_game_tokens(game, 1 - side) +
           tetress_game_mobility(game, side);
}

/* Negamax in which a leaf with at most `extension` moves is searched one ply deeper. INT_MAX and
 * its negative where the game ends. */
static int report_s1(tetress_game *game, int depth, int extension)
{
    tetress_move moves[TETRESS_PLACEMENTS];
    size_t count = list_moves(game, moves);
    int best = -INT_MAX;

    if (count == 0)
        return -INT_MAX;
    if (depth < 0 || (depth == 0 && (int)count > extension))
        return tokens_and_moves(game);
    for (size_t i = 0; i < count; i++) {
        int value;

        apply(game, moves[i]);
        value = -report_s1(game, depth - 1, extension);
        undo(game);
        best = value > best ? value : best;
    }
    return best;
}

/* Without the table, which may answer with a search that was extended in another iteration. */
static void s1_negamax_adds_tokens_and_moves_and_extends_leaves(void **state)
{
    static const char *const SPECS[] = {"s1-negamax:table=off,depth=1",
                                        "s1-negamax:table=off,depth=2", "s1-negamax:depth=1"};
    static const int DEPTHS[] = {1, 2, 1};
    tetress_budget budget = TETRESS_BUDGET_INIT;
    int extended[3] = {0, 0, 0}, compared = 0;

    (void)state;
    for (int i = 0; i < 3; i++) {
        tetress_engine *engine = new_engine(SPECS[i]);

        for (uint64_t seed = 1; seed <= 60; seed++) {
            tetress_game *game = game_after(seed, 34 + (int)(seed % 12));

            if (tetress_game_reason(game) == TETRESS_REASON_NONE) {
                int expected = report_s1(game, DEPTHS[i], 5);
                tetress_result result = search(engine, game, &budget);

                if (expected != INT_MAX && expected != -INT_MAX && result.mate == 0) {
                    assert_int_equal(result.score, 100 * expected);
                    extended[i] += expected != report_s1(game, DEPTHS[i], 0);
                    compared++;
                }
            }
            tetress_game_free(game);
        }
        tetress_engine_free(engine);
    }
    assert_true(compared > 60);
    assert_true(extended[0] > 0 && extended[1] > 0 && extended[2] > 0);
}

static void assert_option(const tetress_engine *engine, const char *name, const char *expected)
{
    char value[32];
    size_t length;

    assert_int_equal(tetress_engine_get(engine, name, value, sizeof value, &length, NULL),
                     TETRESS_OK);
    assert_string_equal(value, expected);
}

/* Two actions are left to search: it ends at once, but only because something limits it. */
static void s1_negamax_brings_its_time_and_table(void **state)
{
    static const char *const TIMINGS[][2] = {{"s1-negamax", "s1"},
                                             {"s1-negamax-coded", "s1-coded"}};
    const char *late = "rrrr......./.........../bbbb......./.........../.........../.........../"
                       ".........../.........../.........../.........../........... r 148";
    tetress_game *game = NULL;

    (void)state;
    assert_int_equal(tetress_game_from_text(NULL, late, &game, NULL), TETRESS_OK);
    for (size_t i = 0; i < 2; i++) {
        tetress_engine *engine = new_engine(TIMINGS[i][0]);
        tetress_budget own = TETRESS_BUDGET_INIT, none = TETRESS_BUDGET_INIT;

        assert_option(engine, "timing", TIMINGS[i][1]);
        assert_option(engine, "entries", "100000");
        assert_option(engine, "replacement", "always");
        assert_int_equal(tetress_engine_own_limits(engine, &own), 1);
        assert_int_equal(own.cpu_ms, 0);
        assert_int_equal(search(engine, game, &none).depth, 2);
        assert_int_equal(tetress_engine_set(engine, "timing", "none"), TETRESS_OK);
        assert_int_equal(tetress_engine_own_limits(engine, &own), 0);
        assert_int_equal(tetress_engine_search(engine, game, &none, NULL), TETRESS_EARG);
        tetress_engine_free(engine);
    }
    tetress_game_free(game);
}

/* ---- S4 -------------------------------------------------------------------------------------- */

#define WON 1000000000

typedef struct plan {
    int plies, width; /* width 0: all moves */
} plan;

/* A move and what it is worth by itself to the side that began. */
typedef struct judged {
    tetress_move move;
    int value;
} judged;

/* The `width` best of the moves for the side to move, or all, into `best`; returns how many. */
static size_t best_moves(tetress_game *game, const tetress_game *before, int side, size_t width,
                         judged best[TETRESS_PLACEMENTS])
{
    tetress_move moves[TETRESS_PLACEMENTS];
    size_t count = list_moves(game, moves), kept = 0;
    int sign = tetress_game_turn(game) == side ? 1 : -1;

    for (size_t i = 0; i < count; i++) {
        judged move = {moves[i], 0};
        size_t at = kept;

        apply(game, move.move);
        move.value = tetress_game_mobility(game, tetress_game_turn(game)) == 0
                         ? sign * WON
                         : utility(game, before, side);
        undo(game);
        while (at > 0 && sign * best[at - 1].value < sign * move.value)
            at--;
        if (at == width && width > 0)
            continue;
        if (kept < width || width == 0)
            kept++;
        for (size_t j = kept - 1; j > at; j--)
            best[j] = best[j - 1];
        best[at] = move;
    }
    return kept;
}

/* What the best moves of each side lead to, for the side that began; nothing is cut off. */
static int narrow_minimax(tetress_game *game, const tetress_game *before, int side, plan p)
{
    judged best[TETRESS_PLACEMENTS];
    int sign = tetress_game_turn(game) == side ? 1 : -1, value = INT_MAX;
    size_t kept;

    if (p.plies == 0 && tetress_game_mobility(game, tetress_game_turn(game)) > 0)
        return utility(game, before, side);
    kept = best_moves(game, before, side, p.plies > 1 ? (size_t)p.width : 0, best);
    if (kept == 0)
        return -sign * (WON + p.plies);
    for (size_t i = 0; i < kept; i++) {
        int below;

        apply(game, best[i].move);
        below = narrow_minimax(game, before, side, (plan){p.plies - 1, p.width});
        undo(game);
        if (i == 0 || sign * below > sign * value)
            value = below;
    }
    return value;
}

/* As deep and as wide as the number of moves says: the same value, wherever no side has to lose. */
static int compare_beam(tetress_engine *engine, uint64_t seed, int actions,
                        plan (*plan_of)(size_t moves), size_t least, size_t most)
{
    tetress_game *game = game_after(seed, actions), *before = copy_of(game);
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_move moves[TETRESS_PLACEMENTS];
    size_t count = list_moves(game, moves);
    int compared = 0;

    if (count >= least && count <= most) {
        plan p = plan_of(count);
        int value = narrow_minimax(game, before, tetress_game_turn(game), p);
        tetress_result result = search(engine, game, &budget);

        if (value > -WON && value < WON) {
            assert_int_equal(result.depth, p.plies);
            assert_int_equal(result.score, value * 100 / 125);
            compared = 1;
        }
    }
    tetress_game_free(before);
    tetress_game_free(game);
    return compared;
}

/* Positions with `least` to `most` moves after so many actions and more. */
static void check_beam(const char *player, plan (*plan_of)(size_t moves), int actions, size_t least,
                       size_t most)
{
    tetress_engine *engine = new_engine(player);
    int compared = 0;

    for (uint64_t seed = 1; seed <= 300 && compared < 4; seed++)
        compared += compare_beam(engine, seed, actions + (int)(seed % 12), plan_of, least, most);
    assert_int_equal(compared, 4);
    tetress_engine_free(engine);
}

static plan two_plies(size_t moves)
{
    (void)moves;
    return (plan){2, 0};
}

static void s4_alphabeta_2_looks_two_actions_ahead(void **state)
{
    (void)state;
    check_beam("s4-alphabeta-2", two_plies, 30, 10, 60);
}

static plan ten_best(size_t moves)
{
    (void)moves;
    return (plan){2, 10};
}

static void s4_narrow_looks_two_actions_ahead_at_the_ten_best_moves(void **state)
{
    (void)state;
    check_beam("s4-narrow", ten_best, 30, 12, 60);
}

static plan varying(size_t moves)
{
    if (moves > 50)
        return (plan){2, 10};
    return moves > 25 ? (plan){4, 5} : (plan){6, 3};
}

static void s4_varying_looks_deeper_and_at_fewer_moves_the_fewer_there_are(void **state)
{
    (void)state;
    check_beam("s4-varying", varying, 30, 51, 70);
    check_beam("s4-varying", varying, 30, 26, 50);
    check_beam("s4-varying", varying, 30, 2, 25);
}

/* The cache saves evaluations and changes nothing else. Its keys are those of a root, too, so that
 * a player one action ahead, which judges no position twice, finds nothing there. */
static void the_cache_of_s4_changes_no_result(void **state)
{
    static const char *const PLAYERS[] = {"s4-greedy", "s4-final", "s4-varying"};

    (void)state;
    for (size_t p = 0; p < sizeof PLAYERS / sizeof PLAYERS[0]; p++) {
        tetress_engine *with = new_engine(PLAYERS[p]), *without = new_engine(PLAYERS[p]);
        uint64_t hits = 0;

        assert_int_equal(tetress_engine_set(without, "cache", "0"), TETRESS_OK);
        for (int actions = 4; actions < 40; actions += 3) {
            tetress_budget budget = TETRESS_BUDGET_INIT;
            tetress_game *game = game_after(8, actions);

            if (tetress_game_reason(game) == TETRESS_REASON_NONE) {
                tetress_result a = search(with, game, &budget), b = search(without, game, &budget);

                assert_int_equal(a.move, b.move);
                assert_int_equal(a.score, b.score);
                assert_int_equal(a.nodes, b.nodes);
                assert_true(a.cache_lookups > 0 && a.cache_hits < a.cache_lookups);
                assert_int_equal(b.cache_lookups, 0);
                hits += a.cache_hits;
                /* one of another size and other weights knows nothing of the old ones */
                assert_int_equal(tetress_engine_set(with, "cache", actions % 2 ? "5" : "4096"),
                                 TETRESS_OK);
            }
            tetress_game_free(game);
        }
        assert_true(p == 2 ? hits > 0 : hits == 0);
        tetress_engine_free(with);
        tetress_engine_free(without);
    }
}

static void other_weights_make_other_values_at_once(void **state)
{
    tetress_engine *changed = new_engine("s4-greedy");
    tetress_engine *fresh = new_engine("s4-greedy:s4tokens=1");
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_game *game = game_after(8, 20);

    (void)state;
    search(changed, game, &budget);
    assert_int_equal(tetress_engine_set(changed, "s4tokens", "1"), TETRESS_OK);
    assert_int_equal(search(changed, game, &budget).score, search(fresh, game, &budget).score);
    tetress_game_free(game);
    tetress_engine_free(changed);
    tetress_engine_free(fresh);
}

static void s4_varying_plays_its_only_move_at_once(void **state)
{
    const char *one_left = "b.b.b.b.b../.b.b.b.b.b./b.b.b.b.b../.b.b.b.b.b./b.bbbbbbb../"
                           ".brrr....b./b.bbbbbbb../.b.b.b.b.b./b.b.b.b.b../.b.b.b.b.b./"
                           "........... r 40";
    tetress_engine *engine = new_engine("s4-varying");
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_game *game = NULL;

    (void)state;
    assert_int_equal(tetress_game_from_text(NULL, one_left, &game, NULL), TETRESS_OK);
    assert_int_equal(tetress_game_mobility(game, TETRESS_RED), 1);
    assert_int_equal(search(engine, game, &budget).nodes, 1);
    tetress_game_free(game);
    tetress_engine_free(engine);
}

static plan combined(size_t moves)
{
    return moves > 40 ? (plan){1, 0} : (plan){4, 4};
}

static void s4_combined_is_greedy_with_more_than_40_moves(void **state)
{
    (void)state;
    check_beam("s4-combined", combined, 28, 41, 90);
    check_beam("s4-combined", combined, 30, 2, 40);
}

static bool has_no_way_out(tetress_game *game, int replies);

/* May the other side, to move, leave this one without a move within so many replies? */
static bool may_be_stuck(tetress_game *game, int replies)
{
    tetress_move moves[TETRESS_PLACEMENTS];
    size_t count = list_moves(game, moves);
    bool stuck = false;

    for (size_t i = 0; i < count && !stuck; i++) {
        apply(game, moves[i]);
        stuck = has_no_way_out(game, replies - 1);
        undo(game);
    }
    return stuck;
}

static bool has_no_way_out(tetress_game *game, int replies)
{
    tetress_move moves[TETRESS_PLACEMENTS];
    size_t count = list_moves(game, moves);
    bool stuck = count == 0 || replies > 0;

    for (size_t i = 0; i < count && stuck; i++) {
        apply(game, moves[i]);
        stuck = may_be_stuck(game, replies);
        undo(game);
    }
    return stuck;
}

/* The best move of all and the best that is no death move; INT_MIN where there is none. */
static void two_bests(tetress_game *game, int replies, int *best, int *safe)
{
    tetress_game *before = copy_of(game);
    tetress_move moves[TETRESS_PLACEMENTS];
    size_t count = list_moves(game, moves);
    int side = tetress_game_turn(game);

    *best = *safe = INT_MIN;
    for (size_t i = 0; i < count; i++) {
        int value;

        apply(game, moves[i]);
        value = worth_after(utility, game, before, side);
        *best = value > *best ? value : *best;
        if (value > *safe && !may_be_stuck(game, replies))
            *safe = value;
        undo(game);
    }
    tetress_game_free(before);
}

static int worth_of_choice(tetress_engine *engine, tetress_game *game)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_game *before = copy_of(game);
    int side = tetress_game_turn(game), value;

    apply(game, search(engine, game, &budget).move);
    value = worth_after(utility, game, before, side);
    undo(game);
    tetress_game_free(before);
    return value;
}

/* The player refuses death moves and, where there is no other, plays the best of all moves. */
static void s4_final_refuses_death_moves_unless_there_is_no_other(void **state)
{
    tetress_engine *final = new_engine("s4-final"), *bold = new_engine("s4-final:deathcheck=1");
    int refused = 0, lost = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 3000 && (refused < POSITIONS || lost < 4); seed++) {
        tetress_game *game = game_after(seed, 24 + (int)seed % 20);
        tetress_move moves[TETRESS_PLACEMENTS];
        size_t count = list_moves(game, moves);
        int best, safe;

        if (count > 1 && count < 40) {
            two_bests(game, 1, &best, &safe);
            assert_int_equal(worth_of_choice(bold, game), best);
            assert_int_equal(worth_of_choice(final, game), safe == INT_MIN ? best : safe);
            refused += safe != INT_MIN && safe < best;
            lost += safe == INT_MIN;
        }
        tetress_game_free(game);
    }
    assert_true(refused >= POSITIONS && lost >= 4);
    tetress_engine_free(final);
    tetress_engine_free(bold);
}

/* Four actions ahead: those after which the opponent can leave it without a move with the reply
 * after the next play the best of what loses last. */
static void s4_final_can_look_four_actions_ahead_for_death(void **state)
{
    tetress_engine *engine = new_engine("s4-final:deathreplies=2");
    tetress_budget budget = TETRESS_BUDGET_INIT;
    int refused = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 3000 && refused < POSITIONS; seed++) {
        tetress_game *game = game_after(seed, 24 + (int)seed % 20);
        tetress_move moves[TETRESS_PLACEMENTS];
        size_t count = list_moves(game, moves);
        int best, safe_from_one, safe_from_two;

        if (count > 1 && count < 20) {
            two_bests(game, 1, &best, &safe_from_one);
            two_bests(game, 2, &best, &safe_from_two);
            if (safe_from_two != INT_MIN)
                assert_int_equal(worth_of_choice(engine, game), safe_from_two);
            else
                assert_int_equal(search(engine, game, &budget).mate,
                                 safe_from_one == INT_MIN ? -2 : -4);
            refused += safe_from_two != INT_MIN && safe_from_two < safe_from_one;
        }
        tetress_game_free(game);
    }
    assert_int_equal(refused, POSITIONS);
    tetress_engine_free(engine);
}

/* All moves are death moves: the report's step e plays the one of the highest utility. Where
 * several are the best, any of them. */
static void check_best_death_move(const char *position, const char *move, int worth)
{
    tetress_engine *engine = new_engine("s4-final");
    tetress_game *game = NULL, *before;
    int best, safe, side;

    assert_int_equal(tetress_game_from_text(NULL, position, &game, NULL), TETRESS_OK);
    two_bests(game, 1, &best, &safe);
    assert_int_equal(safe, INT_MIN);
    assert_int_equal(best, worth);
    for (char seed[] = "1"; seed[0] <= '9'; seed[0]++) {
        assert_int_equal(tetress_engine_set(engine, "seed", seed), TETRESS_OK);
        assert_int_equal(worth_of_choice(engine, game), worth);
    }
    before = copy_of(game);
    side = tetress_game_turn(game);
    assert_int_equal(tetress_game_apply_text(game, move, NULL), TETRESS_OK);
    assert_int_equal(utility(game, before, side), worth);
    tetress_game_free(before);
    tetress_game_free(game);
    tetress_engine_free(engine);
}

static void s4_final_plays_the_highest_utility_when_all_moves_are_death_moves(void **state)
{
    (void)state;
    check_best_death_move("b..rrrrbbbb/.bbbb....../b.b.rrrrbbb/..rrr.r..bb/r.bb.rbbbbb/"
                          "r.brrrb.b.b/r.b.rrrbbbr/rrrrrrrb.bb/brrr..bb..b/br.rrrbbbr./"
                          "b.brr..bb.b r 38",
                          "1-7,1-8,1-9,1-10", -370);
    check_best_death_move("..r.rrbbbbb/r.r.r.b.rrr/r.r.r.b.r.r/r.r..bbbr.r/r.r.bb.bbbb/"
                          "r.b.bbb.bbr/.rb.bbbbbbb/brbbbb.b.bb/brrb.bbbrrb/rr.br.bbrrr/"
                          "rrrbbb.bbb. r 28",
                          "3-3,4-3,5-3,6-3", -1405);
}

/* With 400 moves it looks at the replies to some, with more it does not. */
static void s4_final_looks_for_death_with_at_most_400_moves(void **state)
{
    tetress_engine *engine = new_engine("s4-final");
    tetress_budget budget = TETRESS_BUDGET_INIT;
    int above = 0, below = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        tetress_game *game = game_after(seed, 6 + (int)seed % 16);
        tetress_move moves[TETRESS_PLACEMENTS];
        size_t count = list_moves(game, moves);

        if (count > 400)
            assert_int_equal(search(engine, game, &budget).nodes, count);
        else if (count > 200)
            assert_true(search(engine, game, &budget).nodes > count);
        above += count > 400;
        below += count <= 400 && count > 200;
        tetress_game_free(game);
    }
    assert_true(above > 0 && below > 0);
    tetress_engine_free(engine);
}

/* What the player answers to these actions, as text. */
static void check_first(const char *action, const char *answer)
{
    tetress_engine *engine = new_engine("s4-final");
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_game *game = game_after(1, 0), *expected;

    if (action != NULL)
        assert_int_equal(tetress_game_apply_text(game, action, NULL), TETRESS_OK);
    expected = copy_of(game);
    assert_int_equal(tetress_game_apply_text(expected, answer, NULL), TETRESS_OK);
    apply(game, search(engine, game, &budget).move);
    assert_true(tetress_game_hash(game) == tetress_game_hash(expected));
    tetress_game_free(expected);
    tetress_game_free(game);
    tetress_engine_free(engine);
}

static void s4_final_begins_with_one_of_two_placements(void **state)
{
    (void)state;
    check_first(NULL, "2-2,2-3,2-4,2-5");
    check_first("0-5,1-5,2-5,3-5", "7-6,7-7,7-8,7-9");
    check_first("7-6,7-7,7-8,7-9", "2-2,2-3,2-4,2-5");
    check_first("0-0,0-1,0-2,0-3", "2-2,2-3,2-4,2-5");
}

/* ---- S3 -------------------------------------------------------------------------------------- */

/* Groups of more than four empty cells that hang together. */
static int holes(const tetress_game *game)
{
    bool seen[121] = {false};
    int count = 0;

    for (int start = 0; start < 121; start++) {
        int stack[121 * 4], height = 0, size = 0;

        stack[height++] = start;
        while (height > 0) {
            int cell = stack[--height];
            int row = cell / 11, column = cell % 11;

            if (seen[cell] || tetress_game_cell(game, row, column) != TETRESS_NOBODY)
                continue;
            seen[cell] = true;
            size++;
            stack[height++] = (row + 1) % 11 * 11 + column;
            stack[height++] = (row + 10) % 11 * 11 + column;
            stack[height++] = row * 11 + (column + 1) % 11;
            stack[height++] = row * 11 + (column + 10) % 11;
        }
        count += size > 4;
    }
    return count;
}

/* What the ending rule makes of a move: fewer replies are better, then an even number of holes. */
static int ending_worth(tetress_game *game, tetress_move move)
{
    int worth;

    apply(game, move);
    worth = -2 * tetress_game_mobility(game, tetress_game_turn(game)) - holes(game) % 2;
    undo(game);
    return worth;
}

/* How many moves the rule puts before the one that is played. */
static int better_by_ending(tetress_engine *engine, tetress_game *game)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_move moves[TETRESS_PLACEMENTS];
    size_t count = list_moves(game, moves);
    int chosen, better = 0;

    budget.nodes = 1000000;
    chosen = ending_worth(game, search(engine, game, &budget).move);
    for (size_t i = 0; i < count; i++)
        better += ending_worth(game, moves[i]) > chosen;
    return better;
}

static void s3_players_keep_the_ending_rule(void **state)
{
    static const char *const PLAYERS[] = {"s3-mcts", "s3-alphabeta", "s3-hybrid:firsthalf=150",
                                          "s3-hybrid:firsthalf=0"};

    (void)state;
    for (size_t p = 0; p < sizeof PLAYERS / sizeof PLAYERS[0]; p++) {
        tetress_engine *engine = new_engine(PLAYERS[p]);
        int full = 0, other = 0;

        for (uint64_t seed = 1; full < 15 && seed < 400; seed++) {
            tetress_game *game = game_after(seed, 20 + (int)(seed % 12));
            int filled = tetress_game_tokens(game, 0) + tetress_game_tokens(game, 1);

            if (tetress_game_reason(game) == TETRESS_REASON_NONE) {
                int better = better_by_ending(engine, game);

                if (filled > 85) {
                    assert_int_equal(better, 0);
                    full++;
                } else {
                    other += better > 0;
                }
            }
            tetress_game_free(game);
        }
        assert_int_equal(full, 15);
        assert_true(other > 0);
        tetress_engine_free(engine);
    }
}

static void s3_mcts_keeps_the_ten_best_children(void **state)
{
    tetress_engine *engine = new_engine("s3-mcts:multipv=32");
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_game *game = game_after(5, 10);
    tetress_result result = search(engine, game, &budget);
    uint64_t visits = 0;

    (void)state;
    if (result.lines < 10)
        skip(); /* the pool is smaller */
    assert_int_equal(result.playouts, 32);
    assert_int_equal(result.lines, 10);
    for (uint32_t i = 0; i < result.lines; i++) {
        tetress_line line = TETRESS_LINE_INIT;

        assert_int_equal(tetress_engine_line(engine, i, &line), TETRESS_OK);
        visits += line.visits;
    }
    assert_int_equal(visits, 32);
    tetress_engine_free(engine);
    tetress_game_free(game);
}

/* Depth 2 with a narrow evaluation: the same score as two actions of plain minimax has. */
static void s3_alphabeta_looks_two_actions_ahead(void **state)
{
    tetress_engine *engine = new_engine("s3-alphabeta");
    tetress_engine *judge_of = new_engine("greedy:evaluator=s3");
    tetress_budget budget = TETRESS_BUDGET_INIT;

    (void)state;
    for (uint64_t seed = 1; seed < 6; seed++) {
        tetress_game *game = game_after(seed, 8);
        tetress_move moves[TETRESS_PLACEMENTS], replies[TETRESS_PLACEMENTS];
        size_t count = list_moves(game, moves);
        int32_t best = INT32_MIN, score;
        tetress_result result = search(engine, game, &budget);

        assert_int_equal(result.depth, 2);
        for (size_t i = 0; i < count; i++) {
            int32_t worst = INT32_MAX;
            size_t answers;

            apply(game, moves[i]);
            answers = list_moves(game, replies);
            for (size_t j = 0; j < answers; j++) {
                apply(game, replies[j]);
                assert_int_equal(tetress_engine_evaluate(judge_of, game, &score), TETRESS_OK);
                worst = score < worst ? score : worst;
                undo(game);
            }
            best = worst > best ? worst : best;
            undo(game);
        }
        assert_int_equal(result.score, best);
        tetress_game_free(game);
    }
    tetress_engine_free(engine);
    tetress_engine_free(judge_of);
}

static void s3_hybrid_changes_its_search_in_the_middle(void **state)
{
    tetress_engine *engine = new_engine("s3-hybrid");
    tetress_budget budget = TETRESS_BUDGET_INIT;

    (void)state;
    for (int actions = 4; actions < 26; actions += 3) {
        tetress_game *game = game_after(3, actions);
        tetress_result result = search(engine, game, &budget);

        assert_int_equal(result.playouts, actions < 19 ? 0 : 32);
        if (actions < 19)
            assert_int_equal(result.depth, 2);
        tetress_game_free(game);
    }
    /* One of its halves would never end. */
    assert_int_equal(tetress_engine_set(engine, "depth", "0"), TETRESS_OK);
    {
        tetress_game *game = game_after(3, 4);
        tetress_result result = TETRESS_RESULT_INIT;

        assert_int_equal(tetress_engine_search(engine, game, &budget, &result), TETRESS_EARG);
        tetress_game_free(game);
    }
    tetress_engine_free(engine);
}

/* ---- Levels ---------------------------------------------------------------------------------- */

/* The same work for each move, whatever the machine, and the same move for it. */
static void levels_do_a_fixed_amount_of_work(void **state)
{
    static const uint64_t NODES[] = {0, 0, 0, 500, 1500, 4000, 10000, 30000};
    tetress_budget none = TETRESS_BUDGET_INIT;
    char name[16] = "level-0";

    (void)state;
    for (size_t i = 0; i < sizeof NODES / sizeof NODES[0]; i++) {
        tetress_engine *one, *other;

        name[6] = (char)('1' + i);
        one = new_engine(name);
        other = new_engine(name);
        for (int actions = 3; actions < 20; actions += 8) {
            tetress_game *game = game_after(9, actions);
            tetress_result a = search(one, game, &none), b = search(other, game, &none);

            assert_int_equal(a.move, b.move);
            assert_int_equal(a.nodes, b.nodes);
            if (NODES[i] > 0)
                assert_true(a.mate != 0 || a.nodes == NODES[i]);
            tetress_game_free(game);
        }
        tetress_engine_free(one);
        tetress_engine_free(other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(s1_restrict_leaves_the_fewest_replies),
        cmocka_unit_test(s0_greedy_seeks_control_and_domination),
        cmocka_unit_test(s4_greedy_seeks_open_sides_tokens_and_losses_of_the_other),
        cmocka_unit_test(weights_of_s4_are_options),
        cmocka_unit_test(the_cache_of_s4_changes_no_result),
        cmocka_unit_test(other_weights_make_other_values_at_once),
        cmocka_unit_test(s0_alphabeta_looks_two_actions_ahead),
        cmocka_unit_test(s0_alphabeta_is_alphabeta_and_nothing_else),
        cmocka_unit_test(s0_mcts_plays_first_legal_moves_eight_times),
        cmocka_unit_test(s1_negamax_adds_tokens_and_moves_and_extends_leaves),
        cmocka_unit_test(s1_negamax_brings_its_time_and_table),
        cmocka_unit_test(s0_mcts_tries_all_placements_once_first),
        cmocka_unit_test(levels_do_a_fixed_amount_of_work),
        cmocka_unit_test(s3_players_keep_the_ending_rule),
        cmocka_unit_test(s3_mcts_keeps_the_ten_best_children),
        cmocka_unit_test(s3_alphabeta_looks_two_actions_ahead),
        cmocka_unit_test(s3_hybrid_changes_its_search_in_the_middle),
        cmocka_unit_test(s4_alphabeta_2_looks_two_actions_ahead),
        cmocka_unit_test(s4_narrow_looks_two_actions_ahead_at_the_ten_best_moves),
        cmocka_unit_test(s4_varying_looks_deeper_and_at_fewer_moves_the_fewer_there_are),
        cmocka_unit_test(s4_varying_plays_its_only_move_at_once),
        cmocka_unit_test(s4_combined_is_greedy_with_more_than_40_moves),
        cmocka_unit_test(s4_final_refuses_death_moves_unless_there_is_no_other),
        cmocka_unit_test(s4_final_can_look_four_actions_ahead_for_death),
        cmocka_unit_test(s4_final_plays_the_highest_utility_when_all_moves_are_death_moves),
        cmocka_unit_test(s4_final_looks_for_death_with_at_most_400_moves),
        cmocka_unit_test(s4_final_begins_with_one_of_two_placements),
    };

    return cmocka_run_group_tests_name("presets", tests, NULL, NULL);
}
