/* SPDX-License-Identifier: MIT */
/* The command line: a client of the public header like any other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tetress/tetress.h>

#include "commands.h"
#include "completion.h"
#include "manual.h"
#include "shown_text.h"

static const cli_command *const COMMANDS[] = {
    &command_play,    &command_best,   &command_analyse, &command_import,   &command_solve,
    &command_match,   &command_perft,  &command_bench,   &command_selfplay, &command_ugi,
    &command_players, &command_tetris, &command_version,
};

#define COMMANDS_COUNT (sizeof COMMANDS / sizeof COMMANDS[0])

static const cli_example EXAMPLES[] = {
    {"tetress play level-4", "play against a computer; level-1 is the easiest"},
    {"tetress play negamax mcts", "watch two players"},
    {"tetress best --moves \"T 3-4 r\"", "what to play after these moves"},
    {"tetress analyse game.log", "where a game was won and lost"},
    {"tetress match level-3 level-5 --games 20", "who is stronger"},
};

static const cli_example ENVIRONMENT[] = {
    {"TETRESS_KERNEL",
     "the kernel to use: portable, avx2 or avx512 (default: the fastest that can run)"},
    {"TETRESS_PYTHON", "the interpreter that 'tetress tetris train' starts (default python3)"},
    {"NO_COLOR", "if it is set, boards have no colours"},
};

static const cli_program PROGRAM = {
    .summary = "play, analyse and measure the board game Tetress",
    .examples = EXAMPLES,
    .examples_count = sizeof EXAMPLES / sizeof EXAMPLES[0],
    .commands = COMMANDS,
    .commands_count = COMMANDS_COUNT,
    .environment = ENVIRONMENT,
    .environment_count = sizeof ENVIRONMENT / sizeof ENVIRONMENT[0],
    .notes =
        "'tetress help COMMAND' or 'tetress COMMAND --help' describes a command. A player SPEC is NAME or\n"
        "NAME:key=value,...; 'tetress players' lists the names, and 'tetress players NAME' lists the keys\n"
        "of one. The environment variable TETRESS_KERNEL=portable|avx2|avx512 chooses the kernel.\n",
};

static void print_usage(FILE *to)
{
    fputs("Usage: tetress COMMAND [OPTION...]\n\nFirst steps:\n", to);
    for (size_t i = 0; i < PROGRAM.examples_count; i++)
        fprintf(to, "  %-41s %s\n", EXAMPLES[i].text, EXAMPLES[i].what);
    fputs("\nCommands:\n", to);
    commands_print(COMMANDS, COMMANDS_COUNT, to);
    fprintf(to, "\n%s", PROGRAM.notes);
}

/* `help --man FOLDER`, `help --completion SHELL` and `help --json` are for the build and the
 * documents. */
static int print_help(int argc, char **argv)
{
    if (argc == 4 && strcmp(argv[2], "--man") == 0)
        return manual_write_pages(&PROGRAM, argv[3]);
    if (argc == 4 && strcmp(argv[2], "--completion") == 0)
        return completion_print(&PROGRAM, argv[3]);
    if (argc == 3 && strcmp(argv[2], "--json") == 0)
        return manual_print_json(&PROGRAM);
    return commands_help(COMMANDS, COMMANDS_COUNT, "", argc - 1, argv + 1);
}

/* The library ignores a kernel that cannot run here; the user should know. */
static bool kernel_is_as_wished(void)
{
    const char *wish = getenv("TETRESS_KERNEL");

    if (wish == NULL || wish[0] == '\0' || strcmp(wish, tetress_kernel_name()) == 0)
        return true;
    say_shown("tetress: TETRESS_KERNEL is '%s'; these kernels can run here:", wish);
    for (uint32_t i = 0; tetress_kernel_at(i) != NULL; i++)
        fprintf(stderr, " %s", tetress_kernel_at(i));
    fputc('\n', stderr);
    return false;
}

int main(int argc, char **argv)
{
    static char version[] = "version";
    int exit_code;

    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0)
        argv[1] = version;
    if (asks_for_help(argc, argv)) {
        print_usage(stdout);
        exit_code = EXIT_DONE;
    } else if (strcmp(argv[1], "help") == 0) {
        exit_code = print_help(argc, argv);
    } else if (strcmp(argv[1], version) != 0 && !kernel_is_as_wished()) {
        exit_code = EXIT_USAGE;
    } else {
        exit_code = commands_run(COMMANDS, COMMANDS_COUNT, "", argc - 1, argv + 1);
    }
    /* A line of JSON flushes itself: if that failed, only ferror() still tells. */
    if ((fflush(stdout) != 0 || ferror(stdout)) && exit_code == EXIT_DONE)
        return problem("cannot write to standard output");
    return exit_code;
}
