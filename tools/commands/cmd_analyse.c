/* SPDX-License-Identifier: MIT */
/* `tetress analyse`: says which moves of a recorded game were mistakes, as text, JSON or a page. */
#include <stdio.h>
#include <stdlib.h>

#include "analysis_output.h"
#include "board_view.h"
#include "budget_text.h"
#include "commands.h"
#include "engines.h"
#include "game_file.h"

/* Text when a page is all that was asked for would only be in the way. */
static int show(const cli_arguments *arguments, const analysis *found,
                const analysis_source *source)
{
    const char *path = arguments->values[OPTION_PAGE];

    if (arguments_has(arguments, OPTION_JSON)) {
        if (!analysis_print_json(found, source))
            return problem("cannot write to standard output");
    } else if (path == NULL || !arguments_has(arguments, OPTION_QUIET)) {
        analysis_print(found, source, board_view_has_colour());
    }
    if (path != NULL) {
        FILE *file = fopen(path, "w");
        bool written = file != NULL && analysis_write_page(found, source, file);

        if (file != NULL)
            written = fclose(file) == 0 && written;
        if (!written)
            return problem_writing(path);
    }
    return EXIT_DONE;
}

static int analyse_and_show(const cli_arguments *arguments, tetress_engine *engine,
                            const tetress_budget *budget, saved_game *saved)
{
    const char *player = arguments->values[OPTION_PLAYER];
    progress_bar bar =
        progress_bar_start(saved->record.count, arguments_has(arguments, OPTION_QUIET));
    analysis *found = malloc(sizeof *found);
    char limits[LIMITS_TEXT];
    analysis_source source = {saved, player == NULL ? "negamax" : player,
                              limits_text(engine, budget, limits)};
    int exit_code;

    if (found == NULL)
        return problem("out of memory");
    exit_code = analyse_game(engine, budget, saved, &bar, found);
    progress_bar_end(&bar);
    if (exit_code == EXIT_DONE)
        exit_code = show(arguments, found, &source);
    free(found);
    return exit_code;
}

static int run_analyse(const cli_command *command, const cli_arguments *arguments)
{
    const char *path = arguments->operands[0];
    const char *player = arguments->values[OPTION_PLAYER];
    tetress_budget budget;
    tetress_engine *engine = NULL;
    saved_game saved;
    read_fault fault;
    uint64_t number;
    int exit_code = budget_from_options(command, arguments, "", &budget);

    if (!arguments_integer(arguments, OPTION_NUMBER, 1, UINT64_MAX, 1, &number))
        exit_code = EXIT_USAGE;
    if (exit_code != EXIT_DONE)
        return exit_code;
    if (!game_file_read(path, number, &saved, &fault))
        return problem("%s: %s", path, fault.text);
    exit_code = engine_from_spec(player == NULL ? "negamax" : player, &engine);
    if (exit_code == EXIT_DONE)
        exit_code = check_writable(arguments->values[OPTION_PAGE]);
    if (exit_code == EXIT_DONE) {
        budget = engine_budget(engine, &budget, "nodes=100000");
        exit_code = analyse_and_show(arguments, engine, &budget, &saved);
    }
    tetress_engine_free(engine);
    saved_game_clear(&saved);
    return exit_code;
}

static const option_id ANALYSE_OPTIONS[] = {
    OPTION_NUMBER, OPTION_PLAYER, OPTION_BUDGET, OPTION_WALL_MS, OPTION_NODES, OPTION_PLAYOUTS,
    OPTION_DEPTH,  OPTION_PAGE,   OPTION_JSON,   OPTION_QUIET,   OPTION_HELP};

const cli_command command_analyse = {
    .name = "analyse",
    .operands = "GAME",
    .operands_wanted = 1,
    .operand_values = VALUES_FILES,
    .summary = "judge every move of a game",
    .description =
        "Judge every move of a game in a file of game records, or in what the course's referee\n"
        "printed or logged. The engine searches the position before each move, the one after it and\n"
        "the one after the best move. The loss of winning probability makes the move best, good, an\n"
        "inaccuracy (5 points or more), a mistake (10) or a blunder (20). Without a budget the\n"
        "player's own limits hold. A player without limits, such as negamax, visits 100000 positions\n"
        "a search, so the same game gives the same analysis. --page writes a page with a graph and a\n"
        "board to step through; it needs no other file and no network.\n",
    .options = ANALYSE_OPTIONS,
    .run = run_analyse,
};
