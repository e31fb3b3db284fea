/* SPDX-License-Identifier: MIT */
/* `tetress tetris play`: a person plays the single-player game at the terminal. */
#define _POSIX_C_SOURCE 200809L /* getline */

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "board_view.h"
#include "commands.h"
#include "json_line.h"
#include "shown_text.h"
#include "tetris_setup.h"
#include "well_view.h"

/* A person at the terminal. */
typedef struct session {
    tetress_tetris *game;
    tetress_tetris **before; /* the game as it was before each move, to take moves back */
    size_t before_count, before_room;
    tetress_tetris_agent *adviser;
    well_view view;
    FILE *to;  /* stderr where the result is JSON, which then stands alone on stdout */
    bool show; /* the well after each move */
    bool preview;
    bool colour;
} session;

typedef enum turn_result { TURN_PLAYED, TURN_AGAIN, TURN_LEFT, TURN_FAILED } turn_result;

static void show_well(session *s)
{
    if (!s->show)
        return;
    well_view_take(&s->view, s->game);
    well_view_note(&s->view, 0, "lines %" PRIu64, tetress_tetris_lines(s->game));
    well_view_note(&s->view, 1, "turns %" PRIu64, tetress_tetris_turns(s->game));
    if (s->preview)
        well_view_note(&s->view, 2, "next  %c", tetris_letter(tetress_tetris_next(s->game)));
    fputc('\n', s->to);
    well_view_draw(&s->view, s->to, s->colour);
    if (!tetress_tetris_over(s->game)) {
        fputc('\n', s->to);
        well_view_draw_piece(tetress_tetris_piece(s->game), s->to, s->colour);
    }
}

/* ---- Moves ----------------------------------------------------------------------------------- */

/* Keep the game as it is now. */
static bool keep_game(session *s)
{
    if (s->before_count == s->before_room) {
        size_t room = s->before_room == 0 ? 64 : 2 * s->before_room;
        tetress_tetris **grown = realloc(s->before, room * sizeof s->before[0]);

        if (grown == NULL)
            return false;
        s->before = grown;
        s->before_room = room;
    }
    if (tetress_tetris_copy(s->game, &s->before[s->before_count]) != TETRESS_OK)
        return false;
    s->before_count++;
    return true;
}

static turn_result play_move(session *s, int32_t move)
{
    if (!keep_game(s)) {
        problem("out of memory");
        return TURN_FAILED;
    }
    tetress_tetris_play(s->game, move);
    return TURN_PLAYED;
}

/* The move of the present piece in this orientation and column; -1 if there is none. */
static int32_t find_move(const session *s, uint64_t orientation, uint64_t column)
{
    int32_t piece = tetress_tetris_piece(s->game), o, c;

    for (int32_t move = 0; move < tetress_tetris_move_count(piece); move++) {
        tetress_tetris_move(piece, move, &o, &c);
        if ((uint64_t)o == orientation && (uint64_t)c == column)
            return move;
    }
    return -1;
}

/* "ORIENTATION COLUMN" or "MOVE"; -1 if it is neither. */
static int32_t read_move(const session *s, const char *line)
{
    uint64_t first, second;
    char words[2][8], more[2];
    int count = sscanf(line, "%7s %7s %1s", words[0], words[1], more);
    int32_t moves = tetress_tetris_move_count(tetress_tetris_piece(s->game));

    if (count < 1 || count > 2 || !read_integer(words[0], (uint64_t)moves - 1, &first))
        return -1;
    if (count == 1)
        return (int32_t)first;
    return read_integer(words[1], TETRESS_TETRIS_COLUMNS, &second) ? find_move(s, first, second)
                                                                   : -1;
}

static turn_result place(session *s, const char *line)
{
    char letter = tetris_letter(tetress_tetris_piece(s->game));
    int32_t moves = tetress_tetris_move_count(tetress_tetris_piece(s->game));
    int32_t move = read_move(s, line);

    if (move >= 0)
        return play_move(s, move);
    fprintf(
        s->to,
        "%c has no such move: its orientation and leftmost column, or a number from 0 to %" PRId32
        " ('help' lists the commands)\n",
        letter, moves - 1);
    return TURN_AGAIN;
}

/* ---- Commands -------------------------------------------------------------------------------- */

static void tell_commands(const session *s)
{
    fputs("  1 4        drop the piece in orientation 1, its left side in column 4\n"
          "  17         the same by the number of the move, as 'moves' lists them\n"
          "  hint       what the agent would play\n"
          "  moves      all moves of the piece\n"
          "  undo       take back your last move\n"
          "  position   the game as text\n"
          "  save FILE  write that to a file\n"
          "  quit       leave the game\n",
          s->to);
}

static void tell_hint(const session *s)
{
    int32_t move = -1, orientation, column;
    double value;

    if (tetress_tetris_agent_choose(s->adviser, s->game, &move, &value) != TETRESS_OK)
        fputs("no hint: out of memory\n", s->to);
    else if (move < 0)
        fputs("hint: every move loses\n", s->to);
    else if (tetress_tetris_move(tetress_tetris_piece(s->game), move, &orientation, &column) ==
             TETRESS_OK)
        fprintf(s->to, "hint: %" PRId32 " %" PRId32 "  (move %" PRId32 ", value %.3f)\n",
                orientation, column, move, value);
}

static void tell_moves(const session *s)
{
    int32_t piece = tetress_tetris_piece(s->game), orientation, column, last = 0;

    for (int32_t move = 0; move < tetress_tetris_move_count(piece); move++) {
        tetress_tetris_move(piece, move, &orientation, &column);
        fprintf(s->to, "%s%2" PRId32 ": %" PRId32 " %" PRId32,
                move == 0             ? ""
                : orientation != last ? "\n"
                                      : "  ",
                move, orientation, column);
        last = orientation;
    }
    fputc('\n', s->to);
}

