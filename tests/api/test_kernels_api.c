/* SPDX-License-Identifier: MIT */
/* Kernels through the public header: choosing, running, and the same results from all of them. */
#include <string.h>
#include <tetress/experimental/routines.h>
#include <tetress/tetress.h>

#include "cmocka_all.h"

#define POSITIONS 300 /* more than are copied at a time */

static tetress_game *games[POSITIONS];

/* Positions of random games, some of them over. */
static int make_games(void **state)
{
    uint64_t seed = 3;

    (void)state;
    for (int i = 0; i < POSITIONS; i++) {
        tetress_move move;

        if (tetress_game_new(NULL, &games[i]) != TETRESS_OK)
            return -1;
        for (int ply = 0; ply < i / 4; ply++) {
            if (tetress_game_random_move(games[i], &seed, &move) == TETRESS_OK)
                tetress_game_apply(games[i], move);
        }
    }
    return 0;
}

static int free_games(void **state)
{
    (void)state;
    for (int i = 0; i < POSITIONS; i++)
        tetress_game_free(games[i]);
    return 0;
}

static const tetress_game *const *const_games(void)
{
    return (const tetress_game *const *)games;
}

static void every_name_can_be_selected_and_no_other(void **state)
{
    const char *preset = tetress_kernel_name();
    const char *last = NULL;

    (void)state;
    for (uint32_t i = 0; tetress_kernel_at(i) != NULL; i++) {
        last = tetress_kernel_at(i);
        assert_int_equal(tetress_kernel_select(last), TETRESS_OK);
        assert_string_equal(tetress_kernel_name(), last);
    }
    assert_string_equal(last, "portable");
    assert_int_equal(tetress_kernel_select("mmx"), TETRESS_EUNKNOWN);
    assert_int_equal(tetress_kernel_select(""), TETRESS_EUNKNOWN);
    assert_string_equal(tetress_kernel_name(), "portable");
    assert_int_equal(tetress_kernel_select(NULL), TETRESS_OK);
    assert_string_equal(tetress_kernel_name(), preset);
}

static void every_kernel_gives_one_checksum(void **state)
{
    (void)state;
    for (uint32_t k = 0; tetress_routine_at(k) != NULL; k++) {
        uint64_t operations = 0, checksum = 0;

        for (uint32_t i = 0; tetress_kernel_at(i) != NULL; i++) {
            uint64_t these = 0, sum = 0;

            assert_int_equal(tetress_kernel_select(tetress_kernel_at(i)), TETRESS_OK);
            assert_int_equal(tetress_routine_run(tetress_routine_at(k), const_games(), POSITIONS, 3,
                                                 &these, &sum),
                             TETRESS_OK);
            assert_true(i == 0 || (these == operations && sum == checksum));
            operations = these;
            checksum = sum;
        }
        assert_true(operations >= POSITIONS * 3 && checksum != 0);
    }
    assert_int_equal(tetress_kernel_select(NULL), TETRESS_OK);
}

static void operations_are_what_the_header_says(void **state)
{
    uint64_t operations = 0, checksum = 0, moves = 0;

    (void)state;
    for (int i = 0; i < POSITIONS; i++) {
        size_t count = 0;

        tetress_game_legal_moves(games[i], NULL, 0, &count);
        moves += count;
    }
    tetress_routine_run("list", const_games(), POSITIONS, 2, &operations, &checksum);
    assert_true(operations == 2 * moves);
    tetress_routine_run("apply", const_games(), POSITIONS, 2, &operations, &checksum);
    assert_true(operations == 2 * moves);
    tetress_routine_run("playout", const_games(), POSITIONS, 2, &operations, &checksum);
    assert_true(operations == 2 * POSITIONS);
    tetress_routine_run("any", const_games(), 0, 2, &operations, &checksum);
    assert_true(operations == 0 && checksum == 0);
}

static void nonsense_is_refused_and_nothing_written(void **state)
{
    const tetress_game *const missing[] = {games[0], NULL};
    uint64_t operations = 7, checksum = 8;

    (void)state;
    assert_int_equal(tetress_routine_run("sum", const_games(), 1, 1, &operations, &checksum),
                     TETRESS_EARG);
    assert_int_equal(tetress_routine_run(NULL, const_games(), 1, 1, &operations, &checksum),
                     TETRESS_EARG);
    assert_int_equal(tetress_routine_run("any", NULL, 1, 1, &operations, &checksum), TETRESS_EARG);
    assert_int_equal(tetress_routine_run("any", missing, 2, 1, &operations, &checksum),
                     TETRESS_EARG);
    assert_int_equal(tetress_routine_run("any", const_games(), 1, 1, NULL, &checksum),
                     TETRESS_EARG);
    assert_int_equal(tetress_routine_run("any", const_games(), 1, 1, &operations, NULL),
                     TETRESS_EARG);
    assert_true(operations == 7 && checksum == 8);
}

