/* SPDX-License-Identifier: MIT */
/* Matches as a host steps them: settings, tasks, results in any order, what they show. */
#include <math.h>
#include <string.h>
#include <tetress/tetress.h>

#include "cmocka_all.h"
#include "handles.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static tetress_match *match_of(uint64_t games, uint64_t seed)
{
    tetress_match_settings settings = TETRESS_MATCH_SETTINGS_INIT;

    settings.games = games;
    settings.seed = seed;
    return new_match(&settings);
}

static tetress_match_task next(tetress_match *match)
{
    tetress_match_task task = TETRESS_MATCH_TASK_INIT;

    assert_int_equal(tetress_match_next(match, &task), TETRESS_OK);
    return task;
}

static void position_of(const tetress_match *match, uint64_t number, char *text)
{
    tetress_game *game;

    assert_int_equal(tetress_match_start(match, number, NULL, &game), TETRESS_OK);
    assert_int_equal(tetress_game_to_text(game, text, TETRESS_POSITION_TEXT, NULL), TETRESS_OK);
    tetress_game_free(game);
}

static tetress_standing standing_of(const tetress_match *match)
{
    tetress_standing standing = TETRESS_STANDING_INIT;

    assert_int_equal(tetress_match_summary(match, &standing, NULL), TETRESS_OK);
    return standing;
}

/* ---- Settings -------------------------------------------------------------------------------- */

static void settings_that_make_no_sense_are_refused_in_words(void **state)
{
    static const struct {
        tetress_match_settings settings;
        const char *word;
    } ROWS[] = {
        {{sizeof(tetress_match_settings), 4, 0, 1, 0, 0, 0.05, 0.05}, "games"},
        {{sizeof(tetress_match_settings), 4, 7, 1, 0, 0, 0.05, 0.05}, "games"},
        {{sizeof(tetress_match_settings), 31, 8, 1, 0, 0, 0.05, 0.05}, "30 actions"},
        {{sizeof(tetress_match_settings), 4, 8, 1, 5, 0, 0.05, 0.05}, "elo0"},
        {{sizeof(tetress_match_settings), 4, 8, 1, 5, 5, 0.05, 0.05}, "elo0"},
        {{sizeof(tetress_match_settings), 4, 8, 1, (double)NAN, 5, 0.05, 0.05}, "elo0"},
        {{sizeof(tetress_match_settings), 4, 8, 1, 0, 4001, 0.05, 0.05}, "4000"},
        {{sizeof(tetress_match_settings), 4, 8, 1, -(double)INFINITY, 0, 0.05, 0.05}, "4000"},
        {{sizeof(tetress_match_settings), 4, 8, 1, 0, 5, 0, 0.05}, "alpha"},
        {{sizeof(tetress_match_settings), 4, 8, 1, 0, 5, 5e-324, 0.05}, "at least 0.000001"},
        {{sizeof(tetress_match_settings), 4, 8, 1, 0, 0, 0.05, 9e-7}, "at least 0.000001"},
        {{sizeof(tetress_match_settings), 4, 8, 1, 0, 5, 0.05, 0.5}, "beta"},
        {{sizeof(tetress_match_settings), 4, 8, 1, 0, 5, 0.05, (double)NAN}, "beta"},
        {{sizeof(tetress_match_settings), 4, 8, 1, 0, 0, 0.5, 0.05}, "alpha"},
        {{sizeof(tetress_match_settings), 4, 8, 1, 0, 0, 0.05, -1}, "beta"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ROWS); i++) {
        tetress_match *match = (tetress_match *)&ROWS;
        tetress_error error = TETRESS_ERROR_INIT;

        assert_int_equal(tetress_match_new(NULL, &ROWS[i].settings, &match, &error), TETRESS_EARG);
        assert_null(match);
        assert_int_equal(error.status, TETRESS_EARG);
        assert_non_null(strstr(error.text, ROWS[i].word));
    }
}

