/* SPDX-License-Identifier: MIT */
/* `tetress tetris bench`: measures the single-player kernels and search, and prints their
 * signature. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <tetress/tetress.h>
#include <tetress/tetris.h>

#include "bench_table.h"
#include "bench_work.h"
#include "commands.h"

#define REPEATS 5

typedef struct bench {
    bench_table table;
    uint64_t signatures[BENCH_MAX_KERNELS];
} bench;

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

/* ---- The table ------------------------------------------------------------------------------- */

/* In turn, so that what else the machine does meanwhile hits all kernels alike. */
static int measure_case(bench *b, const bench_well *well, bench_row *row, bool first)
{
    for (size_t kernel = 0; kernel < b->table.kernel_count; kernel++) {
        uint64_t unsigned_again = BENCH_UNSIGNED;
        uint64_t *signature = first ? &b->signatures[kernel] : &unsigned_again;
        tetress_tetris_agent *agent;
        double seconds;
        bool good;

        tetress_kernel_select(b->table.kernels[kernel]);
        agent = bench_well_agent(well);
        good = agent != NULL && bench_work_well(well, agent, signature, &seconds);
        tetress_tetris_agent_free(agent);
        if (!good)
            return problem("out of memory");
        bench_add_figure(row, kernel, (double)well->pieces / seconds);
    }
    return EXIT_DONE;
}

static int measure_all(bench *b)
{
    const bench_well *well;
    int exit_code = EXIT_DONE;

    for (size_t i = 0; exit_code == EXIT_DONE && (well = bench_well_at(i)) != NULL; i++) {
        bench_row *row = bench_add_row(&b->table, well->row, "/s");

        row->nodes = well->pieces;
        for (int repeat = 0; repeat < REPEATS && exit_code == EXIT_DONE; repeat++)
            exit_code = measure_case(b, well, row, repeat == 0);
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
