/* SPDX-License-Identifier: MIT */
/* lib/core against the slow board: random games, step by step. */
#include <string.h>

#include "cmocka_all.h"
#include "movegen.h"
#include "notation.h"
#include "perft.h"
#include "rules.h"
#include "slow_board.h"
#include "zobrist.h"

static void assert_same_board(const ttr_board *board, const slow_board *slow)
{
    char expected[160], text[160];
    ttr_text writer = ttr_text_start(text, sizeof text);

    slow_board_text(slow, expected);
    ttr_notation_write_position(&writer, board);
    assert_string_equal(text, expected);
}

static void assert_same_moves(const ttr_board *board, const slow_board *slow)
{
    ttr_move moves[TTR_LIST_ROOM];
    int expected[SLOW_PLACEMENTS];
    char colour = slow_board_turn(slow);
    int count = slow_board_moves(slow, colour, expected);

    assert_int_equal(ttr_movegen_list(board, moves), count);
    assert_int_equal(ttr_movegen_count(board, ttr_board_turn(board)), count);
    assert_int_equal(ttr_movegen_any(board), count > 0);
    for (int i = 0; i < count; i++)
        assert_int_equal(moves[i], expected[i]);
    assert_int_equal(ttr_movegen_count(board, 1 - ttr_board_turn(board)),
                     slow_board_moves(slow, colour == 'r' ? 'b' : 'r', NULL));
}

static void assert_same_outcome(const ttr_board *board, const slow_board *slow)
{
    ttr_outcome outcome = ttr_rules_outcome(board);
    char result = slow_board_result(slow);

    assert_int_equal(outcome.reason == TTR_ONGOING, result == ' ');
    assert_int_equal(outcome.winner, result == 'r'   ? TTR_RED
                                     : result == 'b' ? TTR_BLUE
                                                     : TTR_NOBODY);
}

static uint64_t key_from_scratch(const ttr_board *board)
{
    return ttr_board_of(board->tokens[TTR_RED], board->tokens[TTR_BLUE], board->ply).key;
}

static void random_games_agree_with_the_slow_board(void **state)
{
    ttr_rng rng;
    int lines = 0;

    (void)state;
    ttr_rng_seed(&rng, 11);
    for (int game = 0; game < 40; game++) {
        ttr_board board = ttr_board_start();
        slow_board slow;

        slow_board_start(&slow);
        for (;;) {
            ttr_move move;

            assert_same_board(&board, &slow);
            assert_same_moves(&board, &slow);
            assert_same_outcome(&board, &slow);
            assert_true(board.key == key_from_scratch(&board));
            move = ttr_movegen_random(&board, &rng);
            if (move == TTR_MOVE_NONE)
                break;
            ttr_board_apply(&board, move);
            lines += slow_board_apply(&slow, move);
        }
    }
    assert_true(lines > 40); /* about 8.6 a game */
}

static void every_placement_is_judged_as_the_slow_board_does(void **state)
{
    ttr_rng rng;
    int rules[TTR_RULE_NOT_ADJACENT + 1] = {0};

    (void)state;
    ttr_rng_seed(&rng, 12);
    for (int game = 0; game < 6; game++) {
        ttr_board board = ttr_board_start();
        slow_board slow;
        ttr_move next;

        slow_board_start(&slow);
        while ((next = ttr_movegen_random(&board, &rng)) != TTR_MOVE_NONE) {
            for (int move = 0; move < TTR_PLACEMENTS; move++) {
                int cells[4];
                ttr_verdict verdict = ttr_rules_judge(&board, (ttr_move)move);

                slow_placement(move, cells);
                rules[verdict.rule]++;
                assert_int_equal(verdict.rule == TTR_RULE_NONE,
                                 slow_board_may_place(&slow, slow_board_turn(&slow), cells));
                if (verdict.rule == TTR_RULE_OCCUPIED)
                    assert_true(ttr_cellset_has(ttr_board_occupied(&board), verdict.cell) &&
                                ttr_cellset_has(ttr_placement_cells[move], verdict.cell));
            }
            ttr_board_apply(&board, next);
            slow_board_apply(&slow, next);
        }
    }
    assert_true(rules[TTR_RULE_NONE] > 0 && rules[TTR_RULE_OCCUPIED] > 0 &&
                rules[TTR_RULE_NOT_ADJACENT] > 0);
}

static void every_legal_move_is_drawn_equally_often(void **state)
{
    enum { DRAWS = 200 };
    ttr_rng rng;
    ttr_board board = ttr_board_start();
    int counts[TTR_PLACEMENTS] = {0};
    int legal;
    double chi = 0;

    (void)state;
    ttr_rng_seed(&rng, 13);
    for (int i = 0; i < 20; i++)
        ttr_board_apply(&board, ttr_movegen_random(&board, &rng));
    legal = ttr_movegen_count(&board, ttr_board_turn(&board));
    for (int i = 0; i < DRAWS * legal; i++)
        counts[ttr_movegen_random(&board, &rng)]++;
    for (int move = 0; move < TTR_PLACEMENTS; move++) {
        if (ttr_rules_judge(&board, (ttr_move)move).rule != TTR_RULE_NONE)
            assert_int_equal(counts[move], 0);
        else
            chi += (counts[move] - DRAWS) * (counts[move] - DRAWS) / (double)DRAWS;
    }
    /* chi squared with n degrees of freedom has variance 2 n: within four deviations */
    assert_true((chi - legal) * (chi - legal) < 16 * 2.0 * legal);
}