static void playouts_add_up_and_may_be_split(void **state)
{
    tetress_playouts all = TETRESS_PLAYOUTS_INIT, part = TETRESS_PLAYOUTS_INIT;
    uint64_t seed = 11, seed_too = 11, red = 0, actions = 0;

    (void)state;
    assert_int_equal(tetress_game_playouts(games[40], &seed, 1000, &all), TETRESS_OK);
    assert_true(all.red_wins + all.blue_wins + all.draws == 1000);
    assert_true(all.red_wins > 300 && all.blue_wins > 300 && all.actions > 20000);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(tetress_game_playouts(games[40], &seed_too, 100, &part), TETRESS_OK);
        red += part.red_wins;
        actions += part.actions;
    }
    assert_true(red == all.red_wins && actions == all.actions && seed == seed_too);
}

static void playouts_from_the_end_repeat_the_result(void **state)
{
    tetress_game *game = games[POSITIONS - 1];
    tetress_playouts results = TETRESS_PLAYOUTS_INIT;
    tetress_move move;
    uint64_t seed = 12;

    (void)state;
    while (tetress_game_random_move(game, &seed, &move) == TETRESS_OK)
        tetress_game_apply(game, move);
    assert_int_equal(tetress_game_playouts(game, &seed, 50, &results), TETRESS_OK);
    assert_true(results.actions == 0);
    assert_true(results.red_wins == (tetress_game_winner(game) == TETRESS_RED ? 50 : 0));
    assert_true(results.blue_wins == (tetress_game_winner(game) == TETRESS_BLUE ? 50 : 0));
    assert_int_equal(tetress_game_playouts(game, &seed, 0, &results), TETRESS_OK);
    assert_true(results.red_wins + results.blue_wins + results.draws == 0);
}

static void playouts_mind_their_arguments(void **state)
{
    tetress_playouts results = TETRESS_PLAYOUTS_INIT, small = {0};
    uint64_t seed = 13;

    (void)state;
    assert_int_equal(tetress_game_playouts(NULL, &seed, 1, &results), TETRESS_EARG);
    assert_int_equal(tetress_game_playouts(games[0], NULL, 1, &results), TETRESS_EARG);
    assert_int_equal(tetress_game_playouts(games[0], &seed, 1, NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_playouts(games[0], &seed, 1, &small), TETRESS_EARG);
    assert_true(seed == 13);
}

/* A position's own numbers, and nothing of what is none. */
static void the_terms_of_a_position_can_be_had(void **state)
{
    const uint64_t good[4] = {15, 0, 0, 15}, both[4] = {15, 0, 8, 0}, beyond[4] = {15, 0, 0, ~0u};
    const uint64_t outside[4] = {15, 0, 0, UINT64_C(1) << 57};
    int16_t terms[TETRESS_REGION_TERMS] = {0}, before[TETRESS_REGION_TERMS] = {0};
    const uint8_t ply = 5, late = 150;

    (void)state;
    assert_int_equal(tetress_region_terms(good, &ply, 1, terms), TETRESS_OK);
    assert_int_equal(terms[0], 4);
    assert_int_equal(terms[1], 4);
    assert_true(terms[2] > 200 && terms[3] > 200 && terms[8] > 20 && terms[10] <= terms[8]);
    assert_int_equal(terms[12], 5);
    assert_int_equal(terms[13], 64);
    assert_int_equal(tetress_region_terms(beyond, &ply, 1, terms), TETRESS_OK);
    memcpy(before, terms, sizeof before);
    assert_int_equal(tetress_region_terms(both, &ply, 1, terms), TETRESS_EARG);
    assert_int_equal(tetress_region_terms(outside, &ply, 1, terms), TETRESS_EARG);
    assert_int_equal(tetress_region_terms(good, &late, 1, terms), TETRESS_EARG);
    assert_int_equal(tetress_region_terms(NULL, &ply, 1, terms), TETRESS_EARG);
    assert_int_equal(tetress_region_terms(good, NULL, 1, terms), TETRESS_EARG);
    assert_int_equal(tetress_region_terms(good, &ply, 1, NULL), TETRESS_EARG);
    assert_memory_equal(terms, before, sizeof terms);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_can_be_selected_and_no_other),
        cmocka_unit_test(every_kernel_gives_one_checksum),
        cmocka_unit_test(operations_are_what_the_header_says),
        cmocka_unit_test(nonsense_is_refused_and_nothing_written),
        cmocka_unit_test(playouts_add_up_and_may_be_split),
        cmocka_unit_test(playouts_from_the_end_repeat_the_result),
        cmocka_unit_test(playouts_mind_their_arguments),
        cmocka_unit_test(the_terms_of_a_position_can_be_had),
    };

    return cmocka_run_group_tests_name("kernels api", tests, make_games, free_games);
}
