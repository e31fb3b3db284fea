/* SPDX-License-Identifier: MIT */
/*
 * Matches of two players for the host: settings, tasks, results and what they show. What pairs tell
 * is computed in lib/match; here arguments are checked and structures translated.
 *
 * What follows from settings and number alone (openings, seeds, colours) is computed when it is
 * asked for and kept nowhere. That is why any number of threads may ask, and why a match that is
 * resumed needs only the results.
 */
#include "tetress/match.h"

#include <string.h>

#include "alloc.h"
#include "error_text.h"
#include "game_handle.h"
#include "match_results.h"
#include "pair_score.h"
#include "random_opening.h"
#include "struct_io.h"
#include "struct_sizes.h"

_Static_assert(TETRESS_PAIR_OUTCOMES == TTR_PAIR_OUTCOMES &&
                   TETRESS_MATCH_MAX_OPENING == TTR_MOST_OPENING_ACTIONS &&
                   (int)TETRESS_SPRT_H1 == (int)TTR_SPRT_H1,
               "the public numbers are the library's");

struct tetress_match {
    tetress_allocator memory;
    tetress_match_settings settings;
    ttr_match_results results;
    /* A game was handed out or a result taken: openings are fixed from then on, since they decide
     * what games start from. */
    bool started;
    ttr_board *openings; /* openings of the host */
    size_t opening_count, opening_room;
    tetress_error error;
};

/* ---- Making and freeing ---------------------------------------------------------------------- */

/* The least chance of an error that the test may be given. With a smaller one no match is long
 * enough to end the test, so it is a typing error. */
#define LEAST_ERROR 0.000001

/* A chance of an error is below this: a test that errs half the time tells nothing. */
#define ERROR_BOUND 0.5

/* May this be the chance of an error of the test? Settings without a test may leave it 0. */
static bool is_chance_of_error(double error, bool tested)
{
    return error < ERROR_BOUND && (error >= LEAST_ERROR || (error == 0 && !tested));
}

/* What is wrong with the settings of the test; NULL if nothing is. */
static const char *test_fault(const tetress_match_settings *settings)
{
    bool tested = settings->elo0 != 0 || settings->elo1 != 0;

    /* The bindings and the command line have one number for both, sprt_error. */
    if (!is_chance_of_error(settings->alpha, tested) || !is_chance_of_error(settings->beta, tested))
        return "alpha and beta (sprt_error) must be at least " TTR_TEXT_OF(
            LEAST_ERROR) " and below " TTR_TEXT_OF(ERROR_BOUND);
    if (!tested)
        return NULL;
    if (!(settings->elo0 < settings->elo1))
        return "elo0 must be below elo1";
    if (!(settings->elo0 >= -TTR_MOST_ELO && settings->elo1 <= TTR_MOST_ELO))
        return "elo0 and elo1 must be between -" TTR_TEXT_OF(TTR_MOST_ELO) " and " TTR_TEXT_OF(
            TTR_MOST_ELO);
    return NULL;
}

/* What is wrong with the settings; NULL if nothing is. */
static const char *settings_fault(const tetress_match_settings *settings)
{
    if (settings->games == 0 || settings->games % 2 != 0)
        return "games must be an even number above 0, because they are played in pairs";
    if (settings->opening > TTR_MOST_OPENING_ACTIONS)
        return "an opening has at most " TTR_TEXT_OF(TTR_MOST_OPENING_ACTIONS) " actions";
    return test_fault(settings);
}

/* Read and check the caller's settings. */
static tetress_status read_settings(const tetress_match_settings *given,
                                    tetress_match_settings *known, tetress_error *error)
{
    tetress_status status = TETRESS_OK;
    const char *fault;

    if (given != NULL)
        status = ttr_struct_read(known, sizeof *known, given, TTR_OLDEST(tetress_match_settings));
    if (status == TETRESS_EARG)
        return ttr_error_size(error, "the settings", "TETRESS_MATCH_SETTINGS_INIT");
    if (status != TETRESS_OK)
        return ttr_error_newer(error, "a later field", "the settings");
    fault = settings_fault(known);
    return fault == NULL ? TETRESS_OK : ttr_error_plain(error, TETRESS_EARG, fault);
}

