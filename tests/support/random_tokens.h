/* SPDX-License-Identifier: MIT */
/* What tests of kernels compare them on: tokens drawn without a game. */
#ifndef RANDOM_TOKENS_H
#define RANDOM_TOKENS_H

#include <stdlib.h>

#include "board.h"
#include "rng.h"

/* How many positions the kernels are compared on. The environment asks for more: a million take
 * half a minute. Whoever runs a sanitizer or a debugger waits long enough for a tenth of them. */
static inline uint64_t many_positions(void)
{
    const char *wish = getenv("TEST_KERNEL_POSITIONS");

#ifdef NDEBUG
    return wish != NULL ? strtoull(wish, NULL, 10) : 200000;
#else
    return wish != NULL ? strtoull(wish, NULL, 10) : 20000;
#endif
}

static inline ttr_cellset random_cells(ttr_rng *rng, uint32_t percent)
{
    ttr_cellset cells = ttr_cellset_empty();

    for (int cell = 0; cell < TTR_CELLS; cell++) {
        if (ttr_rng_below(rng, 100) < percent)
            cells = ttr_cellset_or(cells, ttr_cellset_of(cell));
    }
    return cells;
}

/* Any two disjoint sets of tokens, sparse to dense, in every phase of the game. */
static inline ttr_board random_tokens(ttr_rng *rng)
{
    static const uint32_t PLIES[] = {0, 1, 2, 3, 40, 41, 77, 148, 149, 150};
    uint32_t percent = ttr_rng_below(rng, 55);
    ttr_cellset red = random_cells(rng, percent);
    ttr_cellset blue = ttr_cellset_minus(random_cells(rng, percent), red);

    return ttr_board_of(red, blue, PLIES[ttr_rng_below(rng, TTR_COUNT_OF(PLIES))]);
}

#endif
