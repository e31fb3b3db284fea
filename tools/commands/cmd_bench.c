/* SPDX-License-Identifier: MIT */
/* `tetress bench`: measures routines and searches, and prints a signature that shows whether
 * results changed. */
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "bench_table.h"
#include "commands.h"
#include "openings.h"
#include "stopwatch.h"
#include "tetress/experimental/routines.h"
#include "workers.h"

/* From the empty board to action 132, replayed from random and greedy games. */
static const char *const POSITIONS[] = {
    ".........../.........../.........../.........../.........../.........../.........../"
    ".........../.........../.........../........... r 0",
    ".........../.........../.........../.........../....b....../...bb....../....b....../"
    ".r........./.rr......../.r........./........... r 2",
    ".........../.........../..r......../..rr......r/rrrr......r/.rr......../b.r......bb/"
    ".........bb/........bbb/.........../........... b 5",
    ".........../.........../........r../rrrr....rrr/..r.....rrr/r.rb.....rr/rr.bbbb..../"
    "rr.bbb...../...bbbbb.../....b.bb.../........... b 9",
    "....rrr..../......rrb../......bbb../....r.b..../....r.b..../....bbbbb../....b....../"
    "....b....../.........../....r....../...rr...... r 14",
    ".......b.../.......bb../.......bb../.........../.........../...r......./.........../"
    "brrr...b.../brrr.bbbbbb/brrrr.bbbbb/b.......... b 19",
    ".rrrrbrrrrr/.r..r.bb.rr/..rrrr.b.r./rr....bb.rr/rr........r/rrbbbbb.b../rr.bb.b...r/"
    "..b.b.b..br/..bb...bbrr/rbb.bbbbr.r/rrr.bb.rrrr r 24",
    ".....rr.r.b/..rr..rrr.b/.bb.rrrrrrb/.........../b.rbb..r.b./...bbb...b./.b.bbb...b./"
    "bb.rrb...b./bbbrr....../bbbr.b..rb./bb.r..rrr.. b 31",
    "rrbb....bbr/rbbr...rrrr/..rr..rrr../r.rb...rrrr/bbrb...r.b./bb.bb..r.bb/bb.bb.b.bbb/"
    "..brb.b.bbb/bbb...bbrrb/.bbb..brr.b/.bb....bbbb r 38",
    "rrr..bbr.rr/rr..bbbrrr./.r...b.bb../.br..bbrbb./rbb.r.rrbb./..b.bbbbr../.bb.rbbrrr./"
    ".b...r.rrbb/.brrrrrrrbb/b.r.rbr.r.b/..r.r.b.rrr b 47",
    "......br.../.....bbb.../......bb.../..b...bb.../.bbbbbbbbbb/.........../......rr.../"
    "......rr.../......rr.../rrrrrrrr.rr/......rr.rr r 58",
    "b......rrr./b.......r../rrr..b.rrr./.......rr../.rrr..rrb../.r.bb....../brbbbbbbbb./"
    "...rr.rrr../.rrrr..rbb./.b...bbbb../bb......... b 71",
    "r.bb......./rbb.rrrb.bb/rbbbb.rbrbr/rrb...rrrrr/bbbb.bbbrrb/bbbbbbrb.r./rrbbrb.bbrr/"
    "..rrrbbbbbb/rrrrrbb.bbb/bbb.r.bbb.b/r..rr.bb..b r 96",
    ".bb..bbbb../bbbbr.bb.br/.bbrrrbbbbr/b..rrbbbbbb/bb.r.bbrrrr/bb.rbr.bbrr/.r.rr.bbbr./"
    "bb.bbrrbbrb/rrrr.rrrb../rrrbrbb.b.r/brrbr.bbrbb r 132",
};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

#define REPEATS 5 /* of what takes milliseconds */
#define ROUTINE_ROUNDS                                                                             \
    32 /* over all positions; fetching them from their games counts for little then */
#define RANDOM_GAMES 12 /* whose positions routines are measured on, unless a file has others */
#define PLAYOUTS     4000

/* Searches of every position with one player; budgets in nodes, so that the work is the same
 * everywhere. */
typedef struct bench_player {
    const char *row;
    const char *spec;
    uint64_t nodes;
} bench_player;

#define PLAYER(spec, nodes)                                                                        \
    {                                                                                              \
        "search " spec, spec, nodes                                                                \
    }

static const bench_player SEARCHES[] = {
    PLAYER("negamax", 60000),
    PLAYER("negamax:evaluator=mobility", 60000),
    PLAYER("negamax:evaluator=s1-coded", 60000),
    PLAYER("negamax:evaluator=tokens,multipv=3", 60000),
    PLAYER("mcts", 30000),
    PLAYER("uct", 3000),
    PLAYER("beam", 30000),
    PLAYER("greedy", 100000),
    PLAYER("random", 100000),
};

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
    row->nodes = 0;
    for (size_t i = 0; i < COUNT_OF(POSITIONS); i++) {
        tetress_game *game;
        uint64_t nodes = 0;

        if (tetress_game_from_text(NULL, POSITIONS[i], &game, NULL) != TETRESS_OK)
            return false;
        tetress_game_perft(game, 2, &nodes);
        tetress_game_free(game);
        row->nodes += nodes;
        bench_sign(&b->signatures[kernel], nodes);
    }
    *figure = (double)row->nodes / (stopwatch_seconds() - start);
    return true;
}

/* What is signed is what no compiler, machine or build may change: move, score, proof, depth and
 * nodes of every search. Returns the seconds that it took, or a negative number. */
static double search_position(tetress_engine *engine, const char *position, uint64_t nodes,
                              bench_row *row, uint64_t *signature)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;
    tetress_game *game;
    double seconds;

    if (tetress_game_from_text(NULL, position, &game, NULL) != TETRESS_OK)
        return -1;
    budget.nodes = nodes;
    seconds = stopwatch_seconds();
    tetress_engine_search(engine, game, &budget, &result);
    seconds = stopwatch_seconds() - seconds;
    row->nodes += result.nodes;
    bench_sign(signature, result.move);
    bench_sign(signature, (uint64_t)(int64_t)result.score);
    bench_sign(signature, (uint64_t)(int64_t)result.mate);
    bench_sign(signature, result.depth);
    bench_sign(signature, result.nodes);
    tetress_game_free(game);
    return seconds;
}

static bool bench_search(bench *b, const void *what, size_t kernel, bench_row *row, double *figure)
{
    const bench_player *player = what;
    tetress_engine *engine;
    double seconds = 0;

    row->nodes = 0;
    if (tetress_engine_new(NULL, player->spec, &engine, NULL) != TETRESS_OK)
        return false;
    for (size_t i = 0; i < COUNT_OF(POSITIONS); i++) {
        double more;

        tetress_engine_reset(engine);
        more = search_position(engine, POSITIONS[i], player->nodes, row, &b->signatures[kernel]);
        if (more < 0) {
            tetress_engine_free(engine);
            return false;
        }
        seconds += more;
    }
    tetress_engine_free(engine);
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
    for (size_t i = 0; exit_code == EXIT_DONE && i < COUNT_OF(SEARCHES); i++)
        exit_code = measure(b, SEARCHES[i].row, "/s", 1, bench_search, &SEARCHES[i]);
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
