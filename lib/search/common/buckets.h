/* SPDX-License-Identifier: MIT */
#ifndef TTR_BUCKETS_H
#define TTR_BUCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "prefetch.h"
#include "tetress/memory.h"

/*
 * Tables by 64-bit keys: what the transposition table and the solver's table have in common.
 *
 *     key    63        32 31                      0
 *            [ bucket    | told apart in the entry ]
 *
 *     bucket [ entry 16 ][ entry 16 ][ entry 16 ][ entry 16 ]    64 bytes, aligned: one cache line
 *
 * The upper half of the key, taken as a fraction, is multiplied by the number of buckets. That
 * needs no power of two, so a table uses all the memory that it is given. Memory is what a look
 * into the table costs: one bucket is one line, and all of its four entries come with it. A key may
 * be in any of them, so that four positions have to meet in one bucket before one has to go.
 */
#define TTR_BUCKET       4
#define TTR_BUCKET_BYTES 64

typedef struct ttr_bucket {
    _Alignas(TTR_BUCKET_BYTES) unsigned char bytes[TTR_BUCKET_BYTES];
} ttr_bucket;

/* The memory of a table, and the age of the current search. */
typedef struct ttr_buckets {
    ttr_bucket *buckets;
    size_t count;
    uint32_t age; /* of the current search, modulo the number of ages that entries can hold */
} ttr_buckets;

/* Allocate empty buckets, in at most `bytes`, at least one. False if there is no memory. */
bool ttr_buckets_init(ttr_buckets *table, const tetress_allocator *memory, size_t bytes);
void ttr_buckets_free(ttr_buckets *table, const tetress_allocator *memory);

void ttr_buckets_clear(ttr_buckets *table);

/* Begin a new search. `ages` is the number of ages that entries can tell apart. */
static inline void ttr_buckets_grow_old(ttr_buckets *table, uint32_t ages)
{
    table->age = (table->age + 1) % ages;
}

/* The entries of the bucket to which a key belongs. */
static inline void *ttr_buckets_at(const ttr_buckets *table, uint64_t key)
{
    return &table->buckets[(size_t)((key >> 32) * table->count / (UINT64_C(1) << 32))];
}

/* Fetch the cache line of a key's bucket, which will be looked at soon. */
static inline void ttr_buckets_prefetch(const ttr_buckets *table, uint64_t key)
{
    ttr_prefetch(ttr_buckets_at(table, key));
}

#endif
