/* SPDX-License-Identifier: MIT */
/* Allocates, clears and frees a cache of evaluations. */
#include "eval_cache.h"

#include <string.h>

#include "alloc.h"

bool ttr_eval_cache_init(ttr_eval_cache *cache, const tetress_allocator *memory, size_t most)
{
    *cache = (ttr_eval_cache){NULL, 0};
    if (most == 0)
        return true;
    cache->count = 1;
    while (cache->count <= most / 2)
        cache->count *= 2;
    cache->entries = ttr_alloc_zeroed(memory, cache->count, sizeof *cache->entries);
    return cache->entries != NULL;
}

void ttr_eval_cache_free(ttr_eval_cache *cache, const tetress_allocator *memory)
{
    ttr_alloc_free(memory, cache->entries, cache->count, sizeof *cache->entries);
    *cache = (ttr_eval_cache){NULL, 0};
}

void ttr_eval_cache_clear(ttr_eval_cache *cache)
{
    if (cache->entries != NULL)
        memset(cache->entries, 0, cache->count * sizeof *cache->entries);
}
