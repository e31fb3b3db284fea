/* SPDX-License-Identifier: MIT */
/* Draws the well and the pieces of the single-player game on the terminal. */
#include "well_view.h"

#include <stdarg.h>
#include <string.h>

#include "tetris_setup.h"

#define COLUMNS TETRESS_TETRIS_COLUMNS

/* ---- The well -------------------------------------------------------------------------------- */

void well_view_take(well_view *view, const tetress_tetris *game)
{
    uint32_t columns[COLUMNS];
    bool only_more = view->rows != 0;

    tetress_tetris_columns(game, columns);
    for (int c = 0; c < COLUMNS; c++)
        only_more = only_more && (view->columns[c] & ~columns[c]) == 0;
    for (int c = 0; c < COLUMNS; c++)
        view->latest[c] = only_more ? columns[c] & ~view->columns[c] : 0;
    memcpy(view->columns, columns, sizeof columns);
    if (view->rows == 0)
        view->rows = (uint32_t)tetress_tetris_rows(game);
}

void well_view_note(well_view *view, int index, const char *format, ...)
{
    va_list list;

    va_start(list, format);
    vsnprintf(view->notes[index], WELL_VIEW_NOTE, format, list);
    va_end(list);
}

int well_view_lines(const well_view *view)
{
    return (int)view->rows + 2;
}

static void draw_filled(bool latest, FILE *to, bool colour)
{
    if (colour)
        fprintf(to, "\033[1;97;%sm%c#\033[0m", latest ? "41" : "44", latest ? '>' : ' ');
    else
        fprintf(to, " %c", latest ? '@' : '#');
}

static void draw_row(const well_view *view, uint32_t row, FILE *to, bool colour)
{
    fputs(" |", to);
    for (int c = 0; c < COLUMNS; c++) {
        if ((view->columns[c] >> row & 1) != 0)
            draw_filled((view->latest[c] >> row & 1) != 0, to, colour);
        else
            fputs(" .", to);
    }
    fputs(" |", to);
}

static void draw_floor(FILE *to)
{
    fputs(" +", to);
    for (int c = 0; c < COLUMNS; c++)
        fputs("--", to);
    fputs("-+", to);
}

static void draw_numbers(FILE *to)
{
    fputs("  ", to);
    for (int c = 0; c < COLUMNS; c++)
        fprintf(to, " %d", c);
}

void well_view_draw(const well_view *view, FILE *to, bool colour)
{
    for (uint32_t line = 0; line < view->rows + 2; line++) {
        if (line < view->rows)
            draw_row(view, view->rows - 1 - line, to, colour);
        else
            (line == view->rows ? draw_floor : draw_numbers)(to);
        if (line < WELL_VIEW_NOTES && view->notes[line][0] != '\0')
            fprintf(to, line > view->rows ? "    %s" : "  %s", view->notes[line]);
        fputc('\n', to);
    }
}

/* ---- Pieces ---------------------------------------------------------------------------------- */

#define MOST_ORIENTATIONS 4
#define PIECE_CELLS       4

/* The cells of a piece, bits as in a well, and how many rows and columns it takes. */
typedef struct shape {
    uint32_t columns[COLUMNS];
    int width, height;
} shape;

/* The shape of a piece is what it leaves at the left edge of an empty well. */
static bool shape_of_move(int32_t piece, int32_t move, shape *s)
{
    tetress_tetris *game;
    uint32_t any = 0;

    if (tetress_tetris_new(NULL, TETRESS_TETRIS_ROWS, TETRESS_TETRIS_UNIFORM, 0, &game, NULL) !=
        TETRESS_OK)
        return false;
    tetress_tetris_set_piece(game, piece);
    tetress_tetris_play(game, move);
    tetress_tetris_columns(game, s->columns);
    tetress_tetris_free(game);
    for (s->width = 0; s->width < PIECE_CELLS && s->columns[s->width] != 0; s->width++)
        any |= s->columns[s->width];
    for (s->height = 0; any >> s->height != 0; s->height++)
        continue;
    return true;
}

/* All orientations of a piece; returns how many. */
static int shapes_of(int32_t piece, shape shapes[MOST_ORIENTATIONS])
{
    int32_t orientation, column, count = 0;

    for (int32_t move = 0; move < tetress_tetris_move_count(piece); move++) {
        tetress_tetris_move(piece, move, &orientation, &column);
        if (orientation == count && column == 0 && shape_of_move(piece, move, &shapes[count]))
            count++;
    }
    return count;
}

static void draw_shape_row(const shape *s, int row, FILE *to, bool colour)
{
    for (int c = 0; c < s->width; c++) {
        if ((s->columns[c] >> row & 1) != 0)
            draw_filled(false, to, colour);
        else
            fputs("  ", to);
    }
}

void well_view_draw_piece(int32_t piece, FILE *to, bool colour)
{
    shape shapes[MOST_ORIENTATIONS];
    int count = shapes_of(piece, shapes), tallest = 0;

    for (int i = 0; i < count; i++)
        tallest = shapes[i].height > tallest ? shapes[i].height : tallest;
    for (int row = tallest - 1; row >= 0; row--) {
        fprintf(to, " %c", row == 0 ? tetris_letter(piece) : ' ');
        for (int i = 0; i < count; i++) {
            fprintf(to, row == 0 ? "    %d" : "     ", i);
            draw_shape_row(&shapes[i], row, to, colour);
        }
        fputc('\n', to);
    }
}
