/* SPDX-License-Identifier: MIT */
/* Plays the games of a match in parallel and processes the results in the order of the pairs. */
#include "match_games.h"

#include <inttypes.h>
#include <stdlib.h>

#include "arguments.h"
#include "engines.h"
#include "game_clock.h"
#include "workers.h"

/* What a thread hands in. */
typedef struct pair_result {
    game_record games[2];
} pair_result;

/* ---- Playing --------------------------------------------------------------------------------- */

/* Play until the referee ends the game; engines[0] is the first player, and plays `colour`. False
 * if a search failed. */
static bool play_game(match_run *run, tetress_engine *const engines[2], tetress_referee *referee,
                      int colour, game_record *record)
{
    while (tetress_referee_outcome(referee) == TETRESS_OUTCOME_OPEN) {
        int player = tetress_game_turn(tetress_referee_game(referee)) == colour ? 0 : 1;
        tetress_result result = TETRESS_RESULT_INIT;
        tetress_spent spent;

        if (game_clock_search(referee, engines[player], &run->budgets[player], &result, &spent) !=
            TETRESS_OK) {
            ordered_jobs_fail(&run->jobs, run->specs[player],
                              tetress_engine_error(engines[player])->text);
            return false;
        }
        tetress_referee_play(referee, result.move, &spent);
        if (tetress_referee_blame(referee) == TETRESS_NOBODY)
            game_record_add(record, result.move, &result);
    }
    game_record_end(record, tetress_referee_outcome(referee), tetress_referee_winner(referee));
    return true;
}

/* One game of a pair. False if the match must end. */
static bool play_number(match_run *run, tetress_engine *const engines[2], uint64_t number,
                        game_record *record)
{
    tetress_match_task task = TETRESS_MATCH_TASK_INIT;
    tetress_referee_limits limits =
        game_clock_limits(&run->budgets[0]); /* both players have the same clock */
    tetress_referee *referee = NULL;
    tetress_game *game;
    int first_is_blue;
    bool played;

    tetress_match_task_of(run->match, number, &task);
    if (tetress_match_start(run->match, number, NULL, &game) == TETRESS_OK)
        tetress_referee_new(NULL, game, &limits, &referee, NULL);
    if (referee == NULL) {
        tetress_game_free(game);
        ordered_jobs_fail(&run->jobs, "opening", "out of memory");
        return false;
    }
    for (int i = 0; i < 2; i++)
        tetress_engine_reseed(engines[i], task.seeds[i]);
    first_is_blue = task.first_colour == TETRESS_BLUE;
    game_record_start(record, game, run->specs[first_is_blue], run->specs[!first_is_blue],
                      task.seed);
    game_record_budget(record, run->budget_name);
    played = play_game(run, engines, referee, task.first_colour, record);
    tetress_referee_free(referee);
    tetress_game_free(game);
    return played;
}

/* A pair; NULL if the match must end. */
static pair_result *play_pair(match_run *run, tetress_engine *const engines[2], uint64_t pair)
{
    pair_result *result = calloc(1, sizeof *result);

    if (result == NULL) {
        ordered_jobs_fail(&run->jobs, "games", "out of memory");
        return NULL;
    }
    for (uint64_t i = 0; i < 2; i++) {
        if (!play_number(run, engines, 2 * pair + i, &result->games[i])) {
            free(result);
            return NULL;
        }
    }
    return result;
}

static void *work(void *shared)
{
    match_run *run = shared;
    tetress_engine *engines[2] = {NULL, NULL};
    uint64_t pair;

    for (int i = 0; i < 2; i++) {
        char fault[256];

        if (!make_engine(run->specs[i], &engines[i], fault, sizeof fault))
            ordered_jobs_fail(&run->jobs, "player", fault);
    }
    while (ordered_jobs_next(&run->jobs, &pair)) {
        pair_result *result = play_pair(run, engines, pair);

        if (result == NULL)
            break;
        ordered_jobs_finish(&run->jobs, pair, result);
    }
    for (int i = 0; i < 2; i++)
        tetress_engine_free(engines[i]);
    return NULL;
}

/* ---- Counting -------------------------------------------------------------------------------- */

bool match_is_tested(const match_run *run)
{
    return run->settings.elo0 < run->settings.elo1;
}

/* Count the end of a game in which the first player had this colour. */
static void count_end(match_run *run, const game_record *game, int32_t first_colour)
{
    if (game->outcome == TETRESS_OUTCOME_TIME)
        run->overruns[game->winner == first_colour]++;
    else
        run->reasons[game->outcome - 1]++;
}

bool match_add_pair(match_run *run, const game_record games[2], char fault[JOBS_FAULT_SIZE])
{
    for (uint64_t i = 0; i < 2; i++) {
        if (tetress_match_add_result(run->match, 2 * run->done + i, games[i].winner) !=
            TETRESS_OK) {
            snprintf(fault, JOBS_FAULT_SIZE, "%s", tetress_match_error(run->match)->text);
            return false;
        }
        count_end(run, &games[i], i == 0 ? TETRESS_RED : TETRESS_BLUE);
        run->actions += games[i].count;
    }
    run->done++;
    return tetress_match_over(run->match) == 0;
}

static void show_progress(match_run *run)
{
    tetress_standing standing = TETRESS_STANDING_INIT;
    tetress_comparison found = TETRESS_COMPARISON_INIT;
    char note[128];
    int length;

    tetress_match_summary(run->match, &standing, &found);
    length = snprintf(note, sizeof note, "+%" PRIu64 " =%" PRIu64 " -%" PRIu64 "  score %.1f %%",
                      standing.wins, standing.draws, standing.losses, 100 * found.score);
    if (match_is_tested(run))
        snprintf(note + length, sizeof note - (size_t)length, "  llr %+.2f (%.2f, %.2f)",
                 standing.llr, standing.llr_low, standing.llr_high);
    progress_bar_show(&run->bar, 2 * run->done, note);
}

static bool take_up(void *shared, uint64_t pair, void *result, char fault[JOBS_FAULT_SIZE])
{
    match_run *run = shared;
    const pair_result *played = result;
    bool go_on;

    (void)pair;
    for (int i = 0; i < 2; i++) {
        if (run->out != NULL && !game_record_write(&played->games[i], run->out)) {
            snprintf(fault, JOBS_FAULT_SIZE, "cannot write the games");
            return false;
        }
    }
    go_on = match_add_pair(run, played->games, fault);
    show_progress(run);
    return go_on;
}

int match_play(match_run *run, size_t threads)
{
    int exit_code = EXIT_DONE;

    if (tetress_match_over(run->match) != 0)
        return EXIT_DONE;
    if (!ordered_jobs_init(&run->jobs, run->done, run->settings.games / 2, threads, take_up, run))
        return problem("out of memory");
    run_workers(threads, work, run);
    if (run->jobs.fault[0] != '\0')
        exit_code = problem("%s", run->jobs.fault);
    ordered_jobs_free(&run->jobs);
    return exit_code;
}
