/* SPDX-License-Identifier: MIT */
/* The sequential test of a match. tests/tools/test_match.py compares ratios with another method. */
#include <math.h>

#include "cmocka_all.h"
#include "sequential_test.h"

/* The log-likelihood ratio for large counts is that of normal means with the measured spread. */
static void the_test_is_that_of_the_means_when_there_are_many_pairs(void **state)
{
    const uint64_t pairs[5] = {4000, 9000, 22000, 10000, 5000};
    const ttr_sprt test = {0, 5, 0.05, 0.05};
    double mean = 0, spread = 0, score1 = 1 / (1 + pow(10, -5.0 / 400));

    (void)state;
    for (int i = 0; i < 5; i++)
        mean += (double)pairs[i] / 50000.0 * i / 4;
    for (int i = 0; i < 5; i++)
        spread += (double)pairs[i] / 50000.0 * (i / 4.0 - mean) * (i / 4.0 - mean);
    assert_true(fabs(ttr_sprt_llr(&test, pairs) /
                         (50000 / spread / 2 * (score1 - 0.5) * (2 * mean - 0.5 - score1)) -
                     1) < 0.01);
}

static void the_test_decides_at_its_bounds(void **state)
{
    const uint64_t won[5] = {0, 0, 0, 0, 60}, lost[5] = {60, 0, 0, 0, 0}, none[5] = {0};
    const uint64_t even[5] = {10, 0, 10, 0, 10};
    const ttr_sprt test = {-20, 20, 0.05, 0.05}, strict = {-20, 20, 0.0001, 0.0001};

    (void)state;
    assert_int_equal(ttr_sprt_decide(&test, won), TTR_SPRT_H1);
    assert_int_equal(ttr_sprt_decide(&test, lost), TTR_SPRT_H0);
    assert_int_equal(ttr_sprt_decide(&test, none), TTR_SPRT_UNDECIDED);
    assert_int_equal(ttr_sprt_decide(&test, even), TTR_SPRT_UNDECIDED);
    assert_int_equal(ttr_sprt_decide(&strict, won), TTR_SPRT_UNDECIDED);
    assert_true(fabs(ttr_sprt_llr(&test, won) + ttr_sprt_llr(&test, lost)) < 1e-6);
    assert_true(fabs(ttr_sprt_llr(&test, even)) < 1e-6);
}

static void each_error_has_a_bound_of_its_own(void **state)
{
    const ttr_sprt even = {0, 5, 0.05, 0.05}, uneven = {0, 5, 0.01, 0.2};
    double low, high;

    (void)state;
    ttr_sprt_bounds(&even, &low, &high);
    assert_true(fabs(high - log(19)) < 1e-12 && low == -high);
    ttr_sprt_bounds(&uneven, &low, &high);
    assert_true(fabs(high - log(0.8 / 0.01)) < 1e-12);
    assert_true(fabs(low - log(0.2 / 0.99)) < 1e-12);
}

static void hypotheses_may_be_as_far_apart_as_they_can(void **state)
{
    const uint64_t pairs[5] = {3, 1, 4, 1, 5};
    const ttr_sprt test = {-TTR_MOST_ELO, TTR_MOST_ELO, 0.05, 0.05};

    (void)state;
    assert_true(isfinite(ttr_sprt_llr(&test, pairs)));
    assert_true(ttr_sprt_llr(&test, pairs) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_test_is_that_of_the_means_when_there_are_many_pairs),
        cmocka_unit_test(the_test_decides_at_its_bounds),
        cmocka_unit_test(each_error_has_a_bound_of_its_own),
        cmocka_unit_test(hypotheses_may_be_as_far_apart_as_they_can),
    };

    return cmocka_run_group_tests_name("sequential_test", tests, NULL, NULL);
}
