/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_SPLITTING_H
#define TTR_WELL_SPLITTING_H

#include "alloc.h"
#include "well_games.h"

/* The lowest wells for which splitting works: in lower ones excursions do not separate cleanly from
 * ordinary play. An error sentence tells it, so it is a macro. */
#define TTR_SPLIT_ROWS 14

/* A game on its way through the levels. */
typedef struct ttr_passage ttr_passage;

/* Allocate room for the passages of an estimate with `trials` a level, for each of `workers`. NULL
 * if there is no memory. */
ttr_passage *ttr_split_room_new(const tetress_allocator *memory, uint32_t trials, size_t workers);
ttr_passage *ttr_split_room_of(ttr_passage *rooms, uint32_t trials, size_t worker);
void ttr_split_room_free(const tetress_allocator *memory, ttr_passage *rooms, uint32_t trials,
                         size_t workers);

/*
 * Estimate the mean number of rows of a game that is too long to play out, with at least one trial
 * a level; the method is in well_splitting.c. One estimate tells nothing about its own error:
 * repeat it with other seeds and look at the spread. Returns -1 if no trial reached the next level,
 * or the player is stopped.
 */
double ttr_well_estimate(const ttr_well_player *player, uint64_t seed, uint32_t trials,
                         ttr_passage *room);

/* Make `count` estimates, rows[i] from seed + i, shared by threads, which change no result. Of a
 * player that is stopped, estimates that were not made to the end tell nothing. False if there is
 * no memory. */
bool ttr_well_split(const ttr_well_player *player, uint64_t seed, size_t count, uint32_t trials,
                    size_t threads, const tetress_allocator *memory, double *rows);

#endif
