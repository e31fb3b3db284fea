/* SPDX-License-Identifier: MIT */
/*
 * Structures of any size with any bytes, in memory of exactly that size: refused by the rules of
 * docs/reference/abi.md and left as they are, or read and written as far as both sides know.
 *
 * The first byte takes a row of the table of the test of sizes, four bytes are the size field, and
 * the rest repeats itself as the fields.
 */
#include <stdbool.h>
#include <stddef.h>

#include "fuzz_common.h"

/* The table asserts by cmocka, whose part is taken here. */
#define CMOCKA_ALL_H
#define assert_int_equal(a, b)     MUST((a) == (b))
#define assert_ptr_not_equal(a, b) MUST((a) != (b))
#include "struct_calls.h"

/* A size that a release may have: it cuts no field. */
static bool is_size(size_t row, size_t stated)
{
    return stated >= ROWS[row].oldest && stated <= LARGEST && stated % sizeof(void *) == 0;
}

/* Fields past what the library knows: are they all 0? */
static bool is_known(size_t row, const uint8_t *given, size_t size)
{
    for (size_t i = ROWS[row].today; i < size; i++) {
        if (given[i] != 0)
            return false;
    }
    return true;
}

static void check_answer(size_t row, int32_t answer, const uint8_t *before, size_t stated)
{
    if (!is_size(row, stated))
        MUST(answer == TETRESS_EARG);
    else if (ROWS[row].use == READ && !is_known(row, before, stated))
        MUST(answer == TETRESS_EVERSION);
    else if (ROWS[row].use == WRITTEN)
        MUST(answer >= 0);
    else /* fields may hold what no call takes */
        MUST(answer >= 0 || answer == TETRESS_EARG || answer == TETRESS_EVERSION ||
             answer == TETRESS_EOVER);
}

/* What has been written, and nothing else: the fields that both know, but not the size. */
static void check_memory(size_t row, const uint8_t *given, const uint8_t *before, size_t stated,
                         size_t room)
{
    bool written = ROWS[row].use == WRITTEN && is_size(row, stated);
    size_t known = !written ? 0 : stated < ROWS[row].today ? stated : ROWS[row].today;

    MUST(memcmp(given, before, sizeof(uint32_t)) == 0);
    MUST(memcmp(given + known, before + known, room - known) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const size_t stop = offsetof(tetress_tetris_options, stop);
    static uint8_t before[LARGEST + 64];
    size_t row, room;
    uint32_t stated;
    uint8_t *given;

    if (size < 6)
        return 0;
    row = data[0] % COUNT_OF(ROWS);
    memcpy(&stated, data + 1, sizeof stated);
    if (data[0] >= 128) /* mostly sizes near those that there are */
        stated = (uint32_t)((stated + ROWS[row].today) % (LARGEST + 16));
    if (data[5] % 4 != 0) /* mostly sizes that cut no field */
        stated -= (uint32_t)(stated % sizeof(void *));
    room = stated < sizeof stated ? sizeof stated : stated <= LARGEST ? stated : sizeof stated;
    for (size_t i = 0; i < room; i++)
        before[i] = i < size - 5 || data[5] % 8 < 4 ? data[5 + i % (size - 5)] : 0;
    memcpy(before, &stated, sizeof stated);
    /* A pointer of the host is the host's: any bytes are none. */
    if (strcmp(ROWS[row].structure, "tetress_tetris_options") == 0)
        memset(before + stop, 0, sizeof(const int32_t *));
    given = (uint8_t *)fuzz_bytes(before, room);
    check_answer(row, ROWS[row].call(given), before, stated);
    check_memory(row, given, before, stated, room);
    free(given);
    return 0;
}
