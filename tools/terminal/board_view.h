/* SPDX-License-Identifier: MIT */
#ifndef BOARD_VIEW_H
#define BOARD_VIEW_H

#include <stdbool.h>
#include <tetress/tetress.h>

/* Can standard output show colours? */
bool board_view_has_colour(void);

/* Draw the board on standard output with row and column numbers, the cells of `last` (which may be
 * TETRESS_MOVE_NONE) marked, and a line that says who is to move. */
void board_view_draw(const tetress_game *game, tetress_move last, bool colour);

/* Draw the board before a move, with the cells of the move that was played and of a better one. */
void board_view_compare(const tetress_game *game, tetress_move played, tetress_move better,
                        bool colour);

#endif
