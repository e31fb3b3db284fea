/* SPDX-License-Identifier: MIT */
/* Every kernel against the features cell by cell, on random wells; searches against their
 * definition. TEST_WELLS sets how many wells. */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"
#include "rng.h"
#include "well_evaluators.h"
#include "well_search.h"

static long wells(long usual)
{
    const char *wish = getenv("TEST_WELLS");

    return wish != NULL ? atol(wish) : usual;
}

static ttr_rng seeded(uint64_t number)
{
    ttr_rng rng;

    ttr_rng_seed(&rng, number);
    return rng;
}

/* A well of random heights up to `greatest`, with holes, without full rows. */
static ttr_well random_well(ttr_rng *seed, int greatest)
{
    ttr_well well = {{0}};
    uint32_t full = (1U << TTR_WELL_ROWS) - 1;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++) {
        int height = (int)ttr_rng_below(seed, (uint32_t)greatest + 1);
        uint32_t holes = (uint32_t)(ttr_rng_next(seed) & ttr_rng_next(seed));

        if (ttr_rng_below(seed, 3) != 0)
            holes &= (uint32_t)ttr_rng_next(seed) & (uint32_t)ttr_rng_next(seed);
        if (height > 0)
            well.columns[c] = (((1U << height) - 1) & ~holes) | 1U << (height - 1);
        full &= well.columns[c];
    }
    well.columns[ttr_rng_below(seed, TTR_WELL_COLUMNS)] &= ~full;
    return well;
}

static ttr_well_weights random_weights(ttr_rng *seed, ttr_well_family family)
{
    ttr_well_weights weights = {.family = family};
    int count = ttr_well_feature_count(family);

    for (int i = 0; i < count; i++)
        weights.weights[i] = (int16_t)((int)ttr_rng_below(seed, 49153) - 24576);
    return weights;
}

