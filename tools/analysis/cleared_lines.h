/* SPDX-License-Identifier: MIT */
#ifndef CLEARED_LINES_H
#define CLEARED_LINES_H

#include <tetress/tetress.h>

/* Which lines a move would empty: bit i for row and column i. */
typedef struct cleared_lines {
    uint16_t rows;
    uint16_t columns;
} cleared_lines;

cleared_lines cleared_lines_of(const tetress_game *game, tetress_move move);

int cleared_lines_count(cleared_lines lines);

#endif
