/* SPDX-License-Identifier: MIT */
#ifndef TTR_NOTATION_H
#define TTR_NOTATION_H

#include <stdbool.h>

#include "board.h"
#include "text.h"

/* Cells as they were read: up to a few more than four, so that whoever judges them can say that
 * there are too many, and not necessarily on the board. */
#define TTR_CELLS_READ 8

typedef struct ttr_cell_list {
    int32_t coordinates[2 * TTR_CELLS_READ]; /* row, column, row, column, ... */
    size_t count;                            /* pairs */
} ttr_cell_list;

/* Position: rows '/'-joined, side to move, actions played. */
bool ttr_notation_read_position(const char *text, ttr_board *board, ttr_misread *misread);
void ttr_notation_write_position(ttr_text *text, const ttr_board *board);

/* How a move is written; the values are those of the public header. */
typedef enum ttr_move_style {
    TTR_STYLE_COMPACT, /* 3-4,4-3,4-4,4-5 */
    TTR_STYLE_COURSE,  /* PLACE(3-4, 4-3, 4-4, 4-5) */
    TTR_STYLE_PIECE    /* T 3-4 d */
} ttr_move_style;

/* Read a move in any style: its cells, which need not be a placement. */
bool ttr_notation_read_cells(const char *text, ttr_cell_list *cells, ttr_misread *misread);
void ttr_notation_write_move(ttr_text *text, ttr_move move, ttr_move_style style);

#endif
