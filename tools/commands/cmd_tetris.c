/* SPDX-License-Identifier: MIT */
/* `tetress tetris`: the group of commands for the single-player game. */
#include <stdio.h>
#include <string.h>
#include <tetress/tetris.h>

#include "commands.h"

static const cli_command *const COMMANDS[] = {
    &command_tetris_play,    &command_tetris_watch, &command_tetris_bench,
    &command_tetris_measure, &command_tetris_train,
};

#define COMMANDS_COUNT (sizeof COMMANDS / sizeof COMMANDS[0])

#define DESCRIPTION                                                                                \
    "Play the single-player game of S2, a well of 10 columns, or let agents play it.\n"

static void print_usage(FILE *to)
{
    fprintf(to, "Usage: tetress tetris COMMAND [OPTION...]\n\n%s\nCommands:\n", DESCRIPTION);
    commands_print(COMMANDS, COMMANDS_COUNT, to);
    fputs("\nEvaluators:\n", to);
    for (uint32_t i = 0; tetress_tetris_evaluator_name(i) != NULL; i++)
        fprintf(to, "  %-12s %s\n", tetress_tetris_evaluator_name(i),
                tetress_tetris_evaluator_summary(i));
    fputs("\n'tetress tetris COMMAND --help' tells more.\n", to);
}

static int pass_tetris(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (asks_for_help(argc, argv)) {
        print_usage(stdout);
        return EXIT_DONE;
    }
    if (strcmp(argv[1], "help") == 0)
        return commands_help(COMMANDS, COMMANDS_COUNT, "tetris", argc - 1, argv + 1);
    return commands_run(COMMANDS, COMMANDS_COUNT, "tetris", argc - 1, argv + 1);
}

const cli_command command_tetris = {
    .name = "tetris",
    .summary = "single-player Tetris: play, watch, bench, measure, train",
    .operands = "COMMAND",
    .description = DESCRIPTION,
    .pass = pass_tetris,
    .members = COMMANDS,
    .members_count = COMMANDS_COUNT,
};
