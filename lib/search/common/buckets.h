/* SPDX-License-Identifier: MIT */
#ifndef TTR_BUCKETS_H
#define TTR_BUCKETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "prefetch.h"
#include "tetress/memory.h"

/* Entries of 16 bytes in buckets of one cache line. A key may be in any entry of its bucket. */
#define TTR_BUCKET       4
#define TTR_BUCKET_BYTES 64

typedef struct ttr_bucket {
    _Alignas(TTR_BUCKET_BYTES) unsigned char bytes[TTR_BUCKET_BYTES];
} ttr_bucket;

/* A table by keys of 64 bits: what the transposition table and the solver's have in common. */
typedef struct ttr_buckets {
    ttr_bucket *buckets;
    size_t count;
    uint32_t age; /* of the current search, modulo the number of ages that the entries keep */
} ttr_buckets;

/* Empty buckets in at most `bytes`, at least one. False if there is no memory. */
bool ttr_buckets_init(ttr_buckets *table, const tetress_allocator *memory, size_t bytes);
void ttr_buckets_free(ttr_buckets *table, const tetress_allocator *memory);

void ttr_buckets_clear(ttr_buckets *table);

/* A new search begins, of so many ages that are told apart. */
static inline void ttr_buckets_grow_old(ttr_buckets *table, uint32_t ages)
{
    table->age = (table->age + 1) % ages;
}

/* The bucket of a key, its entries: the high half of the key, scaled to the number of buckets. Any
 * number of them will do. */
static inline void *ttr_buckets_at(const ttr_buckets *table, uint64_t key)
{
    return &table->buckets[(size_t)((key >> 32) * table->count / (UINT64_C(1) << 32))];
}

/* The table will soon be asked about the key: have its cache line fetched. */
static inline void ttr_buckets_prefetch(const ttr_buckets *table, uint64_t key)
{
    ttr_prefetch(ttr_buckets_at(table, key));
}

#endif
