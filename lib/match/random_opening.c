/* SPDX-License-Identifier: MIT */
/*
 * Openings by seed and number. Opening n follows from the seed alone: threads, front ends and
 * resumed matches get the same opening for the same pair, whatever has been played before, and no
 * list of openings has to be kept.
 */
#include "random_opening.h"

#include <stdbool.h>

#include "check.h"
#include "movegen.h"
#include "rng.h"
#include "rules.h"

uint64_t ttr_derived_seed(uint64_t seed, uint64_t index)
{
    uint64_t z = seed ^ (index + 1) * UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Try to play an opening. *state advances by one step an action even if the game is over sooner, so
 * that the next try does not depend on how long this one was. */
static bool try_opening(uint64_t *state, uint32_t actions, ttr_move *moves)
{
    ttr_board board = ttr_board_start();
    bool over = false;

    for (uint32_t i = 0; i < actions; i++) {
        ttr_rng rng;

        ttr_rng_seed(&rng, ttr_rng_mix(state));
        if (over)
            continue;
        moves[i] = ttr_movegen_random(&board, &rng);
        over = moves[i] == TTR_MOVE_NONE;
        if (!over)
            board = ttr_board_after(&board, moves[i]);
    }
    return !over && ttr_rules_outcome(&board).reason == TTR_ONGOING;
}

void ttr_random_opening(uint64_t seed, uint64_t index, uint32_t actions, ttr_move *moves)
{
    uint64_t state = ttr_derived_seed(seed, index);

    TTR_ASSERT(actions <= TTR_MOST_OPENING_ACTIONS);
    /* This ends: even with the most actions, most tries succeed. */
    while (!try_opening(&state, actions, moves))
        continue;
}
