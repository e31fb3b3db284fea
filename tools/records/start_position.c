/* SPDX-License-Identifier: MIT */
/* The game that a command starts from, as its options describe it. */
#include "start_position.h"

#include <inttypes.h>
#include <stdio.h>

#include "game_file.h"
#include "move_list.h"

/* The same position as a game of its own, without the history that led to it. */
static int forget_history(tetress_game **game)
{
    char text[TETRESS_POSITION_TEXT];

    tetress_game_to_text(*game, text, sizeof text, NULL);
    tetress_game_free(*game);
    if (tetress_game_from_text(NULL, text, game, NULL) != TETRESS_OK)
        return problem("out of memory");
    return EXIT_DONE;
}

static int start_from_position(const char *position, tetress_game **game)
{
    tetress_error error = TETRESS_ERROR_INIT;

    if (tetress_game_from_text(NULL, position, game, &error) != TETRESS_OK)
        return problem("--position: %s", error.text);
    return EXIT_DONE;
}

/* Undo all but the first `wanted` actions of a saved game. */
static int take_back(saved_game *saved, uint64_t wanted, const char *path)
{
    if (wanted > saved->record.count)
        return problem("--game %s: the game has %zu actions, not %" PRIu64, path,
                       saved->record.count, wanted);
    for (uint64_t i = wanted; i < saved->record.count; i++)
        tetress_game_undo(saved->game);
    return EXIT_DONE;
}

static int start_from_file(const cli_arguments *arguments, tetress_game **game)
{
    const char *path = arguments->values[OPTION_GAME];
    saved_game saved;
    read_fault fault;
    uint64_t number, actions;
    int exit_code = EXIT_DONE;

    if (!arguments_integer(arguments, OPTION_NUMBER, 1, UINT64_MAX, 1, &number) ||
        !arguments_integer(arguments, OPTION_ACTIONS, 0, TETRESS_MAX_ACTIONS, 0, &actions))
        return EXIT_USAGE;
    if (!game_file_read(path, number, &saved, &fault))
        return problem("--game %s: %s", path, fault.text);
    if (arguments_has(arguments, OPTION_ACTIONS))
        exit_code = take_back(&saved, actions, path);
    if (exit_code == EXIT_DONE) {
        *game = saved.game;
        saved.game = NULL;
    }
    saved_game_clear(&saved);
    return exit_code;
}

static int start_game(const cli_command *command, const cli_arguments *arguments,
                      tetress_game **game)
{
    bool from_file = arguments_has(arguments, OPTION_GAME);

    if (from_file && arguments_has(arguments, OPTION_POSITION))
        return usage_error(command, "takes --position or --game, not both");
    if (!from_file &&
        (arguments_has(arguments, OPTION_NUMBER) || arguments_has(arguments, OPTION_ACTIONS)))
        return usage_error(command, "--number and --actions need a --game");
    if (from_file)
        return start_from_file(arguments, game);
    if (arguments_has(arguments, OPTION_POSITION))
        return start_from_position(arguments->values[OPTION_POSITION], game);
    if (tetress_game_new(NULL, game) != TETRESS_OK)
        return problem("out of memory");
    return EXIT_DONE;
}

int game_from_options(const cli_command *command, const cli_arguments *arguments,
                      tetress_game **game)
{
    const char *moves = arguments->values[OPTION_MOVES];
    char fault[512];
    int exit_code = start_game(command, arguments, game);

    if (exit_code != EXIT_DONE)
        return exit_code;
    if (moves != NULL && !apply_moves(*game, moves, fault, sizeof fault)) {
        tetress_game_free(*game);
        *game = NULL;
        return problem("--moves: %s", fault);
    }
    return forget_history(game);
}
