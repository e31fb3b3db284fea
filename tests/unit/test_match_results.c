/* SPDX-License-Identifier: MIT */
/* Results of a match that come in in any order. */
#include <string.h>

#include "alloc.h"
#include "allocators.h"
#include "cmocka_all.h"
#include "match_results.h"

#define GAMES 200

static tetress_allocator memory;

static int set_up(void **state)
{
    (void)state;
    return ttr_alloc_init(&memory, NULL) ? 0 : -1;
}

/* The first player's half points of a game: all outcomes occur. */
static int half_points(uint64_t number)
{
    return (int)(number * number % 7 % 3);
}

static void expect_equal(const ttr_match_results *a, const ttr_match_results *b)
{
    assert_int_equal(a->counted, b->counted);
    assert_int_equal(a->wins, b->wins);
    assert_int_equal(a->draws, b->draws);
    assert_int_equal(a->losses, b->losses);
    assert_memory_equal(a->pairs, b->pairs, sizeof a->pairs);
    assert_int_equal(a->verdict, b->verdict);
}

static void add(ttr_match_results *results, uint64_t number)
{
    assert_true(ttr_match_results_add(results, &memory, number, half_points(number)));
    assert_true(ttr_match_results_has(results, number));
}

static void games_and_pairs_are_counted(void **state)
{
    static const int HALVES[] = {2, 2, 2, 0, 1, 0, 2, 2};
    ttr_match_results results = {.games = 8};

    (void)state;
    for (uint64_t i = 0; i < 8; i++) {
        assert_false(ttr_match_results_over(&results));
        assert_true(ttr_match_results_add(&results, &memory, i, HALVES[i]));
    }
    assert_true(ttr_match_results_over(&results));
    assert_true(results.wins == 5 && results.draws == 1 && results.losses == 2);
    assert_true(results.pairs[4] == 2 && results.pairs[2] == 1 && results.pairs[1] == 1);
    ttr_match_results_free(&results, &memory);
}

static void a_pair_counts_when_those_before_it_do(void **state)
{
    ttr_match_results in_order = {.games = GAMES}, backwards = {.games = GAMES};

    (void)state;
    for (uint64_t i = 0; i < GAMES; i++)
        add(&in_order, i);
    for (uint64_t left = GAMES; left > 0; left--) {
        uint64_t i = left - 1;

        assert_int_equal(backwards.counted, 0);
        add(&backwards, i);
    }
    assert_int_equal(backwards.counted, GAMES / 2);
    expect_equal(&in_order, &backwards);
    ttr_match_results_free(&in_order, &memory);
    ttr_match_results_free(&backwards, &memory);
}

static void a_test_ends_at_the_same_pair_in_any_order(void **state)
{
    ttr_match_results in_order = {.games = GAMES, .tested = true, .test = {0, 400, 0.2, 0.2}};
    ttr_match_results others = in_order;

    (void)state;
    for (uint64_t i = 0; i < GAMES && !ttr_match_results_over(&in_order); i++)
        add(&in_order, i);
    assert_true(in_order.verdict != TTR_SPRT_UNDECIDED && in_order.counted < GAMES / 2);
    /* Odd games first: the pairs become complete at once, and no more of them count. */
    for (uint64_t i = 1; i < GAMES; i += 2)
        add(&others, i);
    for (uint64_t i = 0; i < GAMES && !ttr_match_results_over(&others); i += 2)
        add(&others, i);
    expect_equal(&in_order, &others);
    ttr_match_results_free(&in_order, &memory);
    ttr_match_results_free(&others, &memory);
}

static void every_game_without_a_result_is_handed_out_once(void **state)
{
    ttr_match_results results = {.games = 6};
    uint64_t number = 99;

    (void)state;
    add(&results, 0);
    add(&results, 3);
    for (uint64_t expected = 1; expected < 6; expected += expected == 2 ? 2 : 1) {
        assert_true(ttr_match_results_next(&results, &number));
        assert_int_equal(number, expected);
    }
    assert_false(ttr_match_results_next(&results, &number));
    assert_false(ttr_match_results_over(&results));
    ttr_match_results_free(&results, &memory);
}

static void a_match_that_is_decided_hands_out_nothing(void **state)
{
    ttr_match_results results = {.games = GAMES, .tested = true, .test = {-400, 400, 0.4, 0.4}};
    uint64_t number;

    (void)state;
    while (!ttr_match_results_over(&results)) {
        assert_true(ttr_match_results_next(&results, &number));
        assert_true(ttr_match_results_add(&results, &memory, number, 2));
    }
    assert_int_equal(results.verdict, TTR_SPRT_H1);
    assert_true(number < GAMES - 1);
    assert_false(ttr_match_results_next(&results, &number));
    ttr_match_results_free(&results, &memory);
}

static void without_memory_nothing_changes(void **state)
{
    const tetress_allocator none = no_memory();
    ttr_match_results results = {.games = GAMES}, before;

    (void)state;
    before = results;
    assert_false(ttr_match_results_add(&results, &none, 0, 2));
    assert_memory_equal(&results, &before, sizeof before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_and_pairs_are_counted),
        cmocka_unit_test(a_pair_counts_when_those_before_it_do),
        cmocka_unit_test(a_test_ends_at_the_same_pair_in_any_order),
        cmocka_unit_test(every_game_without_a_result_is_handed_out_once),
        cmocka_unit_test(a_match_that_is_decided_hands_out_nothing),
        cmocka_unit_test(without_memory_nothing_changes),
    };

    return cmocka_run_group_tests_name("match_results", tests, set_up, NULL);
}
