/* SPDX-License-Identifier: MIT */
/* Plays the games of a match in parallel and takes up the results in the order of the pairs. */
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
    uint32_t overruns[2]; /* games in which a player's clock ran out, by player */
} pair_result;

int match_colour(uint64_t number)
{
    return number % 2 == 0 ? TETRESS_RED : TETRESS_BLUE;
}

uint64_t match_seed(const match *m, uint64_t number)
{
    return mixed_seed(m->seed, number);
}

/* ---- Playing --------------------------------------------------------------------------------- */

/* Play to the end; engines[0] is the first player, and plays `colour`. False if a search failed. */
static bool play_game(match *m, tetress_engine *const engines[2], tetress_game *game, int colour,
                      game_record *record, uint32_t overruns[2])
{
    game_clock clocks[2] = {game_clock_start(&m->budgets[0]), game_clock_start(&m->budgets[1])};

    while (tetress_game_reason(game) == TETRESS_REASON_NONE) {
        int player = tetress_game_turn(game) == colour ? 0 : 1;
        tetress_result result = TETRESS_RESULT_INIT;

        if (game_clock_search(&clocks[player], engines[player], game, &result) != TETRESS_OK) {
            ordered_jobs_fail(&m->jobs, m->specs[player],
                              tetress_engine_error(engines[player])->text);
            return false;
        }
        tetress_game_apply(game, result.move);
        game_record_add(record, result.move, &result);
    }
    game_record_finish(record, game);
    for (int i = 0; i < 2; i++)
        overruns[i] += clocks[i].ran_out;
    return true;
}

/* One game of a pair. False if the match must end. */
static bool play_number(match *m, tetress_engine *const engines[2], uint64_t number,
                        game_record *record, uint32_t overruns[2])
{
    int colour = match_colour(number);
    tetress_game *game = openings_game(&m->openings, number / 2);
    bool played;

    if (game == NULL) {
        ordered_jobs_fail(&m->jobs, "opening",
                          "out of memory, or all random openings end the game");
        return false;
    }
    /* Both engines as if new, with random numbers of their own: a game depends on its number. */
    for (int i = 0; i < 2; i++)
        engine_as_new(engines[i], match_seed(m, 2 * number + (uint64_t)i));
    game_record_start(record, game, m->specs[colour], m->specs[1 - colour], match_seed(m, number));
    game_record_budget(record, m->budget_name);
    played = play_game(m, engines, game, colour, record, overruns);
    tetress_game_free(game);
    return played;
}

/* A pair; NULL if the match must end. */
static pair_result *play_pair(match *m, tetress_engine *const engines[2], uint64_t pair)
{
    pair_result *result = calloc(1, sizeof *result);

    if (result == NULL) {
        ordered_jobs_fail(&m->jobs, "games", "out of memory");
        return NULL;
    }
    for (uint64_t i = 0; i < 2; i++) {
        if (!play_number(m, engines, 2 * pair + i, &result->games[i], result->overruns)) {
            free(result);
            return NULL;
        }
    }
    return result;
}

static void *work(void *shared)
{
    match *m = shared;
    tetress_engine *engines[2] = {NULL, NULL};
    uint64_t pair;

    for (int i = 0; i < 2; i++) {
        char fault[256];

        if (!make_engine(m->specs[i], &engines[i], fault, sizeof fault))
            ordered_jobs_fail(&m->jobs, "player", fault);
    }
    while (ordered_jobs_next(&m->jobs, &pair)) {
        pair_result *result = play_pair(m, engines, pair);

        if (result == NULL)
            break;
        ordered_jobs_finish(&m->jobs, pair, result);
    }
    for (int i = 0; i < 2; i++)
        tetress_engine_free(engines[i]);
    return NULL;
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* The first player's half points. */
static int half_points(const game_record *game, uint64_t number)
{
    if (game->winner == TETRESS_NOBODY)
        return 1;
    return game->winner == match_colour(number) ? 2 : 0;
}

bool match_add_pair(match *m, const game_record games[2])
{
    match_stats_add_pair(&m->stats, half_points(&games[0], 0), half_points(&games[1], 1));
    for (int i = 0; i < 2; i++) {
        m->stats.reasons[games[i].outcome - 1]++;
        m->stats.actions += games[i].count;
    }
    m->done++;
    if (m->tested)
        m->verdict = sprt_decide(&m->test, m->stats.pairs);
    return m->verdict == SPRT_UNDECIDED && m->done < m->pairs;
}

static void show_progress(match *m)
{
    const match_stats *stats = &m->stats;
    char note[128];
    int length =
        snprintf(note, sizeof note, "+%" PRIu32 " =%" PRIu32 " -%" PRIu32 "  score %.1f %%",
                 stats->wins, stats->draws, stats->losses, 100 * match_stats_score(stats));

    if (m->tested)
        snprintf(note + length, sizeof note - (size_t)length, "  llr %+.2f (%.2f, %.2f)",
                 sprt_llr(&m->test, stats->pairs), -sprt_bound(&m->test), sprt_bound(&m->test));
    progress_bar_show(&m->bar, 2 * m->done, note);
}

static bool take_up(void *shared, uint64_t pair, void *result, char fault[JOBS_FAULT_SIZE])
{
    match *m = shared;
    const pair_result *played = result;
    bool go_on;

    (void)pair;
    for (int i = 0; i < 2; i++) {
        m->stats.overruns[i] += played->overruns[i];
        if (m->out != NULL && !game_record_write(&played->games[i], m->out)) {
            snprintf(fault, JOBS_FAULT_SIZE, "cannot write the games");
            return false;
        }
    }
    go_on = match_add_pair(m, played->games);
    show_progress(m);
    return go_on;
}

int match_play(match *m, size_t threads)
{
    int exit_code = EXIT_DONE;

    if (m->done >= m->pairs || m->verdict != SPRT_UNDECIDED)
        return EXIT_DONE;
    if (!ordered_jobs_init(&m->jobs, m->done, m->pairs, threads, take_up, m))
        return problem("out of memory");
    run_workers(threads, work, m);
    if (m->jobs.fault[0] != '\0')
        exit_code = problem("%s", m->jobs.fault);
    ordered_jobs_free(&m->jobs);
    return exit_code;
}
