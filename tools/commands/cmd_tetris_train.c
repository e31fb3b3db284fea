/* SPDX-License-Identifier: MIT */
/* `tetress tetris train`: hands over to the Python package, which has the optimisers. */
#define _POSIX_C_SOURCE 200809L /* fork, execvp, setenv */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands.h"

#define CANNOT_RUN 127

/* execvp() takes its line as it was before there was `const`. Python's own message for a package
 * that is missing helps nobody who typed none of this. */
static char COMMAND[] = "-c", MODULE[] = "-m", TRAINING[] = "tetress.training";
static char LOOK[] = "import importlib.util as u, sys\n"
                     "sys.exit(u.find_spec('tetress') is None or "
                     "u.find_spec('tetress.training') is None)";

static const char *interpreter(void)
{
    const char *wish = getenv("TETRESS_PYTHON");

    return wish == NULL || wish[0] == '\0' ? "python3" : wish;
}

/* Run a program to its end. Its exit code, CANNOT_RUN if there is none, or -1. */
static int run_program(char *const *line)
{
    int status;
    pid_t child = fork();

    if (child == 0) {
        execvp(line[0], line);
        _exit(CANNOT_RUN);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return -1;
    return WEXITSTATUS(status);
}

static int find_package(char *python)
{
    char *line[] = {python, COMMAND, LOOK, NULL};
    int found = run_program(line);

    if (found == CANNOT_RUN)
        return problem("cannot run '%s'; TETRESS_PYTHON names the interpreter of Python to use",
                       python);
    if (found != 0)
        return problem("'%s' has no package tetress with tetress.training; TETRESS_PYTHON names "
                       "another interpreter",
                       python);
    return EXIT_DONE;
}

/* Everything behind `train` is the package's to read. */
static int pass_train(int argc, char **argv)
{
    char *python = strdup(interpreter());
    char **line = calloc((size_t)argc + 3, sizeof line[0]);
    int exit_code;

    if (python == NULL || line == NULL) {
        free(python);
        free(line);
        return problem("out of memory");
    }
    line[0] = python;
    line[1] = MODULE;
    line[2] = TRAINING;
    memcpy(line + 3, argv + 1, (size_t)(argc - 1) * sizeof line[0]);
    /* Python 3.11 and later: no file of the current folder takes the place of a module. */
    setenv("PYTHONSAFEPATH", "1", 1);
    exit_code = find_package(python);
    if (exit_code == EXIT_DONE) {
        setenv("TETRESS_PROG", "tetress tetris train", 1); /* for its usage line */
        execvp(python, line);
        exit_code = problem("cannot run '%s': %s", python, strerror(errno));
    }
    free(python);
    free(line);
    return exit_code;
}

const cli_command command_tetris_train = {
    .name = "tetris train",
    .summary = "find weights; needs the Python package",
    .operands = "COMMAND",
    .operand_values = VALUES_FILES,
    .description =
        "Find weights for the agents of the single-player game. The Python package does the work: this\n"
        "runs 'python3 -m tetress.training' with everything that follows, so its own --help lists the\n"
        "commands and options. The environment variable TETRESS_PYTHON names another interpreter.\n",
    .pass = pass_train,
};
