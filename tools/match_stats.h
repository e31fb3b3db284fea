/* SPDX-License-Identifier: MIT */
#ifndef MATCH_STATS_H
#define MATCH_STATS_H

#include <stdint.h>

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

/* Elo difference for a share of points; infinite for 0 and 1. */
double elo_of_score(double score);

/*
 * 95 % interval of the score from the spread of pair scores. When all pairs ended alike their
 * spread says nothing; then it is Wilson's interval for that many pairs.
 */
void match_stats_interval(const match_stats *stats, double *low, double *high);

/* Likelihood that the first player is the stronger one, 0..1. */
double match_stats_los(const match_stats *stats);

#endif
