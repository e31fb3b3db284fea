/* SPDX-License-Identifier: MIT */
/* The measuring of many sets of weights at once, for trainers. */
#include "well_fitness.h"
#include "well_setup.h"
#include "well_splitting.h"

static ttr_well_player like;

/* Two sets that play, one without any weight, one that is not a number. */
static double SETS[4][TTR_DT_FEATURES] = {
    {-1, 1, -1, -1, -1, -1, 0, 0, 0}, {0}, {-1, 0, -1, -1, -2, 0, 0, 0, 0}, {1}};

static void make_sets(void)
{
    SETS[3][4] = 1e308 * 10;
    make_player(&like, "dt20", 8, 0);
}

static void expect_mean(ttr_objective_kind kind)
{
    ttr_objective objective = {kind, 5, 3, 0, 150, 1};
    tetress_allocator none = no_memory(); /* games need none */
    double fitness[4];

    make_sets();
    assert_true(ttr_well_fitness(&like, TTR_FAMILY_DT, &SETS[0][0], 4, &objective, &none, fitness));
    for (int set = 0; set < 4; set++) {
        ttr_well_player player = like;
        double sum = 0;

        if (set % 2 == 1) {
            assert_true(fitness[set] == -1);
            continue;
        }
        assert_true(ttr_well_weights_fit(TTR_FAMILY_DT, SETS[set], &player.weights));
        for (uint64_t game = 0; game < 3; game++) {
            ttr_rng rng = ttr_well_stream(5, game);

            sum += kind == TTR_OBJECTIVE_LINES ? (double)ttr_well_lines(&player, &rng, 150)
                                               : ttr_well_space(&player, &rng, 150);
        }
        assert_true(sum > 0 && fitness[set] == sum / 3);
    }
    assert_true(fitness[0] != fitness[2]);
}

static void rows_are_the_mean_over_the_same_games_for_all(void **state)
{
    (void)state;
    expect_mean(TTR_OBJECTIVE_LINES);
}

static void space_is_the_mean_over_the_same_games_for_all(void **state)
{
    (void)state;
    expect_mean(TTR_OBJECTIVE_SPACE);
}

static void split_games_are_estimates_from_one_seed_on(void **state)
{
    ttr_objective objective = {TTR_OBJECTIVE_SPLIT, 9, 2, 60, 0, 2};
    tetress_allocator memory = usual_memory();
    ttr_passage *room = ttr_split_room_new(&memory, 60, 1);
    double fitness[4], sum;

    (void)state;
    make_sets();
    make_player(&like, "dt20", TTR_SPLIT_ROWS, 0);
    assert_non_null(room);
    assert_true(
        ttr_well_fitness(&like, TTR_FAMILY_DT, &SETS[0][0], 4, &objective, &memory, fitness));
    assert_true(ttr_well_weights_fit(TTR_FAMILY_DT, SETS[0], &like.weights));
    sum = ttr_well_estimate(&like, 9, 60, room) + ttr_well_estimate(&like, 10, 60, room);
    assert_true(sum > 0 && fitness[0] == sum / 2);
    assert_true(fitness[1] == -1 && fitness[3] == -1);
    ttr_split_room_free(&memory, room, 60, 1);
}

static void threads_change_no_fitness(void **state)
{
    ttr_objective objective = {TTR_OBJECTIVE_LINES, 5, 4, 0, 100, 1};
    tetress_allocator none = no_memory();
    double one[4], many[4];

    (void)state;
    make_sets();
    assert_true(ttr_well_fitness(&like, TTR_FAMILY_DT, &SETS[0][0], 4, &objective, &none, one));
    objective.threads = 3;
    assert_true(ttr_well_fitness(&like, TTR_FAMILY_DT, &SETS[0][0], 4, &objective, &none, many));
    assert_memory_equal(one, many, sizeof one);
}

static void only_splitting_needs_memory_and_nothing_needs_none(void **state)
{
    ttr_objective objective = {TTR_OBJECTIVE_SPLIT, 5, 1, 50, 0, 1};
    tetress_allocator none = no_memory();
    double fitness[4] = {7, 7, 7, 7};

    (void)state;
    make_sets();
    make_player(&like, "dt20", TTR_SPLIT_ROWS, 0);
    assert_false(
        ttr_well_fitness(&like, TTR_FAMILY_DT, &SETS[0][0], 4, &objective, &none, fitness));
    assert_true(ttr_well_fitness(&like, TTR_FAMILY_DT, &SETS[0][0], 0, &objective, &none, fitness));
    assert_true(fitness[0] == 7 && fitness[3] == 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_the_mean_over_the_same_games_for_all),
        cmocka_unit_test(space_is_the_mean_over_the_same_games_for_all),
        cmocka_unit_test(split_games_are_estimates_from_one_seed_on),
        cmocka_unit_test(threads_change_no_fitness),
        cmocka_unit_test(only_splitting_needs_memory_and_nothing_needs_none),
    };

    return cmocka_run_group_tests_name("well fitness", tests, NULL, NULL);
}
