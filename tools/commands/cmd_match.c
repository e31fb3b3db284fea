/* SPDX-License-Identifier: MIT */
/* `tetress match`: plays paired games of two players and says which is stronger. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "budget_text.h"
#include "commands.h"
#include "engines.h"
#include "match_games.h"
#include "match_resume.h"
#include "match_summary.h"
#include "openings.h"
#include "workers.h"

#define SPRT_GAMES 100000 /* at most, unless --games says otherwise */
#define TEST_STEP  100    /* games between two lines of progress of a test */

/* ---- Setting up ------------------------------------------------------------------------------ */

/* "ELO0,ELO1", the smaller first. */
static bool read_hypotheses(const char *text, tetress_match_settings *settings)
{
    size_t length = strcspn(text, ",");

    return text[length] == ',' && read_decimal(text, length, &settings->elo0) &&
           read_decimal(text + length + 1, strlen(text + length + 1), &settings->elo1) &&
           settings->elo0 < settings->elo1;
}

static int set_up_test(const cli_command *command, const cli_arguments *arguments,
                       tetress_match_settings *settings)
{
    const char *bounds = arguments->values[OPTION_SPRT];
    const char *error = arguments->values[OPTION_SPRT_ERROR];

    if (bounds != NULL && !read_hypotheses(bounds, settings))
        return usage_error(command,
                           "--sprt takes two decimals of Elo, -4000 to 4000, the smaller first, "
                           "not '%s'",
                           bounds);
    if (error != NULL && !read_decimal(error, strlen(error), &settings->alpha))
        return usage_error(command,
                           "--sprt-error takes a decimal of at least 0.000001 and below 0.5, "
                           "not '%s'",
                           error);
    if (error != NULL && bounds == NULL)
        return usage_error(command, "--sprt-error needs a --sprt");
    settings->beta = settings->alpha;
    return EXIT_DONE;
}

/* Who plays, and what their searches may spend where the command line says `given`. */
static int set_up_players(const cli_arguments *arguments, const tetress_budget *given,
                          match_run *run)
{
    for (int i = 0; i < 2; i++) {
        tetress_engine *engine;
        int exit_code;

        run->specs[i] = arguments->operands[i];
        exit_code = engine_from_spec(run->specs[i], &engine);
        if (exit_code != EXIT_DONE)
            return exit_code;
        run->budgets[i] = engine_budget(engine, given, MATCH_FALLBACK);
        limits_text(engine, &run->budgets[i], run->limits[i]);
        tetress_engine_free(engine);
    }
    return EXIT_DONE;
}

static int set_up_limits(const cli_command *command, const cli_arguments *arguments, match_run *run)
{
    tetress_budget given;
    int exit_code = budget_from_options(command, arguments, "", &given);

    if (exit_code != EXIT_DONE)
        return exit_code;
    if (budget_text(&given, run->budget_name)[0] == '\0')
        snprintf(run->budget_name, sizeof run->budget_name, "%s%s", OWN_LIMITS, MATCH_FALLBACK);
    return set_up_players(arguments, &given, run);
}

/* Pairs start from the positions of a file in turn. */
static int set_up_openings(const char *path, match_run *run)
{
    openings set = {0};
    int exit_code = openings_read(&set, path, false);

    for (size_t i = 0; i < set.count && exit_code == EXIT_DONE; i++) {
        if (tetress_match_add_opening(run->match, set.positions[i]) != TETRESS_OK)
            exit_code = problem("%s", tetress_match_error(run->match)->text);
    }
    openings_free(&set);
    return exit_code;
}

static int set_up_match(const cli_command *command, const cli_arguments *arguments, match_run *run)
{
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_status status = tetress_match_new(NULL, &run->settings, &run->match, &error);

    if (status == TETRESS_EARG) /* everything else has been checked */
        return usage_error(command, "--sprt ELO0,ELO1 and --sprt-error P: %s", error.text);
    if (status != TETRESS_OK)
        return problem("%s", error.text);
    if (!arguments_has(arguments, OPTION_OPENINGS))
        return EXIT_DONE;
    return set_up_openings(arguments->values[OPTION_OPENINGS], run);
}

