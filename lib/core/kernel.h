/* SPDX-License-Identifier: MIT */
#ifndef TTR_KERNEL_H
#define TTR_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board.h"
#include "kernel_kind.h"
#include "rng.h"

/*
 * What every search spends its time on, once for each kind of processor. All kernels give the same
 * results, move by move and random number by random number; only their speed differs
 * (docs/design/adr/0007-kernels.md).
 */

/* List kernels write whole vectors: a list has this much room beyond the most moves there are. */
#define TTR_LIST_SLACK 64
#define TTR_LIST_ROOM  (TTR_PLACEMENTS + TTR_LIST_SLACK)

/* Results of random games, by who won. */
typedef struct ttr_tally {
    uint64_t wins[2];
    uint64_t draws;
    uint64_t actions; /* played in all of them */
} ttr_tally;

typedef struct ttr_kernel {
    /* How many moves `colour` would have if it were its turn; none after action 150. */
    int (*count)(const ttr_board *board, int colour);

    /* The same for both colours at once, by colour. */
    void (*count_both)(const ttr_board *board, int counts[2]);

    /* Has the side to move any legal move? */
    bool (*any)(const ttr_board *board);

    /* Legal moves of the side to move, ascending, into TTR_LIST_ROOM entries; what lies behind the
     * last is written over. Returns their number. */
    size_t (*list)(const ttr_board *board, ttr_move *moves);

    /* A legal move of the side to move, each equally likely: the one that has as many smaller ones
     * as ttr_rng_below() says; TTR_MOVE_NONE, and no number drawn, if there is none. */
    ttr_move (*random)(const ttr_board *board, ttr_rng *rng);

    /* Play random moves to the end of the game; its winner, or TTR_NOBODY. */
    int (*playout)(const ttr_board *board, ttr_rng *rng);

    /* `count` such games from one position, each with a generator of its own, seeded by the next
     * number that ttr_rng_mix(seed) gives. Adds their results to the tally. */
    void (*playouts)(const ttr_board *board, uint64_t *seed, uint64_t count, ttr_tally *tally);
} ttr_kernel;

/* The table of a kernel file, from the functions that kernel_moves.inc and kernel_playouts.inc
 * define in it. */
#define KERNEL_TABLE                                                                               \
    {                                                                                              \
        .count = kernel_count, .count_both = kernel_count_both, .any = kernel_any,                 \
        .list = kernel_list, .random = kernel_random, .playout = kernel_playout,                   \
        .playouts = kernel_playouts,                                                               \
    }

extern const ttr_kernel ttr_kernel_portable;
extern const ttr_kernel ttr_kernel_avx2;
extern const ttr_kernel ttr_kernel_avx512;

/* The parts of a kernel become one function. A call between them would leave the wide registers in
 * use, where every later instruction of narrow ones is held up until they are cleared. */
#if defined(__GNUC__)
#define KERNEL_INLINE static inline __attribute__((always_inline))
#else
#define KERNEL_INLINE static inline
#endif

/* ---- Which one runs -------------------------------------------------------------------------- */

/* By kind; NULL for those that were not built. */
extern const ttr_kernel *const ttr_kernels[TTR_KERNEL_KINDS];

static inline const ttr_kernel *ttr_kernel_now(void)
{
    return ttr_kernels[ttr_kernel_kind_now()];
}

#endif
