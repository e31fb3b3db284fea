/* SPDX-License-Identifier: MIT */
#ifndef TTR_TTABLE_H
#define TTR_TTABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "buckets.h"
#include "placement.h"
#include "tetress/memory.h"

typedef enum ttr_bound {
    TTR_BOUND_NONE,
    TTR_BOUND_UPPER,
    TTR_BOUND_LOWER,
    TTR_BOUND_EXACT
} ttr_bound;

/* What the table remembers of a position. */
typedef struct ttr_memo {
    int32_t score; /* proven results count actions from this position, not from the root */
    ttr_move move; /* best or refuting move, TTR_MOVE_NONE if none is known */
    uint8_t depth; /* plies searched below the position */
    uint8_t bound; /* ttr_bound; TTR_BOUND_NONE: nothing is known */
} ttr_memo;

/* What gives way when a position has to be stored: the entry of its bucket that is worth least by
 * depth and age, or whatever stands in the one place where it belongs. */
typedef enum ttr_replacement { TTR_REPLACE_BY_DEPTH, TTR_REPLACE_ALWAYS } ttr_replacement;

/*
 * 16 bytes. data: score 32 | move 16 | depth 8 | age 6, bound 2 from the high end down. Four
 * entries fill a cache line and are searched together.
 *
 * Threads share a table without a lock. `check` is the key exclusive or the data: an entry whose
 * halves come from two writers fits no key, but for the chance of 1 in 2^64 that any two have.
 */
typedef struct ttr_entry {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
} ttr_entry;

typedef struct ttr_ttable {
    ttr_buckets buckets;
    ttr_replacement replacement;
} ttr_ttable;

/* An empty table of at most `bytes`, at least one bucket. False if there is no memory. */
bool ttr_ttable_init(ttr_ttable *table, const tetress_allocator *memory, size_t bytes,
                     ttr_replacement replacement);
void ttr_ttable_free(ttr_ttable *table, const tetress_allocator *memory);

void ttr_ttable_clear(ttr_ttable *table);

/* A new search begins: what older ones stored gives way first. */
void ttr_ttable_new_search(ttr_ttable *table);

ttr_memo ttr_ttable_probe(const ttr_ttable *table, uint64_t key);
void ttr_ttable_store(ttr_ttable *table, uint64_t key, ttr_memo memo);

/* Share of entries that the current search wrote, in thousandths, from a sample. */
uint32_t ttr_ttable_permille(const ttr_ttable *table);

#endif
