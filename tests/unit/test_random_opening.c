/* SPDX-License-Identifier: MIT */
/* Openings by seed and number: recorded games of matches depend on them, so they never change. */
#include "cmocka_all.h"
#include "notation.h"
#include "random_opening.h"
#include "rules.h"

static ttr_board opening(uint64_t seed, uint64_t index, uint32_t actions)
{
    ttr_move moves[TTR_MOST_OPENING_ACTIONS];
    ttr_board board = ttr_board_start();

    ttr_random_opening(seed, index, actions, moves);
    for (uint32_t i = 0; i < actions; i++) {
        assert_int_equal(ttr_rules_judge(&board, moves[i]).rule, TTR_RULE_NONE);
        board = ttr_board_after(&board, moves[i]);
    }
    assert_int_equal(board.ply, actions);
    assert_int_equal(ttr_rules_outcome(&board).reason, TTR_ONGOING);
    return board;
}

static void openings_are_those_of_recorded_matches(void **state)
{
    static const struct {
        uint64_t index;
        uint32_t actions;
        const char *position;
    } ROWS[] = {
        {0, 4,
         ".........../.........../......bbb../......b..../.....bb..../....bb...../.........../"
         ".........rr/.......r.rr/.......rrr./........... r 4"},
        {1, 4,
         ".......b.../.......bbb./.........../.........../.........../.....rr..../...rrrr..../"
         "....rr...../.........../.....b...../.....bbb... r 4"},
        {1, 20,
         "....bb.b.b./.bb..b.bbbb/bbb.bbrrrbb/...r..r.rrr/r..rr.r..rr/r.rr.rrr..r/.........../"
         "rrr.rr.r.r./..bbb...br./bbb..b..bbb/........... r 20"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        ttr_board board = opening(5, ROWS[i].index, ROWS[i].actions);
        char buffer[200];
        ttr_text text = ttr_text_start(buffer, sizeof buffer);

        ttr_notation_write_position(&text, &board);
        assert_string_equal(buffer, ROWS[i].position);
    }
}

static void derived_seeds_are_those_of_recorded_matches(void **state)
{
    (void)state;
    assert_true(ttr_derived_seed(5, 0) == UINT64_C(1635312068028924514));
    assert_true(ttr_derived_seed(5, 1) == UINT64_C(13877614986023876344));
    assert_true(ttr_derived_seed(5, 3) == UINT64_C(8043341295829897994));
}

/* Of openings as long as they may be, many end the game and are drawn again. */
static void no_opening_ends_the_game(void **state)
{
    (void)state;
    for (uint64_t index = 0; index < 100; index++)
        opening(1, index, TTR_MOST_OPENING_ACTIONS);
}

static void openings_differ_by_seed_and_index(void **state)
{
    (void)state;
    for (uint64_t index = 0; index < 20; index++) {
        uint64_t key = opening(5, index, 4).key;

        assert_true(key == opening(5, index, 4).key);
        assert_true(key != opening(6, index, 4).key && key != opening(5, index + 1, 4).key);
    }
}

static void an_opening_may_be_empty(void **state)
{
    (void)state;
    assert_true(opening(1, 0, 0).key == ttr_board_start().key);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(openings_are_those_of_recorded_matches),
        cmocka_unit_test(derived_seeds_are_those_of_recorded_matches),
        cmocka_unit_test(no_opening_ends_the_game),
        cmocka_unit_test(openings_differ_by_seed_and_index),
        cmocka_unit_test(an_opening_may_be_empty),
    };

    return cmocka_run_group_tests_name("random_opening", tests, NULL, NULL);
}