/* Make a match. Fills *error in every case. */
static tetress_status match_make(const tetress_allocator *allocator,
                                 const tetress_match_settings *given, tetress_match **match,
                                 tetress_error *error)
{
    tetress_match_settings settings = TETRESS_MATCH_SETTINGS_INIT;
    tetress_allocator memory;
    tetress_match *made;
    tetress_status status = read_settings(given, &settings, error);

    if (status != TETRESS_OK)
        return status;
    if (!ttr_alloc_init(&memory, allocator))
        return ttr_error_allocator(error);
    made = ttr_alloc_zeroed(&memory, 1, sizeof *made);
    if (made == NULL)
        return ttr_error_plain(error, TETRESS_ENOMEM, "no memory for the match");
    made->memory = memory;
    made->settings = settings;
    made->results.games = settings.games;
    made->results.tested = settings.elo0 < settings.elo1;
    made->results.test = (ttr_sprt){settings.elo0, settings.elo1, settings.alpha, settings.beta};
    ttr_error_none(&made->error);
    *match = made;
    return ttr_error_none(error);
}

tetress_status tetress_match_new(const tetress_allocator *allocator,
                                 const tetress_match_settings *settings, tetress_match **match,
                                 tetress_error *error)
{
    tetress_error found;
    tetress_status status;

    if (match == NULL)
        return TETRESS_EARG;
    *match = NULL;
    if (!ttr_struct_fits(error, TTR_OLDEST(tetress_error)))
        return TETRESS_EARG;
    status = match_make(allocator, settings, match, &found);
    ttr_struct_write(error, &found, sizeof found);
    return status;
}

void tetress_match_free(tetress_match *match)
{
    if (match == NULL)
        return;
    ttr_match_results_free(&match->results, &match->memory);
    ttr_alloc_free(&match->memory, match->openings, match->opening_room, sizeof match->openings[0]);
    ttr_alloc_free(&match->memory, match, 1, sizeof *match);
}

const tetress_error *tetress_match_error(const tetress_match *match)
{
    return match == NULL ? &ttr_error_null_handle : &match->error;
}

/* ---- Openings -------------------------------------------------------------------------------- */

/* Make room for one more opening: twice as many as before. */
static bool make_room_for_opening(tetress_match *match)
{
    size_t room = match->opening_room == 0 ? 16 : 2 * match->opening_room;
    ttr_board *openings;

    if (match->opening_count < match->opening_room)
        return true;
    openings = ttr_alloc_array(&match->memory, room, sizeof *openings);
    if (openings == NULL)
        return false;
    if (match->opening_count != 0)
        memcpy(openings, match->openings, match->opening_count * sizeof *openings);
    ttr_alloc_free(&match->memory, match->openings, match->opening_room, sizeof *openings);
    match->openings = openings;
    match->opening_room = room;
    return true;
}

tetress_status tetress_match_add_opening(tetress_match *match, const char *position)
{
    ttr_board board;
    ttr_misread misread;
    ttr_outcome outcome;

    if (match == NULL)
        return TETRESS_EARG;
    if (position == NULL)
        return ttr_error_plain(&match->error, TETRESS_EARG, "the position is NULL");
    if (match->started)
        return ttr_error_plain(&match->error, TETRESS_EARG,
                               "openings are added before the first game is handed out");
    if (!ttr_notation_read_position(position, &board, &misread))
        return ttr_error_misread(&match->error, &misread);
    outcome = ttr_rules_outcome(&board);
    if (outcome.reason != TTR_ONGOING)
        return ttr_error_over(&match->error, outcome);
    if (!make_room_for_opening(match))
        return ttr_error_plain(&match->error, TETRESS_ENOMEM, "no memory for the opening");
    match->openings[match->opening_count++] = board;
    return ttr_error_none(&match->error);
}