static void settings_of_other_versions_are_read_by_their_size(void **state)
{
    struct {
        tetress_match_settings known;
        uint64_t newer;
    } longer = {TETRESS_MATCH_SETTINGS_INIT, 0};
    tetress_match_settings wrong = TETRESS_MATCH_SETTINGS_INIT;
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_match *match;

    (void)state;
    longer.known.size = sizeof longer;
    assert_int_equal(tetress_match_new(NULL, &longer.known, &match, NULL), TETRESS_OK);
    tetress_match_free(match);
    longer.newer = 1;
    assert_int_equal(tetress_match_new(NULL, &longer.known, &match, &error), TETRESS_EVERSION);
    assert_string_equal(error.text,
                        "a later field of the settings is set, which this version does not know; "
                        "leave it 0 or load a newer library");
    wrong.size = 8;
    assert_int_equal(tetress_match_new(NULL, &wrong, &match, &error), TETRESS_EARG);
    assert_string_equal(error.text,
                        "the size of the settings is wrong; use TETRESS_MATCH_SETTINGS_INIT");
    match = new_match(NULL);
    tetress_match_free(match);
}

static void every_verdict_of_a_test_has_a_name(void **state)
{
    (void)state;
    assert_string_equal(tetress_sprt_name(TETRESS_SPRT_UNDECIDED), "undecided");
    assert_string_equal(tetress_sprt_name(TETRESS_SPRT_H0), "H0");
    assert_string_equal(tetress_sprt_name(TETRESS_SPRT_H1), "H1");
    assert_string_equal(tetress_sprt_name(3), "unknown");
    assert_string_equal(tetress_sprt_name(-1), "unknown");
}

/* ---- Tasks ----------------------------------------------------------------------------------- */

static void games_come_in_pairs_with_one_opening_and_colours_swapped(void **state)
{
    tetress_match *match = match_of(20, 5);
    char first[TETRESS_POSITION_TEXT], second[TETRESS_POSITION_TEXT],
        before[TETRESS_POSITION_TEXT] = "";

    (void)state;
    for (uint64_t number = 0; number < 20; number += 2) {
        tetress_match_task one = next(match), two = next(match);

        assert_true(one.number == number && two.number == number + 1);
        assert_int_equal(one.first_colour, TETRESS_RED);
        assert_int_equal(two.first_colour, TETRESS_BLUE);
        position_of(match, one.number, first);
        position_of(match, two.number, second);
        assert_string_equal(first, second);
        assert_string_not_equal(first, before);
        strcpy(before, first);
    }
    tetress_match_free(match);
}

static void seeds_follow_from_the_matchs_and_the_games_number(void **state)
{
    tetress_match *match = match_of(4, 5);

    (void)state;
    for (uint64_t number = 0; number < 4; number++) {
        tetress_match_task task = next(match), again = TETRESS_MATCH_TASK_INIT;

        assert_true(task.seed == tetress_derived_seed(5, number));
        assert_true(task.seeds[0] == tetress_derived_seed(5, 2 * number));
        assert_true(task.seeds[1] == tetress_derived_seed(5, 2 * number + 1));
        assert_int_equal(tetress_match_task_of(match, number, &again), TETRESS_OK);
        assert_memory_equal(&again, &task, sizeof task);
    }
    tetress_match_free(match);
}

static void random_openings_are_the_history_of_their_games(void **state)
{
    tetress_match *match = match_of(4, 9);
    tetress_game *game, *same;

    (void)state;
    assert_int_equal(tetress_match_start(match, 3, NULL, &game), TETRESS_OK);
    assert_int_equal(tetress_random_opening(NULL, 9, 1, 4, &same), TETRESS_OK);
    assert_int_equal(tetress_game_ply(game), 4);
    assert_int_equal(tetress_game_start_ply(game), 0);
    assert_true(tetress_game_hash(game) == tetress_game_hash(same));
    assert_int_equal(tetress_game_reason(game), TETRESS_REASON_NONE);
    tetress_game_free(game);
    tetress_game_free(same);
    tetress_match_free(match);
    assert_int_equal(tetress_random_opening(NULL, 9, 1, 31, &same), TETRESS_EARG);
    assert_null(same);
}

