/* SPDX-License-Identifier: MIT */
/* `tetress players`: lists the players and evaluators, or the options of one player. */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "budget_text.h"
#include "commands.h"
#include "engines.h"
#include "json_line.h"
#include "screen.h"

#define OPTION_COLUMN 20 /* where an option's summary starts */

static void print_option(const screen *s, const tetress_option *option)
{
    char left[64], right[1024];
    bool chosen = option->choices != NULL;

    snprintf(left, sizeof left, "    %s ", option->name);
    snprintf(right, sizeof right, "%s [default %s; %s%s%s]", option->summary, option->default_value,
             chosen ? option->choices : option->minimum, chosen ? "" : " to ",
             chosen ? "" : option->maximum);
    screen_row(s, OPTION_COLUMN, left, right);
}

static json_t *option_json(const tetress_option *option)
{
    return json_pack("{s:s, s:s, s:s, s:s?, s:s?, s:s?}", "name", option->name, "summary",
                     option->summary, "default", option->default_value, "minimum", option->minimum,
                     "maximum", option->maximum, "choices", option->choices);
}

/* Every option of a player, to the reader or into `list`. */
static int each_option(const char *name, json_t *list)
{
    screen s = screen_of_output(true);
    tetress_engine *engine;
    int exit_code = engine_from_spec(name, &engine);

    if (exit_code != EXIT_DONE)
        return exit_code;
    for (uint32_t i = 0; i < tetress_engine_option_count(engine); i++) {
        tetress_option option = TETRESS_OPTION_INIT;

        tetress_engine_option(engine, i, &option);
        if (list == NULL)
            print_option(&s, &option);
        else
            json_array_append_new(list, option_json(&option));
    }
    tetress_engine_free(engine);
    return EXIT_DONE;
}

/* ---- For people ------------------------------------------------------------------------------ */

#define NAME_COLUMN 24 /* where a description starts */

typedef enum group { GROUP_LEVELS, GROUP_OWN, GROUP_SEED, GROUP_COUNT } group;

/* Players of the seed reports are called after them: s1-negamax. */
static group group_of(const tetress_player *player)
{
    const char *name = player->name;

    if (strncmp(name, "level-", 6) == 0)
        return GROUP_LEVELS;
    return name[0] == 's' && name[1] >= '0' && name[1] <= '9' && name[2] == '-' ? GROUP_SEED
                                                                                : GROUP_OWN;
}

static void print_row(const screen *s, const char *name, const char *text)
{
    char left[64];

    snprintf(left, sizeof left, "  %s: ", name);
    screen_row(s, NAME_COLUMN, left, text);
}

static void print_group(const screen *s, group wanted)
{
    for (uint32_t i = 0; i < tetress_player_count(); i++) {
        tetress_player player = TETRESS_PLAYER_INIT;

        tetress_player_at(i, &player);
        if (group_of(&player) == wanted)
            print_row(s, player.name, player.description);
    }
}

static int print_text(void)
{
    static const char *const TITLES[GROUP_COUNT] = {
        [GROUP_LEVELS] = "Players for people (tetress play level-4):",
        [GROUP_OWN] = "Every algorithm with its best options:",
        [GROUP_SEED] = "Players of the seed reports S0 to S4 (docs/reference/players.md):",
    };
    screen s = screen_of_output(true);

    for (int i = 0; i < GROUP_COUNT; i++) {
        printf("%s%s\n", i == 0 ? "" : "\n", TITLES[i]);
        print_group(&s, (group)i);
    }
    puts("\nEvaluators (negamax:evaluator=s1):");
    for (uint32_t i = 0; i < tetress_evaluator_count(); i++) {
        tetress_evaluator evaluator = TETRESS_EVALUATOR_INIT;

        tetress_evaluator_at(i, &evaluator);
        print_row(&s, evaluator.name, evaluator.summary);
    }
    screen_text(
        &s,
        "\nA player SPEC is NAME or NAME:key=value,... ; 'tetress players NAME' lists the keys of a\n"
        "player with their defaults.\n");
    return EXIT_DONE;
}

static void print_head(const screen *s, const tetress_player *player)
{
    screen_say(s, 2, "%s: %s", player->name, player->description);
    screen_say(s, 2, "  source: %s", player->source);
}

/* One player with its source, its limits and its options. */
static int print_player(const char *name)
{
    tetress_budget nothing = TETRESS_BUDGET_INIT;
    tetress_engine *engine;
    char limits[LIMITS_TEXT];
    screen s;
    int exit_code = engine_from_spec(name, &engine);

    if (exit_code != EXIT_DONE)
        return exit_code;
    s = screen_of_output(true);
    for (uint32_t i = 0; i < tetress_player_count(); i++) {
        tetress_player player = TETRESS_PLAYER_INIT;
        size_t length = strcspn(name, ":@");

        tetress_player_at(i, &player);
        if (strlen(player.name) == length && strncmp(player.name, name, length) == 0)
            print_head(&s, &player);
    }
    if (tetress_engine_own_limits(engine, NULL) == 1)
        printf("  plays with %s\n", limits_text(engine, &nothing, limits));
    else
        screen_say(&s, 2, "%s", "  has no limits of its own: it plays with those it is given");
    puts("  options:");
    tetress_engine_free(engine);
    return each_option(name, NULL);
}

/* ---- For programs ---------------------------------------------------------------------------- */

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
    bool json = arguments_has(arguments, OPTION_JSON);

    if (arguments->operands[0] == NULL)
        return json ? print_json() : print_text();
    if (json)
        return usage_error(command, "--json prints the whole list; leave out the NAME");
    return print_player(arguments->operands[0]);
}

static const option_id PLAYERS_OPTIONS[] = {OPTION_JSON, OPTION_HELP};

const cli_command command_players = {
    .name = "players",
    .operands = "[NAME]",
    .operands_more = 1,
    .operand_values = VALUES_PLAYERS,
    .summary = "list players and evaluators, or one player's options",
    .description =
        "List the evaluators and the players that a SPEC can name, or one player with its options.\n"
        "--json prints everything.\n",
    .options = PLAYERS_OPTIONS,
    .run = run_players,
};
