/* SPDX-License-Identifier: MIT */
/* `tetress tetris measure`: how many rows an agent removes, with a confidence interval. */
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>

#include "commands.h"
#include "json_line.h"
#include "progress_bar.h"
#include "stopwatch.h"
#include "tetris_setup.h"

#define TRIALS        10000
#define REPLICATES    8
#define MOST_COUNT    UINT64_C(1000000) /* measurements in all */
#define GAMES_A_BATCH 8                 /* for each thread, between two looks at the progress */

/* Measurements of the mean rows of a game, each a whole game or an estimate by splitting. */
typedef struct measurement {
    tetress_tetris_agent *agent;
    const char *name; /* of the weights */
    bool games;
    uint64_t rows, seed, trials, pieces, threads;
    uint64_t round; /* measurements between two looks at the error */
    double error;   /* wished, of 1; 0: none */
    double *lines;
    uint64_t *game_lines; /* the same of one batch */
    uint64_t count, room;
    tetress_tetris_mean mean;
    double cpu_seconds;
    progress_bar bar;
} measurement;

/* ---- Measuring ------------------------------------------------------------------------------- */

static bool make_room(measurement *m, uint64_t count)
{
    double *lines = realloc(m->lines, count * sizeof lines[0]);
    uint64_t *game_lines;

    if (lines == NULL)
        return false;
    m->lines = lines;
    game_lines = realloc(m->game_lines, count * sizeof game_lines[0]);
    if (game_lines == NULL)
        return false;
    m->game_lines = game_lines;
    m->room = count;
    return true;
}

static tetress_status play_batch(measurement *m, uint64_t count)
{
    tetress_status status = tetress_tetris_agent_games(
        m->agent, m->seed, m->count, (size_t)count, m->pieces, (uint32_t)m->threads, m->game_lines);

    for (uint64_t i = 0; status == TETRESS_OK && i < count; i++)
        m->lines[m->count + i] = (double)m->game_lines[i];
    return status;
}

static tetress_status split_batch(measurement *m, uint64_t count)
{
    return tetress_tetris_agent_split(m->agent, m->seed + m->count, (size_t)count,
                                      (uint32_t)m->trials, (uint32_t)m->threads,
                                      m->lines + m->count);
}

/* Leaving out an estimate that failed would favour those that came out well. */
static int check_batch(const measurement *m, uint64_t count)
{
    for (uint64_t i = m->count; i < m->count + count; i++) {
        if (m->lines[i] < 0)
            return problem("an estimate (seed %" PRIu64 ") saw too little with %" PRIu64
                           " trials a level; try more --trials",
                           m->seed + i, m->trials);
    }
    return EXIT_DONE;
}

static double relative_error(const measurement *m)
{
    return m->mean.mean > 0 ? m->mean.error / m->mean.mean : 0;
}

/* How many measurements it will take, as far as can be told. */
static uint64_t expected_count(const measurement *m)
{
    double ratio = m->error > 0 ? relative_error(m) / m->error : 0;
    double expected = (double)m->count * ratio * ratio;
    uint64_t least = m->count < m->round ? m->round : m->count;

    if (m->count < 2 || expected <= (double)least)
        return least;
    return expected < (double)MOST_COUNT ? (uint64_t)expected : MOST_COUNT;
}

static void show_progress(measurement *m)
{
    char note[64];

    snprintf(note, sizeof note, "mean %.4g +- %.1f %%", m->mean.mean, 100 * relative_error(m));
    m->bar.total = expected_count(m);
    progress_bar_show(&m->bar, m->count, note);
}

static int measure_batch(measurement *m, uint64_t count)
{
    tetress_status status = (m->games ? play_batch : split_batch)(m, count);
    int exit_code;

    if (status != TETRESS_OK)
        return problem("%s", tetress_status_text(status));
    exit_code = check_batch(m, count);
    if (exit_code != EXIT_DONE)
        return exit_code;
    m->count += count;
    m->mean = (tetress_tetris_mean)TETRESS_TETRIS_MEAN_INIT;
    tetress_tetris_interval(m->lines, m->count, &m->mean);
    show_progress(m);
    return EXIT_DONE;
}

