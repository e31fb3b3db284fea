/* SPDX-License-Identifier: MIT */
#ifndef GAME_CLOCK_H
#define GAME_CLOCK_H

#include <stdbool.h>
#include <tetress/tetress.h>

/* A player's budget in a game: a whole-game clock, if it has one, runs while the player searches.
 */
typedef struct game_clock {
    tetress_budget budget;
    double left_ms; /* of the clock */
    bool ran_out;   /* the clock did: the player goes on with a millisecond a move */
} game_clock;

game_clock game_clock_start(const tetress_budget *budget);

/* tetress_engine_search() with what is left. */
tetress_status game_clock_search(game_clock *clock, tetress_engine *engine,
                                 const tetress_game *game, tetress_result *result);

#endif
