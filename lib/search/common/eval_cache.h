/* SPDX-License-Identifier: MIT */
#ifndef TTR_EVAL_CACHE_H
#define TTR_EVAL_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tetress/memory.h"

/*
 * Remembered evaluations, as S4 has them: one entry to a place, and a new evaluation replaces the
 * old one. S4's evaluation also depends on the position with which the search began, so both keys
 * make the key of an entry. The search negamax has a cache of its own.
 */
typedef struct ttr_cached {
    uint64_t key; /* made of both positions' keys; 0: the entry is empty */
    int32_t score;
    int32_t moves;
} ttr_cached;

typedef struct ttr_eval_cache {
    ttr_cached *entries; /* NULL: none */
    size_t count;        /* a power of two */
} ttr_eval_cache;

/* Allocate the largest power of two of entries that is at most `most`; none for 0. False if there
 * is no memory. */
bool ttr_eval_cache_init(ttr_eval_cache *cache, const tetress_allocator *memory, size_t most);
void ttr_eval_cache_free(ttr_eval_cache *cache, const tetress_allocator *memory);
void ttr_eval_cache_clear(ttr_eval_cache *cache);

/* The key of an entry: the position's, with the halves of the root's swapped into it so that the
 * two do not cancel where they are the same position. */
static inline uint64_t ttr_eval_cache_key(uint64_t root, uint64_t board)
{
    return board ^ (root << 32 | root >> 32);
}

/* The one entry in which the evaluation of a key is stored. */
static inline ttr_cached *ttr_eval_cache_at(const ttr_eval_cache *cache, uint64_t key)
{
    return &cache->entries[key & (cache->count - 1)];
}

#endif