/* A round in batches. Rounds do not depend on the number of threads, so neither does the end. */
static int measure_round(measurement *m)
{
    uint64_t end = m->count + m->round;
    uint64_t batch = m->games ? GAMES_A_BATCH * m->threads : m->threads;
    int exit_code = EXIT_DONE;

    if (end > m->room && !make_room(m, end))
        return problem("out of memory");
    while (exit_code == EXIT_DONE && m->count < end)
        exit_code = measure_batch(m, end - m->count < batch ? end - m->count : batch);
    return exit_code;
}

/* One measurement alone has no error that could be small enough. */
static bool is_good_enough(const measurement *m)
{
    return m->error == 0 || (m->count > 1 && relative_error(m) < m->error);
}

static int measure(measurement *m, bool quiet)
{
    double start = stopwatch_process_seconds();
    int exit_code;

    m->bar = progress_bar_start((size_t)m->round, quiet);
    do
        exit_code = measure_round(m);
    while (exit_code == EXIT_DONE && !is_good_enough(m) && m->count + m->round <= MOST_COUNT);
    progress_bar_end(&m->bar);
    m->cpu_seconds = stopwatch_process_seconds() - start;
    return exit_code;
}

/* ---- The result ------------------------------------------------------------------------------ */

static void print_text(const measurement *m)
{
    const tetress_tetris_mean *mean = &m->mean;
    int digits = mean->mean < 100000 ? 1 : 0;

    printf("%s, %" PRIu64 " rows: ", m->name, m->rows);
    if (m->games && m->pieces == INT64_MAX)
        printf("%" PRIu64 " games\n", m->count);
    else if (m->games)
        printf("%" PRIu64 " games of at most %" PRIu64 " pieces\n", m->count, m->pieces);
    else
        printf("%" PRIu64 " estimates of %" PRIu64 " trials a level\n", m->count, m->trials);
    printf("mean %.*f lines\n", digits, mean->mean);
    if (m->count > 1)
        printf("standard error %.*f (%.1f %%), 95 %% interval %.*f to %.*f\n", digits, mean->error,
               100 * relative_error(m), digits, mean->low, digits, mean->high);
    else
        puts("its error is unknown: one measurement has no spread");
    if (m->error > 0)
        printf("%s the error of %g %% that was wished\n",
               is_good_enough(m) ? "below" : "did not reach", 100 * m->error);
    printf("CPU time %.1f s\n", m->cpu_seconds);
}

static void print_json(const measurement *m)
{
    json_t *all = json_array();
    json_t *object = json_pack(
        "{s:s, s:s, s:I, s:I, s:f, s:f, s:f, s:f, s:b, s:f}", "agent", m->name, "kind",
        m->games ? "games" : "split", "rows", (json_int_t)m->rows, "count", (json_int_t)m->count,
        "mean", m->mean.mean, "error", m->mean.error, "low", m->mean.low, "high", m->mean.high,
        "reached", is_good_enough(m), "cpu_seconds", m->cpu_seconds);

    for (uint64_t i = 0; i < m->count; i++)
        json_array_append_new(all, json_real(m->lines[i]));
    if (m->games)
        json_object_set_new(object, "pieces", json_integer((json_int_t)m->pieces));
    else
        json_object_set_new(object, "trials", json_integer((json_int_t)m->trials));
    json_object_set_new(object, "measured", all);
    write_json_line(object, stdout);
}

/* ---- The command ----------------------------------------------------------------------------- */

