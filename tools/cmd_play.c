/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* getline */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "board_view.h"
#include "game_record.h"
#include "openings.h"
#include "setup.h"

#define FALLBACK "time=500" /* for players without limits of their own */

/* A game at the terminal. An engine is NULL where a person plays. */
typedef struct table {
    tetress_game *game;
    tetress_engine *engines[2];
    tetress_engine *adviser;   /* for hints; made when first asked */
    tetress_budget given;      /* by the command line */
    tetress_budget budgets[2]; /* of each engine's searches */
    game_record record;
    tetress_move last;
    bool show; /* the board after each action */
    bool colour;
} table;

typedef enum turn_result { TURN_PLAYED, TURN_AGAIN, TURN_LEFT, TURN_FAILED } turn_result;

static void play_move(table *t, tetress_move move, const tetress_result *result)
{
    game_record_add(&t->record, move, result);
    t->last = move;
}

/* How a search sees the game, for the side that moves. */
static const char *verdict(const tetress_result *result, char *buffer, size_t size)
{
    if (result->mate != 0)
        snprintf(buffer, size, "%s with action %" PRId32 " from here at the latest",
                 result->mate > 0 ? "wins" : "loses",
                 result->mate > 0 ? result->mate : -result->mate);
    else
        snprintf(buffer, size, "score %+.2f  win %.0f %%", result->score / 100.0,
                 100 * result->win);
    return buffer;
}

static void show_board(const table *t)
{
    if (t->show)
        board_view_draw(t->game, t->last, t->colour);
}

/* ---- People ---------------------------------------------------------------------------------- */

static void person_help(void)
{
    puts("  3-4,4-3,4-4,4-5   place a tetromino on these cells (row-column)\n"
         "  hint              what the engine would play\n"
         "  moves             all legal moves\n"
         "  undo              take back your last action and the reply to it\n"
         "  position          the position as text\n"
         "  save FILE         append the game so far to a file\n"
         "  quit              leave the game");
}

static turn_result person_hint(table *t)
{
    tetress_result result = TETRESS_RESULT_INIT;
    tetress_budget budget;
    char name[TETRESS_MOVE_TEXT], view[64];

    if (t->adviser == NULL && setup_engine("negamax", &t->adviser) != EXIT_DONE)
        return TURN_AGAIN;
    budget = engine_budget(t->adviser, &t->given, FALLBACK);
    if (tetress_engine_search(t->adviser, t->game, &budget, &result) != TETRESS_OK)
        printf("no hint: %s\n", tetress_engine_error(t->adviser)->text);
    else
        printf("hint: %s  %s\n", move_name(result.move, name), verdict(&result, view, sizeof view));
    return TURN_AGAIN;
}

static turn_result person_moves(const table *t)
{
    tetress_move moves[TETRESS_PLACEMENTS];
    size_t count = 0;
    char name[TETRESS_MOVE_TEXT];

    tetress_game_legal_moves(t->game, moves, TETRESS_PLACEMENTS, &count);
    for (size_t i = 0; i < count; i++)
        printf("%s%s", move_name(moves[i], name), i % 4 == 3 || i + 1 == count ? "\n" : "  ");
    printf("%zu legal moves\n", count);
    return TURN_AGAIN;
}

/* Back to this person's previous turn: two actions, or one if nobody has replied to it. */
static turn_result person_undo(table *t)
{
    size_t count = 0;

    for (int i = 0; i < 2 && tetress_game_undo(t->game) == TETRESS_OK; i++)
        count++;
    game_record_undo(&t->record, count);
    if (count == 0)
        puts("there is nothing to take back");
    t->last = TETRESS_MOVE_NONE;
    show_board(t);
    return TURN_AGAIN;
}

