/* SPDX-License-Identifier: MIT */
/*
 * The transposition table, shared by all threads of a search without locks.
 *
 * A position can be reached in many orders of the same moves, and every iteration comes back to
 * most positions of the last one. The table answers in one memory access: the key chooses a bucket
 * of one cache line (buckets.h), and its four entries are compared.
 *
 *     probe   key -> bucket -> the entry whose check XOR data is the key, or nothing
 *     store   the entry of the same position; else an empty one; else the one that is worth least
 *
 * An entry is worth its depth less eight plies for each search since it was written. Deep entries
 * save more work but are asked for less often, and entries of past moves of the game lose their
 * use. The table never grows and nothing in it is needed: losing an entry costs time, not
 * correctness. The layout of an entry is in ttable.h.
 */
#include "ttable.h"

/* Searches that an entry's age can tell apart, its 6 bits. An entry that is 64 searches old passes
 * for a new one, which costs a useful place for a while and nothing else. */
#define AGES 64

_Static_assert(sizeof(ttr_entry) * TTR_BUCKET == sizeof(ttr_bucket), "a bucket of entries");

/* Relaxed order is enough: no other memory is read because of what an entry says. */
static uint64_t word_load(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void word_store(_Atomic uint64_t *word, uint64_t value)
{
    atomic_store_explicit(word, value, memory_order_relaxed);
}

static uint64_t memo_pack(ttr_memo memo, uint32_t age)
{
    return (uint64_t)(uint32_t)memo.score << 32 | (uint64_t)memo.move << 16 |
           (uint64_t)memo.depth << 8 | (uint64_t)age << 2 | memo.bound;
}

static ttr_memo memo_unpack(uint64_t data)
{
    return (ttr_memo){(int32_t)(uint32_t)(data >> 32), (ttr_move)(data >> 16), (uint8_t)(data >> 8),
                      (uint8_t)(data & 3)};
}

static uint32_t data_age(uint64_t data)
{
    return (uint32_t)(data >> 2) % AGES;
}

bool ttr_ttable_init(ttr_ttable *table, const tetress_allocator *memory, size_t bytes,
                     ttr_replacement replacement)
{
    table->replacement = replacement;
    return ttr_buckets_init(&table->buckets, memory, bytes);
}

void ttr_ttable_free(ttr_ttable *table, const tetress_allocator *memory)
{
    ttr_buckets_free(&table->buckets, memory);
}

void ttr_ttable_clear(ttr_ttable *table)
{
    ttr_buckets_clear(&table->buckets);
}

void ttr_ttable_new_search(ttr_ttable *table)
{
    ttr_buckets_grow_old(&table->buckets, AGES);
}

ttr_memo ttr_ttable_probe(const ttr_ttable *table, uint64_t key)
{
    const ttr_entry *bucket = ttr_buckets_at(&table->buckets, key);

    for (int i = 0; i < TTR_BUCKET; i++) {
        uint64_t data = word_load(&bucket[i].data);

        if (data != 0 && (word_load(&bucket[i].check) ^ data) == key)
            return memo_unpack(data);
    }
    return (ttr_memo){0, TTR_MOVE_NONE, 0, TTR_BOUND_NONE};
}

/* What an entry is worth: its depth less 8 plies a search since it was written. A smaller penalty
 * keeps old entries too long, a larger one gives up what the next move of the game still needs.
 * Other values were not measured. */
static int data_worth(const ttr_ttable *table, uint64_t data)
{
    uint32_t searches = (table->buckets.age + AGES - data_age(data)) % AGES;

    return data == 0 ? INT32_MIN : memo_unpack(data).depth - 8 * (int)searches;
}

static void entry_write(ttr_entry *entry, uint64_t key, uint64_t data)
{
    word_store(&entry->data, data);
    word_store(&entry->check, key ^ data);
}

/* The same position is overwritten, but its move is kept if the new entry knows none. Otherwise the
 * entry of the bucket that is worth least is replaced. */
void ttr_ttable_store(ttr_ttable *table, uint64_t key, ttr_memo memo)
{
    ttr_entry *bucket = ttr_buckets_at(&table->buckets, key);
    ttr_entry *victim = bucket;
    int least = INT32_MAX;
    uint64_t data;

    if (table->replacement == TTR_REPLACE_ALWAYS) {
        entry_write(&bucket[key % TTR_BUCKET], key, memo_pack(memo, table->buckets.age));
        return;
    }
    for (int i = 0; i < TTR_BUCKET; i++) {
        int worth;

        data = word_load(&bucket[i].data);
        if (data != 0 && (word_load(&bucket[i].check) ^ data) == key) {
            if (memo.move == TTR_MOVE_NONE)
                memo.move = memo_unpack(data).move;
            victim = &bucket[i];
            break;
        }
        worth = data_worth(table, data);
        if (worth < least) {
            least = worth;
            victim = &bucket[i];
        }
    }
    entry_write(victim, key, memo_pack(memo, table->buckets.age));
}

uint32_t ttr_ttable_permille(const ttr_ttable *table)
{
    const ttr_entry *entries = (const ttr_entry *)(const void *)table->buckets.buckets;
    size_t sample = table->buckets.count * TTR_BUCKET;
    size_t used = 0;

    if (sample > 1000)
        sample = 1000;
    for (size_t i = 0; i < sample; i++) {
        uint64_t data = word_load(&entries[i].data);

        used += data != 0 && data_age(data) == table->buckets.age;
    }
    return (uint32_t)(used * 1000 / sample);
}
