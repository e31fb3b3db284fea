/* SPDX-License-Identifier: MIT */
#ifndef TTR_TTABLE_H
#define TTR_TTABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "buckets.h"
#include "placement.h"
#include "tetress/memory.h"

/* What a stored score says of the true one: no more than, no less than, or equal to it. */
typedef enum ttr_bound {
    TTR_BOUND_NONE,
    TTR_BOUND_UPPER,
    TTR_BOUND_LOWER,
    TTR_BOUND_EXACT
} ttr_bound;

/* What the table remembers about a position. */
typedef struct ttr_memo {
    int32_t score; /* proven results count actions from this position, not from the root */
    ttr_move move; /* best or refuting move, TTR_MOVE_NONE if none is known */
    uint8_t depth; /* plies searched below the position */
    uint8_t bound; /* ttr_bound; TTR_BOUND_NONE: nothing is known */
} ttr_memo;

/* Which entry a new position replaces: the one of its bucket that is worth least by depth and age,
 * or, as in S1, whatever stands in the one entry to which its key belongs. */
typedef enum ttr_replacement { TTR_REPLACE_BY_DEPTH, TTR_REPLACE_ALWAYS } ttr_replacement;

/*
 * One entry, 16 bytes. Four of them fill a cache line, a bucket, and are searched together.
 *
 *     check   63                                                                    0
 *             [ key XOR data                                                         ]
 *     data    63            32 31           16 15        8 7         2 1          0
 *             [ score, signed  | move          | depth    | age       | bound      ]
 *
 * Threads share the table without a lock, and two of them may write the same entry at once. Each
 * word is written whole, but the two words may come from different writers. `check` is therefore
 * the key exclusive-or the data: mixed halves fit no key, except with the chance of 1 in 2^64 by
 * which any two words fit. A reader that finds no match simply finds nothing. (Hyatt's lockless
 * hashing.)
 */
typedef struct ttr_entry {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
} ttr_entry;

typedef struct ttr_ttable {
    ttr_buckets buckets;
    ttr_replacement replacement;
} ttr_ttable;

/* Make an empty table of at most `bytes`, but at least one bucket. False if there is no memory. */
bool ttr_ttable_init(ttr_ttable *table, const tetress_allocator *memory, size_t bytes,
                     ttr_replacement replacement);
void ttr_ttable_free(ttr_ttable *table, const tetress_allocator *memory);

void ttr_ttable_clear(ttr_ttable *table);

/* Begin a new search: entries of older searches are replaced first from now on. */
void ttr_ttable_new_search(ttr_ttable *table);

/* The entry of a position, with bound TTR_BOUND_NONE if there is none. A score is of the position,
 * not of the root: callers convert proven scores. Any thread, at any time. */
ttr_memo ttr_ttable_probe(const ttr_ttable *table, uint64_t key);
/* Remember a position. May replace another one, and may be lost when threads collide. Any
 * thread. */
void ttr_ttable_store(ttr_ttable *table, uint64_t key, ttr_memo memo);

/* The share of entries that the current search wrote, in thousandths, from the first 1000
 * entries. */
uint32_t ttr_ttable_permille(const ttr_ttable *table);

#endif
