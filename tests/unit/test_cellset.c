/* SPDX-License-Identifier: MIT */
#include "cellset.h"
#include "cmocka_all.h"
#include "rng.h"

static ttr_cellset random_set(ttr_rng *rng, bool dense)
{
    ttr_cellset set = {ttr_rng_next(rng), ttr_rng_next(rng) & TTR_HI_MASK};
    ttr_cellset other = {ttr_rng_next(rng), ttr_rng_next(rng) & TTR_HI_MASK};

    return dense ? ttr_cellset_or(set, other) : ttr_cellset_and(set, other);
}

static int wrap(int number)
{
    return (number + 22) % 11;
}

static void views_look_around_the_torus(void **state)
{
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 1);
    for (int round = 0; round < 200; round++) {
        ttr_cellset set = random_set(&rng, round % 2 == 0);

        for (int by = 1; by <= 10; by++) {
            ttr_cellset rows = ttr_cellset_view_rows(set, by);
            ttr_cellset columns = ttr_cellset_view_columns(set, by);

            for (int cell = 0; cell < TTR_CELLS; cell++) {
                int row = cell / 11, column = cell % 11;

                assert_int_equal(ttr_cellset_has(rows, cell),
                                 ttr_cellset_has(set, wrap(row + by) * 11 + column));
                assert_int_equal(ttr_cellset_has(columns, cell),
                                 ttr_cellset_has(set, row * 11 + wrap(column + by)));
            }
            assert_true((rows.hi & ~TTR_HI_MASK) == 0 && (columns.hi & ~TTR_HI_MASK) == 0);
        }
    }
}

static void neighbours_wrap_at_every_edge(void **state)
{
    (void)state;
    for (int cell = 0; cell < TTR_CELLS; cell++) {
        int row = cell / 11, column = cell % 11;
        ttr_cellset expected = ttr_cellset_empty();

        expected = ttr_cellset_or(expected, ttr_cellset_of(wrap(row - 1) * 11 + column));
        expected = ttr_cellset_or(expected, ttr_cellset_of(wrap(row + 1) * 11 + column));
        expected = ttr_cellset_or(expected, ttr_cellset_of(row * 11 + wrap(column - 1)));
        expected = ttr_cellset_or(expected, ttr_cellset_of(row * 11 + wrap(column + 1)));
        assert_true(ttr_cellset_equal(ttr_cellset_neighbours(ttr_cellset_of(cell)), expected));
    }
}

static ttr_cellset full_lines_slowly(ttr_cellset set)
{
    ttr_cellset lines = ttr_cellset_empty();

    for (int i = 0; i < 11; i++) {
        ttr_cellset row = ttr_cellset_empty(), column = ttr_cellset_empty();

        for (int j = 0; j < 11; j++) {
            row = ttr_cellset_or(row, ttr_cellset_of(i * 11 + j));
            column = ttr_cellset_or(column, ttr_cellset_of(j * 11 + i));
        }
        if (ttr_cellset_is_empty(ttr_cellset_minus(row, set)))
            lines = ttr_cellset_or(lines, row);
        if (ttr_cellset_is_empty(ttr_cellset_minus(column, set)))
            lines = ttr_cellset_or(lines, column);
    }
    return lines;
}

/* Sets that miss only a few cells: many of their lines are full, many all but one cell. */
static void full_lines_are_found_in_any_mixture(void **state)
{
    ttr_rng rng;
    int full = 0;

    (void)state;
    ttr_rng_seed(&rng, 2);
    for (int round = 0; round < 20000; round++) {
        ttr_cellset set = ttr_cellset_complement(ttr_cellset_empty());

        for (int holes = round % 40; holes > 0; holes--)
            set = ttr_cellset_minus(set, ttr_cellset_of((int)ttr_rng_below(&rng, TTR_CELLS)));
        assert_true(ttr_cellset_equal(ttr_cellset_full_lines(set), full_lines_slowly(set)));
        full += !ttr_cellset_is_empty(ttr_cellset_full_lines(set));
    }
    assert_true(full > 1000 && full < 20000);
}

static void each_line_alone_is_found_and_no_other(void **state)
{
    (void)state;
    for (int i = 0; i < 11; i++) {
        for (int gap = -1; gap < 11; gap++) {
            ttr_cellset row = ttr_cellset_empty(), column = ttr_cellset_empty();

            for (int j = 0; j < 11; j++) {
                if (j == gap)
                    continue;
                row = ttr_cellset_or(row, ttr_cellset_of(i * 11 + j));
                column = ttr_cellset_or(column, ttr_cellset_of(j * 11 + i));
            }
            assert_true(ttr_cellset_equal(ttr_cellset_full_lines(row),
                                          gap < 0 ? row : ttr_cellset_empty()));
            assert_true(ttr_cellset_equal(ttr_cellset_full_lines(column),
                                          gap < 0 ? column : ttr_cellset_empty()));
        }
    }
}

static void popping_walks_the_set_in_order(void **state)
{
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 3);
    for (int round = 0; round < 500; round++) {
        ttr_cellset set = random_set(&rng, round % 2 == 0), rest = set;
        int count = 0;

        for (int cell = 0; cell < TTR_CELLS; cell++) {
            if (!ttr_cellset_has(set, cell))
                continue;
            assert_int_equal(ttr_cellset_pop(&rest), cell);
            count++;
        }
        assert_int_equal(ttr_cellset_count(set), count);
        assert_true(ttr_cellset_is_empty(rest));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_look_around_the_torus),
        cmocka_unit_test(neighbours_wrap_at_every_edge),
        cmocka_unit_test(full_lines_are_found_in_any_mixture),
        cmocka_unit_test(each_line_alone_is_found_and_no_other),
        cmocka_unit_test(popping_walks_the_set_in_order),
    };

    return cmocka_run_group_tests_name("cellset", tests, NULL, NULL);
}
