/* SPDX-License-Identifier: MIT */
#ifndef TTR_MATCH_RESULTS_H
#define TTR_MATCH_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "alloc.h"
#include "sequential_test.h"

/*
 * The results of a match. Game n is the first or second (n % 2) of pair n / 2. Results arrive in
 * any order, but pairs count in the order of their numbers: how far the match has come, and where a
 * sequential test ends it, does not depend on which game was finished first.
 */
typedef struct ttr_match_results {
    uint64_t games; /* games of the whole match */
    bool tested;
    ttr_sprt test;
    ttr_sprt_verdict verdict;
    uint64_t counted;                  /* pairs */
    uint64_t wins, draws, losses;      /* of the first player, in the pairs that have counted */
    uint64_t pairs[TTR_PAIR_OUTCOMES]; /* by the first player's half points */
    uint64_t next;                     /* the lowest game that was never handed out */
    uint8_t *known; /* by game: 0 for no result yet, else 1 + the first player's half points */
    size_t room;    /* bytes of `known` */
} ttr_match_results;

void ttr_match_results_free(ttr_match_results *results, const tetress_allocator *memory);

/* Have all games been played, or has the test decided? */
bool ttr_match_results_over(const ttr_match_results *results);

/* Hand out the next game that has no result and was not handed out before. False if none is left,
 * or the match is over. */
bool ttr_match_results_next(ttr_match_results *results, uint64_t *number);

/* Is the result of this game in? */
bool ttr_match_results_has(const ttr_match_results *results, uint64_t number);

/* Take the first player's half points (0 to 2) of a game that has no result yet, and count all
 * pairs that are complete now. False, with nothing changed, if there is no memory. */
bool ttr_match_results_add(ttr_match_results *results, const tetress_allocator *memory,
                           uint64_t number, int half_points);

#endif
