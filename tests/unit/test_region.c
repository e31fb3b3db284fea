/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "cmocka_all.h"
#include "movegen.h"
#include "region.h"

/* ---- Weights as bytes, as docs/reference/formats.md has them
 * ---------------------------------------------
 */

#define HEADER 24

static void put(uint8_t **to, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *(*to)++ = (uint8_t)(value >> 8 * i);
}

static uint64_t fnv1a(const uint8_t *bytes, size_t count)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < count; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static void put_weights(const ttr_network *network, uint8_t *to)
{
    for (int i = 0; i < TTR_NETWORK_TERMS; i++) {
        for (int j = 0; j < TTR_NETWORK_HIDDEN; j++)
            put(&to, (uint64_t)network->first[i / 2][j][i % 2], 2);
    }
    for (int j = 0; j < TTR_NETWORK_HIDDEN; j++)
        put(&to, (uint64_t)network->bias[j], 4);
    for (int j = 0; j < TTR_NETWORK_HIDDEN; j++)
        put(&to, (uint64_t)network->last[j], 2);
    put(&to, (uint64_t)network->last_bias, 4);
}

static uint64_t sum_of(const ttr_network *network)
{
    uint8_t bytes[TTR_REGION_BYTES - HEADER];

    put_weights(network, bytes);
    return fnv1a(bytes, sizeof bytes);
}

static void write_weights(const ttr_network *network, uint8_t bytes[TTR_REGION_BYTES])
{
    uint8_t *to = bytes + 8;

    memcpy(bytes, "TTRREGN\n", 8);
    put(&to, TTR_REGION_VERSION, 4);
    put(&to, TTR_REGION_BYTES, 4);
    put(&to, sum_of(network), 8);
    put_weights(network, to);
}

/* ---- Tests ----------------------------------------------------------------------------------- */

static void the_weights_built_in_are_those_that_were_generated(void **state)
{
    (void)state;
    assert_true(sum_of(&ttr_region_weights) == ttr_region_weights_sum);
}

static void weights_come_back_from_their_bytes(void **state)
{
    uint8_t bytes[TTR_REGION_BYTES];
    ttr_network network;

    (void)state;
    write_weights(&ttr_region_weights, bytes);
    memset(&network, 0, sizeof network);
    assert_int_equal(ttr_region_read(bytes, sizeof bytes, &network), TTR_WEIGHTS_SOUND);
    assert_memory_equal(network.first, ttr_region_weights.first, sizeof network.first);
    assert_memory_equal(network.bias, ttr_region_weights.bias, sizeof network.bias);
    assert_memory_equal(network.last, ttr_region_weights.last, sizeof network.last);
    assert_int_equal(network.last_bias, ttr_region_weights.last_bias);
}

/* Every byte counts, and nothing is taken of weights that are refused. */
static void damaged_weights_are_refused(void **state)
{
    uint8_t bytes[TTR_REGION_BYTES];
    ttr_network network, before;

    (void)state;
    memset(&before, 0x5a, sizeof before);
    network = before;
    write_weights(&ttr_region_weights, bytes);
    for (size_t i = 0; i < sizeof bytes; i++) {
        ttr_weights_fault expected = i < 8    ? TTR_WEIGHTS_NONE
                                     : i < 12 ? TTR_WEIGHTS_VERSION
                                     : i < 16 ? TTR_WEIGHTS_NONE
                                              : TTR_WEIGHTS_SUM;

        bytes[i] ^= 1;
        assert_int_equal(ttr_region_read(bytes, sizeof bytes, &network), expected);
        bytes[i] ^= 1;
        if (i > 0)
            assert_int_not_equal(ttr_region_read(bytes, i, &network), TTR_WEIGHTS_SOUND);
    }
    assert_memory_equal(&network, &before, sizeof network);
}

/* A sum that leaves 32 bits would be undefined, and different on different processors. */
static void weights_that_could_overflow_are_refused(void **state)
{
    uint8_t bytes[TTR_REGION_BYTES];
    ttr_network network = ttr_region_weights, read;

    (void)state;
    for (int j = 0; j < TTR_NETWORK_HIDDEN; j++)
        network.last[j] = INT16_MIN;
    write_weights(&network, bytes);
    assert_int_equal(ttr_region_read(bytes, sizeof bytes, &read), TTR_WEIGHTS_RANGE);
    network = ttr_region_weights;
    network.bias[7] = INT32_MAX;
    write_weights(&network, bytes);
    assert_int_equal(ttr_region_read(bytes, sizeof bytes, &read), TTR_WEIGHTS_RANGE);
}

/* Weights that look at one term each, so that the score tells the term. */
static void the_terms_are_what_they_are_called(void **state)
{
    static const int16_t LOGS[] = {0, 693 / 16, 1099 / 16};
    ttr_survey survey = {{1, 0}, {10, 20}, {30, 40}, {5, 6}, {50, 60}, {2, 1}};
    const int16_t expected[TTR_NETWORK_TERMS] = {10, 20, LOGS[1], LOGS[0], LOGS[2], LOGS[1], 50,
                                                 60, 30, 40,      5,       6,       7,       64};
    int16_t terms[TTR_NETWORK_TERMS];

    (void)state;
    ttr_region_terms(&survey, 7, terms);
    assert_memory_equal(terms, expected, sizeof terms);
}

static void other_weights_make_another_evaluator(void **state)
{
    ttr_board board = ttr_board_start();
    ttr_network network = ttr_region_weights;
    ttr_evaluator built_in = ttr_region_evaluator(&ttr_region_weights);
    ttr_evaluator other = ttr_region_evaluator(&network);
    int moves;

    (void)state;
    ttr_board_apply(&board, 100);
    ttr_board_apply(&board, 2000);
    assert_int_equal(built_in.score(&board, &moves, built_in.context),
                     ttr_eval_region.score(&board, &moves, ttr_eval_region.context));
    assert_int_equal(moves, ttr_movegen_count(&board, TTR_RED));
    network.last_bias += 256;
    assert_int_equal(other.score(&board, &moves, other.context),
                     ttr_eval_region.score(&board, &moves, NULL) + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_weights_built_in_are_those_that_were_generated),
        cmocka_unit_test(weights_come_back_from_their_bytes),
        cmocka_unit_test(damaged_weights_are_refused),
        cmocka_unit_test(weights_that_could_overflow_are_refused),
        cmocka_unit_test(the_terms_are_what_they_are_called),
        cmocka_unit_test(other_weights_make_another_evaluator),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
