/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* threads */

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_record.h"
#include "json_line.h"
#include "match_stats.h"
#include "openings.h"
#include "progress_bar.h"
#include "setup.h"
#include "workers.h"

/* A match. Threads take pairs in order; what changes is behind the lock. */
typedef struct match {
    const char *specs[2];
    tetress_budget budget;
    openings openings;
    uint64_t seed;
    uint64_t pairs;
    FILE *out;

    pthread_mutex_t lock;
    uint64_t next;
    uint64_t done;
    match_stats stats;
    progress_bar bar;
    char fault[256]; /* why the match had to stop; "" if it need not */
} match;

static void match_fail(match *m, const char *where, const char *why)
{
    pthread_mutex_lock(&m->lock);
    if (m->fault[0] == '\0')
        snprintf(m->fault, sizeof m->fault, "%s: %s", where, why);
    pthread_mutex_unlock(&m->lock);
}

/* Play to the end; engines[0] is the first player, and plays `colour`. False if a search failed. */
static bool play_game(match *m, tetress_engine *const engines[2], tetress_game *game, int colour,
                      game_record *record)
{
    while (tetress_game_reason(game) == TETRESS_REASON_NONE) {
        int player = tetress_game_turn(game) == colour ? 0 : 1;
        tetress_result result = TETRESS_RESULT_INIT;

        if (tetress_engine_search(engines[player], game, &m->budget, &result) != TETRESS_OK) {
            match_fail(m, m->specs[player], tetress_engine_error(engines[player])->text);
            return false;
        }
        tetress_game_apply(game, result.move);
        game_record_add(record, result.move, &result);
    }
    game_record_finish(record, game);
    return true;
}

/* Both engines as if new, with random numbers of their own: a game depends on its number alone. */
static void start_engines(match *m, tetress_engine *const engines[2], uint64_t number)
{
    for (int i = 0; i < 2; i++) {
        char seed[24];

        snprintf(seed, sizeof seed, "%" PRIu64, mixed_seed(m->seed, 2 * number + (uint64_t)i));
        tetress_engine_set(engines[i], "seed", seed); /* players without random numbers have none */
        tetress_engine_reset(engines[i]);
    }
}

/* One game of a pair; returns the first player's half points, or -1 if the match must stop. */
static int play_half(match *m, tetress_engine *const engines[2], uint64_t number,
                     game_record *record)
{
    int colour = number % 2 == 0 ? TETRESS_RED : TETRESS_BLUE;
    tetress_game *game = openings_game(&m->openings, number / 2);
    bool played;

    if (game == NULL) {
        match_fail(m, "opening", "out of memory, or all random openings end the game");
        return -1;
    }
    start_engines(m, engines, number);
    game_record_start(record, game, m->specs[colour], m->specs[1 - colour],
                      mixed_seed(m->seed, number));
    played = play_game(m, engines, game, colour, record);
    tetress_game_free(game);
    if (!played)
        return -1;
    if (record->winner == TETRESS_NOBODY)
        return 1;
    return record->winner == colour ? 2 : 0;
}

static void show_progress(match *m)
{
    char note[96];
    const match_stats *stats = &m->stats;

    snprintf(note, sizeof note, "+%" PRIu32 " =%" PRIu32 " -%" PRIu32 "  score %.1f %%",
             stats->wins, stats->draws, stats->losses, 100 * match_stats_score(stats));
    progress_bar_show(&m->bar, 2 * m->done, note);
}

static void finish_pair(match *m, const int halves[2], const game_record records[2])
{
    pthread_mutex_lock(&m->lock);
    match_stats_add_pair(&m->stats, halves[0], halves[1]);
    for (int i = 0; i < 2; i++) {
        m->stats.reasons[records[i].reason - 1]++;
        m->stats.actions += records[i].count;
        if (m->out != NULL && !game_record_write(&records[i], m->out) && m->fault[0] == '\0')
            snprintf(m->fault, sizeof m->fault, "cannot write the games");
    }
    m->done++;
    show_progress(m);
    pthread_mutex_unlock(&m->lock);
}

