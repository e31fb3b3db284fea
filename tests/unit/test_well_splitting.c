/* SPDX-License-Identifier: MIT */
/* Estimates of long games against whole games that can be played out. */
#include "well_setup.h"
#include "well_splitting.h"

static ttr_well_player player;

/* A player that loses after a thousand rows, so that whole games can be played. */
static void make_short_lived(void)
{
    const double given[TTR_DT_FEATURES] = {-1, 1, -1, -1, -1, -1, 0, 0, 0};
    ttr_well_weights weights;

    assert_true(ttr_well_weights_fit(TTR_FAMILY_DT, given, &weights));
    ttr_well_player_init(&player, &weights, TTR_SPLIT_ROWS, 0, 1, 0, NULL);
}

static void estimates_agree_with_whole_games(void **state)
{
    enum { GAMES = 60, ESTIMATES = 3 };
    static uint64_t rows[GAMES];
    tetress_allocator memory = usual_memory();
    double estimates[ESTIMATES], played = 0, split = 0;

    (void)state;
    make_short_lived();
    ttr_well_games(&player, 2, 0, GAMES, UINT64_MAX, 1, rows);
    assert_true(ttr_well_split(&player, 2, ESTIMATES, 120, 1, &memory, estimates));
    for (int i = 0; i < GAMES; i++)
        played += (double)rows[i] / (double)GAMES;
    for (int i = 0; i < ESTIMATES; i++)
        split += estimates[i] / (double)ESTIMATES;
    assert_true(split > played * 0.7 && split < played * 1.4);
}

static void an_estimate_follows_from_its_seed_whoever_makes_it(void **state)
{
    tetress_allocator memory = usual_memory();
    ttr_passage *room = ttr_split_room_new(&memory, 40, 2);
    double one[3], many[3];

    (void)state;
    make_short_lived();
    assert_non_null(room);
    assert_true(ttr_well_split(&player, 11, 3, 40, 1, &memory, one));
    assert_true(ttr_well_split(&player, 11, 3, 40, 3, &memory, many));
    assert_memory_equal(one, many, sizeof one);
    for (uint64_t i = 0; i < 3; i++)
        assert_true(one[i] == ttr_well_estimate(&player, 11 + i, 40,
                                                ttr_split_room_of(room, 40, (size_t)i % 2)));
    assert_true(one[0] != one[1]);
    ttr_split_room_free(&memory, room, 40, 2);
}

/* One trial a level goes on two times of five: of many such estimates hardly one comes through. */
static void too_few_trials_are_told_and_not_guessed(void **state)
{
    tetress_allocator memory = usual_memory();
    double rows[10];
    int untold = 0;

    (void)state;
    make_short_lived();
    assert_true(ttr_well_split(&player, 3, 10, 1, 1, &memory, rows));
    for (int i = 0; i < 10; i++) {
        assert_true(rows[i] == -1 || rows[i] > 0);
        untold += rows[i] == -1;
    }
    assert_true(untold > 5);
}

static void without_memory_nothing_is_estimated(void **state)
{
    tetress_allocator none = no_memory();
    double rows[2] = {5, 5};

    (void)state;
    make_short_lived();
    assert_null(ttr_split_room_new(&none, 10, 1));
    assert_false(ttr_well_split(&player, 1, 2, 10, 1, &none, rows));
    assert_true(ttr_well_split(&player, 1, 0, 10, 1, &none, rows));
    assert_true(rows[0] == 5 && rows[1] == 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(estimates_agree_with_whole_games),
        cmocka_unit_test(an_estimate_follows_from_its_seed_whoever_makes_it),
        cmocka_unit_test(too_few_trials_are_told_and_not_guessed),
        cmocka_unit_test(without_memory_nothing_is_estimated),
    };

    return cmocka_run_group_tests_name("well splitting", tests, NULL, NULL);
}
