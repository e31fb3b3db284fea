/* SPDX-License-Identifier: MIT */
#include <jansson.h>
#include <stdio.h>

#include "json_line.h"
#include "setup.h"

static void print_option(const tetress_option *option)
{
    printf("    %-12s %s (default %s", option->name, option->summary, option->preset);
    if (option->choices != NULL)
        printf("; %s)\n", option->choices);
    else
        printf("; %s to %s)\n", option->minimum, option->maximum);
}

static json_t *option_json(const tetress_option *option)
{
    return json_pack("{s:s, s:s, s:s, s:s?, s:s?, s:s?}", "name", option->name, "summary",
                     option->summary, "default", option->preset, "minimum", option->minimum,
                     "maximum", option->maximum, "choices", option->choices);
}

/* Every option of a player, to the reader or into `list`. */
static int each_option(const char *name, json_t *list)
{
    tetress_engine *engine;
    int exit_code = setup_engine(name, &engine);

    if (exit_code != EXIT_DONE)
        return exit_code;
    for (uint32_t i = 0; i < tetress_engine_option_count(engine); i++) {
        tetress_option option = TETRESS_OPTION_INIT;

        tetress_engine_option(engine, i, &option);
        if (list == NULL)
            print_option(&option);
        else
            json_array_append_new(list, option_json(&option));
    }
    tetress_engine_free(engine);
    return EXIT_DONE;
}

static int print_text(void)
{
    puts("Players (SPEC is NAME or NAME:key=value,...):");
    for (uint32_t i = 0; i < tetress_player_count(); i++) {
        tetress_player player = TETRESS_PLAYER_INIT;

        tetress_player_at(i, &player);
        printf("\n  %s: %s\n    from %s\n", player.name, player.description, player.source);
        if (each_option(player.name, NULL) != EXIT_DONE)
            return EXIT_PROBLEM;
    }
    puts("\nEvaluators:");
    for (uint32_t i = 0; i < tetress_evaluator_count(); i++) {
        tetress_evaluator evaluator = TETRESS_EVALUATOR_INIT;

        tetress_evaluator_at(i, &evaluator);
        printf("\n  %s: %s\n    from %s\n", evaluator.name, evaluator.summary, evaluator.source);
    }
    return EXIT_DONE;
}

static int print_json(void)
{
    json_t *players = json_array();
    json_t *evaluators = json_array();
    json_t *whole = json_pack("{s:o, s:o}", "players", players, "evaluators", evaluators);
    int exit_code = EXIT_DONE;

    for (uint32_t i = 0; i < tetress_player_count() && exit_code == EXIT_DONE; i++) {
        tetress_player player = TETRESS_PLAYER_INIT;
        json_t *options = json_array();

        tetress_player_at(i, &player);
        exit_code = each_option(player.name, options);
        json_array_append_new(
            players, json_pack("{s:s, s:s, s:s, s:s, s:s, s:o}", "name", player.name, "description",
                               player.description, "source", player.source, "algorithm",
                               player.algorithm, "preset", player.options, "options", options));
    }
    for (uint32_t i = 0; i < tetress_evaluator_count(); i++) {
        tetress_evaluator evaluator = TETRESS_EVALUATOR_INIT;

        tetress_evaluator_at(i, &evaluator);
        json_array_append_new(evaluators,
                              json_pack("{s:s, s:s, s:s}", "name", evaluator.name, "summary",
                                        evaluator.summary, "source", evaluator.source));
    }
    write_json_line(whole, stdout);
    return exit_code;
}

static int run_players(const cli_command *command, const cli_arguments *arguments)
{
    (void)command;
    return arguments_has(arguments, OPTION_JSON) ? print_json() : print_text();
}

static const option_id PLAYERS_OPTIONS[] = {OPTION_JSON, OPTION_HELP};

const cli_command command_players = {
    .name = "players",
    .operands = "",
    .summary = "list players, their options, and evaluators",
    .description = "List the players that a SPEC can name, their options, and the evaluators.\n",
    .options = PLAYERS_OPTIONS,
    .run = run_players,
};
