/* SPDX-License-Identifier: MIT */
#include "alloc.h"
#include "cmocka_all.h"
#include "proof_table.h"
#include "rng.h"
#include "ttable.h"

static tetress_allocator memory;

static void what_is_stored_is_found_again_in_full(void **state)
{
    ttr_ttable table;
    ttr_rng rng;

    (void)state;
    assert_true(ttr_ttable_init(&table, &memory, 1 << 20, TTR_REPLACE_BY_DEPTH));
    ttr_rng_seed(&rng, 1);
    for (int i = 0; i < 1000; i++) {
        uint64_t key = ttr_rng_next(&rng);
        ttr_memo memo = {(int32_t)ttr_rng_next(&rng), (ttr_move)(i * 65 % 2299), (uint8_t)(i % 65),
                         (uint8_t)(1 + i % 3)};
        ttr_memo found;

        ttr_ttable_store(&table, key, memo);
        found = ttr_ttable_probe(&table, key);
        assert_int_equal(found.score, memo.score);
        assert_int_equal(found.move, memo.move);
        assert_int_equal(found.depth, memo.depth);
        assert_int_equal(found.bound, memo.bound);
        assert_int_equal(ttr_ttable_probe(&table, key ^ 1).bound, TTR_BOUND_NONE);
    }
    ttr_ttable_free(&table, &memory);
}

static void a_bucket_gives_up_its_shallowest_entry_of_older_searches_first(void **state)
{
    ttr_ttable table;
    ttr_memo memo = {0, 5, 9, TTR_BOUND_EXACT};

    (void)state;
    assert_true(ttr_ttable_init(&table, &memory, 1, TTR_REPLACE_BY_DEPTH)); /* one bucket */
    assert_int_equal(table.buckets.count, 1);
    for (uint64_t key = 1; key <= 4; key++) {
        memo.depth = (uint8_t)(10 - key);
        ttr_ttable_store(&table, key, memo);
    }
    memo.depth = 1;
    ttr_ttable_store(&table, 5, memo); /* key 4, depth 6, goes */
    assert_int_equal(ttr_ttable_probe(&table, 4).bound, TTR_BOUND_NONE);
    assert_int_equal(ttr_ttable_probe(&table, 1).bound, TTR_BOUND_EXACT);
    ttr_ttable_new_search(&table);
    memo.depth = 2;
    ttr_ttable_store(&table, 6, memo); /* key 5, the shallowest of the older ones, goes */
    assert_int_equal(ttr_ttable_probe(&table, 5).bound, TTR_BOUND_NONE);
    ttr_ttable_store(&table, 7, memo); /* key 3 with depth 7 - 8 goes before key 6 with depth 2 */
    assert_int_equal(ttr_ttable_probe(&table, 3).bound, TTR_BOUND_NONE);
    assert_int_equal(ttr_ttable_probe(&table, 6).bound, TTR_BOUND_EXACT);
    ttr_ttable_free(&table, &memory);
}

/* Each key has one place. What stands there goes, however deep it was searched, and nothing of it
 * is kept. */
static void an_entry_gives_way_always_if_that_is_wanted(void **state)
{
    ttr_ttable table;
    ttr_memo deep = {0, 5, 9, TTR_BOUND_EXACT}, shallow = {1, TTR_MOVE_NONE, 1, TTR_BOUND_UPPER};

    (void)state;
    assert_true(ttr_ttable_init(&table, &memory, 1, TTR_REPLACE_ALWAYS));
    for (uint64_t key = 4; key < 8; key++)
        ttr_ttable_store(&table, key, deep);
    for (uint64_t key = 4; key < 8; key++)
        assert_int_equal(ttr_ttable_probe(&table, key).depth, 9);
    ttr_ttable_store(&table, 9, shallow); /* in the place of key 5 */
    assert_int_equal(ttr_ttable_probe(&table, 5).bound, TTR_BOUND_NONE);
    assert_int_equal(ttr_ttable_probe(&table, 9).depth, 1);
    assert_int_equal(ttr_ttable_probe(&table, 4).depth, 9);
    ttr_ttable_store(&table, 4, shallow);
    assert_int_equal(ttr_ttable_probe(&table, 4).move, TTR_MOVE_NONE);
    ttr_ttable_free(&table, &memory);
}

