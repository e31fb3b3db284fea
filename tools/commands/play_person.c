/* SPDX-License-Identifier: MIT */
/* A person's turn in `tetress play`: reads lines and obeys moves, questions, undo and hints. */
#define _POSIX_C_SOURCE 200809L /* isatty */

#include "play_person.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "budget_text.h"
#include "engines.h"
#include "interruption.h"
#include "names.h"
#include "piece_pictures.h"
#include "play_moves.h"

#define COMMAND_COLUMN 12   /* where help explains a command */
#define LINE           4096 /* bytes of the longest line; a terminal gives no longer one */

/* ---- Commands -------------------------------------------------------------------------------- */

static turn_result obey_help(play_table *t, char *rest);

static turn_result obey_pieces(play_table *t, char *rest)
{
    (void)rest;
    piece_pictures_draw(&t->screen);
    screen_say(&t->screen, 2, "%s",
               "A move is the piece, the cell where its @ goes (row-column), and the small letter: "
               "T 3-4 r. O has no small letter. Pieces wrap around the edges.");
    return TURN_AGAIN;
}

static turn_result obey_moves(play_table *t, char *rest)
{
    play_moves_list(t, rest);
    return TURN_AGAIN;
}

static turn_result obey_hint(play_table *t, char *rest)
{
    tetress_result found = TETRESS_RESULT_INIT;
    tetress_budget budget;
    char name[TETRESS_MOVE_TEXT], view[64];

    (void)rest;
    if (t->adviser == NULL && engine_from_spec("negamax", &t->adviser) != EXIT_DONE)
        return TURN_AGAIN;
    budget = engine_budget(t->adviser, &t->given, PLAY_FALLBACK);
    if (interruption_search(t->adviser, t->game, &budget, &found) != TETRESS_OK)
        screen_say(&t->screen, 2, "no hint: %s", tetress_engine_error(t->adviser)->text);
    else if (interruption_signal() == 0)
        screen_say(&t->screen, 2, "hint: %s  %s", move_piece_name(found.move, name),
                   play_verdict(&found, view, sizeof view));
    return TURN_AGAIN;
}

static turn_result obey_undo(play_table *t, char *rest)
{
    (void)rest;
    if (play_table_undo(t) == 0)
        puts("there is nothing to take back");
    else
        play_table_show(t);
    return TURN_AGAIN;
}

static turn_result obey_redo(play_table *t, char *rest)
{
    (void)rest;
    if (play_table_redo(t) == 0)
        puts("there is nothing to play again");
    else
        play_table_show(t);
    return TURN_AGAIN;
}

static turn_result obey_board(play_table *t, char *rest)
{
    (void)rest;
    if (!t->screen.in_place) /* else it has just been drawn */
        play_table_show(t);
    return TURN_AGAIN;
}

static turn_result obey_position(play_table *t, char *rest)
{
    char position[TETRESS_POSITION_TEXT];

    (void)rest;
    tetress_game_to_text(t->game, position, sizeof position, NULL);
    puts(position);
    return TURN_AGAIN;
}

static turn_result obey_save(play_table *t, char *rest)
{
    game_record record = t->record;

    if (rest[0] == '\0') {
        puts("save needs the name of a file: save FILE");
        return TURN_AGAIN;
    }
    game_record_finish(&record, t->game);
    if (game_record_append(&record, rest))
        printf("saved to %s\n", rest);
    else
        printf("cannot write %s: %s\n", rest, strerror(errno));
    return TURN_AGAIN;
}

static turn_result obey_quit(play_table *t, char *rest)
{
    (void)t;
    (void)rest;
    return TURN_LEFT;
}

typedef struct person_command {
    const char *name;
    const char *operands;
    const char *help;
    turn_result (*obey)(play_table *t, char *rest);
    bool takes_words; /* after its name */
} person_command;