static const char *const SYMMETRY_START =
    "..rr...b.../..rrr.bb.../rrrrrrb.brr/.rrrrbb.b../brrr.b..bb./bb...bbbbbb/rr.bbbbb.rr/"
    "r.bbbb.bb../r.b.....rr./.........../........... r 22";

/* Symmetry number 0..967: a translation by 121, then one of the eight turns and mirrors. */
static int map_cell(int cell, int symmetry)
{
    int row = (cell / 11 + symmetry / 8 / 11) % 11;
    int column = (cell % 11 + symmetry / 8 % 11) % 11;

    if (symmetry & 1)
        column = 10 - column;
    if (symmetry & 2)
        row = 10 - row;
    return symmetry & 4 ? column * 11 + row : row * 11 + column;
}

static ttr_cellset map_set(ttr_cellset set, int symmetry)
{
    ttr_cellset mapped = ttr_cellset_empty();

    while (!ttr_cellset_is_empty(set))
        mapped = ttr_cellset_or(mapped, ttr_cellset_of(map_cell(ttr_cellset_pop(&set), symmetry)));
    return mapped;
}

static void the_968_symmetries_of_the_torus_map_legal_moves_to_legal_moves(void **state)
{
    ttr_board board;
    ttr_misread misread;
    ttr_move moves[TTR_LIST_ROOM];
    size_t count;

    (void)state;
    assert_true(ttr_notation_read_position(SYMMETRY_START, &board, &misread));
    count = ttr_movegen_list(&board, moves);
    assert_true(count > 0);
    for (int symmetry = 0; symmetry < 968; symmetry++) {
        ttr_board mapped = ttr_board_of(map_set(board.tokens[TTR_RED], symmetry),
                                        map_set(board.tokens[TTR_BLUE], symmetry), board.ply);

        assert_int_equal(ttr_movegen_count(&mapped, ttr_board_turn(&mapped)), count);
        for (size_t i = 0; i < count; i++) {
            ttr_move move = TTR_MOVE_NONE;

            assert_true(
                ttr_placement_find(map_set(ttr_placement_cells[moves[i]], symmetry), &move));
            assert_int_equal(ttr_rules_judge(&mapped, move).rule, TTR_RULE_NONE);
        }
    }
}

static uint64_t perft_by_playing(const ttr_board *board, int depth)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count = ttr_movegen_list(board, moves);
    uint64_t nodes = 0;

    if (depth == 0)
        return 1;
    for (size_t i = 0; i < count; i++) {
        ttr_board child = *board;

        ttr_board_apply(&child, moves[i]);
        nodes += perft_by_playing(&child, depth - 1);
    }
    return nodes;
}

static void counting_the_last_ply_in_bulk_changes_no_perft(void **state)
{
    ttr_rng rng;
    ttr_board board = ttr_board_start();

    (void)state;
    ttr_rng_seed(&rng, 14);
    assert_true(ttr_perft(&board, 0) == 1);
    assert_true(ttr_perft(&board, 1) == 2299);
    assert_true(ttr_perft(&board, 2) == 4808298);
    for (int i = 0; i < 30; i++)
        ttr_board_apply(&board, ttr_movegen_random(&board, &rng));
    for (int depth = 0; depth <= 3; depth++)
        assert_true(ttr_perft(&board, (uint32_t)depth) == perft_by_playing(&board, depth));
}

static void action_150_ends_the_game_even_for_a_side_that_is_stuck(void **state)
{
    ttr_board board = ttr_board_of(ttr_cellset_of(0), ttr_cellset_of(5), 150);

    (void)state;
    assert_int_equal(ttr_rules_outcome(&board).reason, TTR_TURN_LIMIT);
    assert_int_equal(ttr_rules_outcome(&board).winner, TTR_NOBODY);
    assert_int_equal(ttr_movegen_count(&board, TTR_RED), 0);
    assert_true(ttr_perft(&board, 1) == 0);
    board = ttr_board_of(ttr_cellset_empty(), ttr_cellset_of(5), 150);
    assert_int_equal(ttr_rules_outcome(&board).winner, TTR_BLUE);
    board = ttr_board_of(ttr_cellset_empty(), ttr_cellset_of(5), 148);
    assert_int_equal(ttr_rules_outcome(&board).reason, TTR_NO_MOVES);
    assert_int_equal(ttr_rules_outcome(&board).winner, TTR_BLUE);
}

static void positions_that_differ_in_anything_have_different_keys(void **state)
{
    ttr_board a = ttr_board_of(ttr_cellset_of(3), ttr_cellset_of(7), 10);
    ttr_board b = ttr_board_of(ttr_cellset_of(7), ttr_cellset_of(3), 10);
    ttr_board c = ttr_board_of(ttr_cellset_of(3), ttr_cellset_of(7), 12);
    ttr_board d = ttr_board_of(ttr_cellset_of(3), ttr_cellset_of(8), 10);

    (void)state;
    assert_true(a.key != b.key && a.key != c.key && a.key != d.key && b.key != c.key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_agree_with_the_slow_board),
        cmocka_unit_test(every_placement_is_judged_as_the_slow_board_does),
        cmocka_unit_test(every_legal_move_is_drawn_equally_often),
        cmocka_unit_test(the_968_symmetries_of_the_torus_map_legal_moves_to_legal_moves),
        cmocka_unit_test(counting_the_last_ply_in_bulk_changes_no_perft),
        cmocka_unit_test(action_150_ends_the_game_even_for_a_side_that_is_stuck),
        cmocka_unit_test(positions_that_differ_in_anything_have_different_keys),
    };

    return cmocka_run_group_tests_name("board", tests, NULL, NULL);
}
