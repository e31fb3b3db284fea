/* SPDX-License-Identifier: MIT */
/* What tests of the single-player game begin with: wells by picture and at random, players, scores
 * by their definition. */
#ifndef WELL_SETUP_H
#define WELL_SETUP_H

#include <string.h>

#include "allocators.h"
#include "cmocka_all.h"
#include "rng.h"
#include "well_evaluators.h"
#include "well_search.h"

/* A well as one sees it: rows of ten cells from the top one down, '/' between them. */
static inline ttr_well well_of(const char *picture)
{
    ttr_well well = {{0}};
    int rows = ((int)strlen(picture) + 1) / (TTR_WELL_COLUMNS + 1);

    assert_int_equal((int)strlen(picture), rows * (TTR_WELL_COLUMNS + 1) - 1);
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < TTR_WELL_COLUMNS; c++) {
            if (picture[(rows - 1 - r) * (TTR_WELL_COLUMNS + 1) + c] == '#')
                well.columns[c] |= UINT32_C(1) << r;
        }
    }
    return well;
}

static inline void expect_well(const ttr_well *well, const char *picture)
{
    ttr_well expected = well_of(picture);

    assert_memory_equal(well, &expected, sizeof expected);
}

static inline ttr_rng seeded(uint64_t number)
{
    ttr_rng rng;

    ttr_rng_seed(&rng, number);
    return rng;
}

/* A well of random heights up to `greatest`, with holes, without full rows. */
static inline ttr_well random_well(ttr_rng *seed, int greatest)
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

static inline ttr_well_weights random_weights(ttr_rng *seed, ttr_well_family family)
{
    ttr_well_weights weights = {.family = family};
    int count = ttr_well_feature_count(family);

    for (int i = 0; i < count; i++)
        weights.weights[i] = (int16_t)((int)ttr_rng_below(seed, 49153) - 24576);
    return weights;
}

/* By the definition. */
static inline int32_t slow_score(const ttr_well *well, int rows, int piece, int move,
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

/* A player with the weights of a shipped evaluator, in wells of `rows` rows. */
static inline void make_player(ttr_well_player *player, const char *evaluator, int rows,
                               int lookahead)
{
    const ttr_well_evaluator *found = ttr_well_evaluator_named(evaluator);

    assert_non_null(found);
    ttr_well_player_init(player, &found->weights, rows, lookahead, 2, 0, NULL);
}

#endif
