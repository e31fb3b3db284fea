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
 * Costs of a position for its side to move: how many positions at least, by what is known, are left
 * to be won before it is proven that the side wins, and that it does not. 0 and TTR_COST_PROVEN
 * stand together: one is proven, so the other can't be.
 */
#define TTR_COST_PROVEN 0xffffffu
#define TTR_COST_MOST   0x7fffffu /* of what is not proven: given up */

typedef struct ttr_costs {
    uint32_t win;
    uint32_t loss;
    uint32_t length; /* of a proof: actions until the game is over at the latest */
} ttr_costs;

/*
 * 16 bytes. tag: key 48 | move 16. data: win 24 | loss 24 | length 8 | age 3, effort 5. The other
 * bits of the key choose the bucket, one cache line. Effort is the logarithm of the number of
 * positions that were looked at for it.
 */
typedef struct ttr_proof_entry {
    uint64_t tag;
    uint64_t data;
} ttr_proof_entry;

typedef struct ttr_proof_table {
    ttr_buckets buckets;
} ttr_proof_table;

/* An empty table of at most `bytes`, at least one bucket. False if there is no memory. */
bool ttr_proof_table_init(ttr_proof_table *table, const tetress_allocator *memory, size_t bytes);
void ttr_proof_table_free(ttr_proof_table *table, const tetress_allocator *memory);

void ttr_proof_table_clear(ttr_proof_table *table);

/* A new run begins: what older ones stored gives way first. */
void ttr_proof_table_new_run(ttr_proof_table *table);

/* What is stored under the key, with its best move; false, and nothing set, if nothing is. */
bool ttr_proof_table_probe(const ttr_proof_table *table, uint64_t key, ttr_costs *costs,
                           ttr_move *move);
void ttr_proof_table_store(ttr_proof_table *table, uint64_t key, ttr_costs costs, ttr_move move,
                           uint64_t positions);

/* First costs of a position that was not looked into: kept, for when its parent is visited again,
 * only where nothing of this run that took work has to give way. */
void ttr_proof_table_offer(ttr_proof_table *table, uint64_t key, ttr_costs costs);

#endif
