/* SPDX-License-Identifier: MIT */
#ifndef TTR_MOVEGEN_H
#define TTR_MOVEGEN_H

#include "kernel.h"

/* Legal moves by the kernel that runs. kernel.h says what each function does. */

static inline int ttr_movegen_count(const ttr_board *board, int colour)
{
    return ttr_kernel_now()->count(board, colour);
}

static inline bool ttr_movegen_any(const ttr_board *board)
{
    return ttr_kernel_now()->any(board);
}

/* `moves` has room for TTR_LIST_ROOM. */
static inline size_t ttr_movegen_list(const ttr_board *board, ttr_move *moves)
{
    return ttr_kernel_now()->list(board, moves);
}

static inline ttr_move ttr_movegen_random(const ttr_board *board, ttr_rng *rng)
{
    return ttr_kernel_now()->random(board, rng);
}

#endif
