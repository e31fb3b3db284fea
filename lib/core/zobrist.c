/* SPDX-License-Identifier: MIT */
/* Computes the Zobrist key of a set of cells from scratch; boards update theirs incrementally. */
#include "zobrist.h"

uint64_t ttr_zobrist_of(int colour, ttr_cellset cells)
{
    uint64_t key = 0;

    while (!ttr_cellset_is_empty(cells))
        key ^= ttr_zobrist_token[colour][ttr_cellset_pop(&cells)];
    return key;
}
