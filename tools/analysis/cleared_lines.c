/* SPDX-License-Identifier: MIT */
/* Tells which lines a move would clear, for people who read about the move. */
#include "cleared_lines.h"

cleared_lines cleared_lines_of(const tetress_game *game, tetress_move move)
{
    cleared_lines lines = {0, 0};
    uint8_t cells[4] = {0};

    tetress_move_cells(move, cells);
    for (int i = 0; i < TETRESS_ROWS; i++) {
        int row = 0, column = 0;

        for (int j = 0; j < TETRESS_COLUMNS; j++) {
            int in_row = TETRESS_COLUMNS * i + j, in_column = TETRESS_COLUMNS * j + i;

            row += tetress_game_cell(game, i, j) != TETRESS_NOBODY;
            column += tetress_game_cell(game, j, i) != TETRESS_NOBODY;
            for (int k = 0; k < 4; k++) {
                row += cells[k] == in_row;
                column += cells[k] == in_column;
            }
        }
        lines.rows |= (uint16_t)((row == TETRESS_COLUMNS) << i);
        lines.columns |= (uint16_t)((column == TETRESS_ROWS) << i);
    }
    return lines;
}

static int bit_count(uint16_t bits)
{
    int count = 0;

    for (; bits != 0; bits &= (uint16_t)(bits - 1))
        count++;
    return count;
}

int cleared_lines_count(cleared_lines lines)
{
    return bit_count(lines.rows) + bit_count(lines.columns);
}