static void openings_of_the_host_are_used_in_turn(void **state)
{
    static const char *const ROWS[] = {".........../.........../.........../.........../"
                                       ".........../.........../.........../.........../"
                                       ".........../.........../rrrr....... b 1",
                                       ".........../.........../.........../.........../"
                                       ".........../.........../.........../.........../"
                                       ".........../.........../rrrr...bbbb r 2"};
    tetress_match *match = match_of(10, 1);
    char text[TETRESS_POSITION_TEXT];
    tetress_game *game;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(ROWS); i++)
        assert_int_equal(tetress_match_add_opening(match, ROWS[i]), TETRESS_OK);
    for (uint64_t number = 0; number < 10; number++) {
        position_of(match, number, text);
        assert_string_equal(text, ROWS[number / 2 % 2]);
    }
    assert_int_equal(tetress_match_start(match, 2, NULL, &game), TETRESS_OK);
    assert_int_equal(tetress_game_start_ply(game), 2);
    tetress_game_free(game);
    tetress_match_free(match);
}

static void as_many_openings_as_a_host_has_are_kept(void **state)
{
    tetress_match *match = match_of(400, 1), *source = match_of(400, 2);
    char text[TETRESS_POSITION_TEXT], expected[TETRESS_POSITION_TEXT];

    (void)state;
    for (uint64_t number = 0; number < 400; number += 2) {
        position_of(source, number, text);
        assert_int_equal(tetress_match_add_opening(match, text), TETRESS_OK);
    }
    for (uint64_t number = 0; number < 400; number++) {
        position_of(match, number, text);
        position_of(source, number, expected);
        assert_string_equal(text, expected);
    }
    tetress_match_free(source);
    tetress_match_free(match);
}

static void openings_that_are_none_are_refused_in_words(void **state)
{
    tetress_match *match = match_of(2, 1);
    char over[TETRESS_POSITION_TEXT];

    (void)state;
    assert_int_equal(tetress_match_add_opening(match, ".../"), TETRESS_ETEXT);
    assert_int_equal(tetress_match_error(match)->offset, 3);
    assert_int_equal(tetress_match_add_opening(match, NULL), TETRESS_EARG);
    position_of(match, 0, over);
    strcpy(strchr(over, ' '), " r 150");
    assert_int_equal(tetress_match_add_opening(match, over), TETRESS_EOVER);
    assert_int_equal(tetress_match_error(match)->status, TETRESS_EOVER);
    next(match);
    strcpy(strchr(over, ' '), " r 4");
    assert_int_equal(tetress_match_add_opening(match, over), TETRESS_EARG);
    assert_non_null(strstr(tetress_match_error(match)->text, "before the first game"));
    tetress_match_free(match);
}

/* ---- Results --------------------------------------------------------------------------------- */

static void results_count_for_the_first_player_and_by_pairs(void **state)
{
    /* Winners of six games; the first player is red in the even ones. */
    static const int32_t WINNERS[] = {TETRESS_RED, TETRESS_BLUE, TETRESS_NOBODY,
                                      TETRESS_RED, TETRESS_BLUE, TETRESS_BLUE};
    tetress_match *match = match_of(6, 1);
    tetress_comparison comparison = TETRESS_COMPARISON_INIT, same = TETRESS_COMPARISON_INIT;
    tetress_standing standing;

    (void)state;
    for (uint64_t left = 6; left > 0; left--) {
        uint64_t i = left - 1;

        assert_int_equal(tetress_match_over(match), 0);
        assert_int_equal(tetress_match_add_result(match, i, WINNERS[i]), TETRESS_OK);
    }
    assert_int_equal(tetress_match_over(match), 1);
    standing = standing_of(match);
    assert_true(standing.wins == 3 && standing.draws == 1 && standing.losses == 2);
    assert_true(standing.pairs[4] == 1 && standing.pairs[1] == 1 && standing.pairs[2] == 1);
    assert_true(standing.verdict == TETRESS_SPRT_UNDECIDED && standing.llr == 0);
    assert_int_equal(tetress_match_summary(match, NULL, &comparison), TETRESS_OK);
    assert_int_equal(tetress_compare_pairs(standing.pairs, &same), TETRESS_OK);
    assert_memory_equal(&comparison, &same, sizeof same);
    assert_true(fabs(comparison.score - 3.5 / 6) < 1e-12);
    tetress_match_free(match);
}

