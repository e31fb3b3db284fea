/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_CACHE_H
#define TTR_WELL_CACHE_H

#include "well.h"

/*
 * Chance nodes that were judged within one decision, by well and look-ahead. Two pieces that are
 * placed in either order often come to the same well. Whole wells are compared, so what is found is
 * exactly what was kept, and the cache changes no decision.
 *
 * 2048 entries of 56 bytes lie on the stack of a decision, 112 KiB. A larger cache would find more
 * but leave the processor's near memory. Other sizes were not measured.
 */
enum { TTR_WELL_CACHE = 2048 };

typedef struct ttr_well_entry {
    ttr_well well;
    int lookahead; /* -1 in an empty entry */
    int64_t value;
} ttr_well_entry;

typedef struct ttr_well_cache {
    ttr_well_entry entries[TTR_WELL_CACHE];
} ttr_well_cache;

void ttr_well_cache_clear(ttr_well_cache *cache);
bool ttr_well_cache_find(const ttr_well_cache *cache, const ttr_well *well, int lookahead,
                         int64_t *value);

/* Keep a value. What was in its place before is lost. */
void ttr_well_cache_keep(ttr_well_cache *cache, const ttr_well *well, int lookahead, int64_t value);

#endif
