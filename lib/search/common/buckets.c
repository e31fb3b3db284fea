/* SPDX-License-Identifier: MIT */
/* Allocates, clears and frees the buckets of a table by keys. */
#include "buckets.h"

#include <string.h>

#include "alloc.h"
#include "bounds.h"

/* Buckets that fit into `bytes`, at least one. Half of a key chooses a bucket, so more than 2^32
 * would be of no use. */
static size_t buckets_in(size_t bytes)
{
    size_t count = bytes / sizeof(ttr_bucket);

    if (count == 0)
        return 1;
    return count > TTR_MOST_BUCKETS ? TTR_MOST_BUCKETS : count;
}

bool ttr_buckets_init(ttr_buckets *table, const tetress_allocator *memory, size_t bytes)
{
    table->count = buckets_in(bytes);
    table->age = 0;
    table->buckets = ttr_alloc_zeroed(memory, table->count, sizeof *table->buckets);
    return table->buckets != NULL;
}

void ttr_buckets_free(ttr_buckets *table, const tetress_allocator *memory)
{
    ttr_alloc_free(memory, table->buckets, table->count, sizeof *table->buckets);
    table->buckets = NULL;
}

void ttr_buckets_clear(ttr_buckets *table)
{
    memset(table->buckets, 0, table->count * sizeof *table->buckets);
    table->age = 0;
}
