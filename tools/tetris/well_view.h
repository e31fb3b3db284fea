/* SPDX-License-Identifier: MIT */
#ifndef WELL_VIEW_H
#define WELL_VIEW_H

#include <stdbool.h>
#include <stdio.h>
#include <tetress/tetris.h>

#define WELL_VIEW_NOTES 6 /* the lines of the lowest well */
#define WELL_VIEW_NOTE  32

/* A well as it is drawn, with notes beside it. */
typedef struct well_view {
    uint32_t rows;
    uint32_t columns[TETRESS_TETRIS_COLUMNS]; /* as tetress_tetris_columns() has them */
    uint32_t latest[TETRESS_TETRIS_COLUMNS];  /* of them, the cells of the latest piece */
    char notes[WELL_VIEW_NOTES][WELL_VIEW_NOTE];
} well_view;

/* Take over the well of a game. Cells that it has more than the view are those of the latest piece;
 * when rows vanished, or for a view that was never filled, none are. */
void well_view_take(well_view *view, const tetress_tetris *game);

/* Set note `index`; printf-like. */
void well_view_note(well_view *view, int index, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The number of lines that it takes. */
int well_view_lines(const well_view *view);

/* Draw it. Letters as well as colours, so that nothing depends on seeing colours. */
void well_view_draw(const well_view *view, FILE *to, bool colour);

/* Draw the orientations of a piece, each with its number, side by side. */
void well_view_draw_piece(int32_t piece, FILE *to, bool colour);

#endif
