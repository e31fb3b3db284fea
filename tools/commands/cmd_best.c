/* SPDX-License-Identifier: MIT */
/* `tetress best`: searches one position and prints the best move. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>

#include "budget_text.h"
#include "commands.h"
#include "engines.h"
#include "json_line.h"
#include "names.h"
#include "search_lines.h"
#include "start_position.h"

static int32_t print_progress(const tetress_result *so_far, const tetress_line *line, void *user)
{
    (void)user;
    print_info_line(stdout, so_far, line, true);
    fflush(stdout);
    return 0;
}

static int32_t print_progress_json(const tetress_result *so_far, const tetress_line *line,
                                   void *user)
{
    json_t *object = info_json(so_far, line);

    (void)user;
    write_json_line(object, stdout);
    return 0;
}

static void print_result(const tetress_engine *engine, const tetress_result *result)
{
    char name[TETRESS_MOVE_TEXT];

    for (uint32_t i = 0; i < result->lines; i++) {
        tetress_line line = TETRESS_LINE_INIT;

        tetress_engine_line(engine, i, &line);
        print_info_line(stdout, result, &line, true);
    }
    printf("bestmove %s\n", move_name(result->move, name));
}

static void print_result_json(const tetress_engine *engine, const tetress_result *result)
{
    char name[TETRESS_MOVE_TEXT];
    json_t *lines = json_array();
    json_t *object;

    for (uint32_t i = 0; i < result->lines; i++) {
        tetress_line line = TETRESS_LINE_INIT;

        tetress_engine_line(engine, i, &line);
        json_array_append_new(lines, info_json(result, &line));
    }
    object = json_pack("{s:s, s:s, s:o}", "bestmove", move_name(result->move, name), "stopped_by",
                       tetress_stop_name(result->stop_reason), "lines", lines);
    write_json_line(object, stdout);
}

/* --multipv is an option of the player, who knows its bounds. */
static int set_multipv(const cli_command *command, const cli_arguments *arguments, const char *spec,
                       tetress_engine *engine)
{
    const char *value = arguments->values[OPTION_MULTIPV];
    char told[TOLD_ERROR];

    if (value == NULL || tetress_engine_set(engine, "multipv", value) == TETRESS_OK)
        return EXIT_DONE;
    return usage_error(command, "--multipv: %s",
                       told_error(tetress_engine_error(engine), spec, told));
}

static int search_and_print(const cli_arguments *arguments, tetress_engine *engine,
                            const tetress_game *game, const tetress_budget *budget)
{
    bool json = arguments_has(arguments, OPTION_JSON);
    tetress_result result = TETRESS_RESULT_INIT;

    if (!arguments_has(arguments, OPTION_QUIET))
        tetress_engine_set_info(engine, json ? print_progress_json : print_progress, NULL);
    if (tetress_engine_search(engine, game, budget, &result) != TETRESS_OK)
        return problem("%s", tetress_engine_error(engine)->text);
    (json ? print_result_json : print_result)(engine, &result);
    return EXIT_DONE;
}

static int run_best(const cli_command *command, const cli_arguments *arguments)
{
    const char *spec = arguments->values[OPTION_PLAYER];
    tetress_budget budget;
    tetress_engine *engine = NULL;
    tetress_game *game = NULL;
    int exit_code = budget_from_options(command, arguments, "", &budget);

    if (exit_code == EXIT_DONE)
        exit_code = game_from_options(command, arguments, &game);
    if (spec == NULL)
        spec = "negamax";
    if (exit_code == EXIT_DONE)
        exit_code = engine_from_spec(spec, &engine);
    if (exit_code == EXIT_DONE)
        exit_code = set_multipv(command, arguments, spec, engine);
    if (exit_code == EXIT_DONE) {
        budget = engine_budget(engine, &budget, "wall_ms=1000");
        exit_code = search_and_print(arguments, engine, game, &budget);
    }
    tetress_engine_free(engine);
    tetress_game_free(game);
    return exit_code;
}

static const option_id BEST_OPTIONS[] = {
    OPTION_POSITION, OPTION_GAME,    OPTION_NUMBER, OPTION_ACTIONS,  OPTION_MOVES,
    OPTION_PLAYER,   OPTION_WALL_MS, OPTION_NODES,  OPTION_PLAYOUTS, OPTION_DEPTH,
    OPTION_BUDGET,   OPTION_MULTIPV, OPTION_QUIET,  OPTION_JSON,     OPTION_HELP};

const cli_command command_best = {
    .name = "best",
    .operands = "",
    .summary = "search one position",
    .description =
        "Search one position. Print the progress of the search, then the best lines, and last\n"
        "'bestmove MOVE' in cells, for programs. Scores are in centi-tokens for the side to move.\n"
        "Without a budget the player's own limits hold; a player without limits searches for a second.\n",
    .options = BEST_OPTIONS,
    .run = run_best,
};
