/* SPDX-License-Identifier: MIT */
/* Every kernel against the features cell by cell, on random wells. TEST_WELLS sets how many wells.
 */
#include <stdlib.h>

#include "cmocka_all.h"
#include "kernel_kinds.h"
#include "well_setup.h"

static long wells(long usual)
{
    const char *wish = getenv("TEST_WELLS");

    return wish != NULL ? atol(wish) : usual;
}

static void check_well(const ttr_lane_tables *tables, ttr_kernel_kind kind, const ttr_well *well,
                       const ttr_well_weights *weights)
{
    const ttr_well_kernel *kernel = ttr_well_kernels[kind];
    int32_t scores[TTR_LANES], best[TTR_WELL_PIECES];

    kernel->best(tables, well, weights, best);
    for (int piece = 0; piece < TTR_WELL_PIECES; piece++) {
        int first = tables->first[piece], count = tables->first[piece + 1] - first;
        int32_t greatest = TTR_LOST;

        assert_int_equal(count, ttr_well_move_count(piece));
        kernel->score(tables, first, first + count, well, weights, scores);
        for (int move = 0; move < count; move++) {
            int32_t expected = slow_score(well, tables->rows, piece, move, weights);

            if (scores[move] != expected)
                fail_msg("%s: piece %d, move %d: %d, not %d", ttr_kernel_kind_name(kind), piece,
                         move, (int)scores[move], (int)expected);
            greatest = expected > greatest ? expected : greatest;
        }
        assert_int_equal(best[piece], greatest);
    }
}

static void kernels_score_by_the_definition(void **state)
{
    static ttr_lane_tables tables;
    ttr_rng seed = seeded(7);

    (void)state;
    for (long i = 0; i < wells(200); i++) {
        int rows = i % 5 == 0 ? 10 : TTR_WELL_ROWS;
        /* Low ones take 16-bit lanes, those of 11 and 12 are at their edge, high ones can lose. */
        int greatest = i % 4 == 0 ? 11 : i % 4 == 1 ? 12 : rows;
        ttr_well well = random_well(&seed, greatest < rows ? greatest : rows);

        ttr_lane_tables_init(&tables, rows);
        for (int family = TTR_FAMILY_S2; family <= TTR_FAMILY_DT; family++) {
            ttr_well_weights weights = random_weights(&seed, (ttr_well_family)family);
            ttr_kernel_kind kind;

            for (uint32_t k = 0; (kind = ttr_kernel_kind_at(k)) != TTR_KERNEL_NONE; k++)
                check_well(&tables, kind, &well, &weights);
        }
    }
}

static bool a_player_takes(ttr_kernel_kind kind)
{
    ttr_well_player player;

    ttr_well_player_init(&player, &ttr_well_evaluator_at(0)->weights, TTR_WELL_ROWS, 0, 1, 0, NULL);
    return player.kernel != NULL && player.kernel == ttr_well_kernels[kind];
}

static void players_take_the_kernel_that_runs(void **state)
{
    (void)state;
    expect_the_chosen_kind_runs(a_player_takes);
    assert_ptr_equal(ttr_well_kernels[TTR_KERNEL_PORTABLE], &ttr_well_kernel_portable);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_score_by_the_definition),
        cmocka_unit_test(players_take_the_kernel_that_runs),
    };

    return cmocka_run_group_tests_name("well lanes", tests, NULL, NULL);
}