/* By the definition. */
static int32_t slow_score(const ttr_well *well, int rows, int piece, int move,
                          const ttr_well_weights *weights)
{
    ttr_well after = *well;
    ttr_dropped dropped = ttr_well_drop(&after, rows, piece, move);
    int32_t features[TTR_WEIGHTS] = {0}, score = 0;

    if (dropped.lost)
        return TTR_LOST;
    if (weights->family == TTR_FAMILY_S2)
        ttr_well_features_s2(&after, &dropped, features);
    else
        ttr_well_features_dt(&after, &dropped, features);
    for (int i = 0; i < TTR_WEIGHTS; i++)
        score += features[i] * weights->weights[i];
    return score;
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
    for (long i = 0; i < wells(3000); i++) {
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

static void players_take_the_kernel_that_runs(void **state)
{
    ttr_kernel_kind before = ttr_kernel_kind_now(), kind;

    (void)state;
    for (uint32_t k = 0; (kind = ttr_kernel_kind_at(k)) != TTR_KERNEL_NONE; k++) {
        ttr_well_player player;

        ttr_kernel_kind_choose(kind);
        ttr_well_player_init(&player, &ttr_well_evaluator_at(0)->weights, TTR_WELL_ROWS, 0, 1, 0,
                             NULL);
        assert_ptr_equal(player.kernel, ttr_well_kernels[kind]);
    }
    assert_ptr_equal(ttr_well_kernel_now(), &ttr_well_kernel_portable);
    ttr_kernel_kind_choose(before);
}

/* ---- Search ---------------------------------------------------------------------------------- */

#define LOST_VALUE (INT64_C(-2147483648) * 1024)

static int64_t slow_gain(const ttr_well_weights *weights, const ttr_dropped *dropped)
{
    if (weights->family == TTR_FAMILY_S2)
        return 0;
    return (int64_t)weights->weights[TTR_DT_LANDING] * (2 * dropped->row + dropped->height - 1) +
           (int64_t)weights->weights[TTR_DT_ERODED] * (dropped->cleared * dropped->eroded);
}

/* Value of the best of the `width` moves of best score, times 7^lookahead; its move. */
static int64_t slow_value(const ttr_well *well, int piece, const ttr_well_weights *weights,
                          int lookahead, int width, int *chosen)
{
    bool used[TTR_WELL_MOVES] = {false};
    int64_t best = LOST_VALUE, scale = 1;

    for (int i = 0; i < lookahead; i++)
        scale *= TTR_WELL_PIECES;
    best *= scale;
    *chosen = -1;
    for (int kept = 0; kept < width; kept++) {
        int32_t greatest = TTR_LOST;
        int64_t value = 0;
        int move = -1;
        ttr_well after = *well;
        ttr_dropped dropped;

        for (int i = 0; i < ttr_well_move_count(piece); i++) {
            int32_t score = slow_score(well, TTR_WELL_ROWS, piece, i, weights);

            if (!used[i] && score > greatest) {
                greatest = score;
                move = i;
            }
        }
        if (move < 0)
            break;
        used[move] = true;
        dropped = ttr_well_drop(&after, TTR_WELL_ROWS, piece, move);
        value = greatest;
        if (lookahead > 0) {
            int ignored;

            value = scale * slow_gain(weights, &dropped);
            for (int next = 0; next < TTR_WELL_PIECES; next++)
                value += slow_value(&after, next, weights, lookahead - 1,
                                    lookahead == 1 ? TTR_WELL_MOVES : width, &ignored);
        }
        if (*chosen < 0 || value > best) {
            best = value;
            *chosen = move;
        }
    }
    return best;
}

static void searches_follow_their_definition(void **state)
{
    static ttr_well_player player;
    ttr_rng seed = seeded(11);

    (void)state;
    for (int i = 0; i < 60; i++) {
        int lookahead = i % 12 == 0 ? 2 : i % 3 == 0 ? 0 : 1, width = 1 + i % 4;
        int greatest = i % 2 == 0 ? TTR_WELL_ROWS : 8;
        ttr_well_family family = i % 5 < 2 ? TTR_FAMILY_S2 : TTR_FAMILY_DT;
        ttr_well_weights weights = random_weights(&seed, family);
        ttr_well well = random_well(&seed, greatest);
        int piece = (int)ttr_rng_below(&seed, TTR_WELL_PIECES), chosen;
        int64_t value = slow_value(&well, piece, &weights, lookahead,
                                   lookahead == 0 ? TTR_WELL_MOVES : width, &chosen);
        ttr_well_choice choice;

        ttr_well_player_init(&player, &weights, TTR_WELL_ROWS, lookahead, width, 0, NULL);
        choice = ttr_well_choose(&player, &well, piece, -1);
        assert_int_equal(choice.move, chosen);
        assert_true(chosen < 0 || choice.value == value);
    }
}

static void a_low_well_is_played_without_look_ahead(void **state)
{
    static ttr_well_player shallow, greedy, deep;
    const ttr_well_weights *weights = &ttr_well_evaluator_named("dt20")->weights;
    ttr_rng seed = seeded(3);
    int differ = 0;

    (void)state;
    ttr_well_player_init(&shallow, weights, TTR_WELL_ROWS, 1, 3, 9, NULL);
    ttr_well_player_init(&greedy, weights, TTR_WELL_ROWS, 0, 1, 0, NULL);
    ttr_well_player_init(&deep, weights, TTR_WELL_ROWS, 1, 3, 0, NULL);
    for (int i = 0; i < 400; i++) {
        ttr_well well = random_well(&seed, 12);
        uint32_t all = 0;
        int piece = i % TTR_WELL_PIECES;
        ttr_well_choice choice = ttr_well_choose(&shallow, &well, piece, -1);

        for (int c = 0; c < TTR_WELL_COLUMNS; c++)
            all |= well.columns[c];
        assert_int_equal(
            choice.move,
            ttr_well_choose(ttr_column_height(all) < 9 ? &greedy : &deep, &well, piece, -1).move);
        differ += ttr_well_choose(&greedy, &well, piece, -1).move !=
                  ttr_well_choose(&deep, &well, piece, -1).move;
    }
    assert_true(differ > 20);
}

static void weights_are_scaled_to_their_room(void **state)
{
    const double s2[TTR_S2_FEATURES] = {-1, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 2};
    const double dt[TTR_DT_FEATURES] = {-1, 1, 0, 0, 0, 0, 0, 0, 0};
    const double none[TTR_S2_FEATURES] = {0};
    /* the greatest weight there is, and the smallest of which a half is left */
    const double sizes[] = {DBL_MAX, 1e308, 1e300, 1e200, 1, 1e-200, 1e-300, 1e-307, 1e-322};
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
    bad[3] = bad[0] / 0.0;
    assert_false(ttr_well_weights_fit(TTR_FAMILY_S2, bad, &weights));
    bad[3] = bad[3] - bad[3];
    assert_false(ttr_well_weights_fit(TTR_FAMILY_S2, bad, &weights));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_score_by_the_definition),
        cmocka_unit_test(players_take_the_kernel_that_runs),
        cmocka_unit_test(searches_follow_their_definition),
        cmocka_unit_test(a_low_well_is_played_without_look_ahead),
        cmocka_unit_test(weights_are_scaled_to_their_room),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
