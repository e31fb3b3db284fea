/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_GAMES_H
#define TTR_WELL_GAMES_H

#include "rng.h"
#include "well_search.h"

/* Whole games of a player, whose pieces come uniformly from a generator. This is what measurements
 * play. */

/* The generator of stream `number` of a seed. Streams are independent, so games and trials may run
 * in any order. */
ttr_rng ttr_well_stream(uint64_t seed, uint64_t number);

/* A game under way. `next` is the piece that a player with preview was shown; -1 if none was. */
typedef struct ttr_well_game {
    ttr_well well;
    int next;
} ttr_well_game;

/* clang-format off */
#define TTR_WELL_START {{{0}}, -1}
/* clang-format on */

/* Play one piece and add the rows that it removed. False if the game is lost or the player is
 * stopped. */
bool ttr_well_step(const ttr_well_player *player, ttr_rng *rng, ttr_well_game *game,
                   uint64_t *rows);

/* Play a game from the empty well to its end, but at most `pieces`. Returns the rows removed. */
uint64_t ttr_well_lines(const ttr_well_player *player, ttr_rng *rng, uint64_t pieces);

/* The same, but returns the cells of the well minus the heights of its columns, summed over the
 * moves: S2's objective, which rewards low wells in games that nobody loses. */
double ttr_well_space(const ttr_well_player *player, ttr_rng *rng, uint64_t pieces);

/* Play `count` games of the streams `first` and on of a seed, shared by threads, and tell the rows
 * of each. Of a player that is stopped the games that were not played to the end tell nothing. */
void ttr_well_games(const ttr_well_player *player, uint64_t seed, uint64_t first, size_t count,
                    uint64_t pieces, size_t threads, uint64_t *rows);

#endif
