/* SPDX-License-Identifier: MIT */
#ifndef TTR_NEAREST_H
#define TTR_NEAREST_H

#include <stddef.h>

/*
 * "Did you mean": which of the known words did somebody mean who wrote another? Only letters and
 * digits count, in either case. A letter that is missing, superfluous, wrong or swapped with its
 * neighbour costs 1, and up to a third of the letters may be wrong, but always one. A known word
 * that starts with what was written costs 1 at most. Of words with equal costs the first is taken.
 */
typedef struct ttr_nearest {
    const char *word; /* as written */
    size_t length;
    const char *found; /* the nearest known word so far; NULL if none is near */
    size_t found_length;
    /* its cost, or one more than a word may cost; 0 if nothing is near to such a word */
    size_t cost;
} ttr_nearest;

/* Start with a word, which must outlive it. */
ttr_nearest ttr_nearest_start(const char *word, size_t length);

/* Compare with a known word, which must outlive `nearest`, too. */
void ttr_nearest_offer(ttr_nearest *nearest, const char *known, size_t length);

/* Compare with each word of a list separated by blanks. */
void ttr_nearest_offer_list(ttr_nearest *nearest, const char *known);

#endif
