/* SPDX-License-Identifier: MIT */
/*
 * Structures by their size field: programs of the first release pass the shortest ones, later ones
 * longer ones, and the library serves both. A row is a function and a structure that it takes; the
 * last test sees to it that every structure has one.
 */
#include <stddef.h>
#include <string.h>
#include <tetress/tetress.h>

#include "abi_table.h"
#include "cmocka_all.h"
#include "struct_calls.h"

#define UNTOUCHED 0xa5

/* Room for the longest structure and what follows it. */
typedef union image {
    max_align_t aligned;
    unsigned char bytes[LARGEST + 64];
} image;

/* A structure of row `i` that says to be `size` bytes long; what follows its fields is `beyond`. */
static image structure(size_t i, size_t size, unsigned char beyond)
{
    image made = {.bytes = {0}};
    uint32_t stated = (uint32_t)size;
    size_t known = size < ROWS[i].today ? size : ROWS[i].today;

    memset(made.bytes + known, beyond, sizeof made.bytes - known);
    if (ROWS[i].values != NULL)
        memcpy(made.bytes, ROWS[i].values, known);
    memcpy(made.bytes, &stated, sizeof stated);
    return made;
}

static int32_t call_with(size_t i, image *given)
{
    int32_t answer = ROWS[i].call(given);

    if (answer < 0 && answer != TETRESS_EARG && answer != TETRESS_EVERSION)
        fail_msg("%s of %s: %d", ROWS[i].argument, ROWS[i].structure, answer);
    return answer;
}

static void expect_accepted(size_t i, size_t size, unsigned char beyond)
{
    image given = structure(i, size, beyond), before = given;
    size_t known = size < ROWS[i].today ? size : ROWS[i].today;
    size_t untouched = ROWS[i].use == WRITTEN ? known : 0;

    if (call_with(i, &given) < 0)
        fail_msg("%s of %s: %zu bytes are refused", ROWS[i].argument, ROWS[i].structure, size);
    assert_memory_equal(given.bytes, before.bytes, sizeof(uint32_t));
    assert_memory_equal(given.bytes + untouched, before.bytes + untouched,
                        sizeof given.bytes - untouched);
}

static void expect_refused(size_t i, size_t size, unsigned char beyond, tetress_status status)
{
    image given = structure(i, size, beyond);
    int32_t answer = call_with(i, &given);

    if (answer != status)
        fail_msg("%s of %s: %zu bytes give %d", ROWS[i].argument, ROWS[i].structure, size, answer);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void programs_of_the_first_release_are_served(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ROWS); i++)
        expect_accepted(i, ROWS[i].oldest, UNTOUCHED);
}

static void programs_of_later_releases_are_served_as_far_as_both_know(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ROWS); i++) {
        expect_accepted(i, ROWS[i].oldest + sizeof(void *), 0);
        expect_accepted(i, ROWS[i].today + 8, 0);
        expect_accepted(i, LARGEST, 0);
    }
}

static void what_is_written_ends_with_what_both_know(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ROWS); i++) {
        if (ROWS[i].use == WRITTEN)
            expect_accepted(i, ROWS[i].today + 8, UNTOUCHED);
    }
}

static void what_the_library_does_not_know_must_be_zero(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ROWS); i++) {
        if (ROWS[i].use == READ)
            expect_refused(i, ROWS[i].today + sizeof(void *), 1, TETRESS_EVERSION);
    }
}

static void sizes_that_no_release_has_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ROWS); i++) {
        expect_refused(i, 0, 0, TETRESS_EARG);
        expect_refused(i, ROWS[i].oldest - 1, 0, TETRESS_EARG);
        expect_refused(i, LARGEST + 1, 0, TETRESS_EARG);
        expect_refused(i, UINT32_MAX, 0, TETRESS_EARG);
    }
}

static void sizes_that_cut_a_field_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ROWS); i++) {
        for (size_t size = ROWS[i].oldest + 1; size < ROWS[i].today + sizeof(void *); size++) {
            if (size % sizeof(void *) != 0)
                expect_refused(i, size, 0, TETRESS_EARG);
        }
    }
}

static void every_structure_with_a_size_is_in_the_table(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(ABI_STRUCTS); i++) {
        size_t row = 0;

        if (strcmp(ABI_STRUCTS[i].fields[0].name, "size") != 0)
            continue;
        while (row < COUNT_OF(ROWS) && strcmp(ROWS[row].structure, ABI_STRUCTS[i].name) != 0)
            row++;
        if (row == COUNT_OF(ROWS))
            fail_msg("%s has no row", ABI_STRUCTS[i].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_of_the_first_release_are_served),
        cmocka_unit_test(programs_of_later_releases_are_served_as_far_as_both_know),
        cmocka_unit_test(what_is_written_ends_with_what_both_know),
        cmocka_unit_test(what_the_library_does_not_know_must_be_zero),
        cmocka_unit_test(sizes_that_no_release_has_are_refused),
        cmocka_unit_test(sizes_that_cut_a_field_are_refused),
        cmocka_unit_test(every_structure_with_a_size_is_in_the_table),
    };

    return cmocka_run_group_tests_name("struct sizes", tests, NULL, NULL);
}
