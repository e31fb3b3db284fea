/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_FITNESS_H
#define TTR_WELL_FITNESS_H

#include "alloc.h"
#include "well_search.h"

typedef enum ttr_objective_kind {
    TTR_OBJECTIVE_SPLIT, /* mean rows of a game, by splitting */
    TTR_OBJECTIVE_LINES, /* rows of a game of limited length */
    TTR_OBJECTIVE_SPACE  /* ttr_well_space() of a game of limited length */
} ttr_objective_kind;

typedef struct ttr_objective {
    ttr_objective_kind kind;
    uint64_t seed;
    uint32_t games; /* games, or estimates */
    uint32_t trials;
    uint64_t pieces;
    size_t threads;
} ttr_objective;

/*
 * Measure `count` sets of weights, which stand one after the other in `weights`, with the same
 * random numbers for all: what differs between two sets is then less luck. fitness[i] is the mean
 * over the games of set i, played as `like` does but with these weights; -1 if the weights make no
 * sense or an estimate saw too little. The threads share the sets. Of a player that is
 * stopped, sets that were not measured to the end tell nothing. False if there is no memory.
 */
bool ttr_well_fitness(const ttr_well_player *like, ttr_well_family family, const double *weights,
                      size_t count, const ttr_objective *objective, const tetress_allocator *memory,
                      double *fitness);

#endif
