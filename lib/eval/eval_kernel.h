/* SPDX-License-Identifier: MIT */
#ifndef TTR_EVAL_KERNEL_H
#define TTR_EVAL_KERNEL_H

#include "board.h"
#include "kernel_kind.h"
#include "network.h"

/*
 * The routines on which evaluators spend their time, for each instruction set, on the sets and
 * shapes of lib/core. All kernels give the same results; lib/base/kernel_kind.h chooses the one
 * that runs.
 */

/*
 * Counts of a position for the side to move (index 0) and for the other side (1). They do not
 * depend on where on the torus anything lies. Cells that no piece can cover, because fewer than
 * four hang together, do not count as reached.
 */
typedef struct ttr_survey {
    int moves[2];      /* legal moves, if it were the side's turn */
    int tokens[2];     /* tokens on the board */
    int near[2];       /* empty cells within 4 steps of the side's tokens: what a move can cover */
    int near_alone[2]; /* those of `near` that the other side does not reach in 4 steps */
    int alone[2];      /* empty cells that only this side reaches within 8 steps */
    int room[2];       /* placements that lie entirely within the cells of `alone` */
} ttr_survey;

typedef struct ttr_eval_kernel {
    /* The empty cells that only the side to move reaches from its tokens within `steps` steps
     * (1..60) through empty cells, minus those that only the other side reaches. */
    int (*exclusive_reach)(const ttr_board *board, int steps);

    /* Count everything of a position before action 150. */
    void (*survey)(const ttr_board *board, ttr_survey *survey);

    /* The output of a network. */
    int32_t (*network)(const ttr_network *network, const int16_t terms[TTR_NETWORK_TERMS]);
} ttr_eval_kernel;

extern const ttr_eval_kernel ttr_eval_kernel_portable;
extern const ttr_eval_kernel ttr_eval_kernel_avx2;
extern const ttr_eval_kernel ttr_eval_kernel_avx512;

/* Kernels by kind; NULL for kinds that were not built. */
extern const ttr_eval_kernel *const ttr_eval_kernels[TTR_KERNEL_KINDS];

/* The one that runs. */
static inline const ttr_eval_kernel *ttr_eval_kernel_now(void)
{
    return ttr_eval_kernels[ttr_kernel_kind_now()];
}

#endif
