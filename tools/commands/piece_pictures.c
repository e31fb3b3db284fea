/* SPDX-License-Identifier: MIT */
/* Draws the pieces in every rotation, so that a person can name a move by piece. */
#include "piece_pictures.h"

#include <stdio.h>
#include <string.h>
#include <tetress/tetress.h>

#define PICTURE_ROWS  4
#define PICTURE_WIDTH 14 /* name, a piece of four columns, and a gap */
#define NAME_WIDTH    4

/* Pieces that belong together, in the order of their rotations; -1 ends a row. */
static const int ORDER[] = {0,  1,  2,  -1, 3,  4,  5,  6,  -1, 7,  8,  9,
                            10, -1, 11, 12, 13, 14, -1, 15, 16, 17, 18, -1};

/* A row of a piece's picture, which stands in the top left corner. */
static void draw_row(int piece, int row)
{
    tetress_move move = (tetress_move)(TETRESS_CELLS * piece);
    const char *name = tetress_piece_name(piece);
    char text[PICTURE_WIDTH + 1];
    uint8_t cells[4];

    memset(text, ' ', PICTURE_WIDTH);
    text[PICTURE_WIDTH] = '\0';
    tetress_move_cells(move, cells);
    if (row == 0) {
        text[0] = name[0];
        text[2] = name[1] == '\0' ? ' ' : (char)(name[1] - 'A' + 'a');
    }
    for (int i = 0; i < 4; i++) {
        if (cells[i] / TETRESS_COLUMNS == row)
            text[NAME_WIDTH + 2 * (cells[i] % TETRESS_COLUMNS)] = i == 0 ? '@' : '#';
    }
    fputs(text, stdout);
}

static bool is_row_empty(const int *pieces, int count, int row)
{
    for (int i = 0; i < count; i++) {
        uint8_t cells[4];

        tetress_move_cells((tetress_move)(TETRESS_CELLS * pieces[i]), cells);
        if (cells[3] / TETRESS_COLUMNS >= row)
            return false;
    }
    return true;
}

static void draw_pieces(const int *pieces, int count)
{
    for (int row = 0; row < PICTURE_ROWS && !is_row_empty(pieces, count, row); row++) {
        fputs("  ", stdout);
        for (int i = 0; i < count; i++)
            draw_row(pieces[i], row);
        putchar('\n');
    }
}

void piece_pictures_draw(const screen *s)
{
    int width = screen_width(s);
    int fit = width == 0 ? 4 : (width - 2) / PICTURE_WIDTH;
    size_t at = 0;

    while (at < sizeof ORDER / sizeof ORDER[0]) {
        int count = 0;

        while (ORDER[at + (size_t)count] >= 0 && count < fit)
            count++;
        if (at > 0)
            putchar('\n');
        draw_pieces(&ORDER[at], count);
        at += (size_t)count;
        if (ORDER[at] < 0)
            at++;
    }
}