static turn_result person_save(const table *t, const char *path)
{
    game_record record = t->record;
    FILE *file = fopen(path, "a");
    bool saved;

    if (file == NULL) {
        printf("cannot write %s\n", path);
        return TURN_AGAIN;
    }
    game_record_finish(&record, t->game);
    saved = game_record_write(&record, file);
    saved = fclose(file) == 0 && saved;
    printf(saved ? "saved to %s\n" : "cannot write %s\n", path);
    return TURN_AGAIN;
}

static turn_result person_place(table *t, const char *text)
{
    tetress_move move;

    if (!play_text(t->game, text, &move)) {
        printf("%s ('help' lists the commands)\n", tetress_game_error(t->game)->text);
        return TURN_AGAIN;
    }
    play_move(t, move, NULL);
    return TURN_PLAYED;
}

static turn_result person_command(table *t, const char *line)
{
    char position[TETRESS_POSITION_TEXT];

    if (line[0] == '\0')
        return TURN_AGAIN;
    if (strcmp(line, "quit") == 0)
        return TURN_LEFT;
    if (strcmp(line, "hint") == 0)
        return person_hint(t);
    if (strcmp(line, "moves") == 0)
        return person_moves(t);
    if (strcmp(line, "undo") == 0)
        return person_undo(t);
    if (strncmp(line, "save ", 5) == 0)
        return person_save(t, line + 5);
    if (strcmp(line, "help") == 0) {
        person_help();
        return TURN_AGAIN;
    }
    if (strcmp(line, "position") == 0) {
        tetress_game_to_text(t->game, position, sizeof position, NULL);
        puts(position);
        return TURN_AGAIN;
    }
    return person_place(t, line);
}

static turn_result person_turn(table *t)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    turn_result turn;

    printf("%s> ", colour_name(tetress_game_turn(t->game)));
    fflush(stdout);
    length = getline(&line, &room, stdin);
    while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL)
        line[--length] = '\0';
    turn = length < 0 ? TURN_LEFT : person_command(t, line);
    free(line);
    return turn;
}

/* ---- Engines --------------------------------------------------------------------------------- */

static turn_result engine_turn(table *t, tetress_engine *engine)
{
    tetress_result result = TETRESS_RESULT_INIT;
    int32_t turn = tetress_game_turn(t->game);
    const char *mover = colour_name(turn);
    char name[TETRESS_MOVE_TEXT], view[64];

    if (tetress_engine_search(engine, t->game, &t->budgets[turn], &result) != TETRESS_OK) {
        problem("%s: %s", mover, tetress_engine_error(engine)->text);
        return TURN_FAILED;
    }
    tetress_game_apply(t->game, result.move);
    play_move(t, result.move, &result);
    if (t->show)
        printf("\n%s plays %s  %s  depth %" PRIu32 "  nodes %" PRIu64 "  %" PRIu64 " ms\n", mover,
               move_name(result.move, name), verdict(&result, view, sizeof view), result.depth,
               result.nodes, result.wall_ms);
    return TURN_PLAYED;
}

/* ---- The game -------------------------------------------------------------------------------- */

static turn_result play_to_the_end(table *t)
{
    turn_result turn = TURN_PLAYED;

    show_board(t);
    while (tetress_game_reason(t->game) == TETRESS_REASON_NONE) {
        tetress_engine *engine = t->engines[tetress_game_turn(t->game)];

        turn = engine == NULL ? person_turn(t) : engine_turn(t, engine);
        if (turn == TURN_PLAYED)
            show_board(t);
        else if (turn != TURN_AGAIN)
            return turn;
    }
    return TURN_PLAYED;
}

static void print_result(const table *t)
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
        printf("%s wins", colour_name(winner));
    if (reason == TETRESS_REASON_NO_MOVES)
        printf(": %s has no legal move", colour_name(tetress_game_turn(t->game)));
    else
        printf(": 150 actions, %d red tokens, %d blue", tetress_game_tokens(t->game, TETRESS_RED),
               tetress_game_tokens(t->game, TETRESS_BLUE));
    printf(" (%s, after %d actions)\n", reason_name(reason), tetress_game_ply(t->game));
}

