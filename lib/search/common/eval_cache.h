/* SPDX-License-Identifier: MIT */
#ifndef TTR_EVAL_CACHE_H
#define TTR_EVAL_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tetress/memory.h"

/*
 * Evaluations by Zobrist keys, as S4 has them: of a position and of the one that the search
 * began with. What is new replaces what is there.
 */
typedef struct ttr_cached {
    uint64_t key; /* of both positions; 0: nothing is known */
    int32_t score;
    int32_t moves;
} ttr_cached;

typedef struct ttr_eval_cache {
    ttr_cached *entries; /* NULL: none */
    size_t count;        /* a power of two */
} ttr_eval_cache;

/* At most so many entries, at least one; none for 0. False if there is no memory. */
bool ttr_eval_cache_init(ttr_eval_cache *cache, const tetress_allocator *memory, size_t most);
void ttr_eval_cache_free(ttr_eval_cache *cache, const tetress_allocator *memory);
void ttr_eval_cache_clear(ttr_eval_cache *cache);

/* The key of a position in a search from another. */
static inline uint64_t ttr_eval_cache_key(uint64_t root, uint64_t board)
{
    return board ^ (root << 32 | root >> 32);
}

/* Where the evaluation of a key is or is to be. */
static inline ttr_cached *ttr_eval_cache_at(const ttr_eval_cache *cache, uint64_t key)
{
    return &cache->entries[key & (cache->count - 1)];
}

#endif
