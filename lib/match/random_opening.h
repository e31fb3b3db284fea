/* SPDX-License-Identifier: MIT */
#ifndef TTR_RANDOM_OPENING_H
#define TTR_RANDOM_OPENING_H

#include <stdint.h>

#include "board.h"

/* Random games last 48 actions on average, and most are longer than this. */
#define TTR_MOST_OPENING_ACTIONS 30

/* The seed number `index` that follows from `seed`: a stream whose members do not depend on the
 * order in which they are asked for. */
uint64_t ttr_derived_seed(uint64_t seed, uint64_t index);

/* Opening `index` of a seed: `actions` (at most TTR_MOST_OPENING_ACTIONS) uniformly random moves
 * from the empty board, after which the game is not over. */
void ttr_random_opening(uint64_t seed, uint64_t index, uint32_t actions, ttr_move *moves);

#endif
