/* SPDX-License-Identifier: MIT */
#ifndef TTR_ZOBRIST_H
#define TTR_ZOBRIST_H

#include <stdint.h>

#include "cellset.h"

/*
 * Zobrist keys: one random number of 64 bits for each token of each colour on each cell, and one
 * for each number of actions. The key of a position is the exclusive-or of those that apply.
 *
 *     key = token[colour][cell] ^ ... ^ ply[actions]
 *
 * A move changes four tokens and the number of actions, so the key of the next position is six
 * exclusive-ors away; only lines that are emptied take a loop.
 *
 * Why the number of actions is in it: the game ends after 150 actions and the first two may go
 * anywhere, so the same tokens after another number of actions are another position. It also tells
 * the side to move. What it costs are transpositions between lines of different length, which
 * hardly occur: each action adds four tokens, and lines take away eleven or more
 * (docs/design/adr/0004-key-with-ply.md).
 *
 * The numbers are generated once (scripts/generate_tables.py) and never change with the ABI: hosts
 * store keys.
 */
extern const uint64_t ttr_zobrist_token[2][TTR_CELLS];
extern const uint64_t ttr_zobrist_ply[151];

/* The exclusive-or of the keys of all cells of a set, for tokens of this colour. */
uint64_t ttr_zobrist_of(int colour, ttr_cellset cells);

#endif
