/* SPDX-License-Identifier: MIT */
/* `tetress perft`: counts the positions after a number of actions, to test and time move
 * generation. */
#include <inttypes.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "json_line.h"
#include "names.h"
#include "start_position.h"
#include "stopwatch.h"
#include "workers.h"

/* Root moves, taken by whichever thread is free. */
typedef struct job {
    const tetress_game *game;
    uint32_t depth;
    size_t count;
    tetress_move moves[TETRESS_PLACEMENTS];
    uint64_t nodes[TETRESS_PLACEMENTS];
    atomic_size_t next;
    atomic_bool failed;
} job;

static void *work(void *shared)
{
    job *j = shared;
    tetress_game *game;
    size_t i;

    if (tetress_game_copy(j->game, &game) != TETRESS_OK) {
        atomic_store(&j->failed, true);
        return NULL;
    }
    while ((i = atomic_fetch_add(&j->next, 1)) < j->count) {
        tetress_game_apply(game, j->moves[i]);
        tetress_game_perft(game, j->depth - 1, &j->nodes[i]);
        tetress_game_undo(game);
    }
    tetress_game_free(game);
    return NULL;
}

static void print_text(const job *j, uint64_t total, double seconds, bool divide)
{
    char name[TETRESS_MOVE_TEXT];

    for (size_t i = 0; divide && i < j->count; i++)
        printf("%s %" PRIu64 "\n", move_name(j->moves[i], name), j->nodes[i]);
    printf("nodes %" PRIu64 "  seconds %.3f  nps %.0f\n", total, seconds,
           seconds > 0 ? (double)total / seconds : 0);
}

static void print_json(const job *j, uint64_t total, double seconds, bool divide)
{
    json_t *object =
        json_pack("{s:i, s:I, s:f, s:f}", "depth", (int)j->depth, "nodes", (json_int_t)total,
                  "seconds", seconds, "nps", seconds > 0 ? (double)total / seconds : 0.0);
    char name[TETRESS_MOVE_TEXT];

    if (divide) {
        json_t *moves = json_object();

        for (size_t i = 0; i < j->count; i++)
            json_object_set_new(moves, move_name(j->moves[i], name),
                                json_integer((json_int_t)j->nodes[i]));
        json_object_set_new(object, "divide", moves);
    }
    write_json_line(object, stdout);
}

static int count_and_print(const cli_arguments *arguments, const tetress_game *game, uint64_t depth,
                           uint64_t threads)
{
    job *j = calloc(1, sizeof *j);
    double start = stopwatch_seconds();
    bool divide = arguments_has(arguments, OPTION_DIVIDE);
    uint64_t total = 0;

    if (j == NULL)
        return problem("out of memory");
    j->game = game;
    j->depth = (uint32_t)depth;
    tetress_game_legal_moves(game, j->moves, TETRESS_PLACEMENTS, &j->count);
    run_workers(threads, work, j);
    if (atomic_load(&j->failed)) {
        free(j);
        return problem("out of memory");
    }
    for (size_t i = 0; i < j->count; i++)
        total += j->nodes[i];
    (arguments_has(arguments, OPTION_JSON) ? print_json : print_text)(
        j, total, stopwatch_seconds() - start, divide);
    free(j);
    return EXIT_DONE;
}

static int run_perft(const cli_command *command, const cli_arguments *arguments)
{
    uint64_t depth, threads;
    tetress_game *game;
    int exit_code;

    if (!read_integer(arguments->operands[0], TETRESS_MAX_ACTIONS, &depth) || depth == 0)
        return usage_error(command, "DEPTH is an integer from 1 to %d, not '%s'",
                           TETRESS_MAX_ACTIONS, arguments->operands[0]);
    if (!arguments_integer(arguments, OPTION_THREADS, 1, MAX_WORKERS, 1, &threads))
        return EXIT_USAGE;
    exit_code = game_from_options(command, arguments, &game);
    if (exit_code != EXIT_DONE)
        return exit_code;
    exit_code = count_and_print(arguments, game, depth, threads);
    tetress_game_free(game);
    return exit_code;
}

static const option_id PERFT_OPTIONS[] = {OPTION_POSITION, OPTION_GAME,  OPTION_NUMBER,
                                          OPTION_ACTIONS,  OPTION_MOVES, OPTION_DIVIDE,
                                          OPTION_THREADS,  OPTION_JSON,  OPTION_HELP};

const cli_command command_perft = {
    .name = "perft",
    .operands = "DEPTH",
    .operands_wanted = 1,
    .summary = "count the sequences of DEPTH actions",
    .description =
        "Count the sequences of exactly DEPTH actions from a position. A game that ends\n"
        "earlier adds nothing. From the empty board: 2299, 4808298, 1120804608.\n",
    .options = PERFT_OPTIONS,
    .run = run_perft,
};
