/* SPDX-License-Identifier: MIT */
#ifndef TTR_PAIR_SCORE_H
#define TTR_PAIR_SCORE_H

#include <stdint.h>

/* Outcomes of a pair of games for the first player: 0, 1/2, 1, 3/2 or 2 points. Index: half
 * points. */
#define TTR_PAIR_OUTCOMES 5

/* What pairs of games tell about the first of two players. The public header describes the
 * method. */
typedef struct ttr_pair_score {
    double score;     /* share of the points, 0..1; one half if there are no pairs */
    double low, high; /* its 95 % interval */
    double los;       /* likelihood that the first player is the stronger one, never 0 or 1 */
} ttr_pair_score;

/* Judge pairs, counted by outcome. */
ttr_pair_score ttr_pair_score_of(const uint64_t pairs[TTR_PAIR_OUTCOMES]);

/* The difference in Elo at which a score is expected; infinite for 0 and 1. */
double ttr_elo_of_score(double score);

#endif
