/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_MEASURE_H
#define TTR_WELL_MEASURE_H

#include "alloc.h"
#include "rng.h"
#include "well_search.h"

/* Play a game from the empty well to its end, at most `pieces`; rows removed. Pieces come uniformly
 * from `rng`. */
uint64_t ttr_well_game(const ttr_well_player *player, ttr_rng *rng, uint64_t pieces);

/* The generator of stream `number` of a seed: games and trials may run in any order. */
ttr_rng ttr_well_stream(uint64_t seed, uint64_t number);

/*
 * The mean number of rows of a game that nobody can wait for, by multilevel splitting: a loss is a
 * rare excursion from a low well to which play returns again and again. How often the height rises
 * to a first level is counted; from wells kept there, how often it reaches the next level before it
 * falls back; and so on to the loss. The mean is one over the product. A piece adds four cells and
 * a row takes ten, so rows are 0.4 times pieces.
 *
 * `trials` a level. An estimate: repeat it with other seeds for its spread. Wells of at least 14
 * rows. False if there is no memory.
 */
bool ttr_well_split(const ttr_well_player *player, uint64_t seed, uint32_t trials,
                    const tetress_allocator *memory, double *rows);

#endif
