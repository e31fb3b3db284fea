/* SPDX-License-Identifier: MIT */
#ifndef MATCH_STATS_H
#define MATCH_STATS_H

#include <stdint.h>
#include <tetress/tetress.h>

/*
 * The two games of a pair start alike with colours swapped, so their results are not independent:
 * the pair is the unit of all error bars. A pair scores 0 to 4 half points for the first player.
 */
typedef struct match_stats {
    uint32_t wins, draws, losses; /* games, of the first player */
    uint32_t pairs[5];            /* pairs by half points */
    uint32_t reasons[2];          /* games by TETRESS_REASON_… - 1 */
    uint32_t overruns[2];         /* games in which a clock ran out, by player */
    uint64_t actions;             /* of all games */
} match_stats;

/* Add a finished pair, given the half points (0 to 2) of its games. */
void match_stats_add_pair(match_stats *stats, int first, int second);

/* The first player's share of the points of finished pairs, 0..1; one half if there are none. */
double match_stats_score(const match_stats *stats);

/* The score, its interval, both in Elo, and how likely it is that the first player is the stronger.
 */
tetress_comparison match_stats_compare(const match_stats *stats);

#endif