static void take_back(session *s)
{
    if (s->before_count == 0) {
        fputs("there is nothing to take back\n", s->to);
        return;
    }
    tetress_tetris_free(s->game);
    s->game = s->before[--s->before_count];
    show_well(s);
}

/* To a file, or for NULL to the reader. */
static void write_position(const session *s, const char *path)
{
    char *text = tetris_text(s->game);
    FILE *file = path == NULL ? s->to : fopen(path, "w");
    bool written = text != NULL && file != NULL && fprintf(file, "%s\n", text) > 0;

    if (path != NULL && file != NULL)
        written = fclose(file) == 0 && written;
    if (path != NULL)
        fprintf(s->to, written ? "saved to %s\n" : "cannot write %s\n", path);
    free(text);
}

static turn_result obey(session *s, const char *line)
{
    if (strcmp(line, "quit") == 0)
        return TURN_LEFT;
    if (strcmp(line, "help") == 0)
        tell_commands(s);
    else if (strcmp(line, "hint") == 0)
        tell_hint(s);
    else if (strcmp(line, "moves") == 0)
        tell_moves(s);
    else if (strcmp(line, "undo") == 0)
        take_back(s);
    else if (strcmp(line, "position") == 0)
        write_position(s, NULL);
    else if (strncmp(line, "save ", 5) == 0)
        write_position(s, line + 5);
    else if (line[0] != '\0')
        return place(s, line);
    return TURN_AGAIN;
}

static turn_result take_turn(session *s)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    turn_result turn;

    fprintf(s->to, "%c> ", tetris_letter(tetress_tetris_piece(s->game)));
    fflush(s->to);
    length = getline(&line, &room, stdin);
    if (length < 0)
        fputc('\n', s->to);
    if (length > 0)
        show_zeros(line, (size_t)length);
    while (length > 0 && strchr(" \t\r\n", line[length - 1]) != NULL)
        line[--length] = '\0';
    turn = length < 0 ? TURN_LEFT : obey(s, line);
    free(line);
    return turn;
}

/* ---- The game -------------------------------------------------------------------------------- */

static turn_result play_to_the_end(session *s)
{
    turn_result turn = TURN_PLAYED;

    show_well(s);
    while (!tetress_tetris_over(s->game)) {
        turn = take_turn(s);
        if (turn == TURN_PLAYED)
            show_well(s);
        else if (turn != TURN_AGAIN)
            return turn;
    }
    return TURN_PLAYED;
}

static int print_result(const session *s, bool json)
{
    int over = tetress_tetris_over(s->game);
    uint64_t lines = tetress_tetris_lines(s->game), turns = tetress_tetris_turns(s->game);
    char *text;

    if (!json) {
        printf("%s: %" PRIu64 " lines in %" PRIu64 " turns\n", over ? "game over" : "left", lines,
               turns);
        return EXIT_DONE;
    }
    text = tetris_text(s->game);
    if (text == NULL)
        return problem("out of memory");
    write_json_line(json_pack("{s:I, s:I, s:b, s:s}", "lines", (json_int_t)lines, "turns",
                              (json_int_t)turns, "over", over, "position", text),
                    stdout);
    free(text);
    return EXIT_DONE;
}

static void session_clear(session *s)
{
    for (size_t i = 0; i < s->before_count; i++)
        tetress_tetris_free(s->before[i]);
    free(s->before);
    tetress_tetris_agent_free(s->adviser);
    tetress_tetris_free(s->game);
}

static int run_play(const cli_command *command, const cli_arguments *arguments)
{
    session s = {.game = NULL};
    bool json = arguments_has(arguments, OPTION_JSON);
    int exit_code = tetris_setup_game(command, arguments, &s.game);

    s.to = json ? stderr : stdout;
    s.show = !json && !arguments_has(arguments, OPTION_QUIET);
    s.preview = arguments_has(arguments, OPTION_PREVIEW);
    s.colour = board_view_has_colour();
    if (exit_code == EXIT_DONE)
        exit_code = tetris_setup_agent(command, arguments, (uint32_t)tetress_tetris_rows(s.game), 1,
                                       &s.adviser);
    if (exit_code == EXIT_DONE)
        exit_code = play_to_the_end(&s) == TURN_FAILED ? EXIT_PROBLEM : print_result(&s, json);
    session_clear(&s);
    return exit_code;
}

static const option_id PLAY_OPTIONS[] = {
    OPTION_POSITION,  OPTION_ROWS,    OPTION_SOURCE,    OPTION_SEED,  OPTION_SEQUENCE,
    OPTION_EVALUATOR, OPTION_WEIGHTS, OPTION_LOOKAHEAD, OPTION_WIDTH, OPTION_SHALLOW,
    OPTION_PREVIEW,   OPTION_QUIET,   OPTION_JSON,      OPTION_HELP};

const cli_command command_tetris_play = {
    .name = "tetris play",
    .operands = "",
    .summary = "play yourself in the terminal",
    .description =
        "Play in the terminal: type the orientation of the piece and the column of its left\n"
        "side, or 'help'. The agent that --evaluator or --weights and the options below them describe\n"
        "gives the hints; with --preview both of you see the next piece. A position is a game as text\n"
        "(docs/guide/tetris.md), which 'save' writes.\n",
    .options = PLAY_OPTIONS,
    .run = run_play,
};
