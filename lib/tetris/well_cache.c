/* SPDX-License-Identifier: MIT */
/* Remembers judged wells within one decision, because different orders of pieces lead to the same
 * well. */
#include "well_cache.h"

#include <string.h>

#include "check.h"

/* The place of a well: its columns in pairs, multiplied and folded. */
static uint32_t place_of(const ttr_well *well, int lookahead)
{
    uint64_t key = (uint64_t)lookahead;

    for (int c = 0; c < TTR_WELL_COLUMNS; c += 2) {
        key ^= (uint64_t)well->columns[c] << 20 | well->columns[c + 1];
        key *= UINT64_C(0x9e3779b97f4a7c15);
        key ^= key >> 32;
    }
    return (uint32_t)(key % TTR_WELL_CACHE);
}

void ttr_well_cache_clear(ttr_well_cache *cache)
{
    for (int i = 0; i < TTR_WELL_CACHE; i++)
        cache->entries[i].lookahead = -1;
}

bool ttr_well_cache_find(const ttr_well_cache *cache, const ttr_well *well, int lookahead,
                         int64_t *value)
{
    const ttr_well_entry *entry = &cache->entries[place_of(well, lookahead)];

    if (entry->lookahead != lookahead || memcmp(&entry->well, well, sizeof *well) != 0)
        return false;
    *value = entry->value;
    return true;
}

void ttr_well_cache_keep(ttr_well_cache *cache, const ttr_well *well, int lookahead, int64_t value)
{
    cache->entries[place_of(well, lookahead)] = (ttr_well_entry){*well, lookahead, value};
}