/* A game with a random opening as its history. */
static tetress_status random_opening(const tetress_allocator *allocator, uint64_t seed,
                                     uint64_t index, uint32_t actions, tetress_game **game)
{
    ttr_move moves[TTR_MOST_OPENING_ACTIONS];
    tetress_status status = tetress_game_new(allocator, game);

    if (status != TETRESS_OK)
        return status;
    ttr_random_opening(seed, index, actions, moves);
    for (uint32_t i = 0; i < actions; i++)
        tetress_game_apply(*game, moves[i]);
    return TETRESS_OK;
}

tetress_status tetress_random_opening(const tetress_allocator *allocator, uint64_t seed,
                                      uint64_t index, uint32_t actions, tetress_game **game)
{
    if (game == NULL)
        return TETRESS_EARG;
    *game = NULL;
    if (actions > TTR_MOST_OPENING_ACTIONS)
        return TETRESS_EARG;
    return random_opening(allocator, seed, index, actions, game);
}

tetress_status tetress_match_start(const tetress_match *match, uint64_t number,
                                   const tetress_allocator *allocator, tetress_game **start)
{
    tetress_status status;

    if (start == NULL)
        return TETRESS_EARG;
    *start = NULL;
    if (match == NULL || number >= match->settings.games)
        return TETRESS_EARG;
    if (match->opening_count == 0)
        return random_opening(allocator, match->settings.seed, number / 2, match->settings.opening,
                              start);
    status = tetress_game_new(allocator, start);
    if (status == TETRESS_OK)
        (*start)->boards[0] = match->openings[number / 2 % match->opening_count];
    return status;
}

/* ---- Playing --------------------------------------------------------------------------------- */

uint64_t tetress_derived_seed(uint64_t seed, uint64_t index)
{
    return ttr_derived_seed(seed, index);
}

/* The first player has red in even games. */
static int32_t first_colour(uint64_t number)
{
    return number % 2 == 0 ? TETRESS_RED : TETRESS_BLUE;
}

/* Fill a task, which follows from settings and number. */
static void write_task(const tetress_match *match, uint64_t number, tetress_match_task *task)
{
    tetress_match_task known = TETRESS_MATCH_TASK_INIT;

    known.first_colour = first_colour(number);
    known.number = number;
    known.seed = ttr_derived_seed(match->settings.seed, number);
    for (uint64_t i = 0; i < 2; i++)
        known.seeds[i] = ttr_derived_seed(match->settings.seed, 2 * number + i);
    ttr_struct_write(task, &known, sizeof known);
}

tetress_status tetress_match_next(tetress_match *match, tetress_match_task *task)
{
    uint64_t number;

    if (match == NULL)
        return TETRESS_EARG;
    if (task == NULL)
        return ttr_error_plain(&match->error, TETRESS_EARG, "the task is NULL");
    if (!ttr_struct_fits(task, TTR_OLDEST(tetress_match_task)))
        return ttr_error_size(&match->error, "the task", "TETRESS_MATCH_TASK_INIT");
    if (!ttr_match_results_next(&match->results, &number))
        return ttr_error_plain(&match->error, TETRESS_EOVER, "no game is left to be played");
    match->started = true;
    write_task(match, number, task);
    return ttr_error_none(&match->error);
}

tetress_status tetress_match_task_of(const tetress_match *match, uint64_t number,
                                     tetress_match_task *task)
{
    if (match == NULL || number >= match->settings.games || task == NULL ||
        !ttr_struct_fits(task, TTR_OLDEST(tetress_match_task)))
        return TETRESS_EARG;
    write_task(match, number, task);
    return TETRESS_OK;
}