static const person_command COMMANDS[] = {
    {"help", "", "show this list", obey_help, true},
    {"pieces", "", "show pictures of all pieces with their letters", obey_pieces, false},
    {"moves", "",
     "list all legal moves, or those with a piece (moves T, moves T r), a cell (moves 3-4), "
     "row 3, column 4, or that clear lines (moves lines 1)",
     obey_moves, true},
    {"hint", "", "show what the strongest player would play", obey_hint, false},
    {"undo", "", "go back to your previous turn", obey_undo, false},
    {"redo", "", "play again what undo took back", obey_redo, false},
    {"board", "", "draw the board again", obey_board, false},
    {"position", "", "print the position as a line of text", obey_position, false},
    {"save", "FILE", "append the game so far to a file", obey_save, true},
    {"quit", "", "leave the game; so does Ctrl-C", obey_quit, false},
};

#define COMMANDS_COUNT (sizeof COMMANDS / sizeof COMMANDS[0])

static turn_result obey_help(play_table *t, char *rest)
{
    (void)rest;
    screen_row(&t->screen, COMMAND_COLUMN, "  T 3-4 r",
               "place a piece: its letter, its first cell (row-column), its rotation");
    screen_row(&t->screen, COMMAND_COLUMN, "", "or four cells: 3-4 4-3 4-4 5-4");
    for (size_t i = 0; i < COMMANDS_COUNT; i++) {
        char left[24];

        snprintf(left, sizeof left, "  %s%s%s", COMMANDS[i].name,
                 COMMANDS[i].operands[0] == '\0' ? "" : " ", COMMANDS[i].operands);
        screen_row(&t->screen, COMMAND_COLUMN, left, COMMANDS[i].help);
    }
    return TURN_AGAIN;
}

/* ---- What was typed -------------------------------------------------------------------------- */

static void say_unknown(const play_table *t, const char *word)
{
    const char *names[COMMANDS_COUNT];
    char list[256] = "";
    const char *near;

    for (size_t i = 0; i < COMMANDS_COUNT; i++) {
        size_t length = strlen(list);

        names[i] = COMMANDS[i].name;
        snprintf(list + length, sizeof list - length, "%s%s", i == 0 ? "" : ", ", names[i]);
    }
    near = tetress_nearest_name(word, names, COMMANDS_COUNT);
    screen_say(&t->screen, 2, "'%.40s' is neither a move, such as T 3-4 r, nor a command%s%s%s",
               word, near == NULL ? "." : "; did you mean '", near == NULL ? "" : near,
               near == NULL ? "" : "'?");
    screen_say(&t->screen, 2, "The commands are %s.", list);
}

/* Is it a move, if perhaps a wrong one? A word alone is none. */
static bool looks_like_move(const char *line)
{
    return strpbrk(line, "0123456789") != NULL || strncmp(line, "PLACE", 5) == 0 ||
           strlen(line) == 1;
}

/* A piece and perhaps its rotation, but no cell. */
static bool is_piece_alone(const char *line)
{
    return strchr("IOTJLSZiotjlsz", line[0]) != NULL && strcspn(line + 1, "urdlhvURDLHV \t") == 0 &&
           strlen(line) - strspn(line + 1, " \t") <= 2;
}

/* Why a text is no move, and where it stops being one. */
static void say_wrong_move(const play_table *t, const char *line, const tetress_error *error)
{
    const char *rest = error->status == TETRESS_ETEXT ? line + error->offset : "";

    screen_say(&t->screen, 2, "%s%.40s%s%s ('moves' lists what is legal, 'help' how to write it)",
               rest[0] == '\0' ? "" : "'", rest,
               rest[0] == '\0' ? "" : "' cannot be read: ", error->text);
}

static turn_result place(play_table *t, char *line)
{
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_move move = TETRESS_MOVE_NONE;
    tetress_game *trial = NULL;
    tetress_status status = tetress_move_from_text(line, &move, &error);

    if (is_piece_alone(line)) {
        play_moves_list(t, line);
        screen_say(&t->screen, 2, "%s", "To play one of them, type it as it is listed.");
        return TURN_AGAIN;
    }
    if (status == TETRESS_ETEXT && !looks_like_move(line)) {
        say_unknown(t, line);
        return TURN_AGAIN;
    }
    if (status == TETRESS_OK)
        status = tetress_game_copy(t->game, &trial);
    if (status == TETRESS_OK && tetress_game_apply(trial, move) != TETRESS_OK)
        error = *tetress_game_error(trial);
    tetress_game_free(trial);
    if (error.status != TETRESS_OK) {
        say_wrong_move(t, line, &error);
        return TURN_AGAIN;
    }
    if (status != TETRESS_OK) {
        puts("out of memory");
        return TURN_AGAIN;
    }
    play_table_apply(t, move, NULL);
    return TURN_PLAYED;
}

