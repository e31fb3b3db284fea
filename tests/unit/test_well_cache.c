/* SPDX-License-Identifier: MIT */
/* The cache of wells that were judged within one decision. */
#include "well_cache.h"
#include "well_setup.h"

static ttr_well_cache cache;

static void an_empty_cache_knows_nothing(void **state)
{
    ttr_well empty = {{0}};
    int64_t value = 5;

    (void)state;
    ttr_well_cache_clear(&cache);
    for (int lookahead = 0; lookahead < 5; lookahead++)
        assert_false(ttr_well_cache_find(&cache, &empty, lookahead, &value));
    assert_true(value == 5);
}

static void what_is_kept_is_found_by_its_well_and_look_ahead_alone(void **state)
{
    ttr_well well = well_of("#.#......./#.#.....#."), other;
    int64_t value = 5;

    (void)state;
    ttr_well_cache_clear(&cache);
    ttr_well_cache_keep(&cache, &well, 2, INT64_MIN);
    assert_true(ttr_well_cache_find(&cache, &well, 2, &value));
    assert_true(value == INT64_MIN);
    assert_false(ttr_well_cache_find(&cache, &well, 1, &value));
    assert_false(ttr_well_cache_find(&cache, &well, 3, &value));
    for (int c = 0; c < TTR_WELL_COLUMNS; c++) {
        other = well;
        other.columns[c] ^= 4;
        assert_false(ttr_well_cache_find(&cache, &other, 2, &value));
    }
    ttr_well_cache_keep(&cache, &well, 2, -7);
    assert_true(ttr_well_cache_find(&cache, &well, 2, &value) && value == -7);
    ttr_well_cache_clear(&cache);
    assert_false(ttr_well_cache_find(&cache, &well, 2, &value));
}

/* More wells than there are places: what is found is right, the last one is always found, and the
 * places are used evenly. */
static void a_full_cache_forgets_and_never_lies(void **state)
{
    enum { WELLS = 3 * TTR_WELL_CACHE };
    static ttr_well wells[WELLS];
    ttr_rng seed = seeded(61);
    int64_t value;
    int found = 0;

    (void)state;
    ttr_well_cache_clear(&cache);
    for (int i = 0; i < WELLS; i++) {
        wells[i] = random_well(&seed, 12);
        ttr_well_cache_keep(&cache, &wells[i], i % 3, i);
        assert_true(ttr_well_cache_find(&cache, &wells[i], i % 3, &value) && value == i);
    }
    for (int i = 0; i < WELLS; i++) {
        if (!ttr_well_cache_find(&cache, &wells[i], i % 3, &value))
            continue;
        assert_true(value == i);
        found++;
    }
    assert_true(found > TTR_WELL_CACHE * 9 / 10); /* 1 - e^-3 of them, were places random */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_cache_knows_nothing),
        cmocka_unit_test(what_is_kept_is_found_by_its_well_and_look_ahead_alone),
        cmocka_unit_test(a_full_cache_forgets_and_never_lies),
    };

    return cmocka_run_group_tests_name("well cache", tests, NULL, NULL);
}
