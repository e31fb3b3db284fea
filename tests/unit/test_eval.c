/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "boards.h"
#include "cmocka_all.h"
#include "eval.h"
#include "eval_terms.h"
#include "movegen.h"
#include "region.h"
#include "search_base.h"

/* The same tokens with colours exchanged and the other side to move. */
static ttr_board exchanged(const ttr_board *board)
{
    return ttr_board_of(board->tokens[TTR_BLUE], board->tokens[TTR_RED], board->ply + 1);
}

static int moves_of(const ttr_board *board)
{
    return ttr_movegen_count(board, ttr_board_turn(board));
}

static void the_table_of_logarithms_is_a_table_of_logarithms(void **state)
{
    (void)state;
    for (int n = 0; n <= TTR_PLACEMENTS; n++)
        assert_int_equal(ttr_log_table[n], lround(1000 * log(n + 1.0)));
}

/* Distance by steps through empty cells, one cell at a time. */
static bool reaches_slowly(const ttr_board *board, int colour, int target, int steps)
{
    ttr_cellset occupied = ttr_board_occupied(board);
    bool reached[TTR_CELLS] = {false};

    for (int step = 0; step < steps; step++) {
        bool next[TTR_CELLS];

        memcpy(next, reached, sizeof next);
        for (int cell = 0; cell < TTR_CELLS; cell++) {
            int row = cell / 11, column = cell % 11;
            int around[4] = {(row + 1) % 11 * 11 + column, (row + 10) % 11 * 11 + column,
                             row * 11 + (column + 1) % 11, row * 11 + (column + 10) % 11};

            for (int i = 0; i < 4 && !ttr_cellset_has(occupied, cell); i++)
                next[cell] = next[cell] || reached[around[i]] ||
                             (step == 0 && ttr_cellset_has(board->tokens[colour], around[i]));
        }
        memcpy(reached, next, sizeof next);
    }
    return reached[target];
}

static void exclusive_reach_counts_cells_that_one_side_alone_gets_to(void **state)
{
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 1);
    for (int round = 0; round < 60; round++) {
        ttr_board board = board_after(&rng, (uint32_t)(4 + round % 40));
        int turn = ttr_board_turn(&board);
        int steps = 1 + round % 7;
        int expected = 0;

        for (int cell = 0; cell < TTR_CELLS; cell++)
            expected += (int)(reaches_slowly(&board, turn, cell, steps) &&
                              !reaches_slowly(&board, 1 - turn, cell, steps)) -
                        (int)(reaches_slowly(&board, 1 - turn, cell, steps) &&
                              !reaches_slowly(&board, turn, cell, steps));
        assert_int_equal(ttr_term_exclusive_reach(&board, steps), expected);
    }
}

/* Own minus the opponent's: exchanging colours and turn changes nothing for the side to move, and
 * exchanging colours alone turns the sign. Only region knows that blue has the last action, and
 * those of S0 the number of actions. */
static void evaluations_look_at_both_colours_alike(void **state)
{
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 2);
    for (int round = 0; round < 200; round++) {
        ttr_board board = board_after(&rng, (uint32_t)(2 + round % 60));
        ttr_board mirror = exchanged(&board);

        if (moves_of(&board) == 0)
            continue;
        for (size_t i = 0; i < ttr_evaluator_count(); i++) {
            const ttr_evaluator *e = ttr_evaluator_at(i);
            int moves = -1, mirrored = -1;

            if (e == &ttr_eval_region || e == &ttr_eval_s0 || e == &ttr_eval_s0_intent)
                continue;
            assert_int_equal(e->score(&board, &moves, e->context),
                             e->score(&mirror, &mirrored, e->context));
            assert_int_equal(moves, moves_of(&board));
            assert_int_equal(mirrored, moves);
        }
    }
}

