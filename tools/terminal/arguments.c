/* SPDX-License-Identifier: MIT */
/* Reads the command line by the table of options, writes the help from the same table, and says
 * what is wrong. */
#include "arguments.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tetress/tetress.h>

#include "screen.h"
#include "shown_text.h"

static const cli_option OPTIONS[OPTION_COUNT] = {
    [OPTION_HELP] = {"help", NULL, "show this text and exit"},
    [OPTION_JSON] = {"json", NULL, "print JSON, one object on each line, instead of text"},
    [OPTION_RED] = {"red", "SPEC",
                    "the player of red: human (the default), level-1 to level-10, or any other"},
    [OPTION_BLUE] = {"blue", "SPEC", "the player of blue (default negamax)"},
    [OPTION_PLAYER] = {"player", "SPEC", "the player that searches (default negamax)"},
    [OPTION_POSITION] = {"position", "P", "start from this position instead of the empty board"},
    [OPTION_POSITIONS] = {"positions", "FILE",
                          "measure the kernels on the positions in this file, one on each line"},
    [OPTION_MOVES] = {"moves", "M...",
                      "play these moves from there, separated by blanks, commas or semicolons"},
    [OPTION_GAME] =
        {"game", "FILE",
         "start from a game in this file, which has game records or what the course's referee "
         "printed or logged"},
    [OPTION_NUMBER] = {"number", "N", "which game of that file (default 1, the first)"},
    [OPTION_ACTIONS] = {"actions", "K", "play only the first K actions of that game (default all)"},
    [OPTION_BUDGET] =
        {"budget", "B",
         "limits of each search: key=value,... with the keys nodes, playouts, depth, wall_ms, "
         "cpu_ms, clock_ms, increment_ms, and cpu_clock=1"},
    [OPTION_WALL_MS] = {"wall-ms", "MS", "limit of each search in milliseconds of elapsed time"},
    [OPTION_NODES] = {"nodes", "N", "limit of each search in positions visited"},
    [OPTION_PLAYOUTS] = {"playouts", "N", "limit of each search in playouts"},
    [OPTION_DEPTH] = {"depth", "D", "limit of each search in plies"},
    [OPTION_MULTIPV] = {"multipv", "K", "show the K best moves (default 1)"},
    [OPTION_GAMES] = {"games", "N", "games to play (default 100)"},
    [OPTION_OPENING] = {"opening", "N", "random actions before the players begin (default 4)"},
    [OPTION_OPENINGS] = {"openings", "FILE",
                         "start from the positions in this file instead, one on each line"},
    [OPTION_RANDOM] = {"random", "N", "play N of 1000 moves at random (default 0)"},
    [OPTION_CONCURRENCY] = {"concurrency", "N",
                            "number of games played at the same time (default 1)"},
    [OPTION_THREADS] = {"threads", "N", "number of threads that share the work (default 1)"},
    [OPTION_SEED] = {"seed", "N", "seed of all random numbers (default 1)"},
    [OPTION_SPRT] =
        {"sprt", "ELO0,ELO1",
         "sequential test: stop as soon as it is clear whether A is stronger by ELO0 or by ELO1"},
    [OPTION_SPRT_ERROR] = {"sprt-error", "P",
                           "probability that a verdict of the test is wrong (default 0.05)"},
    [OPTION_RESUME] = {"resume", NULL,
                       "continue the match in --out instead of appending a new one"},
    [OPTION_OUT] = {"out", "FILE", "append the games to this file"},
    [OPTION_SAVE] =
        {"save", "FILE",
         "append the game to this file as a JSON line, even if it is left or interrupted"},
    [OPTION_PLAIN] = {"plain", NULL, "let the boards scroll by instead of redrawing them in place"},
    [OPTION_PAGE] = {"page", "FILE", "write the analysis to this file as an HTML page"},
    [OPTION_ENDS] = {"ends", "K,...", "solve every game of the file K actions before its end"},
    [OPTION_DIVIDE] = {"divide", NULL, "print the count of each first move"},
    [OPTION_QUIET] = {"quiet", NULL, "print only the result"},
    [OPTION_ROWS] = {"rows", "N", "number of rows of the well, 4 to 20 (default 20)"},
    [OPTION_SOURCE] =
        {"source", "NAME",
         "source of the pieces: uniform, or bag, which deals all seven in random order "
         "(default uniform)"},
    [OPTION_SEQUENCE] = {"sequence", "LETTERS", "first pieces of the game, letters of OILJTSZ"},
    [OPTION_EVALUATOR] = {"evaluator", "NAME", "evaluator of the agent (default tetress)"},
    [OPTION_WEIGHTS] =
        {"weights", "FILE",
         "use the weights in this file, which training writes, instead of an evaluator"},
    [OPTION_LOOKAHEAD] =
        {"lookahead", "N",
         "number of pieces to look ahead beyond the current one, 0 to 4 (default 0)"},
    [OPTION_WIDTH] =
        {"width", "N",
         "number of moves that the look-ahead follows for each piece, 1 to 34 (default 2)"},
    [OPTION_SHALLOW] = {"shallow", "H",
                        "look ahead only if the well is at least H rows high, 0 to 20 (default 0)"},
    [OPTION_PREVIEW] = {"preview", NULL, "show the agent the next piece; needs a look-ahead"},
    [OPTION_PIECES] = {"pieces", "N", "end each game after N pieces (default: play it to its end)"},
    [OPTION_DELAY] =
        {"delay", "MS",
         "pause between pieces in milliseconds; 0 plays as fast as possible (default 100)"},
    [OPTION_WHOLE_GAMES] = {"games", "N",
                            "count the rows of N whole games instead of estimating them"},
    [OPTION_TRIALS] = {"trials", "N",
                       "number of trials on each level of an estimate (default 10000)"},
    [OPTION_REPLICATES] = {"replicates", "N", "number of independent estimates (default 8)"},
    [OPTION_ERROR] =
        {"error", "PERCENT",
         "double the number of estimates until the standard error is below PERCENT of the mean"},
};

