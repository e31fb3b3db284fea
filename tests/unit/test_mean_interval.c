/* SPDX-License-Identifier: MIT */
/* Means, standard errors and intervals, against numbers by hand and the tables of Student. */
#include <math.h>

#include "cmocka_all.h"
#include "mean_interval.h"

static void expect_near(double number, double expected, double error)
{
    if (!(fabs(number - expected) <= error))
        fail_msg("%.9f, not %.9f", number, expected);
}

/* Squares 2.25 + 0.25 + 0.25 + 2.25 = 5, error sqrt(5 / 3 / 4), 3.1824 of them with 3 degrees. */
static void four_numbers_by_hand(void **state)
{
    const double numbers[] = {1, 2, 3, 4};
    ttr_mean m = ttr_mean_of(numbers, 4);

    (void)state;
    expect_near(m.mean, 2.5, 1e-12);
    expect_near(m.error, 0.645497, 1e-6);
    expect_near(m.high, 2.5 + 3.1824 * 0.645497, 1e-5);
    expect_near(m.low, 2.5 - 3.1824 * 0.645497, 1e-5);
}

static void one_number_has_no_spread(void **state)
{
    const double number = -3.5;
    ttr_mean m = ttr_mean_of(&number, 1);

    (void)state;
    assert_true(m.mean == -3.5 && m.error == 0 && m.low == -3.5 && m.high == -3.5);
}

static void equal_numbers_have_none_either(void **state)
{
    const double numbers[] = {8, 8, 8, 8, 8, 8, 8, 8};
    ttr_mean m = ttr_mean_of(numbers, 8);

    (void)state;
    assert_true(m.mean == 8 && m.error == 0 && m.low == 8 && m.high == 8);
}

/* 97.5 % quantiles of Student, from printed tables. */
static void intervals_are_as_wide_as_student_says(void **state)
{
    static const struct {
        size_t freedom;
        double quantile;
    } TABLE[] = {{1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},  {5, 2.571},   {6, 2.447},
                 {7, 2.365},  {8, 2.306},  {9, 2.262},  {10, 2.228}, {11, 2.201},  {12, 2.179},
                 {15, 2.131}, {20, 2.086}, {30, 2.042}, {60, 2.000}, {120, 1.980}, {999, 1.962}};
    static double numbers[1000];

    (void)state;
    for (size_t i = 0; i < sizeof TABLE / sizeof TABLE[0]; i++) {
        size_t count = TABLE[i].freedom + 1;
        ttr_mean m;

        for (size_t k = 0; k < count; k++)
            numbers[k] = (double)(k * k % 17);
        m = ttr_mean_of(numbers, count);
        assert_true(m.error > 0);
        expect_near((m.high - m.mean) / m.error, TABLE[i].quantile, 0.0006);
        expect_near((m.mean - m.low) / m.error, TABLE[i].quantile, 0.0006);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_numbers_by_hand),
        cmocka_unit_test(one_number_has_no_spread),
        cmocka_unit_test(equal_numbers_have_none_either),
        cmocka_unit_test(intervals_are_as_wide_as_student_says),
    };

    return cmocka_run_group_tests_name("mean interval", tests, NULL, NULL);
}
