/* SPDX-License-Identifier: MIT */
/* `tetress tetris bench`: measures the single-player kernels and search, and prints their
 * signature. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <tetress/tetress.h>
#include <tetress/tetris.h>

#include "bench_table.h"
#include "commands.h"
#include "stopwatch.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])
#define REPEATS         5

/* Games from seed 1 on until so many pieces were placed. */
typedef struct bench_case {
    const char *row;
    const char *evaluator;
    uint32_t lookahead;
    uint64_t pieces;
} bench_case;

static const bench_case CASES[] = {
    {"s2, no look-ahead", "s2", 0, 50000},
    {"dt20, no look-ahead", "dt20", 0, 50000},
    {"s2, look-ahead 1, width 2", "s2", 1, 5000},
    {"dt20, look-ahead 1, width 2", "dt20", 1, 5000},
};

typedef struct bench {
    bench_table table;
    uint64_t signatures[BENCH_MAX_KERNELS];
} bench;

/* ---- Kernels --------------------------------------------------------------------------------- */

/* An agent keeps the kernel that ran when it was made. */
static tetress_tetris_agent *agent_for(const bench *b, const bench_case *c, size_t kernel)
{
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_tetris_agent *agent = NULL;

    options.lookahead = c->lookahead;
    options.width = 2;
    tetress_kernel_select(b->table.kernels[kernel]);
    tetress_tetris_agent_new(NULL, c->evaluator, &options, &agent, NULL);
    return agent;
}

/* All kernels that run here, or the one that the environment names. */
static void choose_kernels(bench *b)
{
    const char *wish = getenv("TETRESS_KERNEL");

    bench_start(&b->table);
    b->table.work = "pieces";
    if (wish == NULL || wish[0] == '\0')
        return;
    b->table.kernels[0] = tetress_kernel_name();
    b->table.kernel_count = 1;
}

/* ---- Games ----------------------------------------------------------------------------------- */

/* Play one game on for at most so many pieces and sign how it ends. The pieces that were placed; 0
 * if memory is out. */
static uint64_t play_game(const tetress_tetris_agent *agent, uint64_t seed, uint64_t pieces,
                          uint64_t *signature)
{
    tetress_tetris *game;
    uint64_t turns = 0;

    if (tetress_tetris_new(NULL, 0, TETRESS_TETRIS_UNIFORM, seed, &game, NULL) != TETRESS_OK)
        return 0;
    if (tetress_tetris_agent_play(agent, game, pieces) == TETRESS_OK) {
        turns = tetress_tetris_turns(game);
        bench_sign(signature, tetress_tetris_hash(game));
        bench_sign(signature, tetress_tetris_lines(game));
        bench_sign(signature, turns);
    }
    tetress_tetris_free(game);
    return turns;
}

/* Pieces a second of CPU time; a negative number if memory is out. */
static double play_case(const tetress_tetris_agent *agent, const bench_case *c, uint64_t *signature)
{
    double start = stopwatch_thread_seconds();
    uint64_t left = c->pieces;

    for (uint64_t seed = 1; left > 0; seed++) {
        uint64_t pieces = play_game(agent, seed, left, signature);

        if (pieces == 0)
            return -1;
        left -= pieces;
    }
    return (double)c->pieces / (stopwatch_thread_seconds() - start);
}

/* ---- The table ------------------------------------------------------------------------------- */

/* In turn, so that what else the machine does meanwhile hits all kernels alike. */
static int measure_case(bench *b, const bench_case *c, bench_row *row, bool first)
{
    for (size_t kernel = 0; kernel < b->table.kernel_count; kernel++) {
        tetress_tetris_agent *agent = agent_for(b, c, kernel);
        uint64_t unsigned_again = BENCH_UNSIGNED;
        double figure = -1;

        if (agent != NULL)
            figure = play_case(agent, c, first ? &b->signatures[kernel] : &unsigned_again);
        tetress_tetris_agent_free(agent);
        if (figure < 0)
            return problem("out of memory");
        bench_add_figure(row, kernel, figure);
    }
    return EXIT_DONE;
}

static int measure_all(bench *b)
{
    int exit_code = EXIT_DONE;

    for (size_t i = 0; i < COUNT_OF(CASES); i++) {
        bench_row *row = bench_add_row(&b->table, CASES[i].row, "/s");

        row->nodes = CASES[i].pieces;
        for (int repeat = 0; repeat < REPEATS && exit_code == EXIT_DONE; repeat++)
            exit_code = measure_case(b, &CASES[i], row, repeat == 0);
    }
    return exit_code;
}

static int run_bench(const cli_command *command, const cli_arguments *arguments)
{
    bench *b = calloc(1, sizeof *b);
    int exit_code;

    (void)command;
    if (b == NULL)
        return problem("out of memory");
    choose_kernels(b);
    for (size_t kernel = 0; kernel < b->table.kernel_count; kernel++)
        b->signatures[kernel] = BENCH_UNSIGNED;
    exit_code = measure_all(b);
    tetress_kernel_select(NULL);
    if (exit_code == EXIT_DONE)
        exit_code = bench_check_signatures(&b->table, b->signatures);
    if (exit_code == EXIT_DONE)
        bench_print(&b->table, b->signatures[0], arguments_has(arguments, OPTION_JSON));
    free(b);
    return exit_code;
}

static const option_id BENCH_OPTIONS[] = {OPTION_JSON, OPTION_HELP};

const cli_command command_tetris_bench = {
    .name = "tetris bench",
    .operands = "",
    .summary = "measure the speed of the agents, and print the signature",
    .description =
        "Measure pieces per second of CPU time over fixed numbers of pieces from fixed seeds, the\n"
        "best of several runs. There is a column for each kernel that can run here, or for the one\n"
        "that the environment variable TETRESS_KERNEL names. The last line is a signature of all\n"
        "final wells, lines and turns. It is the same for every compiler, machine and kernel;\n"
        "different signatures in one run are an error.\n",
    .options = BENCH_OPTIONS,
    .run = run_bench,
};