static int finish(const cli_arguments *arguments, table *t)
{
    const char *path = arguments->values[OPTION_SAVE];

    game_record_finish(&t->record, t->game);
    if (arguments_has(arguments, OPTION_JSON))
        game_record_write(&t->record, stdout);
    else
        print_result(t);
    if (path != NULL) {
        FILE *file = fopen(path, "a");
        bool saved = file != NULL && game_record_write(&t->record, file);

        if (file != NULL)
            saved = fclose(file) == 0 && saved;
        if (!saved)
            return problem("cannot write %s", path);
    }
    return EXIT_DONE;
}

static int seat_players(table *t, uint64_t seed)
{
    const char *const specs[2] = {t->record.players[0], t->record.players[1]};

    for (int i = 0; i < 2; i++) {
        char text[24];
        int exit_code;

        if (strcmp(specs[i], "human") == 0)
            continue;
        exit_code = setup_engine(specs[i], &t->engines[i]);
        if (exit_code != EXIT_DONE)
            return exit_code;
        t->budgets[i] = engine_budget(t->engines[i], &t->given, FALLBACK);
        snprintf(text, sizeof text, "%" PRIu64, mixed_seed(seed, (uint64_t)i));
        tetress_engine_set(t->engines[i], "seed",
                           text); /* players without random numbers have none */
    }
    return EXIT_DONE;
}

static int table_setup(const cli_command *command, const cli_arguments *arguments, table *t)
{
    const char *red = arguments->values[OPTION_RED];
    const char *blue = arguments->values[OPTION_BLUE];
    uint64_t seed;
    int exit_code;

    if (!arguments_integer(arguments, OPTION_SEED, 0, UINT64_MAX, 1, &seed))
        return EXIT_USAGE;
    exit_code = setup_budget(command, arguments, "", &t->given);
    if (exit_code == EXIT_DONE)
        exit_code = setup_game(command, arguments, &t->game);
    if (exit_code != EXIT_DONE)
        return exit_code;
    game_record_start(&t->record, t->game, red == NULL ? "human" : red,
                      blue == NULL ? "negamax" : blue, seed);
    t->last = TETRESS_MOVE_NONE;
    t->colour = board_view_has_colour();
    t->show = !arguments_has(arguments, OPTION_QUIET) && !arguments_has(arguments, OPTION_JSON);
    return seat_players(t, seed);
}

static int run_play(const cli_command *command, const cli_arguments *arguments)
{
    table *t = calloc(1, sizeof *t);
    int exit_code;

    if (t == NULL)
        return problem("out of memory");
    exit_code = table_setup(command, arguments, t);
    if (exit_code == EXIT_DONE)
        exit_code = play_to_the_end(t) == TURN_FAILED ? EXIT_PROBLEM : finish(arguments, t);
    for (int i = 0; i < 2; i++)
        tetress_engine_free(t->engines[i]);
    tetress_engine_free(t->adviser);
    tetress_game_free(t->game);
    free(t);
    return exit_code;
}

static const option_id PLAY_OPTIONS[] = {
    OPTION_RED,   OPTION_BLUE, OPTION_POSITION, OPTION_GAME,     OPTION_NUMBER, OPTION_ACTIONS,
    OPTION_MOVES, OPTION_TIME, OPTION_NODES,    OPTION_PLAYOUTS, OPTION_DEPTH,  OPTION_BUDGET,
    OPTION_SEED,  OPTION_SAVE, OPTION_QUIET,    OPTION_JSON,     OPTION_HELP};

const cli_command command_play = {
    .name = "play",
    .operands = "",
    .summary = "play a game in the terminal",
    .description =
        "Play a game between two players, each a player SPEC or 'human'. A person types the four\n"
        "cells of a placement, or 'help'. Without a budget each player keeps its own limits; one that has\n"
        "none searches for half a second.\n",
    .options = PLAY_OPTIONS,
    .run = run_play,
};