static void each_evaluator_weighs_what_it_says(void **state)
{
    ttr_board board =
        read_board("rrrr......./.........../.........../.........../.........../....bbbb.../"
                   ".....bb..../.........../.........../.........../........... r 4");
    int own = ttr_movegen_count(&board, TTR_RED);
    int theirs = ttr_movegen_count(&board, TTR_BLUE);
    int logs = (int)(ttr_log_table[own] - ttr_log_table[theirs]);
    int moves;

    (void)state;
    assert_int_equal(ttr_term_tokens(&board), -2);
    assert_int_equal(ttr_eval_tokens.score(&board, &moves, NULL), -200);
    assert_int_equal(ttr_evaluator_centi(&ttr_eval_tokens, -200), -200);
    assert_int_equal(ttr_eval_s1.score(&board, &moves, NULL), -2 + own);
    assert_int_equal(ttr_evaluator_centi(&ttr_eval_s1, -2 + own), 100 * (-2 + own));
    assert_int_equal(ttr_eval_s1_coded.score(&board, &moves, NULL), -2000 + own);
    assert_int_equal(ttr_eval_moves.score(&board, &moves, NULL), own);
    assert_int_equal(ttr_eval_s0.score(&board, &moves, NULL), own - theirs + 4 / 2 * -2);
    /* a ratio of 4/6 and one hole, which is the side to move's to fill */
    assert_int_equal(ttr_eval_s3.score(&board, &moves, NULL), 4000 / 6 - 1000 + 1000);
    assert_int_equal(ttr_eval_s3_coded.score(&board, &moves, NULL), 4001 * 1000 / 6001 - 1000);
    assert_int_equal(ttr_eval_mobility.score(&board, &moves, NULL), -2 * 40 + logs);
    assert_int_equal(ttr_eval_reach.score(&board, &moves, NULL),
                     -2 * 80 + logs + 300 * ttr_term_exclusive_reach(&board, 5));
    /* one unit of the logarithm is worth 25 and 12.5 tokens, a cell of reach 3.75 */
    assert_int_equal(ttr_evaluator_centi(&ttr_eval_mobility, 1000), 2500);
    assert_int_equal(ttr_evaluator_centi(&ttr_eval_reach, 1000), 1250);
    assert_int_equal(ttr_evaluator_centi(&ttr_eval_reach, 300), 375);
}

/* The terms of S0's intent, cell by cell, for the side to move against the other. */
typedef struct intent {
    int gaps;      /* empty cells that one side alone can ever get to */
    int gain;      /* tokens of the other side in lines with eight or more, less own ones */
    int lines;     /* such lines */
    int liberties; /* empty cells next to own tokens, less those next to the other's */
} intent;

static int colour_at(const ttr_board *board, int row, int column)
{
    int cell = row % 11 * 11 + column % 11;

    if (ttr_cellset_has(board->tokens[TTR_RED], cell))
        return TTR_RED;
    return ttr_cellset_has(board->tokens[TTR_BLUE], cell) ? TTR_BLUE : TTR_NOBODY;
}

static bool touches(const ttr_board *board, int colour, int row, int column)
{
    return colour_at(board, row + 1, column) == colour ||
           colour_at(board, row + 10, column) == colour ||
           colour_at(board, row, column + 1) == colour ||
           colour_at(board, row, column + 10) == colour;
}

static intent intent_of(const ttr_board *board)
{
    int turn = ttr_board_turn(board);
    intent found = {0, 0, 0, 0};

    for (int i = 0; i < 11; i++) {
        int counts[2][2] = {{0, 0}, {0, 0}}; /* of the row and the column, own and other's */

        for (int j = 0; j < 11; j++) {
            int here = colour_at(board, i, j), across = colour_at(board, j, i);

            counts[0][here == turn] += here != TTR_NOBODY;
            counts[1][across == turn] += across != TTR_NOBODY;
            if (here != TTR_NOBODY)
                continue;
            found.gaps += (int)reaches_slowly(board, turn, i * 11 + j, 121) -
                          (int)reaches_slowly(board, 1 - turn, i * 11 + j, 121);
            found.liberties +=
                (int)touches(board, turn, i, j) - (int)touches(board, 1 - turn, i, j);
        }
        for (int line = 0; line < 2; line++) {
            bool nearly_full = counts[line][0] + counts[line][1] >= 8;

            found.gain += nearly_full ? counts[line][0] - counts[line][1] : 0;
            found.lines += nearly_full;
        }
    }
    return found;
}

/* Each term is there in some position, and the sum is right in all. */
static void s0_intent_adds_gaps_lines_and_encirclement_to_s0(void **state)
{
    intent seen = {0, 0, 0, 0};
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 5);
    for (int round = 0; round < 60; round++) {
        ttr_board board = board_after(&rng, (uint32_t)(6 + round));
        intent found = intent_of(&board);
        int turn = ttr_board_turn(&board), ply = (int)board.ply, moves = -1;
        int control = ttr_movegen_count(&board, turn) - ttr_movegen_count(&board, 1 - turn);
        int expected = ttr_eval_s0.score(&board, &moves, NULL) + 20 * found.gaps + 6 * found.gain;

        if (control != 0)
            expected -= control > 0 ? 6 * found.lines : -6 * found.lines;
        if (ply < 40)
            expected += 4 * found.liberties * (40 - ply) / 40;
        assert_int_equal(ttr_eval_s0_intent.score(&board, &moves, NULL), expected);
        assert_int_equal(moves, moves_of(&board));
        seen.gaps += found.gaps != 0;
        seen.gain += found.gain != 0;
        seen.lines += found.lines > 0;
        seen.liberties += ply < 40 && found.liberties != 0;
    }
    assert_true(seen.gaps > 0 && seen.gain > 0 && seen.lines > 0 && seen.liberties > 0);
}

