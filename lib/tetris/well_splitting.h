/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_SPLITTING_H
#define TTR_WELL_SPLITTING_H

#include "alloc.h"
#include "well_games.h"

/* Splitting is for wells of so many rows and more: in lower ones excursions do not part cleanly. */
enum { TTR_SPLIT_ROWS = 14 };

/* A game on its way through the levels. */
typedef struct ttr_passage ttr_passage;

/* Room for the passages of an estimate with so many trials a level, for each of some workers. NULL
 * if there is no memory. */
ttr_passage *ttr_split_room_new(const tetress_allocator *memory, uint32_t trials, size_t workers);
ttr_passage *ttr_split_room_of(ttr_passage *rooms, uint32_t trials, size_t worker);
void ttr_split_room_free(const tetress_allocator *memory, ttr_passage *rooms, uint32_t trials,
                         size_t workers);

/*
 * The mean number of rows of a game that nobody can wait for, by multilevel splitting: a loss is a
 * rare excursion from a low well to which play returns again and again. How often the danger (of
 * heights and of narrow gaps) rises to a first level is counted; from wells kept there, how often
 * it reaches the next level before it falls back; and so on to the loss. A few trials find where
 * the next level is to be, so that about two of five reach it. The mean is one over the product. A
 * piece adds four cells and a row takes ten, so rows are 0.4 times pieces.
 *
 * An estimate with `trials` a level, at least one: repeat it with other seeds for its spread. -1 if
 * no trial came on.
 */
double ttr_well_estimate(const ttr_well_player *player, uint64_t seed, uint32_t trials,
                         ttr_passage *room);

/* `count` of them, rows[i] of seed + i, shared by threads. False if there is no memory. */
bool ttr_well_split(const ttr_well_player *player, uint64_t seed, size_t count, uint32_t trials,
                    size_t threads, const tetress_allocator *memory, double *rows);

#endif