static const cli_values VALUES[OPTION_COUNT] = {
    [OPTION_RED] = VALUES_SIDES,      [OPTION_BLUE] = VALUES_SIDES,
    [OPTION_PLAYER] = VALUES_PLAYERS, [OPTION_POSITIONS] = VALUES_FILES,
    [OPTION_GAME] = VALUES_FILES,     [OPTION_BUDGET] = VALUES_BUDGETS,
    [OPTION_OPENINGS] = VALUES_FILES, [OPTION_OUT] = VALUES_FILES,
    [OPTION_SAVE] = VALUES_FILES,     [OPTION_PAGE] = VALUES_FILES,
    [OPTION_SOURCE] = VALUES_SOURCES, [OPTION_EVALUATOR] = VALUES_WELL_EVALUATORS,
    [OPTION_WEIGHTS] = VALUES_FILES,
};

const cli_option *arguments_option(option_id id)
{
    return &OPTIONS[id];
}

cli_values arguments_values(option_id id)
{
    return VALUES[id];
}

int problem(const char *format, ...)
{
    va_list list;

    fputs("tetress: ", stderr);
    va_start(list, format);
    print_shown(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    return EXIT_PROBLEM;
}

int problem_writing(const char *path)
{
    return problem("cannot write %s: %s", path, strerror(errno));
}

int check_writable(const char *path)
{
    FILE *file = path == NULL ? NULL : fopen(path, "a");

    if (path == NULL)
        return EXIT_DONE;
    if (file == NULL)
        return problem_writing(path);
    fclose(file);
    return EXIT_DONE;
}

int usage_error(const cli_command *command, const char *format, ...)
{
    va_list list;

    fprintf(stderr, "tetress %s: ", command->name);
    va_start(list, format);
    print_shown(stderr, format, list);
    va_end(list);
    fprintf(stderr, "\nTry 'tetress %s --help'.\n", command->name);
    return EXIT_USAGE;
}

bool read_integer(const char *text, uint64_t high, uint64_t *value)
{
    uint64_t number = 0;

    if (*text == '\0')
        return false;
    for (; *text != '\0'; text++) {
        uint64_t digit;

        if (*text < '0' || *text > '9')
            return false;
        digit = (uint64_t)(*text - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    *value = number;
    return number <= high;
}

bool arguments_integer(const cli_arguments *arguments, option_id id, uint64_t low, uint64_t high,
                       uint64_t fallback, uint64_t *value)
{
    const char *text = arguments->values[id];

    *value = fallback;
    if (text == NULL || (read_integer(text, high, value) && *value >= low))
        return true;
    problem("--%s takes an integer from %" PRIu64 " to %" PRIu64 ", not '%s'", OPTIONS[id].name,
            low, high, text);
    return false;
}

bool read_decimal(const char *text, size_t length, double *value)
{
    size_t sign = length > 0 && text[0] == '-' ? 1 : 0;
    size_t whole = strspn(text + sign, "0123456789");
    size_t point = sign + whole, part = 0;

    if (point < length && text[point] == '.')
        part = 1 + strspn(text + point + 1, "0123456789");
    if (whole == 0 || part == 1 || point + part != length)
        return false;
    *value = strtod(text, NULL);
    return isfinite(*value);
}

bool arguments_real(const cli_arguments *arguments, option_id id, double high, double *value)
{
    const char *text = arguments->values[id];

    *value = 0;
    if (text == NULL)
        return true;
    if (read_decimal(text, strlen(text), value) && *value > 0 && *value <= high)
        return true;
    problem("--%s takes a decimal above 0, at most %g, not '%s'", OPTIONS[id].name, high, text);
    return false;
}

#define HELP_COLUMN 23 /* where the description of an option starts */

static void print_help(const cli_command *command)
{
    screen s = screen_of_output(true);

    printf("Usage: tetress %s%s%s [OPTION...]\n\n", command->name,
           command->operands[0] == '\0' ? "" : " ", command->operands);
    screen_text(&s, command->description);
    puts("\nOptions:");
    for (const option_id *id = command->options;; id++) {
        const cli_option *row = &OPTIONS[*id];
        char left[40];

        snprintf(left, sizeof left, "  --%s%s%s", row->name, row->value == NULL ? "" : " ",
                 row->value == NULL ? "" : row->value);
        screen_row(&s, HELP_COLUMN, left, row->help);
        if (*id == OPTION_HELP)
            return;
    }
}

/* getopt's own table for the options of one command; `val` is the option's number. */
static void fill_long_options(const cli_command *command, struct option *longs)
{
    size_t count = 0;

    for (const option_id *id = command->options;; id++) {
        const cli_option *row = &OPTIONS[*id];

        longs[count++] = (struct option){
            row->name, row->value == NULL ? no_argument : required_argument, NULL, (int)*id};
        if (*id == OPTION_HELP)
            break;
    }
    memset(&longs[count], 0, sizeof longs[count]);
}

static int wrong_operands(const cli_command *command, int given, const char *first)
{
    int most = command->operands_wanted + command->operands_more;

    if (most == 0)
        return usage_error(command, "takes no operands, only options; '%s' is not one", first);
    return usage_error(command, "takes %s%d operand%s, %s, not %d",
                       command->operands_more > 0 ? "at most " : "", most, most == 1 ? "" : "s",
                       command->operands, given);
}

static int unknown_option(const cli_command *command, const struct option *longs, const char *word)
{
    const char *names[OPTION_COUNT];
    size_t count = 0;
    char name[64];
    const char *meant;

    for (; longs[count].name != NULL; count++)
        names[count] = longs[count].name;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    meant = tetress_nearest_name(name, names, count);
    if (meant == NULL)
        return usage_error(command, "unknown option %s", word);
    return usage_error(command, "unknown option %s; did you mean --%s?", word, meant);
}

bool arguments_read(const cli_command *command, int argc, char **argv, cli_arguments *arguments,
                    int *exit_code)
{
    struct option longs[OPTION_COUNT + 1];
    int found;

    memset(arguments, 0, sizeof *arguments);
    fill_long_options(command, longs);
    optind = 1;
    opterr = 0;
    while ((found = getopt_long(argc, argv, ":h", longs, NULL)) != -1) {
        if (found == 'h')
            found = OPTION_HELP;
        if (found == ':') {
            *exit_code = usage_error(command, "%s needs a value", argv[optind - 1]);
            return false;
        }
        if (found == '?') {
            *exit_code = unknown_option(command, longs, argv[optind - 1]);
            return false;
        }
        arguments->values[found] = optarg == NULL ? "" : optarg;
    }
    if (arguments_has(arguments, OPTION_HELP)) {
        print_help(command);
        *exit_code = EXIT_DONE;
        return false;
    }
    if (command->operands_wanted == OPERANDS_SOME && argc == optind) {
        *exit_code = usage_error(command, "takes operands, %s", command->operands);
        return false;
    }
    if (command->operands_wanted != OPERANDS_SOME &&
        (argc - optind < command->operands_wanted ||
         argc - optind > command->operands_wanted + command->operands_more)) {
        *exit_code = wrong_operands(command, argc - optind, argv[optind]);
        return false;
    }
    arguments->operands = argv + optind;
    return true;
}

/* ---- Lists of commands ----------------------------------------------------------------------- */

static const char *last_word(const char *name)
{
    const char *blank = strrchr(name, ' ');

    return blank == NULL ? name : blank + 1;
}

static int run_one(const cli_command *command, int argc, char **argv)
{
    cli_arguments arguments;
    int exit_code;

    if (command->pass != NULL)
        return command->pass(argc, argv);
    if (!arguments_read(command, argc, argv, &arguments, &exit_code))
        return exit_code;
    return command->run(command, &arguments);
}

static void say_meant(const char *word, const cli_command *const *commands, size_t count)
{
    const char *names[32];
    const char *meant;
    size_t known = 0;

    for (; known < count && known < sizeof names / sizeof names[0]; known++)
        names[known] = last_word(commands[known]->name);
    meant = tetress_nearest_name(word, names, known);
    if (meant != NULL)
        fprintf(stderr, "; did you mean '%s'?", meant);
}

int commands_run(const cli_command *const *commands, size_t count, const char *group, int argc,
                 char **argv)
{
    const char *blank = group[0] == '\0' ? "" : " ";

    for (size_t i = 0; i < count; i++) {
        if (strcmp(argv[0], last_word(commands[i]->name)) == 0)
            return run_one(commands[i], argc, argv);
    }
    say_shown("tetress%s%s: unknown command '%s'", blank, group, argv[0]);
    say_meant(argv[0], commands, count);
    fprintf(stderr, "\nTry 'tetress%s%s --help'.\n", blank, group);
    return EXIT_USAGE;
}

bool asks_for_help(int argc, char **argv)
{
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return true;
    /* "help" has no help of its own but this. */
    return strcmp(argv[1], "help") == 0 &&
           (argc == 2 || (argc == 3 && asks_for_help(argc - 1, argv + 1)));
}

int commands_help(const cli_command *const *commands, size_t count, const char *group, int argc,
                  char **argv)
{
    static char help[] = "--help";

    for (int i = 1; i < argc; i++)
        argv[i - 1] = argv[i];
    argv[argc - 1] = help;
    return commands_run(commands, count, group, argc, argv);
}

void commands_print(const cli_command *const *commands, size_t count, FILE *to)
{
    for (size_t i = 0; i < count; i++)
        fprintf(to, "  %-8s %s\n", last_word(commands[i]->name), commands[i]->summary);
}