/* Cells that hang together with `cell` through empty ones, itself included, and are not yet seen.
 */
static int hole_size(ttr_cellset occupied, bool seen[TTR_CELLS], int cell)
{
    int row = cell / 11, column = cell % 11;

    if (ttr_cellset_has(occupied, cell) || seen[cell])
        return 0;
    seen[cell] = true;
    return 1 + hole_size(occupied, seen, (row + 1) % 11 * 11 + column) +
           hole_size(occupied, seen, (row + 10) % 11 * 11 + column) +
           hole_size(occupied, seen, row * 11 + (column + 1) % 11) +
           hole_size(occupied, seen, row * 11 + (column + 10) % 11);
}

static void holes_are_groups_that_hold_a_piece(void **state)
{
    ttr_rng rng;
    int most = 0;

    (void)state;
    ttr_rng_seed(&rng, 3);
    for (int round = 0; round < 300; round++) {
        ttr_cellset occupied = ttr_cellset_empty();
        bool seen[TTR_CELLS] = {false};
        int expected = 0;

        for (int i = 0; i < round / 2; i++)
            occupied =
                ttr_cellset_or(occupied, ttr_cellset_of((int)ttr_rng_below(&rng, TTR_CELLS)));
        for (int cell = 0; cell < TTR_CELLS; cell++)
            expected += hole_size(occupied, seen, cell) >= 4 + round % 2;
        assert_int_equal(ttr_term_holes(occupied, 4 + round % 2), expected);
        most = expected > most ? expected : most;
    }
    assert_true(most > 3);
    assert_int_equal(ttr_term_holes(ttr_cellset_complement(ttr_cellset_empty()), 4), 0);
}

/* Red has as many tokens as blue, `holes` groups of `size` cells are empty, and what is left over
 * at the end of the board. */
static ttr_board board_with_holes(int holes, int size, int filled)
{
    ttr_cellset colours[2] = {ttr_cellset_empty(), ttr_cellset_empty()};
    int left = filled;

    for (int cell = 0; cell < TTR_CELLS && left > 0; cell++) {
        int row = cell / 11, column = cell % 11;
        bool in_hole = row % 2 == 1 && column < size && row / 2 < holes;

        if (!in_hole) {
            colours[left % 2] = ttr_cellset_or(colours[left % 2], ttr_cellset_of(cell));
            left--;
        }
    }
    return ttr_board_of(colours[0], colours[1], 60);
}

/* Each hole takes one action: an even number of them is against the side to move. The report counts
 * those of more than four cells on every board, its program those of four too, and only with more
 * than 80 cells filled. */
static void s3_counts_holes_as_the_report_and_its_program_do(void **state)
{
    int moves;

    (void)state;
    for (int holes = 1; holes <= 4; holes++) {
        int fit = holes % 2 == 0 ? 1000 : -1000;
        ttr_board fives = board_with_holes(holes, 5, 80), fours = board_with_holes(holes, 4, 80);
        ttr_board full = board_with_holes(holes, 4, 82);

        assert_int_equal(ttr_eval_s3.score(&fives, &moves, NULL), fit);
        assert_int_equal(ttr_eval_s3.score(&fours, &moves, NULL), 1000); /* what is left over */
        assert_int_equal(ttr_eval_s3.score(&full, &moves, NULL), 1000);
        assert_int_equal(ttr_eval_s3_coded.score(&fives, &moves, NULL), 0);
        assert_int_equal(ttr_eval_s3_coded.score(&fours, &moves, NULL), 0);
        assert_int_equal(ttr_eval_s3_coded.score(&full, &moves, NULL), fit);
    }
}

/* The ratio is that of the side to move, or of the side that was to move at the root. Without
 * opposing tokens it is what half a token would make of it. */
static void s3_judges_by_a_ratio_of_one_side(void **state)
{
    ttr_board board =
        read_board("rrrr......./.........../.........../.........../.........../....bbbb.../"
                   ".....bb..../.........../.........../.........../........... b 5");
    ttr_board root =
        read_board("rrrr......./.........../.........../.........../.........../.....bb..../"
                   ".....bb..../.........../.........../.........../........... r 4");
    ttr_board alone =
        read_board("rrrr......./.........../.........../.........../.........../.........../"
                   ".........../.........../.........../.........../........... r 4");
    int moves;

    (void)state;
    assert_int_equal(ttr_eval_s3.score(&board, &moves, NULL), 6000 / 4 - 1000 + 1000);
    assert_int_equal(ttr_eval_s3.score_since(&root, &board, &moves, NULL),
                     -(4000 / 6 - 1000 - 1000));
    assert_int_equal(ttr_eval_s3.score(&alone, &moves, NULL), 8000 - 1000 + 1000);
    assert_int_equal(ttr_eval_s3_coded.score(&alone, &moves, NULL), 4001 * 1000 - 1000);
}