/* What is wrong with a result; NULL if nothing is. */
static const char *result_fault(const tetress_match *match, uint64_t number, int32_t winner)
{
    if (number >= match->settings.games)
        return "the match has no game of this number";
    if (winner != TETRESS_RED && winner != TETRESS_BLUE && winner != TETRESS_NOBODY)
        return "the winner is red, blue or nobody";
    if (ttr_match_results_has(&match->results, number))
        return "the result of this game is already known";
    return NULL;
}

tetress_status tetress_match_add_result(tetress_match *match, uint64_t number, int32_t winner)
{
    const char *fault;
    int half_points;

    if (match == NULL)
        return TETRESS_EARG;
    fault = result_fault(match, number, winner);
    if (fault != NULL)
        return ttr_error_plain(&match->error, TETRESS_EARG, fault);
    if (ttr_match_results_over(&match->results))
        return ttr_error_plain(&match->error, TETRESS_EOVER, "the match has been decided");
    half_points = winner == TETRESS_NOBODY ? 1 : winner == first_colour(number) ? 2 : 0;
    if (!ttr_match_results_add(&match->results, &match->memory, number, half_points))
        return ttr_error_plain(&match->error, TETRESS_ENOMEM, "no memory for the result");
    match->started = true;
    return ttr_error_none(&match->error);
}

int32_t tetress_match_over(const tetress_match *match)
{
    return match == NULL ? TETRESS_EARG : ttr_match_results_over(&match->results);
}

/* ---- What the results show ------------------------------------------------------------------- */

/* How the match stands in the public form. */
static tetress_standing standing_of(const ttr_match_results *results)
{
    tetress_standing standing = TETRESS_STANDING_INIT;

    standing.verdict = (int32_t)results->verdict;
    standing.wins = results->wins;
    standing.draws = results->draws;
    standing.losses = results->losses;
    memcpy(standing.pairs, results->pairs, sizeof standing.pairs);
    if (results->tested) {
        standing.llr = ttr_sprt_llr(&results->test, results->pairs);
        ttr_sprt_bounds(&results->test, &standing.llr_low, &standing.llr_high);
    }
    return standing;
}

/* What pairs tell in the public form. */
static tetress_comparison comparison_of(const uint64_t pairs[TETRESS_PAIR_OUTCOMES])
{
    tetress_comparison found = TETRESS_COMPARISON_INIT;
    ttr_pair_score pair_score = ttr_pair_score_of(pairs);

    found.score = pair_score.score;
    found.low = pair_score.low;
    found.high = pair_score.high;
    found.elo = ttr_elo_of_score(pair_score.score);
    found.elo_low = ttr_elo_of_score(pair_score.low);
    found.elo_high = ttr_elo_of_score(pair_score.high);
    found.los = pair_score.los;
    return found;
}

tetress_status tetress_match_summary(const tetress_match *match, tetress_standing *standing,
                                     tetress_comparison *comparison)
{
    tetress_standing stands;
    tetress_comparison found;

    if (match == NULL || !ttr_struct_fits(standing, TTR_OLDEST(tetress_standing)) ||
        !ttr_struct_fits(comparison, TTR_OLDEST(tetress_comparison)))
        return TETRESS_EARG;
    stands = standing_of(&match->results);
    found = comparison_of(stands.pairs);
    ttr_struct_write(standing, &stands, sizeof stands);
    ttr_struct_write(comparison, &found, sizeof found);
    return TETRESS_OK;
}

tetress_status tetress_compare_pairs(const uint64_t pairs[TETRESS_PAIR_OUTCOMES],
                                     tetress_comparison *comparison)
{
    tetress_comparison found;

    if (pairs == NULL || comparison == NULL ||
        !ttr_struct_fits(comparison, TTR_OLDEST(tetress_comparison)))
        return TETRESS_EARG;
    found = comparison_of(pairs);
    ttr_struct_write(comparison, &found, sizeof found);
    return TETRESS_OK;
}