/* Everything that can be wrong is found before the first game. */
static int set_up(const cli_command *command, const cli_arguments *arguments, match_run *run,
                  uint64_t *threads)
{
    uint64_t actions;
    int exit_code;

    run->settings = (tetress_match_settings)TETRESS_MATCH_SETTINGS_INIT;
    exit_code = set_up_test(command, arguments, &run->settings);
    if (exit_code != EXIT_DONE)
        return exit_code;
    if (!arguments_integer(arguments, OPTION_GAMES, 2, 100000000,
                           match_is_tested(run) ? SPRT_GAMES : 100, &run->settings.games) ||
        !arguments_integer(arguments, OPTION_OPENING, 0, TETRESS_MATCH_MAX_OPENING, 4, &actions) ||
        !arguments_integer(arguments, OPTION_CONCURRENCY, 1, MAX_WORKERS, 1, threads) ||
        !arguments_integer(arguments, OPTION_SEED, 0, UINT64_MAX, 1, &run->settings.seed))
        return EXIT_USAGE;
    run->settings.opening = (uint32_t)actions;
    if (run->settings.games % 2 != 0)
        return usage_error(command, "--games takes an even number: games come in pairs");
    if (arguments_has(arguments, OPTION_RESUME) && !arguments_has(arguments, OPTION_OUT))
        return usage_error(command, "--resume needs --out FILE, the match to continue");
    exit_code = set_up_limits(command, arguments, run);
    return exit_code != EXIT_DONE ? exit_code : set_up_match(command, arguments, run);
}

/* ---- The command ----------------------------------------------------------------------------- */

static int open_games(const cli_arguments *arguments, match_run *run)
{
    const char *path = arguments->values[OPTION_OUT];

    if (path == NULL)
        return EXIT_DONE;
    if (arguments_has(arguments, OPTION_RESUME))
        return match_resume(run, path);
    run->out = fopen(path, "a");
    return run->out != NULL ? EXIT_DONE : problem_writing(path);
}

static int play_and_print(const cli_arguments *arguments, match_run *run, size_t threads)
{
    bool quiet = arguments_has(arguments, OPTION_QUIET);
    int exit_code = open_games(arguments, run);

    if (exit_code != EXIT_DONE)
        return exit_code;
    for (int i = 0; i < 2 && !quiet; i++)
        fprintf(stderr, "%s plays with %s\n", run->specs[i], run->limits[i]);
    run->bar = match_is_tested(run) ? progress_bar_start_open(run->settings.games, TEST_STEP, quiet)
                                    : progress_bar_start(run->settings.games, quiet);
    exit_code = match_play(run, threads);
    progress_bar_end(&run->bar);
    if (run->out != NULL && fclose(run->out) != 0 && exit_code == EXIT_DONE)
        exit_code = problem_writing(arguments->values[OPTION_OUT]);
    if (exit_code == EXIT_DONE)
        (arguments_has(arguments, OPTION_JSON) ? match_print_json : match_print_text)(run);
    return exit_code;
}

static int run_match(const cli_command *command, const cli_arguments *arguments)
{
    match_run *run = calloc(1, sizeof *run);
    uint64_t threads;
    int exit_code;

    if (run == NULL)
        return problem("out of memory");
    exit_code = set_up(command, arguments, run, &threads);
    if (exit_code == EXIT_DONE)
        exit_code = play_and_print(arguments, run, threads);
    tetress_match_free(run->match);
    free(run);
    return exit_code;
}

static const option_id MATCH_OPTIONS[] = {
    OPTION_GAMES,       OPTION_BUDGET,  OPTION_WALL_MS,  OPTION_NODES, OPTION_PLAYOUTS,
    OPTION_DEPTH,       OPTION_OPENING, OPTION_OPENINGS, OPTION_SEED,  OPTION_SPRT,
    OPTION_SPRT_ERROR,  OPTION_OUT,     OPTION_RESUME,   OPTION_QUIET, OPTION_JSON,
    OPTION_CONCURRENCY, OPTION_HELP};

const cli_command command_match = {
    .name = "match",
    .operands = "A B",
    .operands_wanted = 2,
    .operand_values = VALUES_PLAYERS,
    .summary = "play A against B and rate them",
    .description =
        "Play pairs of games between two player SPECs. Both games of a pair start from the same\n"
        "opening, with colours swapped, so the number of games is even. SPEC@FILE plays with the\n"
        "weights in a file (docs/reference/formats.md). The output is the score, the logistic Elo\n"
        "difference of A over B with a 95 % interval from the pairs, and los, the likelihood that A\n"
        "is stronger. Without a budget each player keeps its own limits; a player without limits visits\n"
        "2000 nodes a move. Unless time is limited, the result depends only on the seed, not on\n"
        "--concurrency or the machine. Pairs count, and are written, in their order. A player whose\n"
        "clock for the whole game (clock_ms) runs out loses the game.\n"
        "\n"
        "--sprt runs a sequential test during the match. The match stops when the test accepts that A\n"
        "is stronger than B by ELO0 (H0) or by ELO1 (H1), or after --games (default 100000 with --sprt).\n",
    .options = MATCH_OPTIONS,
    .run = run_match,
};
