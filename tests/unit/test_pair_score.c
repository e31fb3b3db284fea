/* SPDX-License-Identifier: MIT */
/* How sure pairs of games are. */
#include <math.h>

#include "cmocka_all.h"
#include "pair_score.h"

/* Elo, its interval and likelihood as fastchess computes them from the five outcomes: normal
 * distribution of the mean, spread of the pairs over n where ours has n - 1. */
static void many_pairs_have_the_figures_that_engine_testers_give(void **state)
{
    static const struct {
        uint64_t pairs[5];
        double elo, low, high, los;
    } ROWS[] = {
        {{10, 90, 250, 120, 30}, 24.3603, 11.4007, 37.3881, 0.9999},
        {{4000, 9000, 22000, 10000, 5000}, 10.4262, 8.8306, 12.0222, 1.0000},
        {{2, 31, 140, 22, 5}, -2.6058, -17.9391, 12.7173, 0.3694},
        {{40, 0, 0, 0, 60}, 70.4365, 2.7669, 143.9092, 0.9794},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        ttr_pair_score found = ttr_pair_score_of(ROWS[i].pairs);

        assert_true(fabs(ttr_elo_of_score(found.score) - ROWS[i].elo) < 1e-4);
        assert_true(fabs(ttr_elo_of_score(found.low) - ROWS[i].low) < 0.5);
        assert_true(fabs(ttr_elo_of_score(found.high) - ROWS[i].high) < 0.5);
        assert_true(fabs(found.los - ROWS[i].los) < 1e-3);
    }
}

/* Moments of Dirichlet's distribution with half a pair of each outcome more than there are. */
static void few_pairs_and_pairs_without_spread_are_no_certainty(void **state)
{
    static const struct {
        uint64_t pairs[5];
        double low, high, los;
    } ROWS[] = {
        {{0, 0, 0, 0, 0}, 0, 1, 0.5},
        {{0, 0, 0, 0, 1}, 0.296774, 1, 0.75},
        {{1, 0, 0, 0, 0}, 0, 0.703226, 0.25},
        {{0, 0, 1, 0, 0}, 0.223921, 0.776079, 0.5},
        {{0, 0, 0, 0, 2}, 0.419539, 1, 0.875},
        {{0, 0, 0, 1, 1}, 0.388090, 0.945244, 0.875},
        {{1, 0, 0, 0, 1}, 0.144882, 0.855118, 0.5},
        {{0, 0, 0, 0, 5}, 0.623719, 1, 1 - 1 / 64.0},
        {{0, 0, 0, 1, 49}, 0.935248, 1, 1},
        {{0, 0, 0, 0, 50}, 0.940956, 1, 1},
        {{0, 0, 2, 0, 29}, 0.867447, 0.998224, 1},
        {{0, 0, 1000, 0, 0}, 0.498908, 0.501092, 0.5},
        {{0, 0, 0, 0, 100000}, 0.999969, 1, 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        ttr_pair_score found = ttr_pair_score_of(ROWS[i].pairs);

        assert_true(fabs(found.low - ROWS[i].low) < 1e-6);
        assert_true(fabs(found.high - ROWS[i].high) < 1e-6);
        assert_true(fabs(found.los - ROWS[i].los) < 1e-6);
    }
}

/* Of all results of up to `most` pairs, and of some multiples of them. */
static void every_result_is_within_its_interval_and_nothing_is_certain(void **state)
{
    const uint64_t most = 7;
    const uint64_t base = most + 1;

    (void)state;
    for (uint64_t code = 1; code < base * base * base * base * base; code++) {
        uint64_t factor = code % 3 == 0 ? 1 : code % 3 == 1 ? 5 : 1000000000000;
        uint64_t rest = code, pairs[5], swapped[5];
        ttr_pair_score found, other;

        for (int i = 0; i < 5; i++, rest /= base)
            swapped[4 - i] = pairs[i] = rest % base * factor;
        found = ttr_pair_score_of(pairs);
        other = ttr_pair_score_of(swapped);
        assert_true(0 <= found.low && found.low <= found.score);
        assert_true(found.score <= found.high && found.high <= 1);
        assert_true(found.low < found.high);
        assert_true(0 < found.los && found.los < 1);
        assert_true(fabs(found.score + other.score - 1) < 1e-12);
        assert_true(fabs(found.low + other.high - 1) < 1e-12);
        assert_true(fabs(found.los + other.los - 1) < 1e-6);
    }
}

/* Each pair won more makes both ends better, also where the method changes. */
static void more_of_the_same_is_surer(void **state)
{
    ttr_pair_score before = {0.5, 0, 1, 0.5};

    (void)state;
    for (uint64_t count = 1; count < 200; count++) {
        const uint64_t pairs[5] = {0, 0, 0, 0, count};
        ttr_pair_score found = ttr_pair_score_of(pairs);

        assert_true(found.low > before.low && found.los >= before.los);
        before = found;
    }
    for (uint64_t count = 6; count < 200; count++) {
        const uint64_t pairs[5] = {count, 0, 2 * count, 0, 2 * count};
        const uint64_t fewer[5] = {count - 1, 0, 2 * count - 2, 0, 2 * count - 2};
        ttr_pair_score found = ttr_pair_score_of(pairs), less = ttr_pair_score_of(fewer);

        assert_true(found.high - found.low < less.high - less.low);
    }
}

static void elo_is_the_logistic_scale(void **state)
{
    (void)state;
    assert_true(fabs(ttr_elo_of_score(0.5)) < 1e-9);
    assert_true(fabs(ttr_elo_of_score(10.0 / 11) - 400) < 1e-9);
    assert_true(fabs(ttr_elo_of_score(0.25) + ttr_elo_of_score(0.75)) < 1e-9);
    assert_true(isinf(ttr_elo_of_score(1)) && ttr_elo_of_score(1) > 0);
    assert_true(isinf(ttr_elo_of_score(0)) && ttr_elo_of_score(0) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_pairs_have_the_figures_that_engine_testers_give),
        cmocka_unit_test(few_pairs_and_pairs_without_spread_are_no_certainty),
        cmocka_unit_test(every_result_is_within_its_interval_and_nothing_is_certain),
        cmocka_unit_test(more_of_the_same_is_surer),
        cmocka_unit_test(elo_is_the_logistic_scale),
    };

    return cmocka_run_group_tests_name("pair_score", tests, NULL, NULL);
}
