/* SPDX-License-Identifier: MIT */
/* The command line's own arithmetic. */
#include <math.h>
#include <string.h>

#include "budget_text.h"
#include "cmocka_all.h"
#include "match_stats.h"
#include "openings.h"
#include "percent.h"
#include "sprt.h"

static void add(match_stats *stats, int pairs, int first, int second)
{
    while (pairs-- > 0)
        match_stats_add_pair(stats, first, second);
}

static void pairs_and_games_are_counted(void **state)
{
    match_stats stats = {0};

    (void)state;
    assert_true(match_stats_score(&stats) == 0.5);
    add(&stats, 3, 2, 2);
    add(&stats, 2, 2, 0);
    add(&stats, 1, 1, 0);
    assert_int_equal(stats.wins, 8);
    assert_int_equal(stats.draws, 1);
    assert_int_equal(stats.losses, 3);
    assert_int_equal(stats.pairs[4], 3);
    assert_int_equal(stats.pairs[2], 2);
    assert_int_equal(stats.pairs[1], 1);
    assert_true(fabs(match_stats_score(&stats) - 8.5 / 12) < 1e-12);
    assert_true(fabs(match_stats_compare(&stats).score - 8.5 / 12) < 1e-12);
}

static void only_what_is_proven_is_0_or_100_percent(void **state)
{
    static const struct {
        double share;
        int digits;
        const char *open;
        const char *proven;
    } ROWS[] = {
        {0.5, 0, "50", "50"},
        {0.987, 0, "99", "99"},
        {0.996, 0, "> 99", "100"},
        {1, 0, "> 99", "100"},
        {0.004, 0, "< 1", "0"},
        {0, 0, "< 1", "0"},
        {0.9994, 1, "99.9", "99.9"},
        {0.99951, 1, "> 99.9", "100.0"},
        {0.00049, 1, "< 0.1", "0.0"},
        {0.00051, 1, "0.1", "0.1"},
        {0.999999, 2, "> 99.99", "100.00"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        char text[PERCENT_TEXT];

        assert_string_equal(percent_text(ROWS[i].share, ROWS[i].digits, false, text), ROWS[i].open);
        assert_string_equal(percent_text(ROWS[i].share, ROWS[i].digits, true, text),
                            ROWS[i].proven);
    }
    assert_true(printed_share(1, false) < 0.9991 && printed_share(1, true) > 0.9999);
    assert_true(printed_share(0, false) > 0.0009 && printed_share(0, true) < 0.0001);
}

static void budgets_read_and_refuse(void **state)
{
    static const char *const WRONG[] = {"",
                                        "nodes",
                                        "nodes=",
                                        "nodes=0",
                                        "node=1",
                                        "nodes=1,",
                                        "nodes=-1",
                                        "depth=4294967296",
                                        "wall_ms=1x",
                                        ",nodes=1",
                                        "cpu_clock=1",
                                        "clock_ms=1,cpu_clock=2",
                                        "increment_ms=1",
                                        "=1",
                                        "nodes=18446744073709551616",
                                        "nodes 1",
                                        "nodes=1 ,depth=2"};
    tetress_budget budget = TETRESS_BUDGET_INIT;
    char fault[256];

    (void)state;
    assert_true(budget_read(
        "nodes=18446744073709551615,depth=3,wall_ms=4,cpu_ms=5,clock_ms=6,increment_ms=7,"
        "playouts=8",
        &budget, fault, sizeof fault));
    assert_true(budget.nodes == UINT64_MAX && budget.depth == 3 && budget.wall_ms == 4 &&
                budget.cpu_ms == 5 && budget.clock_ms == 6 && budget.increment_ms == 7 &&
                budget.playouts == 8);
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        budget = (tetress_budget)TETRESS_BUDGET_INIT;
        fault[0] = '\0';
        assert_false(budget_read(WRONG[i], &budget, fault, sizeof fault));
        assert_true(fault[0] != '\0');
    }
}

static void a_key_that_was_misspelt_is_told(void **state)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    char fault[256];

    (void)state;
    assert_false(budget_read("depth=3,ndoes=5", &budget, fault, sizeof fault));
    assert_string_equal(fault, "'ndoes=5': there is no key ndoes; did you mean nodes?");
    assert_false(budget_read("nodes=0", &budget, fault, sizeof fault));
    assert_null(strstr(fault, "did you mean"));
}