static void a_test_ends_the_match(void **state)
{
    tetress_match_settings settings = TETRESS_MATCH_SETTINGS_INIT;
    tetress_match_task task = TETRESS_MATCH_TASK_INIT;
    tetress_standing standing;
    tetress_match *match;

    (void)state;
    settings.games = 1000;
    settings.elo0 = 0;
    settings.elo1 = 100;
    match = new_match(&settings);
    standing = standing_of(match);
    assert_true(fabs(standing.llr_high - log(19)) < 1e-12 &&
                standing.llr_low == -standing.llr_high);
    while (tetress_match_next(match, &task) == TETRESS_OK)
        assert_int_equal(tetress_match_add_result(match, task.number, task.first_colour),
                         TETRESS_OK);
    standing = standing_of(match);
    assert_int_equal(standing.verdict, TETRESS_SPRT_H1);
    assert_true(standing.llr >= standing.llr_high && standing.wins < 100);
    assert_int_equal(tetress_match_over(match), 1);
    assert_int_equal(tetress_match_add_result(match, 999, TETRESS_RED), TETRESS_EOVER);
    assert_int_equal(tetress_match_error(match)->status, TETRESS_EOVER);
    assert_true(standing_of(match).wins == standing.wins);
    tetress_match_free(match);
}

static void results_that_make_no_sense_are_refused_in_words(void **state)
{
    tetress_match *match = match_of(4, 1);
    tetress_match_task task = TETRESS_MATCH_TASK_INIT;
    tetress_game *game;

    (void)state;
    assert_int_equal(tetress_match_add_result(match, 1, TETRESS_RED), TETRESS_OK);
    assert_int_equal(tetress_match_add_result(match, 1, TETRESS_RED), TETRESS_EARG);
    assert_non_null(strstr(tetress_match_error(match)->text, "already known"));
    assert_int_equal(tetress_match_add_result(match, 4, TETRESS_RED), TETRESS_EARG);
    assert_int_equal(tetress_match_add_result(match, 0, TETRESS_BOTH), TETRESS_EARG);
    assert_int_equal(tetress_match_add_result(match, 0, -1), TETRESS_EARG);
    assert_int_equal(tetress_match_task_of(match, 4, &task), TETRESS_EARG);
    assert_int_equal(tetress_match_start(match, 4, NULL, &game), TETRESS_EARG);
    assert_null(game);
    task.size = 4;
    assert_int_equal(tetress_match_next(match, &task), TETRESS_EARG);
    assert_int_equal(next(match).number, 0);
    assert_int_equal(tetress_match_error(match)->status, TETRESS_OK);
    tetress_match_free(match);
}

/* ---- Engines --------------------------------------------------------------------------------- */

static tetress_move random_choice(tetress_engine *engine)
{
    tetress_result result = TETRESS_RESULT_INIT;
    tetress_game *game;

    assert_int_equal(tetress_game_new(NULL, &game), TETRESS_OK);
    assert_int_equal(tetress_engine_search(engine, game, NULL, &result), TETRESS_OK);
    tetress_game_free(game);
    return result.move;
}

/* The move after the option `seed` was set to this text. */
static tetress_move move_with_seed(const char *seed)
{
    tetress_engine *engine;
    tetress_move move;

    assert_int_equal(tetress_engine_new(NULL, "random", &engine, NULL), TETRESS_OK);
    assert_int_equal(tetress_engine_set(engine, "seed", seed), TETRESS_OK);
    move = random_choice(engine);
    tetress_engine_free(engine);
    return move;
}

static void an_engine_takes_the_seed_of_its_game(void **state)
{
    tetress_engine *engine;
    char spec[64];

    (void)state;
    assert_int_equal(tetress_engine_new(NULL, "random", &engine, NULL), TETRESS_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tetress_engine_reseed(engine, 77), TETRESS_OK);
        assert_int_equal(random_choice(engine), move_with_seed("77"));
        assert_int_equal(tetress_engine_reseed(engine, 78), TETRESS_OK);
        assert_int_equal(random_choice(engine), move_with_seed("78"));
    }
    assert_int_equal(tetress_engine_spec(engine, spec, sizeof spec, NULL), TETRESS_OK);
    assert_string_equal(spec, "random");
    tetress_engine_free(engine);
}