/* The next pair to play; false if there is none or the match must stop. */
static bool take_pair(match *m, uint64_t *pair)
{
    bool go_on;

    pthread_mutex_lock(&m->lock);
    go_on = m->fault[0] == '\0' && m->next < m->pairs;
    if (go_on)
        *pair = m->next++;
    pthread_mutex_unlock(&m->lock);
    return go_on;
}

static void play_pairs(match *m, tetress_engine *const engines[2], game_record records[2])
{
    uint64_t pair;

    while (take_pair(m, &pair)) {
        int halves[2];

        for (int i = 0; i < 2; i++) {
            halves[i] = play_half(m, engines, 2 * pair + (uint64_t)i, &records[i]);
            if (halves[i] < 0)
                return;
        }
        finish_pair(m, halves, records);
    }
}

static void *work(void *shared)
{
    match *m = shared;
    tetress_engine *engines[2] = {NULL, NULL};
    game_record *records = calloc(2, sizeof *records);
    tetress_error error = TETRESS_ERROR_INIT;
    bool ready = records != NULL;

    for (int i = 0; i < 2 && ready; i++)
        ready = tetress_engine_new(NULL, m->specs[i], &engines[i], &error) == TETRESS_OK;
    if (ready)
        play_pairs(m, engines, records);
    else
        match_fail(m, "player", records == NULL ? "out of memory" : error.text);
    for (int i = 0; i < 2; i++)
        tetress_engine_free(engines[i]);
    free(records);
    return NULL;
}

/* ---- The result ------------------------------------------------------------------------------ */

static void print_text(const match *m)
{
    const match_stats *s = &m->stats;
    uint32_t games = s->wins + s->draws + s->losses;
    double low, high;

    match_stats_interval(s, &low, &high);
    printf("%s against %s: %" PRIu32 " games\n", m->specs[0], m->specs[1], games);
    printf("won %" PRIu32 "  drawn %" PRIu32 "  lost %" PRIu32 "  score %.2f %%\n", s->wins,
           s->draws, s->losses, 100 * match_stats_score(s));
    printf("elo %+.1f  95 %% from %+.1f to %+.1f  los %.1f %%\n",
           elo_of_score(match_stats_score(s)), elo_of_score(low), elo_of_score(high),
           100 * match_stats_los(s));
    printf("pairs with 0, 1/2, 1, 3/2, 2 points: %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32
           " %" PRIu32 "\n",
           s->pairs[0], s->pairs[1], s->pairs[2], s->pairs[3], s->pairs[4]);
    printf("ended by no_moves %" PRIu32 ", turn_limit %" PRIu32 "; %.1f actions a game\n",
           s->reasons[0], s->reasons[1], games == 0 ? 0 : (double)s->actions / games);
}

