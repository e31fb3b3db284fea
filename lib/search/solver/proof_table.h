/* SPDX-License-Identifier: MIT */
#ifndef TTR_PROOF_TABLE_H
#define TTR_PROOF_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "buckets.h"
#include "placement.h"
#include "tetress/memory.h"

/*
 * Costs of a position for its side to move: the number of positions that, by what is known so far,
 * have to be won at least before it is proven that the side wins, and that it does not win. A
 * proven win has win 0 and loss TTR_COST_PROVEN, a proven loss the reverse. Costs that are not
 * proven stop at TTR_COST_MOST; a position that costs that much is given up.
 */
#define TTR_COST_PROVEN 0xffffffu
/* the greatest cost of what is not proven; such a position is given up */
#define TTR_COST_MOST   0x7fffffu

typedef struct ttr_costs {
    uint32_t win;
    uint32_t loss;
    uint32_t length; /* of a proof: the game is over within this many actions */
} ttr_costs;

/*
 * One entry, 16 bytes; four fill a cache line, a bucket.
 *
 *     tag    63                                    16 15                  0
 *            [ lower 48 bits of the key               | best move           ]
 *     data   63          40 39          16 15       8 7      5 4           0
 *            [ win           | loss        | length   | age    | effort      ]
 *
 * The upper 32 bits of the key choose the bucket, which tells most of the 16 bits that the tag
 * lacks. Effort is the logarithm to base 2 of the number of positions that were looked at below
 * this one: what it would cost to lose the entry. Length has 8 bits for proofs of at most 150
 * actions.
 */
typedef struct ttr_proof_entry {
    uint64_t tag;
    uint64_t data;
} ttr_proof_entry;

typedef struct ttr_proof_table {
    ttr_buckets buckets;
} ttr_proof_table;

/* Make an empty table of at most `bytes`, but at least one bucket. False if there is no memory. */
bool ttr_proof_table_init(ttr_proof_table *table, const tetress_allocator *memory, size_t bytes);
void ttr_proof_table_free(ttr_proof_table *table, const tetress_allocator *memory);

void ttr_proof_table_clear(ttr_proof_table *table);

/* Begin a new run: entries of older runs are replaced first from now on, but are still found. */
void ttr_proof_table_new_run(ttr_proof_table *table);

/* Look a key up. True and costs and best move if it is stored; false, with nothing set, if not. */
bool ttr_proof_table_probe(const ttr_proof_table *table, uint64_t key, ttr_costs *costs,
                           ttr_move *move);
/* Store what `positions` positions of work have found. The same position is overwritten; otherwise
 * the entry of the bucket that is worth least goes. */
void ttr_proof_table_store(ttr_proof_table *table, uint64_t key, ttr_costs costs, ttr_move move,
                           uint64_t positions);

/* Offer the first costs of a position that was not looked into, for when its parent is visited
 * again. They are kept only if no entry of this run that took work has to go. */
void ttr_proof_table_offer(ttr_proof_table *table, uint64_t key, ttr_costs costs);

#endif
