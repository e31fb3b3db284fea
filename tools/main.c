/* SPDX-License-Identifier: MIT */
/* The command line: a client of the public header like any other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tetress/tetress.h>

#include "commands.h"

static const cli_command *const COMMANDS[] = {
    &command_play,     &command_best,  &command_analyse, &command_import,
    &command_solve,    &command_match, &command_perft,   &command_bench,
    &command_selfplay, &command_ugi,   &command_players, &command_tetris,
};

#define COMMANDS_COUNT (sizeof COMMANDS / sizeof COMMANDS[0])

static void print_usage(FILE *to)
{
    fputs(
        "Usage: tetress COMMAND [OPTION...]\n\n"
        "First steps:\n"
        "  tetress play level-4                    play against a computer; level-1 is the easiest\n"
        "  tetress play negamax mcts               watch two players\n"
        "  tetress best --moves \"T 3-4 r\"          what to play after these moves\n"
        "  tetress analyse game.log                where a game was won and lost\n"
        "  tetress match level-3 level-5 --games 20   who is stronger\n\n"
        "Commands:\n",
        to);
    commands_print(COMMANDS, COMMANDS_COUNT, to);
    fputs(
        "\n'tetress help COMMAND' or 'tetress COMMAND --help' tells more, 'tetress version' which\n"
        "version this is. A player SPEC is NAME or NAME:key=value,...;\n"
        "'tetress players' lists the names, 'tetress players NAME' its keys.\n"
        "TETRESS_KERNEL=portable|avx2|avx512 in the environment chooses how moves are generated.\n",
        to);
}

/* The library ignores a wish that it cannot grant; who made it should know. */
static bool isa_is_as_wished(void)
{
    const char *wish = getenv("TETRESS_KERNEL");

    if (wish == NULL || wish[0] == '\0' || strcmp(wish, tetress_kernel_name()) == 0)
        return true;
    fprintf(stderr, "tetress: TETRESS_KERNEL is '%s'; what can run here:", wish);
    for (uint32_t i = 0; tetress_kernel_at(i) != NULL; i++)
        fprintf(stderr, " %s", tetress_kernel_at(i));
    fputc('\n', stderr);
    return false;
}

int main(int argc, char **argv)
{
    int exit_code;

    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (asks_for_help(argc, argv)) {
        print_usage(stdout);
        exit_code = EXIT_DONE;
    } else if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "version") == 0) {
        printf("tetress %s (ABI %u)\n", tetress_version(), tetress_abi_version());
        exit_code = EXIT_DONE;
    } else if (strcmp(argv[1], "help") == 0) {
        exit_code = commands_help(COMMANDS, COMMANDS_COUNT, "", argc - 1, argv + 1);
    } else if (!isa_is_as_wished()) {
        exit_code = EXIT_USAGE;
    } else {
        exit_code = commands_run(COMMANDS, COMMANDS_COUNT, "", argc - 1, argv + 1);
    }
    if (fflush(stdout) != 0 && exit_code == EXIT_DONE)
        return problem("cannot write to standard output");
    return exit_code;
}
