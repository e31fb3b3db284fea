/* SPDX-License-Identifier: MIT */
/* `tetress bench`: measures routines and searches, and prints a signature that shows whether
 * results changed. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bench_table.h"
#include "bench_work.h"
#include "commands.h"
#include "openings.h"
#include "stopwatch.h"
#include "tetress/experimental/routines.h"
#include "workers.h"

#define REPEATS 5 /* of what takes milliseconds */
#define ROUTINE_ROUNDS                                                                             \
    32 /* over all positions; fetching them from their games counts for little then */
#define RANDOM_GAMES 12 /* whose positions routines are measured on, unless a file has others */
#define PLAYOUTS     4000

/* What one kernel does is measured in turn with the others, so that what else the machine
 * does meanwhile hits all alike. */
typedef struct bench {
    bench_table table;
    uint64_t signatures[BENCH_MAX_KERNELS];
    tetress_game **games; /* what routines are measured on */
    size_t game_count;
    uint64_t threads;
} bench;

/* Do it once and set the figure; false if there is no memory. */
typedef bool (*bench_fn)(bench *b, const void *what, size_t kernel, bench_row *row, double *figure);

static int measure(bench *b, const char *name, const char *unit, size_t repeats, bench_fn run,
                   const void *what)
{
    bench_row *row = bench_add_row(&b->table, name, unit);

    for (size_t i = 0; i < repeats; i++) {
        for (size_t kernel = 0; kernel < b->table.kernel_count; kernel++) {
            double figure;

            tetress_kernel_select(b->table.kernels[kernel]);
            if (!run(b, what, kernel, row, &figure))
                return problem("out of memory");
            bench_add_figure(row, kernel, figure);
        }
    }
    return EXIT_DONE;
}

/* ---- Routines -------------------------------------------------------------------------------- */

static bool bench_routine(bench *b, const void *what, size_t kernel, bench_row *row, double *figure)
{
    uint64_t operations, checksum;
    double start = stopwatch_seconds();

    (void)kernel;
    (void)row;
    tetress_routine_run(what, (const tetress_game *const *)b->games, b->game_count, ROUTINE_ROUNDS,
                        &operations, &checksum);
    *figure = (stopwatch_seconds() - start) * 1e9 / (double)operations;
    return true;
}

/* ---- Random games and perft from the empty board --------------------------------------------- */

typedef struct playout_job {
    const tetress_game *start;
    atomic_uint_fast64_t seed;
} playout_job;

/* Each thread plays games of its own and shares nothing but the board that they start from. */
static void *play_out(void *shared)
{
    playout_job *job = shared;
    tetress_playouts results = TETRESS_PLAYOUTS_INIT;
    uint64_t seed = atomic_fetch_add(&job->seed, 1);

    tetress_game_playouts(job->start, &seed, PLAYOUTS, &results);
    return NULL;
}

static bool bench_playouts(bench *b, const void *threads, size_t kernel, bench_row *row,
                           double *figure)
{
    const uint64_t *count = threads;
    tetress_game *start;
    playout_job job;
    double begin;

    (void)b;
    (void)kernel;
    (void)row;
    if (tetress_game_new(NULL, &start) != TETRESS_OK)
        return false;
    job.start = start;
    atomic_init(&job.seed, 1);
    begin = stopwatch_seconds();
    run_workers(*count, play_out, &job);
    *figure = (double)(PLAYOUTS * *count) / (stopwatch_seconds() - begin);
    tetress_game_free(start);
    return true;
}

static bool bench_perft_3(bench *b, const void *nothing, size_t kernel, bench_row *row,
                          double *figure)
{
    tetress_game *start;
    double begin;

    (void)b;
    (void)nothing;
    (void)kernel;
    if (tetress_game_new(NULL, &start) != TETRESS_OK)
        return false;
    begin = stopwatch_seconds();
    tetress_game_perft(start, 3, &row->nodes);
    *figure = (double)row->nodes / (stopwatch_seconds() - begin);
    tetress_game_free(start);
    return true;
}

/* ---- What is signed -------------------------------------------------------------------------- */

static bool bench_perft_2(bench *b, const void *nothing, size_t kernel, bench_row *row,
                          double *figure)
{
    double start = stopwatch_seconds();

    (void)nothing;
    if (!bench_work_perft(&b->signatures[kernel], &row->nodes))
        return false;
    *figure = (double)row->nodes / (stopwatch_seconds() - start);
    return true;
}

static bool bench_player(bench *b, const void *what, size_t kernel, bench_row *row, double *figure)
{
    double seconds;

    if (!bench_work_search(what, &b->signatures[kernel], &row->nodes, &seconds))
        return false;
    *figure = (double)row->nodes / seconds;
    return true;
}

/* ---- The command ----------------------------------------------------------------------------- */