static void budgets_are_written_as_they_are_read(void **state)
{
    static const char *const TEXTS[] = {
        "nodes=1,playouts=2,depth=3,wall_ms=4,cpu_ms=5,clock_ms=6,increment_ms=7",
        "clock_ms=9,cpu_clock=1", "nodes=18446744073709551615"};

    (void)state;
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        tetress_budget budget = TETRESS_BUDGET_INIT;
        char fault[256], text[BUDGET_TEXT];

        assert_true(budget_read(TEXTS[i], &budget, fault, sizeof fault));
        assert_string_equal(budget_text(&budget, text), TEXTS[i]);
        assert_int_equal(budget.flags, i == 1 ? TETRESS_BUDGET_CPU_CLOCK : 0);
    }
}

/* The log-likelihood ratio for large counts is that of normal means with the measured spread. */
static void the_test_is_that_of_the_means_when_there_are_many_pairs(void **state)
{
    const uint32_t pairs[5] = {4000, 9000, 22000, 10000, 5000};
    const sprt test = {0, 5, 0.05};
    double mean = 0, spread = 0, share1 = 1 / (1 + pow(10, -5.0 / 400));

    (void)state;
    for (int i = 0; i < 5; i++)
        mean += pairs[i] / 50000.0 * i / 4;
    for (int i = 0; i < 5; i++)
        spread += pairs[i] / 50000.0 * (i / 4.0 - mean) * (i / 4.0 - mean);
    assert_true(fabs(sprt_llr(&test, pairs) /
                         (50000 / spread / 2 * (share1 - 0.5) * (2 * mean - 0.5 - share1)) -
                     1) < 0.01);
}

static void the_test_decides_at_its_bounds(void **state)
{
    const uint32_t won[5] = {0, 0, 0, 0, 60}, lost[5] = {60, 0, 0, 0, 0}, none[5] = {0};
    const uint32_t even[5] = {10, 0, 10, 0, 10};
    const sprt test = {-20, 20, 0.05}, strict = {-20, 20, 0.0001};

    (void)state;
    assert_true(fabs(sprt_bound(&test) - log(19)) < 1e-12);
    assert_int_equal(sprt_decide(&test, won), SPRT_H1);
    assert_int_equal(sprt_decide(&test, lost), SPRT_H0);
    assert_int_equal(sprt_decide(&test, none), SPRT_UNDECIDED);
    assert_int_equal(sprt_decide(&test, even), SPRT_UNDECIDED);
    assert_int_equal(sprt_decide(&strict, won), SPRT_UNDECIDED);
    assert_true(fabs(sprt_llr(&test, won) + sprt_llr(&test, lost)) < 1e-6);
    assert_true(fabs(sprt_llr(&test, even)) < 1e-6);
}

static void an_opening_depends_on_seed_and_number_alone(void **state)
{
    openings a = openings_random(5, 4), b = openings_random(5, 4), c = openings_random(6, 4);
    char first[TETRESS_POSITION_TEXT], second[TETRESS_POSITION_TEXT], third[TETRESS_POSITION_TEXT];
    int different = 0;

    (void)state;
    for (uint64_t i = 0; i < 20; i++) {
        tetress_game *games[3] = {openings_game(&a, i), openings_game(&b, i), openings_game(&c, i)};

        tetress_game_to_text(games[0], first, sizeof first, NULL);
        tetress_game_to_text(games[1], second, sizeof second, NULL);
        tetress_game_to_text(games[2], third, sizeof third, NULL);
        assert_string_equal(first, second);
        assert_int_equal(tetress_game_ply(games[0]), 4);
        assert_int_equal(tetress_game_start_ply(games[0]), 4);
        different += strcmp(first, third) != 0;
        for (int k = 0; k < 3; k++)
            tetress_game_free(games[k]);
    }
    assert_int_equal(different, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_and_games_are_counted),
        cmocka_unit_test(only_what_is_proven_is_0_or_100_percent),
        cmocka_unit_test(budgets_read_and_refuse),
        cmocka_unit_test(a_key_that_was_misspelt_is_told),
        cmocka_unit_test(budgets_are_written_as_they_are_read),
        cmocka_unit_test(the_test_is_that_of_the_means_when_there_are_many_pairs),
        cmocka_unit_test(the_test_decides_at_its_bounds),
        cmocka_unit_test(an_opening_depends_on_seed_and_number_alone),
    };

    return cmocka_run_group_tests_name("match_stats", tests, NULL, NULL);
}
