/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_COMPARISON_H
#define TETRESS_COMPARISON_H

#include "status.h"

/* A pair of games brings the first player 0, 1/2, 1, 3/2 or 2 points. */
#define TETRESS_PAIR_OUTCOMES 5

/* What pairs of games tell of two players, for the first of them. A caller sets `size` first. */
typedef struct tetress_comparison {
    uint32_t size;            /* sizeof(tetress_comparison) of the caller */
    uint32_t reserved;        /* 0 */
    double score;             /* share of the points, 0..1; 1/2 without games */
    double low, high;         /* 95 % interval of the score */
    double elo;               /* `score` as a difference in Elo; infinite for 0 and 1 */
    double elo_low, elo_high; /* `low` and `high` as such */
    double los; /* likelihood that the first player is the stronger one, never 0 or 1 */
} tetress_comparison;

/* clang-format off */
#define TETRESS_COMPARISON_INIT {(uint32_t)sizeof(tetress_comparison), 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Compare two players by pairs of games that start alike with colours swapped. The two games of a
 * pair are not independent, so the pair is the unit. `pairs` counts the pairs in which the first
 * player took 0, 1/2, 1, 3/2 and 2 points.
 *
 * With 30 pairs or more, 5 of which differ from the most frequent outcome, the interval is the mean
 * score plus and minus 1.96 standard errors (pentanomial, as engine testers compute it). Fewer
 * pairs do not show their spread: then the outcomes get Jeffreys' prior, half a pair of each, and
 * mean and error are those of the Dirichlet posterior. `los` is the normal distribution's share
 * above one half, but n pairs never tell more than if all of them were won: at most 1 - 2^-(n + 1),
 * and at least 2^-(n + 1).
 *
 * Returns TETRESS_OK, or TETRESS_EARG for NULL or a structure of wrong size. Any thread.
 */
TETRESS_API tetress_status tetress_comparison_of_pairs(const uint64_t pairs[TETRESS_PAIR_OUTCOMES],
                                                       tetress_comparison *comparison);

#ifdef __cplusplus
}
#endif

#endif
