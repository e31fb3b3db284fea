/* SPDX-License-Identifier: MIT */
#ifndef GAME_CLOCK_H
#define GAME_CLOCK_H

#include <tetress/tetress.h>

/* The limits of a referee of a game whose players have this budget: its whole-game clock, of CPU or
 * elapsed time, if it has one. */
tetress_referee_limits game_clock_limits(const tetress_budget *budget);

/* Search for the side to move with `budget`, whose clock is what the referee says is left of it,
 * and tell what that took. */
tetress_status game_clock_search(const tetress_referee *referee, tetress_engine *engine,
                                 const tetress_budget *budget, tetress_result *result,
                                 tetress_spent *spent);

#endif