/* Red has one token and its four open sides more than blue. All lines but the first row are nearly
 * empty: that counts against whoever was to move at the root. */
static void s4_counts_tokens_that_were_lost_since_the_root(void **state)
{
    ttr_cellset two = ttr_cellset_or(ttr_cellset_of(60), ttr_cellset_of(62));
    ttr_cellset more = ttr_cellset_or(two, ttr_cellset_of(80));
    ttr_cellset three = ttr_cellset_or(ttr_cellset_of(0), ttr_cellset_of(2));
    ttr_board before, after;
    int moves;

    (void)state;
    three = ttr_cellset_or(three, ttr_cellset_of(4));
    before = ttr_board_of(three, more, 20);
    after = ttr_board_of(three, two, 21); /* blue, to move, has lost a token */
    assert_int_equal(ttr_eval_s4.score_since(&before, &after, &moves, NULL),
                     -(10 * 4 + 125 + 300 - 5 * 21));
    assert_int_equal(moves, moves_of(&after));
    assert_int_equal(ttr_eval_s4.score(&after, &moves, NULL), -(10 * 4 + 125) - 5 * 21);
    /* seen from a root where blue was to move */
    before = ttr_board_of(three, more, 21);
    assert_int_equal(ttr_eval_s4.score_since(&before, &after, &moves, NULL),
                     -(10 * 4 + 125 + 300) - 5 * 21);
    /* gains are no changes that count */
    before = ttr_board_of(ttr_cellset_of(0), two, 21);
    assert_int_equal(ttr_eval_s4.score_since(&before, &after, &moves, NULL),
                     ttr_eval_s4.score(&after, &moves, NULL));
}

/* What is said with nothing played since is what `score` says, whoever judges by the root. */
static void scores_since_the_same_position_are_plain_scores(void **state)
{
    int since = 0;
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 4);
    for (int round = 0; round < 50; round++) {
        ttr_board board = board_after(&rng, (uint32_t)(round));

        for (size_t i = 0; i < ttr_evaluator_count(); i++) {
            const ttr_evaluator *e = ttr_evaluator_at(i);
            int moves = -1;

            if (e->score_since == NULL || moves_of(&board) == 0)
                continue;
            assert_int_equal(e->score_since(&board, &board, &moves, e->context),
                             e->score(&board, &moves, e->context));
            assert_int_equal(moves, moves_of(&board));
            since++;
        }
    }
    assert_true(since > 0);
}

static void evaluators_are_found_by_their_whole_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < ttr_evaluator_count(); i++) {
        const ttr_evaluator *e = ttr_evaluator_at(i);

        assert_ptr_equal(ttr_evaluator_find(e->name, strlen(e->name)), e);
        assert_true(e->token > 0 && e->win_scale > 0 && e->summary[0] != '\0');
        assert_true(ttr_evaluator_win(e, 0) == 0.5);
        assert_true(ttr_evaluator_win(e, e->token) > 0.5);
    }
    assert_null(ttr_evaluator_find("rea", 3));
    assert_null(ttr_evaluator_find("reachx", 6));
    assert_null(ttr_evaluator_find("", 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_of_logarithms_is_a_table_of_logarithms),
        cmocka_unit_test(exclusive_reach_counts_cells_that_one_side_alone_gets_to),
        cmocka_unit_test(evaluations_look_at_both_colours_alike),
        cmocka_unit_test(each_evaluator_weighs_what_it_says),
        cmocka_unit_test(s0_intent_adds_gaps_lines_and_encirclement_to_s0),
        cmocka_unit_test(holes_are_groups_that_hold_a_piece),
        cmocka_unit_test(s3_counts_holes_as_the_report_and_its_program_do),
        cmocka_unit_test(s3_judges_by_a_ratio_of_one_side),
        cmocka_unit_test(s4_counts_tokens_that_were_lost_since_the_root),
        cmocka_unit_test(scores_since_the_same_position_are_plain_scores),
        cmocka_unit_test(evaluators_are_found_by_their_whole_name),
    };

    return cmocka_run_group_tests_name("eval", tests, NULL, NULL);
}
