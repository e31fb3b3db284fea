/* SPDX-License-Identifier: MIT */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit codes of every command. */
#define EXIT_DONE    0
#define EXIT_PROBLEM 1 /* stderr says what failed */
#define EXIT_USAGE   2 /* the command line was wrong */

/* The options of all commands: one word means one thing everywhere. */
typedef enum option_id {
    OPTION_HELP,
    OPTION_JSON,
    OPTION_RED,
    OPTION_BLUE,
    OPTION_PLAYER,
    OPTION_POSITION,
    OPTION_POSITIONS,
    OPTION_MOVES,
    OPTION_GAME,
    OPTION_NUMBER,
    OPTION_ACTIONS,
    OPTION_BUDGET,
    OPTION_WALL_MS,
    OPTION_NODES,
    OPTION_PLAYOUTS,
    OPTION_DEPTH,
    OPTION_MULTIPV,
    OPTION_GAMES,
    OPTION_OPENING,
    OPTION_OPENINGS,
    OPTION_RANDOM,
    OPTION_CONCURRENCY,
    OPTION_THREADS,
    OPTION_SEED,
    OPTION_SPRT,
    OPTION_SPRT_ERROR,
    OPTION_RESUME,
    OPTION_OUT,
    OPTION_SAVE,
    OPTION_PLAIN,
    OPTION_PAGE,
    OPTION_DIVIDE,
    OPTION_ENDS,
    OPTION_QUIET,
    OPTION_ROWS,
    OPTION_SOURCE,
    OPTION_SEQUENCE,
    OPTION_EVALUATOR,
    OPTION_WEIGHTS,
    OPTION_LOOKAHEAD,
    OPTION_WIDTH,
    OPTION_SHALLOW,
    OPTION_PREVIEW,
    OPTION_PIECES,
    OPTION_DELAY,
    OPTION_WHOLE_GAMES, /* --games of a command that does something else without it */
    OPTION_TRIALS,
    OPTION_REPLICATES,
    OPTION_ERROR,
    OPTION_COUNT
} option_id;

/* What help says of an option. */
typedef struct cli_option {
    const char *name;
    const char *value; /* what to call its value in help; NULL for a flag */
    const char *help;
} cli_option;

const cli_option *arguments_option(option_id id);

/* What a word of the command line can be, for the completion of command lines. */
typedef enum cli_values {
    VALUES_FREE, /* a number, a text, anything else that no list has */
    VALUES_FILES,
    VALUES_PLAYERS,
    VALUES_SIDES, /* a player, or "human" */
    VALUES_BUDGETS,
    VALUES_WELL_EVALUATORS,
    VALUES_SOURCES,
} cli_values;

/* What the value of an option can be. */
cli_values arguments_values(option_id id);

#define OPERANDS_SOME (-1) /* one or more */

struct cli_arguments;

/* A sub-command. */
typedef struct cli_command {
    const char *name;
    const char *operands; /* as shown in its usage line, "" if there are none */
    int operands_wanted;  /* or OPERANDS_SOME */
    int operands_more;    /* how many optional ones may follow */
    cli_values operand_values;
    const char *summary;      /* one line */
    const char *description;  /* for its --help; ends with a newline */
    const option_id *options; /* that it takes, OPTION_HELP last */
    int (*run)(const struct cli_command *command, const struct cli_arguments *arguments);
    int (*pass)(int argc, char **argv);       /* instead, where it reads its command line itself */
    const struct cli_command *const *members; /* the commands of a group, for the manual */
    size_t members_count;
} cli_command;

/* The command line as it was read. */
typedef struct cli_arguments {
    const char *values[OPTION_COUNT]; /* NULL if absent; "" for a flag that is there */
    char **operands;                  /* ends with NULL */
} cli_arguments;

/*
 * Read the command line of a command; argv[0] is its name. True if it may run; otherwise *exit_code
 * says how the program ends (help was asked for and printed, or usage was wrong and said so).
 */
bool arguments_read(const cli_command *command, int argc, char **argv, cli_arguments *arguments,
                    int *exit_code);

static inline bool arguments_has(const cli_arguments *arguments, option_id id)
{
    return arguments->values[id] != NULL;
}

/* Read an integer option within bounds; `fallback` if absent. If it is wrong, say so on stderr and
 * return false. */
bool arguments_integer(const cli_arguments *arguments, option_id id, uint64_t low, uint64_t high,
                       uint64_t fallback, uint64_t *value);

/* An option that is a decimal above 0, at most `high`; 0 if absent. False, and a word on stderr, if
 * wrong. */
bool arguments_real(const cli_arguments *arguments, option_id id, double high, double *value);

/* Run the command of this list whose name's last word is argv[0]. `group` is the word before it,
 * "" for the program's own. Returns the exit code. */
int commands_run(const cli_command *const *commands, size_t count, const char *group, int argc,
                 char **argv);

/* Does what follows argv[0], the name of the program or of a group, ask for the list of commands?
 */
bool asks_for_help(int argc, char **argv);

/* Show the help of the command that is named after argv[0], the word "help". */
int commands_help(const cli_command *const *commands, size_t count, const char *group, int argc,
                  char **argv);

/* Their last words, each with its summary. */
void commands_print(const cli_command *const *commands, size_t count, FILE *to);

/* Say on stderr what is wrong with the command line; returns EXIT_USAGE. printf-like. */
int usage_error(const cli_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Say on stderr what failed; returns EXIT_PROBLEM. printf-like. */
int problem(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Say that a file cannot be written, with the reason that errno has; returns EXIT_PROBLEM. */
int problem_writing(const char *path);

/* Say before the work that a file cannot be written; what is in it stays. NULL is no file. Returns
 * the exit code. */
int check_writable(const char *path);

/* Read decimal digits that make up the whole text; false if it is none or beyond `high`. */
bool read_integer(const char *text, uint64_t high, uint64_t *value);

/* Read a decimal, digits with perhaps a minus and a point, that makes up the first `length`
 * characters; behind them stands what belongs to no number. False if it is none, or too large. */
bool read_decimal(const char *text, size_t length, double *value);

#endif