static int check_kind(const cli_command *command, const cli_arguments *arguments,
                      const measurement *m)
{
    if (m->games &&
        (arguments_has(arguments, OPTION_TRIALS) || arguments_has(arguments, OPTION_REPLICATES)))
        return usage_error(command, "takes either --games, or --trials and --replicates");
    if (!m->games && arguments_has(arguments, OPTION_PIECES))
        return usage_error(command, "--pieces needs whole games: add --games");
    if (!m->games && m->rows < TETRESS_TETRIS_SPLIT_ROWS)
        return usage_error(command,
                           "estimates need --rows of %d or more; use --games to play whole games",
                           TETRESS_TETRIS_SPLIT_ROWS);
    return EXIT_DONE;
}

static int measurement_setup(const cli_command *command, const cli_arguments *arguments,
                             measurement *m)
{
    option_id number =
        arguments_has(arguments, OPTION_WHOLE_GAMES) ? OPTION_WHOLE_GAMES : OPTION_REPLICATES;
    int exit_code;

    m->games = number == OPTION_WHOLE_GAMES;
    m->name = tetris_agent_name(arguments);
    if (!arguments_integer(arguments, number, 1, MOST_COUNT, REPLICATES, &m->round) ||
        !arguments_integer(arguments, OPTION_ROWS, 4, TETRESS_TETRIS_ROWS, TETRESS_TETRIS_ROWS,
                           &m->rows) ||
        !arguments_integer(arguments, OPTION_SEED, 0, UINT64_MAX, 1, &m->seed) ||
        !arguments_integer(arguments, OPTION_TRIALS, 1, TETRESS_TETRIS_MOST_TRIALS, TRIALS,
                           &m->trials) ||
        !arguments_integer(arguments, OPTION_PIECES, 1, INT64_MAX, INT64_MAX, &m->pieces) ||
        !arguments_integer(arguments, OPTION_THREADS, 1, TETRESS_TETRIS_MOST_THREADS, 1,
                           &m->threads) ||
        !arguments_real(arguments, OPTION_ERROR, 100, &m->error))
        return EXIT_USAGE;
    m->error /= 100;
    exit_code = check_kind(command, arguments, m);
    if (exit_code != EXIT_DONE)
        return exit_code;
    return tetris_setup_agent(command, arguments, (uint32_t)m->rows, 1, &m->agent);
}

static int run_measure(const cli_command *command, const cli_arguments *arguments)
{
    measurement m = {.agent = NULL};
    int exit_code = measurement_setup(command, arguments, &m);

    if (exit_code == EXIT_DONE)
        exit_code = measure(&m, arguments_has(arguments, OPTION_QUIET));
    if (exit_code == EXIT_DONE)
        (arguments_has(arguments, OPTION_JSON) ? print_json : print_text)(&m);
    free(m.lines);
    free(m.game_lines);
    tetress_tetris_agent_free(m.agent);
    return exit_code;
}

static const option_id MEASURE_OPTIONS[] = {
    OPTION_EVALUATOR,   OPTION_WEIGHTS, OPTION_LOOKAHEAD, OPTION_WIDTH,
    OPTION_SHALLOW,     OPTION_ROWS,    OPTION_TRIALS,    OPTION_REPLICATES,
    OPTION_WHOLE_GAMES, OPTION_PIECES,  OPTION_ERROR,     OPTION_SEED,
    OPTION_THREADS,     OPTION_QUIET,   OPTION_JSON,      OPTION_HELP};

const cli_command command_tetris_measure = {
    .name = "tetris measure",
    .operands = "",
    .summary = "measure the mean number of rows of a game",
    .description =
        "Measure the mean number of rows that an agent removes in a game, with its standard error\n"
        "and 95 % interval. Without --games it makes independent estimates by multilevel splitting,\n"
        "which takes seconds however large the mean is; the first uses the seed N of --seed, the next\n"
        "N + 1, and so on. The number of threads does not change the result.\n",
    .options = MEASURE_OPTIONS,
    .run = run_measure,
};
