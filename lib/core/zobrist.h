/* SPDX-License-Identifier: MIT */
#ifndef TTR_ZOBRIST_H
#define TTR_ZOBRIST_H

#include <stdint.h>

#include "cellset.h"

/*
 * Random keys, generated (scripts/generate_tables.py). The key of a position is the exclusive or of
 * one for each token and one for the number of actions played. The latter also tells the side to
 * move, and keeps positions apart that differ only in how near action 150 is.
 */
extern const uint64_t ttr_zobrist_token[2][TTR_CELLS];
extern const uint64_t ttr_zobrist_ply[151];

/* The keys of all cells of a set, together. */
uint64_t ttr_zobrist_of(int colour, ttr_cellset cells);

#endif