static void a_known_move_survives_a_result_without_one(void **state)
{
    ttr_ttable table;
    ttr_memo memo = {10, 77, 3, TTR_BOUND_LOWER};

    (void)state;
    assert_true(ttr_ttable_init(&table, &memory, 4096, TTR_REPLACE_BY_DEPTH));
    ttr_ttable_store(&table, 99, memo);
    memo.move = TTR_MOVE_NONE;
    memo.bound = TTR_BOUND_UPPER;
    ttr_ttable_store(&table, 99, memo);
    assert_int_equal(ttr_ttable_probe(&table, 99).move, 77);
    assert_int_equal(ttr_ttable_probe(&table, 99).bound, TTR_BOUND_UPPER);
    ttr_ttable_clear(&table);
    assert_int_equal(ttr_ttable_probe(&table, 99).bound, TTR_BOUND_NONE);
    ttr_ttable_free(&table, &memory);
}

static void use_is_told_for_the_current_search(void **state)
{
    ttr_ttable table;
    ttr_rng rng;

    (void)state;
    assert_true(ttr_ttable_init(&table, &memory, 1 << 16, TTR_REPLACE_BY_DEPTH));
    assert_int_equal(ttr_ttable_permille(&table), 0);
    ttr_rng_seed(&rng, 2);
    for (int i = 0; i < 100000; i++)
        ttr_ttable_store(&table, ttr_rng_next(&rng), (ttr_memo){0, 1, 1, TTR_BOUND_EXACT});
    assert_int_equal(ttr_ttable_permille(&table), 1000);
    ttr_ttable_new_search(&table);
    assert_int_equal(ttr_ttable_permille(&table), 0);
    ttr_ttable_free(&table, &memory);
}

static int use_standard_memory(void **state)
{
    (void)state;
    return ttr_alloc_init(&memory, NULL) ? 0 : -1;
}

static void first_costs_of_a_proof_name_no_move_and_displace_no_work(void **state)
{
    const ttr_costs won = {0, TTR_COST_PROVEN, 1}, open = {3, 4, 0};
    ttr_proof_table table;
    ttr_costs costs;
    ttr_move move = 7;

    (void)state;
    assert_true(ttr_proof_table_init(&table, &memory, 1)); /* one bucket */
    ttr_proof_table_offer(&table, 100u << 20, won);
    assert_true(ttr_proof_table_probe(&table, 100u << 20, &costs, &move));
    assert_int_equal(costs.win, 0);
    assert_int_equal(move, TTR_MOVE_NONE);
    for (uint64_t i = 1; i <= 4; i++)
        ttr_proof_table_store(&table, i << 20, open, 5, 1000);
    ttr_proof_table_offer(&table, 100u << 20, won);
    assert_false(ttr_proof_table_probe(&table, 100u << 20, &costs, &move));
    for (uint64_t i = 1; i <= 4; i++) {
        assert_true(ttr_proof_table_probe(&table, i << 20, &costs, &move));
        assert_int_equal(move, 5);
    }
    ttr_proof_table_free(&table, &memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_stored_is_found_again_in_full),
        cmocka_unit_test(a_bucket_gives_up_its_shallowest_entry_of_older_searches_first),
        cmocka_unit_test(an_entry_gives_way_always_if_that_is_wanted),
        cmocka_unit_test(a_known_move_survives_a_result_without_one),
        cmocka_unit_test(use_is_told_for_the_current_search),
        cmocka_unit_test(first_costs_of_a_proof_name_no_move_and_displace_no_work),
    };

    return cmocka_run_group_tests_name("ttable", tests, use_standard_memory, NULL);
}
