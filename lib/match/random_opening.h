/* SPDX-License-Identifier: MIT */
#ifndef TTR_RANDOM_OPENING_H
#define TTR_RANDOM_OPENING_H

#include <stdint.h>

#include "board.h"

/* The longest opening. Random games last 48 actions on average; with more actions many tries would
 * find the game over before the opening is. */
#define TTR_MOST_OPENING_ACTIONS 30

/* Seed `index` of a stream that follows from `seed`. Its members do not depend on the order in
 * which they are asked for. One step of splitmix64, away from the seed by the index. */
uint64_t ttr_derived_seed(uint64_t seed, uint64_t index);

/* Opening `index` of a seed: `actions` (at most TTR_MOST_OPENING_ACTIONS) uniformly random moves
 * from the empty board, after which the game is not over. */
void ttr_random_opening(uint64_t seed, uint64_t index, uint32_t actions, ttr_move *moves);

#endif