static const char *name_of_alias(const char *word, size_t length)
{
    static const struct {
        const char *alias;
        const char *name;
    } ALIASES[] = {{"?", "help"}, {"q", "quit"}, {"exit", "quit"}, {"bye", "quit"}};

    for (size_t i = 0; i < sizeof ALIASES / sizeof ALIASES[0]; i++) {
        if (strlen(ALIASES[i].alias) == length && strncmp(ALIASES[i].alias, word, length) == 0)
            return ALIASES[i].name;
    }
    return NULL;
}

static turn_result obey_command(const person_command *command, play_table *t, char *rest)
{
    if (command->takes_words || rest[0] == '\0')
        return command->obey(t, rest);
    screen_say(&t->screen, 2, "'%s' takes nothing after it, not '%.40s'.", command->name, rest);
    return TURN_AGAIN;
}

static turn_result obey(play_table *t, char *line)
{
    size_t length = strcspn(line, " \t");
    const char *alias = name_of_alias(line, length);

    if (line[0] == '\0')
        return TURN_AGAIN;
    for (size_t i = 0; i < COMMANDS_COUNT; i++) {
        const char *name = COMMANDS[i].name;

        if ((alias != NULL && strcmp(alias, name) == 0) ||
            (strlen(name) == length && strncmp(name, line, length) == 0)) {
            char *rest = line + length;

            return obey_command(&COMMANDS[i], t, rest + strspn(rest, " \t"));
        }
    }
    return place(t, line);
}

/* ---- Turns ----------------------------------------------------------------------------------- */

void play_person_welcome(const play_table *t)
{
    if (!t->show)
        return;
    for (int i = 0; i < 2; i++) {
        char limits[LIMITS_TEXT];

        if (t->engines[i] == NULL)
            screen_say(&t->screen, 2, "You play %s.", tetress_colour_name(i));
        else
            screen_say(&t->screen, 2, "%s is %s and plays with %s.",
                       i == TETRESS_RED ? "Red" : "Blue", t->record.players[i],
                       limits_text(t->engines[i], &t->budgets[i], limits));
    }
    if (tetress_game_reason(t->game) != TETRESS_REASON_NONE ||
        (t->engines[TETRESS_RED] != NULL && t->engines[TETRESS_BLUE] != NULL))
        return;
    screen_say(&t->screen, 2, "%s",
               "To move, type a piece, its first cell (row-column) and its rotation: T 3-4 r. "
               "Or type its four cells: 3-4 4-3 4-4 5-4.");
    screen_say(
        &t->screen, 2, "%s",
        "Your first piece may go anywhere; each later piece must touch one of your tokens, side "
        "by side. Full rows and columns vanish. Whoever cannot move loses.");
    screen_say(
        &t->screen, 2, "%s",
        "Type 'pieces' to see the pieces, 'moves' for the moves you may play, 'hint' for advice, "
        "'help' for all commands.");
}

turn_result play_person_turn(play_table *t)
{
    char line[LINE];
    size_t length;
    bool whole;

    printf("%s> ", tetress_colour_name(tetress_game_turn(t->game)));
    fflush(stdout);
    if (!interruption_read_line(line, sizeof line, &whole))
        return TURN_LEFT;
    length = strlen(line);
    while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL)
        line[--length] = '\0';
    if (isatty(STDIN_FILENO) != 1)
        puts(line); /* which a terminal would have shown */
    if (!whole) {
        puts("the line is too long, so it is left out");
        return TURN_AGAIN;
    }
    if (t->show && t->screen.in_place)
        play_table_show(t);
    return obey(t, line + strspn(line, " \t"));
}
