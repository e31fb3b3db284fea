/* SPDX-License-Identifier: MIT */
#ifndef TTR_NEAREST_H
#define TTR_NEAREST_H

#include <stddef.h>

/*
 * "Did you mean": of known words, the one that somebody may have meant who wrote another. Letters
 * count as equal in either case, and only letters and digits count. A letter that is missing, too
 * much, another, or swapped with its neighbour costs 1; up to a third of the letters may be wrong.
 * A known word that starts with what was written costs 1 at most. Of equal ones the first is taken.
 */
typedef struct ttr_nearest {
    const char *word; /* as written */
    size_t length;
    const char *found; /* one of the known words; NULL: none is near */
    size_t found_length;
    size_t cost; /* what it costs, or one more than any word may */
} ttr_nearest;

/* Start with a word, which must outlive it. */
ttr_nearest ttr_nearest_start(const char *word, size_t length);

/* Look at a known word, which must outlive it, too. */
void ttr_nearest_offer(ttr_nearest *nearest, const char *known, size_t length);

/* Look at each word of a list with blanks between. */
void ttr_nearest_offer_list(ttr_nearest *nearest, const char *known);

#endif