static void an_engine_keeps_a_seed_of_its_own(void **state)
{
    tetress_engine *engine;

    (void)state;
    assert_int_equal(tetress_engine_new(NULL, "random:seed=5", &engine, NULL), TETRESS_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tetress_engine_reseed(engine, 77), TETRESS_OK);
        assert_int_equal(random_choice(engine), move_with_seed("5"));
    }
    assert_int_equal(tetress_engine_set(engine, "seed", "6"), TETRESS_OK);
    assert_int_equal(tetress_engine_reseed(engine, 77), TETRESS_OK);
    assert_int_equal(random_choice(engine), move_with_seed("6"));
    tetress_engine_free(engine);
}

/* What was set stays set, though it is the default, and the engine's spec says so. */
static void an_engine_keeps_the_default_seed_if_it_was_set(void **state)
{
    tetress_engine *engine, *same, *other;
    char spec[64];

    (void)state;
    assert_true(move_with_seed("1") != move_with_seed("77"));
    assert_int_equal(tetress_engine_new(NULL, "random:seed=1", &engine, NULL), TETRESS_OK);
    assert_int_equal(tetress_engine_reseed(engine, 77), TETRESS_OK);
    assert_int_equal(random_choice(engine), move_with_seed("1"));
    assert_int_equal(tetress_engine_spec(engine, spec, sizeof spec, NULL), TETRESS_OK);
    assert_string_equal(spec, "random:seed=1");
    assert_int_equal(tetress_engine_new(NULL, spec, &same, NULL), TETRESS_OK);
    assert_int_equal(tetress_engine_reseed(same, 77), TETRESS_OK);
    assert_int_equal(random_choice(same), move_with_seed("1"));
    assert_int_equal(tetress_engine_new(NULL, "random", &other, NULL), TETRESS_OK);
    assert_int_equal(tetress_engine_set(other, "seed", "1"), TETRESS_OK);
    assert_int_equal(tetress_engine_reseed(other, 77), TETRESS_OK);
    assert_int_equal(random_choice(other), move_with_seed("1"));
    tetress_engine_free(engine);
    tetress_engine_free(same);
    tetress_engine_free(other);
}

static void players_without_random_numbers_take_any_seed(void **state)
{
    tetress_engine *engine;

    (void)state;
    assert_int_equal(tetress_engine_new(NULL, "solver:hash=1", &engine, NULL), TETRESS_OK);
    assert_int_equal(tetress_engine_reseed(engine, 77), TETRESS_OK);
    tetress_engine_free(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_that_make_no_sense_are_refused_in_words),
        cmocka_unit_test(settings_of_other_versions_are_read_by_their_size),
        cmocka_unit_test(every_verdict_of_a_test_has_a_name),
        cmocka_unit_test(games_come_in_pairs_with_one_opening_and_colours_swapped),
        cmocka_unit_test(seeds_follow_from_the_matchs_and_the_games_number),
        cmocka_unit_test(random_openings_are_the_history_of_their_games),
        cmocka_unit_test(openings_of_the_host_are_used_in_turn),
        cmocka_unit_test(as_many_openings_as_a_host_has_are_kept),
        cmocka_unit_test(openings_that_are_none_are_refused_in_words),
        cmocka_unit_test(results_count_for_the_first_player_and_by_pairs),
        cmocka_unit_test(a_test_ends_the_match),
        cmocka_unit_test(results_that_make_no_sense_are_refused_in_words),
        cmocka_unit_test(an_engine_takes_the_seed_of_its_game),
        cmocka_unit_test(an_engine_keeps_a_seed_of_its_own),
        cmocka_unit_test(an_engine_keeps_the_default_seed_if_it_was_set),
        cmocka_unit_test(players_without_random_numbers_take_any_seed),
    };

    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