/* Infinity has no place in JSON: such a number becomes null. */
static json_t *finite(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

static void print_json(const match *m)
{
    const match_stats *s = &m->stats;
    double low, high;
    json_t *object;

    match_stats_interval(s, &low, &high);
    object = json_pack(
        "{s:s, s:s, s:i, s:i, s:i, s:i, s:f, s:o, s:[o, o], s:f, s:[i, i, i, i, i], s:I}", "first",
        m->specs[0], "second", m->specs[1], "games", (int)(s->wins + s->draws + s->losses), "wins",
        (int)s->wins, "draws", (int)s->draws, "losses", (int)s->losses, "score",
        match_stats_score(s), "elo", finite(elo_of_score(match_stats_score(s))), "interval",
        finite(elo_of_score(low)), finite(elo_of_score(high)), "los", match_stats_los(s), "pairs",
        (int)s->pairs[0], (int)s->pairs[1], (int)s->pairs[2], (int)s->pairs[3], (int)s->pairs[4],
        "actions", (json_int_t)s->actions);
    write_json_line(object, stdout);
}

/* ---- The command ----------------------------------------------------------------------------- */

/* Everything that can be wrong is found before the first game. */
static int match_setup(const cli_command *command, const cli_arguments *arguments, match *m,
                       uint64_t *threads)
{
    uint64_t games, actions;
    int exit_code;

    if (!arguments_integer(arguments, OPTION_GAMES, 2, 100000000, 100, &games) ||
        !arguments_integer(arguments, OPTION_OPENING, 0, 20, 4, &actions) ||
        !arguments_integer(arguments, OPTION_CONCURRENCY, 1, MAX_WORKERS, 1, threads) ||
        !arguments_integer(arguments, OPTION_SEED, 0, UINT64_MAX, 1, &m->seed))
        return EXIT_USAGE;
    if (games % 2 != 0)
        return usage_error(command, "--games takes an even number: games come in pairs");
    m->pairs = games / 2;
    m->openings = openings_random(m->seed, (uint32_t)actions);
    for (int i = 0; i < 2; i++) {
        tetress_engine *engine;

        m->specs[i] = arguments->operands[i];
        exit_code = setup_engine(m->specs[i], &engine);
        if (exit_code != EXIT_DONE)
            return exit_code;
        tetress_engine_free(engine);
    }
    exit_code = setup_budget(command, arguments, "nodes=2000", &m->budget);
    if (exit_code == EXIT_DONE && arguments_has(arguments, OPTION_OPENINGS))
        exit_code = openings_read(&m->openings, arguments->values[OPTION_OPENINGS], false);
    return exit_code;
}

static int match_play(const cli_arguments *arguments, match *m, size_t threads)
{
    const char *path = arguments->values[OPTION_OUT];

    if (path != NULL && (m->out = fopen(path, "a")) == NULL)
        return problem("cannot write %s", path);
    m->bar = progress_bar_start(2 * m->pairs, arguments_has(arguments, OPTION_QUIET));
    run_workers(threads, work, m);
    progress_bar_end(&m->bar);
    if (m->out != NULL && fclose(m->out) != 0)
        return problem("cannot write %s", path);
    if (m->fault[0] != '\0')
        return problem("%s", m->fault);
    (arguments_has(arguments, OPTION_JSON) ? print_json : print_text)(m);
    return EXIT_DONE;
}

static int run_match(const cli_command *command, const cli_arguments *arguments)
{
    match *m = calloc(1, sizeof *m);
    uint64_t threads;
    int exit_code;

    if (m == NULL)
        return problem("out of memory");
    pthread_mutex_init(&m->lock, NULL);
    exit_code = match_setup(command, arguments, m, &threads);
    if (exit_code == EXIT_DONE)
        exit_code = match_play(arguments, m, threads);
    openings_free(&m->openings);
    pthread_mutex_destroy(&m->lock);
    free(m);
    return exit_code;
}

static const option_id MATCH_OPTIONS[] = {
    OPTION_GAMES, OPTION_BUDGET,  OPTION_TIME,        OPTION_NODES, OPTION_PLAYOUTS,
    OPTION_DEPTH, OPTION_OPENING, OPTION_OPENINGS,    OPTION_SEED,  OPTION_OUT,
    OPTION_QUIET, OPTION_JSON,    OPTION_CONCURRENCY, OPTION_HELP};

const cli_command command_match = {
    .name = "match",
    .operands = "A B",
    .operands_wanted = 2,
    .summary = "play A against B and rate them",
    .description =
        "Play pairs of games between two player SPECs: each opening twice, colours swapped.\n"
        "Prints the score, the Elo difference of A over B with a 95 % interval from the pairs,\n"
        "and the likelihood that A is stronger. With a node or playout budget (default\n"
        "nodes=2000) the result depends on the seed alone, not on --concurrency or the machine.\n",
    .options = MATCH_OPTIONS,
    .run = run_match,
};
