/* SPDX-License-Identifier: MIT */
/* The table of the opening: whole, and the same for all images of a position. */
#include "cmocka_all.h"
#include "movegen.h"
#include "opening.h"
#include "rules.h"
#include "search_base.h"
#include "symmetry.h"

/* FNV-1a over words. */
static uint64_t add_word(uint64_t sum, uint64_t word)
{
    return (sum ^ word) * UINT64_C(0x100000001b3);
}

static uint64_t sum_of_the_table(void)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    for (uint32_t i = 0; i < ttr_opening_count; i++) {
        const ttr_opening_row *row = &ttr_opening_table[i];

        sum = add_word(sum, row->key);
        sum = add_word(sum, row->found.move);
        sum = add_word(sum, (uint32_t)row->found.score);
        sum = add_word(sum, row->found.win);
        sum = add_word(sum, row->found.depth);
    }
    return sum;
}

static void the_table_is_the_one_that_was_generated(void **state)
{
    (void)state;
    assert_true(ttr_opening_count >= 6);
    assert_true(sum_of_the_table() == ttr_opening_checksum);
    for (uint32_t i = 0; i < ttr_opening_count; i++) {
        const ttr_opening_row *row = &ttr_opening_table[i];

        assert_true(i == 0 || row[-1].key < row->key);
        assert_true(row->found.move < TTR_PLACEMENTS && row->found.win <= 1000);
        assert_true(row->found.depth > 0);
        assert_true(row->found.score < TTR_CENTI_WIN && row->found.score > -TTR_CENTI_WIN);
    }
}

static void the_empty_board_has_a_move(void **state)
{
    ttr_board start = ttr_board_start();
    ttr_opening found;

    (void)state;
    assert_true(ttr_opening_find(&start, &found));
    assert_int_equal(ttr_rules_judge(&start, found.move).rule, TTR_RULE_NONE);
}

/* Blue's reply is legal, and the same up to symmetry wherever and however the first piece lies. */
static void every_first_move_has_a_reply(void **state)
{
    static struct {
        uint64_t before, after;
        int32_t score;
    } shapes[5];
    ttr_board start = ttr_board_start();
    size_t count = 0;

    (void)state;
    for (int move = 0; move < TTR_PLACEMENTS; move++) {
        ttr_board board = ttr_board_after(&start, (ttr_move)move);
        ttr_board before, after;
        ttr_opening found;
        int symmetry;
        size_t i = 0;

        assert_true(ttr_opening_find(&board, &found));
        assert_int_equal(ttr_rules_judge(&board, found.move).rule, TTR_RULE_NONE);
        if (move % 121 % 10 != 0)
            continue;
        before = ttr_symmetry_canonical(&board, &symmetry);
        ttr_board_apply(&board, found.move);
        after = ttr_symmetry_canonical(&board, &symmetry);
        while (i < count && shapes[i].before != before.key)
            i++;
        if (i == count) {
            assert_true(count < 5);
            shapes[count].before = before.key;
            shapes[count].after = after.key;
            shapes[count++].score = found.score;
        }
        assert_true(shapes[i].after == after.key && shapes[i].score == found.score);
    }
    assert_int_equal(count, 5);
}

static void later_positions_are_not_in_it(void **state)
{
    ttr_board board = ttr_board_start();
    ttr_opening found;
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 1);
    while (board.ply < 3)
        ttr_board_apply(&board, ttr_movegen_random(&board, &rng));
    while (ttr_movegen_any(&board)) {
        assert_false(ttr_opening_find(&board, &found));
        ttr_board_apply(&board, ttr_movegen_random(&board, &rng));
    }
    /* nor an empty board of which the game is older */
    board = ttr_board_of(ttr_cellset_empty(), ttr_cellset_empty(), 1);
    assert_false(ttr_opening_find(&board, &found));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_the_one_that_was_generated),
        cmocka_unit_test(the_empty_board_has_a_move),
        cmocka_unit_test(every_first_move_has_a_reply),
        cmocka_unit_test(later_positions_are_not_in_it),
    };

    return cmocka_run_group_tests_name("opening", tests, NULL, NULL);
}
