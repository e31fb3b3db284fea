/* SPDX-License-Identifier: MIT */
/*
 * The solver's table. A depth-first proof search keeps no tree: everything that it knows of
 * positions off the current path is in here, and what is lost has to be searched again. When a
 * bucket is full, the entry goes that took the least work to find. Layout and costs are in
 * proof_table.h.
 */
#include "proof_table.h"

/* Runs that an entry's 3 bits can tell apart, and the largest effort that its 5 bits hold. */
#define AGES        8
#define MOST_EFFORT 31

/* How much more an entry of the current run is worth than one of an older run: it outlives old
 * entries that took up to 64 times the work. Higher forgets proofs of earlier moves of the game
 * sooner, lower lets them crowd out the present search. Not measured. */
#define WORTH_OF_AGE 6

_Static_assert(sizeof(ttr_proof_entry) * TTR_BUCKET == sizeof(ttr_bucket), "a bucket of entries");

static uint64_t key_tag(uint64_t key)
{
    return key << 16;
}

static bool entry_has(const ttr_proof_entry *entry, uint64_t key)
{
    return entry->data != 0 && (entry->tag ^ key_tag(key)) >> 16 == 0;
}

static uint64_t data_pack(ttr_costs costs, uint32_t age, uint32_t effort)
{
    return (uint64_t)costs.win << 40 | (uint64_t)costs.loss << 16 | (uint64_t)costs.length << 8 |
           (uint64_t)age << 5 | effort;
}

static ttr_costs data_unpack(uint64_t data)
{
    return (ttr_costs){(uint32_t)(data >> 40), (uint32_t)(data >> 16) & TTR_COST_PROVEN,
                       (uint32_t)(data >> 8) & 0xff};
}

bool ttr_proof_table_init(ttr_proof_table *table, const tetress_allocator *memory, size_t bytes)
{
    return ttr_buckets_init(&table->buckets, memory, bytes);
}

void ttr_proof_table_free(ttr_proof_table *table, const tetress_allocator *memory)
{
    ttr_buckets_free(&table->buckets, memory);
}

void ttr_proof_table_clear(ttr_proof_table *table)
{
    ttr_buckets_clear(&table->buckets);
}

void ttr_proof_table_new_run(ttr_proof_table *table)
{
    ttr_buckets_grow_old(&table->buckets, AGES);
}

bool ttr_proof_table_probe(const ttr_proof_table *table, uint64_t key, ttr_costs *costs,
                           ttr_move *move)
{
    const ttr_proof_entry *bucket = ttr_buckets_at(&table->buckets, key);

    for (int i = 0; i < TTR_BUCKET; i++) {
        if (entry_has(&bucket[i], key)) {
            *costs = data_unpack(bucket[i].data);
            *move = (ttr_move)bucket[i].tag;
            return true;
        }
    }
    return false;
}

/* What an entry is worth keeping: its effort, more in the current run; an empty one goes first. */
static int entry_worth(const ttr_proof_table *table, const ttr_proof_entry *entry)
{
    int effort = (int)(entry->data % (MOST_EFFORT + 1));

    if (entry->data == 0)
        return -1;
    return (entry->data >> 5) % AGES == table->buckets.age ? effort + WORTH_OF_AGE : effort;
}

/* The logarithm to base 2, rounded down. */
static uint32_t effort_of(uint64_t positions)
{
    uint32_t effort = 0;

    while (positions > 1 && effort < MOST_EFFORT) {
        positions >>= 1;
        effort++;
    }
    return effort;
}

/* The entry of a bucket that is worth least. */
static ttr_proof_entry *least_worth(const ttr_proof_table *table, ttr_proof_entry *bucket)
{
    ttr_proof_entry *least = bucket;

    for (int i = 1; i < TTR_BUCKET; i++) {
        if (entry_worth(table, &bucket[i]) < entry_worth(table, least))
            least = &bucket[i];
    }
    return least;
}

void ttr_proof_table_store(ttr_proof_table *table, uint64_t key, ttr_costs costs, ttr_move move,
                           uint64_t positions)
{
    ttr_proof_entry *bucket = ttr_buckets_at(&table->buckets, key);
    ttr_proof_entry *to = NULL;

    for (int i = 0; i < TTR_BUCKET && to == NULL; i++) {
        if (entry_has(&bucket[i], key))
            to = &bucket[i];
    }
    if (to == NULL)
        to = least_worth(table, bucket);
    to->tag = key_tag(key) | move;
    to->data = data_pack(costs, table->buckets.age, effort_of(positions));
}

void ttr_proof_table_offer(ttr_proof_table *table, uint64_t key, ttr_costs costs)
{
    ttr_proof_entry *to = least_worth(table, ttr_buckets_at(&table->buckets, key));

    if (entry_worth(table, to) > WORTH_OF_AGE)
        return;
    to->tag = key_tag(key) | TTR_MOVE_NONE;
    to->data = data_pack(costs, table->buckets.age, 0);
}
