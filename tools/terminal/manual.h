/* SPDX-License-Identifier: MIT */
#ifndef MANUAL_H
#define MANUAL_H

#include "arguments.h"

/* A command line to begin with, or a variable, and what it does. */
typedef struct cli_example {
    const char *text;
    const char *what;
} cli_example;

/* The whole program, as its help and its manual describe it. */
typedef struct cli_program {
    const char *summary; /* one line */
    const cli_example *examples;
    size_t examples_count;
    const cli_command *const *commands;
    size_t commands_count;
    const char *notes;              /* about all commands; ends with a newline */
    const cli_example *environment; /* variables that the program reads */
    size_t environment_count;
} cli_program;

/* Write the manual pages of the program and of each command, tetress.1, tetress-best.1, …, into a
 * folder that exists. Returns the exit code. */
int manual_write_pages(const cli_program *program, const char *folder);

/* Print all that the pages say as one JSON object. Returns the exit code. */
int manual_print_json(const cli_program *program);

#endif
