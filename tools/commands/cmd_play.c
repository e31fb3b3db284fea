/* SPDX-License-Identifier: MIT */
/* `tetress play`: a game at the terminal between people and players. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "budget_text.h"
#include "commands.h"
#include "engines.h"
#include "interruption.h"
#include "names.h"
#include "openings.h"
#include "play_person.h"
#include "play_table.h"
#include "start_position.h"

/* ---- Engines --------------------------------------------------------------------------------- */

static turn_result engine_turn(play_table *t)
{
    int32_t turn = tetress_game_turn(t->game);
    tetress_engine *engine = t->engines[turn];
    tetress_result found = TETRESS_RESULT_INIT;
    tetress_status status;

    status = interruption_search(engine, t->game, &t->budgets[turn], &found);
    if (interruption_signal() != 0)
        return TURN_LEFT;
    if (status != TETRESS_OK) {
        problem("%s: %s", tetress_colour_name(turn), tetress_engine_error(engine)->text);
        return TURN_FAILED;
    }
    play_table_apply(t, found.move, &found);
    return TURN_PLAYED;
}

/* ---- The game -------------------------------------------------------------------------------- */

static turn_result take_turn(play_table *t)
{
    if (interruption_signal() != 0)
        return TURN_LEFT;
    if (t->engines[tetress_game_turn(t->game)] != NULL)
        return engine_turn(t);
    return play_person_turn(t);
}

static turn_result play_to_the_end(play_table *t)
{
    turn_result turn = TURN_PLAYED;

    play_table_show(t);
    play_person_welcome(t);
    while (tetress_game_reason(t->game) == TETRESS_REASON_NONE) {
        turn = take_turn(t);
        if (turn == TURN_PLAYED)
            play_table_show(t);
        else if (turn != TURN_AGAIN)
            return turn;
    }
    return TURN_PLAYED;
}

static void print_result(const play_table *t)
{
    int32_t winner = tetress_game_winner(t->game);
    int32_t reason = tetress_game_reason(t->game);

    if (reason == TETRESS_REASON_NONE) {
        printf("the game was left after %d actions\n", tetress_game_ply(t->game));
        return;
    }
    if (winner == TETRESS_NOBODY)
        fputs("draw", stdout);
    else
        printf("%s wins", tetress_colour_name(winner));
    if (reason == TETRESS_REASON_NO_MOVES)
        printf(": %s has no legal move", tetress_colour_name(tetress_game_turn(t->game)));
    else
        printf(": 150 actions, %d red tokens, %d blue", tetress_game_tokens(t->game, TETRESS_RED),
               tetress_game_tokens(t->game, TETRESS_BLUE));
    printf(" (%s, after %d actions)\n", tetress_reason_name(reason), tetress_game_ply(t->game));
}

static int save_game(const play_table *t, const char *path, bool tell)
{
    if (path == NULL) {
        if (tell && interruption_signal() != 0)
            puts("not saved: --save FILE would have kept the game");
        return EXIT_DONE;
    }
    if (!game_record_append(&t->record, path)) {
        int exit_code = problem_writing(path);

        if (tell)
            game_record_write(&t->record, stdout); /* so that it is not lost */
        return exit_code;
    }
    if (tell)
        printf("saved to %s\n", path);
    return EXIT_DONE;
}

static int finish(const cli_arguments *arguments, play_table *t)
{
    bool json = arguments_has(arguments, OPTION_JSON);
    int exit_code;

    game_record_finish(&t->record, t->game);
    if (!json && tetress_game_reason(t->game) == TETRESS_REASON_NONE)
        putchar('\n'); /* after the prompt */
    exit_code = save_game(t, arguments->values[OPTION_SAVE], !json);
    if (json)
        game_record_write(&t->record, stdout);
    else
        print_result(t);
    return exit_code;
}

/* ---- Setting up ------------------------------------------------------------------------------ */

static int seat_players(play_table *t, uint64_t seed)
{
    for (int i = 0; i < 2; i++) {
        const char *spec = t->record.players[i];
        int exit_code;

        if (strcmp(spec, "human") == 0)
            continue;
        exit_code = engine_from_spec(spec, &t->engines[i]);
        if (exit_code != EXIT_DONE)
            return exit_code;
        t->budgets[i] = engine_budget(t->engines[i], &t->given, PLAY_FALLBACK);
        tetress_engine_reseed(t->engines[i], tetress_derived_seed(seed, (uint64_t)i));
    }
    return EXIT_DONE;
}

