/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_MOVE_H
#define TETRESS_MOVE_H

#include "status.h"

#define TETRESS_ROWS        11
#define TETRESS_COLUMNS     11
#define TETRESS_CELLS       121
#define TETRESS_PIECES      19
#define TETRESS_PLACEMENTS  2299
#define TETRESS_MAX_ACTIONS 150

/* Colours. Red moves first. */
#define TETRESS_RED    0
#define TETRESS_BLUE   1
#define TETRESS_NOBODY 2 /* of a cell: empty; of a game: not over, or a draw */

/*
 * A move is the index of one of the 2299 placements, 121 * piece + anchor, where `piece` is one of
 * the 19 fixed tetrominoes in the order of tetress_piece_name() and `anchor` is the cell
 * (11 * row + column) at the top left corner of the piece's bounding box on the torus. The
 * numbering never changes: it is the action space of learners and the content of files.
 */
typedef uint16_t tetress_move;

#define TETRESS_MOVE_NONE 65535

/* How a move is written. */
#define TETRESS_STYLE_COMPACT 0 /* 3-4,4-3,4-4,4-5 */
#define TETRESS_STYLE_COURSE  1 /* PLACE(3-4, 4-3, 4-4, 4-5) */
#define TETRESS_STYLE_PIECE   2 /* T 3-4 d: piece, first cell, rotation; for people */

/* Enough room for any move in any style, with its NUL. */
#define TETRESS_MOVE_TEXT 40

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The four cells of a move, ascending, each 11 * row + column (0..120), into `cells`.
 * Returns TETRESS_OK, or TETRESS_EARG if `move` is no placement or `cells` is NULL.
 * Any thread.
 */
TETRESS_API tetress_status tetress_move_cells(tetress_move move, uint8_t cells[4]);

/*
 * The move that covers `count` cells given as pairs (row, column) in any order:
 * coordinates[2 * i], coordinates[2 * i + 1].
 *
 * Returns TETRESS_OK and sets *move; TETRESS_EILLEGAL if the cells are no placement, with
 * rule out_of_range, duplicate or not_tetromino in `error`; TETRESS_EARG for NULL.
 * `error` may be NULL. Any thread.
 */
TETRESS_API tetress_status tetress_move_from_cells(const int32_t *coordinates, size_t count,
                                                   tetress_move *move, tetress_error *error);

/*
 * Read a move in any style.
 *
 * Cells may come in any order, with commas, blanks or both between them. A piece is its letter, of
 * I O T J L S Z, its first cell and its rotation in either order and either case, with commas,
 * blanks or nothing between them: "T 3-4 d", "Td3-4", "t,3-4,down". The first cell is that of the
 * upright board: the leftmost one of the piece's top row, from where it wraps. I, S and Z are h or
 * v, T, J and L are u, r, d or l: upright as the letter stands, or turned clockwise by 90, 180 or
 * 270 degrees. O has no rotation. docs/reference/formats.md has a picture of each.
 *
 * Returns TETRESS_OK and sets *move; TETRESS_ETEXT if the text is no move (`error` has the
 * offset); TETRESS_EILLEGAL if the cells are no placement (`error` has the rule); TETRESS_EARG for
 * NULL. `error` may be NULL. Any thread.
 */
TETRESS_API tetress_status tetress_move_from_text(const char *text, tetress_move *move,
                                                  tetress_error *error);

/*
 * Write a move into `buffer`, NUL-terminated; the styles that name cells sort them by row, then
 * column.
 *
 * `length`, which may be NULL, receives the number of characters without the NUL. With buffer NULL
 * and capacity 0 only the length is returned. TETRESS_MOVE_TEXT bytes always suffice.
 * Returns TETRESS_OK, TETRESS_ESIZE if the buffer is too small (nothing written), or TETRESS_EARG
 * if `move` is no placement or `style` no style. Any thread.
 */
TETRESS_API tetress_status tetress_move_to_text(tetress_move move, int32_t style, char *buffer,
                                                size_t capacity, size_t *length);

/*
 * The name of a colour: "red", "blue", "nobody" and, for blame, "both"; "unknown" for a number that
 * is none. Static text, never NULL. Any thread.
 */
TETRESS_API const char *tetress_colour_name(int32_t colour);

/*
 * The fixed tetromino of a move, 0..18, or TETRESS_EARG if `move` is no placement. Any thread.
 */
TETRESS_API int32_t tetress_move_piece(tetress_move move);

/*
 * The name of a fixed tetromino as the course spells it, in this order: O, IHorizontal, IVertical,
 * TUp, TRight, TDown, TLeft, LUp, LRight, LDown, LLeft, JUp, JRight, JDown, JLeft, SHorizontal,
 * SVertical, ZHorizontal, ZVertical. Static text; NULL if `piece` is outside 0..18. Any thread.
 */
TETRESS_API const char *tetress_piece_name(int32_t piece);

#ifdef __cplusplus
}
#endif

#endif
