/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_GAMES_H
#define TTR_WELL_GAMES_H

#include "rng.h"
#include "well_search.h"

/* Whole games of a player, whose pieces come uniformly from a generator: what is measured. */

/* The generator of stream `number` of a seed: games and trials may run in any order. */
ttr_rng ttr_well_stream(uint64_t seed, uint64_t number);

/* A game under way. `next`: the piece that a player with preview was shown, -1 for none. */
typedef struct ttr_well_game {
    ttr_well well;
    int next;
} ttr_well_game;

/* clang-format off */
#define TTR_WELL_START {{{0}}, -1}
/* clang-format on */

/* One piece; adds the rows removed. False if it is lost. */
bool ttr_well_step(const ttr_well_player *player, ttr_rng *rng, ttr_well_game *game,
                   uint64_t *rows);

/* Rows removed in a game from the empty well to its end, of at most `pieces`. */
uint64_t ttr_well_lines(const ttr_well_player *player, ttr_rng *rng, uint64_t pieces);

/* In such a game, the cells of the well less the heights of its columns, summed over the moves. */
double ttr_well_space(const ttr_well_player *player, ttr_rng *rng, uint64_t pieces);

/* Rows of `count` games, of the streams `first` and on of a seed, shared by threads. */
void ttr_well_games(const ttr_well_player *player, uint64_t seed, uint64_t first, size_t count,
                    uint64_t pieces, size_t threads, uint64_t *rows);

#endif
