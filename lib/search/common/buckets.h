/* SPDX-License-Identifier: MIT */
#ifndef TTR_BUCKETS_H
#define TTR_BUCKETS_H

#include <stddef.h>
#include <stdint.h>

#include "bounds.h"

/*
 * What tables by key have in common: entries of 16 bytes in buckets of one cache line, all entries
 * of which a key may be in.
 */
#define TTR_BUCKET       4
#define TTR_BUCKET_BYTES ((size_t)64)

/* How many buckets fit into `bytes`; at least one. */
static inline size_t ttr_buckets_in(size_t bytes)
{
    size_t buckets = bytes / TTR_BUCKET_BYTES;

    if (buckets == 0)
        return 1;
    return buckets > TTR_MOST_BUCKETS ? TTR_MOST_BUCKETS : buckets;
}

/* The first entry of a key's bucket. The high half of the key, scaled to the number of buckets: any
 * number of them will do. */
static inline size_t ttr_bucket_first(uint64_t key, size_t buckets)
{
    return (size_t)((key >> 32) * buckets / (UINT64_C(1) << 32)) * TTR_BUCKET;
}

#endif
