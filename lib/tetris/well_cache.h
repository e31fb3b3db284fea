/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_CACHE_H
#define TTR_WELL_CACHE_H

#include "well.h"

/*
 * Chance nodes of one decision that were judged: wells with the look-ahead that was left. Two
 * pieces placed in either order come to the same well. What is found is exactly what was kept.
 */
enum { TTR_WELL_CACHE = 2048 };

typedef struct ttr_well_entry {
    ttr_well well;
    int lookahead; /* -1 in an empty place */
    int64_t value;
} ttr_well_entry;

typedef struct ttr_well_cache {
    ttr_well_entry entries[TTR_WELL_CACHE];
} ttr_well_cache;

void ttr_well_cache_clear(ttr_well_cache *cache);
bool ttr_well_cache_find(const ttr_well_cache *cache, const ttr_well *well, int lookahead,
                         int64_t *value);

/* What was in its place before is lost. */
void ttr_well_cache_keep(ttr_well_cache *cache, const ttr_well *well, int lookahead, int64_t value);

#endif
