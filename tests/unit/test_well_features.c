/* SPDX-License-Identifier: MIT */
/* The features of wells, counted by hand in a picture. */
#include "well_features.h"
#include "well_setup.h"

/* Heights 2 2 1 2 0 1 1 1 2 3; holes in columns 1 and 8. */
static const char PICTURE[] = ".........#/##.#....##/#.##.###.#";
static const ttr_dropped MOVE = {.row = 1, .height = 2, .cleared = 1, .eroded = 3};

static void features_of_s2_are_those_counted_by_hand(void **state)
{
    static const int32_t EXPECTED[TTR_S2_FEATURES] = {
        [TTR_S2_HEIGHTS] = 15,       [TTR_S2_LINES] = 1,        [TTR_S2_HOLES] = 2,
        [TTR_S2_COLUMN_CHANGES] = 2, [TTR_S2_ROW_CHANGES] = 12, /* 6, 4 and 2 */
        [TTR_S2_LANDING] = 2,        [TTR_S2_PARITY] = -1, /* 2 of even columns, 3 of odd ones */
        [TTR_S2_VARIETY] = 7,                              /* -1, 0, 1 count twice, 2 once */
        [TTR_S2_SPAN] = 3,           [TTR_S2_SIDES] = 1,        [TTR_S2_WELLS] = 2,
    };
    ttr_well well = well_of(PICTURE);
    int32_t features[TTR_S2_FEATURES];

    (void)state;
    ttr_well_features_s2(&well, &MOVE, features);
    for (int i = 0; i < TTR_S2_FEATURES; i++)
        assert_int_equal(features[i], EXPECTED[i]);
}

static void features_of_dt_are_those_counted_by_hand(void **state)
{
    static const int32_t EXPECTED[TTR_DT_FEATURES] = {
        [TTR_DT_LANDING] = 3,         [TTR_DT_ERODED] = 3,    [TTR_DT_ROW_CHANGES] = 12 + 2 * 17,
        [TTR_DT_COLUMN_CHANGES] = 14, [TTR_DT_HOLES] = 2,     [TTR_DT_WELLS] = 4,
        [TTR_DT_HOLE_DEPTH] = 2,      [TTR_DT_HOLE_ROWS] = 1, [TTR_DT_DIVERSITY] = 4,
    };
    ttr_well well = well_of(PICTURE);
    int32_t features[TTR_DT_FEATURES];

    (void)state;
    ttr_well_features_dt(&well, &MOVE, features);
    for (int i = 0; i < TTR_DT_FEATURES; i++)
        assert_int_equal(features[i], EXPECTED[i]);
}

/* Deep wells: n rows count n (n + 1) / 2, by either family's way. */
static void deep_wells_count_more_than_their_rows(void **state)
{
    ttr_well well = well_of("#.#......./#.#......./#.#.......");
    ttr_dropped move = {.row = 0, .height = 3};
    int32_t s2[TTR_S2_FEATURES], dt[TTR_DT_FEATURES];

    (void)state;
    ttr_well_features_s2(&well, &move, s2);
    ttr_well_features_dt(&well, &move, dt);
    assert_int_equal(s2[TTR_S2_WELLS], 6);
    assert_int_equal(dt[TTR_DT_WELLS], 6);
    assert_int_equal(s2[TTR_S2_LANDING], 1); /* half the height, rounded down */
    assert_int_equal(dt[TTR_DT_LANDING], 2); /* twice 0 + (3 - 1) / 2 */
}

/* Heights 0 2 0 and so on: -2, 2 and 0. */
static void differences_of_two_count_half_of_smaller_ones(void **state)
{
    ttr_well well = well_of(".#......../.#........");
    ttr_dropped move = {.row = 0, .height = 2};
    int32_t s2[TTR_S2_FEATURES], dt[TTR_DT_FEATURES];

    (void)state;
    ttr_well_features_s2(&well, &move, s2);
    ttr_well_features_dt(&well, &move, dt);
    assert_int_equal(s2[TTR_S2_VARIETY], 1 + 1 + 2);
    assert_int_equal(dt[TTR_DT_DIVERSITY], 3);
}

static void an_empty_well_has_only_walls_and_floor(void **state)
{
    ttr_well well = {{0}};
    ttr_dropped move = {.row = 0, .height = 1, .cleared = 4, .eroded = 4};
    int32_t s2[TTR_S2_FEATURES], dt[TTR_DT_FEATURES];

    (void)state;
    ttr_well_features_s2(&well, &move, s2);
    for (int i = 0; i < TTR_S2_FEATURES; i++)
        assert_int_equal(s2[i], i == TTR_S2_LINES ? 4 : i == TTR_S2_VARIETY ? 2 : 0);
    ttr_well_features_dt(&well, &move, dt);
    assert_int_equal(dt[TTR_DT_ROW_CHANGES], 40);
    assert_int_equal(dt[TTR_DT_COLUMN_CHANGES], 10);
    assert_int_equal(dt[TTR_DT_ERODED], 16);
    assert_int_equal(dt[TTR_DT_DIVERSITY], 1);
    assert_int_equal(dt[TTR_DT_LANDING] + dt[TTR_DT_HOLES] + dt[TTR_DT_WELLS] +
                         dt[TTR_DT_HOLE_DEPTH] + dt[TTR_DT_HOLE_ROWS],
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_of_s2_are_those_counted_by_hand),
        cmocka_unit_test(features_of_dt_are_those_counted_by_hand),
        cmocka_unit_test(deep_wells_count_more_than_their_rows),
        cmocka_unit_test(differences_of_two_count_half_of_smaller_ones),
        cmocka_unit_test(an_empty_well_has_only_walls_and_floor),
    };

    return cmocka_run_group_tests_name("well features", tests, NULL, NULL);
}
