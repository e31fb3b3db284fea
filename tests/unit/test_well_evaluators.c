/* SPDX-License-Identifier: MIT */
/* The shipped evaluators of the single-player game, and how weights become whole numbers. */
#include <float.h>
#include <math.h>

#include "well_setup.h"

static void every_evaluator_is_found_by_its_own_name(void **state)
{
    const ttr_well_evaluator *evaluator;
    uint32_t count = 0;

    (void)state;
    for (; (evaluator = ttr_well_evaluator_at(count)) != NULL; count++) {
        assert_ptr_equal(ttr_well_evaluator_named(evaluator->name), evaluator);
        assert_true(strlen(evaluator->summary) > 0 && strlen(evaluator->source) > 0);
    }
    assert_true(count >= 8);
    assert_null(ttr_well_evaluator_at(UINT32_MAX));
    assert_null(ttr_well_evaluator_named("nobody"));
    assert_null(ttr_well_evaluator_named(""));
}

/* Dellacherie's six by hand, the landing height halved because it is counted twice. */
static void shipped_weights_are_the_published_ones_in_1024ths(void **state)
{
    const double dellacherie[TTR_DT_FEATURES] = {-1, 1, -1, -1, -4, -1, 0, 0, 0};
    const ttr_well_evaluator *found = ttr_well_evaluator_named("dellacherie");
    double told[TTR_DT_FEATURES];

    (void)state;
    assert_int_equal(found->weights.family, TTR_FAMILY_DT);
    assert_int_equal(found->weights.weights[TTR_DT_LANDING], -512);
    assert_int_equal(found->weights.weights[TTR_DT_HOLES], -4096);
    ttr_well_weights_tell(&found->weights, told);
    for (int i = 0; i < TTR_DT_FEATURES; i++)
        assert_true(told[i] == dellacherie[i]);
    found = ttr_well_evaluator_named("s2");
    assert_int_equal(found->weights.family, TTR_FAMILY_S2);
    assert_int_equal(found->weights.weights[TTR_S2_HEIGHTS], -1444); /* -1.41014 */
    assert_int_equal(found->weights.weights[TTR_S2_FEATURES], 0);
}

static void families_have_eleven_and_nine_features(void **state)
{
    (void)state;
    assert_int_equal(ttr_well_feature_count(TTR_FAMILY_S2), 11);
    assert_int_equal(ttr_well_feature_count(TTR_FAMILY_DT), 9);
}

static void what_is_told_of_weights_has_their_proportions(void **state)
{
    ttr_rng seed = seeded(21);

    (void)state;
    for (int i = 0; i < 200; i++) {
        ttr_well_family family = i % 2 == 0 ? TTR_FAMILY_S2 : TTR_FAMILY_DT;
        int count = ttr_well_feature_count(family), greatest = 0;
        double given[TTR_WEIGHTS] = {0}, told[TTR_WEIGHTS] = {0};
        ttr_well_weights weights;

        for (int k = 0; k < count; k++) {
            given[k] = ((double)ttr_rng_below(&seed, 2001) - 1000) / 7;
            greatest = given[k] * given[k] > given[greatest] * given[greatest] ? k : greatest;
        }
        assert_true(ttr_well_weights_fit(family, given, &weights));
        assert_int_equal(weights.family, family);
        ttr_well_weights_tell(&weights, told);
        for (int k = 0; k < count; k++) {
            double error =
                told[k] - given[k] * 24 / given[greatest] * (given[greatest] < 0 ? -1 : 1);

            if (given[greatest] < 0)
                error = told[k] - given[k] * 24 / -given[greatest];
            assert_true(error < 1.01 / 1024 && error > -1.01 / 1024);
        }
    }
}

static void weights_are_scaled_to_their_room(void **state)
{
    const double s2[TTR_S2_FEATURES] = {-1, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 2};
    const double dt[TTR_DT_FEATURES] = {-1, 1, 0, 0, 0, 0, 0, 0, 0};
    const double none[TTR_S2_FEATURES] = {0};
    /* the greatest weight there is, and the smallest of which a half is left */
    const double sizes[] = {DBL_MAX, 1e308,  1e300,   1e200,  1,     1e-200,
                            1e-300,  1e-307, DBL_MIN, 1e-310, 1e-322};
    double bad[TTR_S2_FEATURES] = {1};
    ttr_well_weights weights;

    (void)state;
    assert_true(ttr_well_weights_fit(TTR_FAMILY_S2, s2, &weights));
    assert_int_equal(weights.weights[0], -12288);
    assert_int_equal(weights.weights[1], 6144);
    assert_int_equal(weights.weights[10], 24576);
    assert_true(ttr_well_weights_fit(TTR_FAMILY_DT, dt, &weights));
    assert_int_equal(weights.weights[TTR_DT_LANDING], -12288); /* counted twice */
    assert_int_equal(weights.weights[TTR_DT_ERODED], 24576);
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        double given[TTR_S2_FEATURES];

        for (int i = 0; i < TTR_S2_FEATURES; i++)
            given[i] = s2[i] / 2 * sizes[k];
        assert_true(ttr_well_weights_fit(TTR_FAMILY_S2, given, &weights));
        assert_int_equal(weights.weights[0], -12288);
        assert_int_equal(weights.weights[10], 24576);
    }
    assert_false(ttr_well_weights_fit(TTR_FAMILY_S2, none, &weights));
    bad[3] = HUGE_VAL;
    assert_false(ttr_well_weights_fit(TTR_FAMILY_S2, bad, &weights));
    bad[3] = nan("");
    assert_false(ttr_well_weights_fit(TTR_FAMILY_S2, bad, &weights));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_evaluator_is_found_by_its_own_name),
        cmocka_unit_test(shipped_weights_are_the_published_ones_in_1024ths),
        cmocka_unit_test(families_have_eleven_and_nine_features),
        cmocka_unit_test(what_is_told_of_weights_has_their_proportions),
        cmocka_unit_test(weights_are_scaled_to_their_room),
    };

    return cmocka_run_group_tests_name("well evaluators", tests, NULL, NULL);
}