/* Who plays: --red and --blue, and the operands in the seats that these leave. One operand alone
 * plays blue, against a person. */
static int name_players(const cli_command *command, const cli_arguments *arguments,
                        const char *specs[2])
{
    char **operand = arguments->operands;
    bool both = operand[0] != NULL && operand[1] != NULL;

    specs[0] = arguments->values[OPTION_RED];
    specs[1] = arguments->values[OPTION_BLUE];
    if (operand[0] != NULL && specs[0] != NULL && specs[1] != NULL)
        return usage_error(command, "--red and --blue leave no seat for '%s'", operand[0]);
    if (both && (specs[0] != NULL || specs[1] != NULL))
        return usage_error(command, "takes two players, or one beside --red or --blue");
    if (both)
        specs[0] = *operand++;
    if (*operand != NULL)
        specs[specs[1] == NULL ? 1 : 0] = *operand;
    if (specs[0] == NULL)
        specs[0] = "human";
    if (specs[1] == NULL)
        specs[1] = "negamax";
    return EXIT_DONE;
}

static int table_setup(const cli_command *command, const cli_arguments *arguments, play_table *t)
{
    const char *specs[2];
    uint64_t seed;
    int exit_code = name_players(command, arguments, specs);

    if (exit_code == EXIT_DONE &&
        !arguments_integer(arguments, OPTION_SEED, 0, UINT64_MAX, 1, &seed))
        return EXIT_USAGE;
    if (exit_code == EXIT_DONE)
        exit_code = budget_from_options(command, arguments, "", &t->given);
    if (exit_code == EXIT_DONE)
        exit_code = game_from_options(command, arguments, &t->game);
    if (exit_code != EXIT_DONE)
        return exit_code;
    game_record_start(&t->record, t->game, specs[0], specs[1], seed);
    t->show = !arguments_has(arguments, OPTION_QUIET) && !arguments_has(arguments, OPTION_JSON);
    t->screen = screen_of_output(arguments_has(arguments, OPTION_PLAIN) || !t->show);
    return seat_players(t, seed);
}

static int run_play(const cli_command *command, const cli_arguments *arguments)
{
    play_table *t = calloc(1, sizeof *t);
    int exit_code;

    if (t == NULL)
        return problem("out of memory");
    exit_code = table_setup(command, arguments, t);
    if (exit_code == EXIT_DONE)
        exit_code = check_writable(arguments->values[OPTION_SAVE]);
    if (exit_code == EXIT_DONE) {
        interruption_catch();
        screen_open(&t->screen);
        exit_code = play_to_the_end(t) == TURN_FAILED ? EXIT_PROBLEM : finish(arguments, t);
    }
    for (int i = 0; i < 2; i++)
        tetress_engine_free(t->engines[i]);
    tetress_engine_free(t->adviser);
    tetress_game_free(t->game);
    free(t);
    interruption_pass_on();
    return exit_code;
}

static const option_id PLAY_OPTIONS[] = {
    OPTION_RED,    OPTION_BLUE,    OPTION_WALL_MS, OPTION_NODES, OPTION_PLAYOUTS, OPTION_DEPTH,
    OPTION_BUDGET, OPTION_SAVE,    OPTION_PLAIN,   OPTION_QUIET, OPTION_POSITION, OPTION_GAME,
    OPTION_NUMBER, OPTION_ACTIONS, OPTION_MOVES,   OPTION_SEED,  OPTION_JSON,     OPTION_HELP};

const cli_command command_play = {
    .name = "play",
    .operands = "[PLAYER [PLAYER]]",
    .operands_more = 2,
    .operand_values = VALUES_SIDES,
    .summary = "play a game in the terminal",
    .description =
        "Play a game in the terminal:\n"
        "\n"
        "  tetress play level-4                you are red, level-4 is blue (level-1 to level-10)\n"
        "  tetress play --blue human level-4   you are blue\n"
        "  tetress play negamax mcts           watch two players, red first\n"
        "\n"
        "A player is a SPEC as 'tetress players' lists them, or 'human'. To move, type a piece, its\n"
        "first cell and its rotation, such as T 3-4 r, or four cells, such as 3-4 4-3 4-4 5-4. 'help'\n"
        "lists the commands, and 'pieces' shows the pieces. Without a budget each player keeps its own\n"
        "limits; a player without limits searches for half a second. On a terminal each board is drawn\n"
        "over the last one. Ctrl-C leaves the game; with --save the game is kept.\n",
    .options = PLAY_OPTIONS,
    .run = run_play,
};