/* Keep a copy of the game. */
static bool keep_game(bench *b, const tetress_game *game)
{
    tetress_game **grown = realloc(b->games, (b->game_count + 1) * sizeof(tetress_game *));

    if (grown == NULL)
        return false;
    b->games = grown;
    if (tetress_game_copy(game, &b->games[b->game_count]) != TETRESS_OK)
        return false;
    b->game_count++;
    return true;
}

/* Every position of some random games. */
static bool keep_random_games(bench *b)
{
    uint64_t seed = 1;
    bool good = true;

    for (int i = 0; i < RANDOM_GAMES && good; i++) {
        tetress_game *game;
        tetress_move move;

        if (tetress_game_new(NULL, &game) != TETRESS_OK)
            return false;
        while (good && tetress_game_random_move(game, &seed, &move) == TETRESS_OK) {
            good = keep_game(b, game);
            tetress_game_apply(game, move);
        }
        tetress_game_free(game);
    }
    return good;
}

static int keep_file(bench *b, const char *path)
{
    openings set = openings_random(0, 0);
    int exit_code = openings_read(&set, path, true);

    for (size_t i = 0; exit_code == EXIT_DONE && i < set.count; i++) {
        tetress_game *game = openings_game(&set, i);

        if (game == NULL || !keep_game(b, game))
            exit_code = problem("out of memory");
        tetress_game_free(game);
    }
    openings_free(&set);
    return exit_code;
}

static int measure_all(bench *b)
{
    static const uint64_t ONE = 1;
    const bench_search *search;
    int exit_code = EXIT_DONE;

    for (uint32_t i = 0; exit_code == EXIT_DONE && tetress_routine_at(i) != NULL; i++)
        exit_code =
            measure(b, tetress_routine_at(i), "ns", REPEATS, bench_routine, tetress_routine_at(i));
    if (exit_code == EXIT_DONE)
        exit_code = measure(b, "playouts, 1 thread", "/s", REPEATS, bench_playouts, &ONE);
    if (exit_code == EXIT_DONE && b->threads > 1)
        exit_code = measure(b, "playouts, all threads", "/s", REPEATS, bench_playouts, &b->threads);
    if (exit_code == EXIT_DONE)
        exit_code = measure(b, "perft 3", "/s", 1, bench_perft_3, NULL);
    if (exit_code == EXIT_DONE)
        exit_code = measure(b, "perft 2", "/s", 1, bench_perft_2, NULL);
    for (size_t i = 0; exit_code == EXIT_DONE && (search = bench_search_at(i)) != NULL; i++)
        exit_code = measure(b, search->row, "/s", 1, bench_player, search);
    return exit_code;
}

static void free_games(bench *b)
{
    for (size_t i = 0; i < b->game_count; i++)
        tetress_game_free(b->games[i]);
    free(b->games);
}

static int run_bench(const cli_command *command, const cli_arguments *arguments)
{
    bench *b = calloc(1, sizeof *b);
    int exit_code = EXIT_DONE;

    (void)command;
    if (b == NULL)
        return problem("out of memory");
    bench_start(&b->table);
    for (size_t kernel = 0; kernel < b->table.kernel_count; kernel++)
        b->signatures[kernel] = BENCH_UNSIGNED;
    if (!arguments_integer(arguments, OPTION_THREADS, 1, MAX_WORKERS, 1, &b->threads))
        exit_code = EXIT_USAGE;
    else if (arguments_has(arguments, OPTION_POSITIONS))
        exit_code = keep_file(b, arguments->values[OPTION_POSITIONS]);
    else if (!keep_random_games(b))
        exit_code = problem("out of memory");
    if (exit_code == EXIT_DONE)
        exit_code = measure_all(b);
    tetress_kernel_select(NULL);
    if (exit_code == EXIT_DONE)
        exit_code = bench_check_signatures(&b->table, b->signatures);
    if (exit_code == EXIT_DONE)
        bench_print(&b->table, b->signatures[0], arguments_has(arguments, OPTION_JSON));
    free_games(b);
    free(b);
    return exit_code;
}

static const option_id BENCH_OPTIONS[] = {OPTION_POSITIONS, OPTION_THREADS, OPTION_JSON,
                                          OPTION_HELP};

const cli_command command_bench = {
    .name = "bench",
    .operands = "",
    .summary = "measure the speed of every routine and player, and print the signature",
    .description =
        "Measure the speed of the library on this machine: each routine in nanoseconds on positions\n"
        "of random games (list and apply for each move), random games and perft from the empty\n"
        "board, and searches of fixed positions with fixed node budgets, one thread and fixed\n"
        "seeds. There is a column for each kernel that can run here, with the best of several runs.\n"
        "The last line is a signature of all moves, scores and node counts. It is the same for every\n"
        "compiler, machine and kernel; different signatures in one run are an error.\n",
    .options = BENCH_OPTIONS,
    .run = run_bench,
};
