/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_MOVE_H
#define TETRESS_MOVE_H

#include "status.h"

/*
 * Sizes of the game. The board is a torus of 11 rows and 11 columns: the last row lies next to the
 * first. There are 19 fixed tetrominoes, and each may lie at each of 121 cells, which makes 2299
 * placements. A game ends after 150 actions at the latest. These numbers never change.
 */
#define TETRESS_ROWS        11
#define TETRESS_COLUMNS     11
#define TETRESS_CELLS       121
#define TETRESS_PIECES      19
#define TETRESS_PLACEMENTS  2299
#define TETRESS_MAX_ACTIONS 150

/* Colours. Red moves first, so red is to move when an even number of actions has been played. */
#define TETRESS_RED    0
#define TETRESS_BLUE   1
#define TETRESS_NOBODY 2 /* an empty cell; a game that is not over, or drawn */

/*
 * A move: the index of one of the 2299 placements, 0..2298.
 *
 *     move = 121 * piece + anchor
 *
 * `piece` is one of the 19 fixed tetrominoes, 0..18 in the order of tetress_piece_name(). `anchor`
 * is the cell, 11 * row + column, at the top left corner of the piece's bounding box on the torus;
 * the piece need not cover it. The numbering never changes: it is the action space of learners and
 * the content of files.
 */
typedef uint16_t tetress_move;

/* No move. Functions set it where there is none to tell. */
#define TETRESS_MOVE_NONE 65535

/* How a move is written. All styles are read. */
#define TETRESS_STYLE_COMPACT 0 /* 3-4,4-3,4-4,4-5 */
#define TETRESS_STYLE_COURSE  1 /* PLACE(3-4, 4-3, 4-4, 4-5) */
#define TETRESS_STYLE_PIECE   2 /* T 3-4 d: piece, first cell, rotation; the shortest for people */

/* Bytes that suffice for any move in any style, with its NUL. */
#define TETRESS_MOVE_TEXT 40

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The four cells of a move into `cells`, ascending, each 11 * row + column (0..120).
 *
 * Returns TETRESS_OK; TETRESS_EARG if `move` is no placement or `cells` is NULL, with nothing
 * written. Any thread.
 */
TETRESS_API tetress_status tetress_move_cells(tetress_move move, uint8_t cells[4]);

/*
 * The move that covers `count` cells, given as pairs (row, column) in any order: coordinates[2 * i]
 * is the row and coordinates[2 * i + 1] the column of cell i. Coordinates are 0..10 and are never
 * wrapped, though a piece may lie across an edge: 10-5, 0-5, 1-5, 2-5 is a vertical I.
 *
 * Returns TETRESS_OK and sets *move. Returns TETRESS_EILLEGAL if the cells are no placement, with
 * the rule out_of_range, duplicate or not_tetromino in `error`; whether the cells are free is not
 * asked. Returns TETRESS_EARG if `coordinates` or `move` is NULL. `error` may be NULL. Any thread.
 */
TETRESS_API tetress_status tetress_move_from_cells(const int32_t *coordinates, size_t count,
                                                   tetress_move *move, tetress_error *error);

/*
 * Read a move in any style.
 *
 * Cells come in any order, with commas, blanks or both between them, with or without PLACE( and ).
 * A piece is its letter, one of I O T J L S Z, its first cell and its rotation, the latter two in
 * either order, in either case, with commas, blanks or nothing between them: "T 3-4 d", "Td3-4",
 * "t,3-4,down". The first cell is the leftmost cell of the piece's top row, as the piece lies
 * unwrapped. I, S and Z are h or v; T, J and L are u, r, d or l: upright as the letter stands, or
 * turned clockwise by 90, 180 or 270 degrees. O has no rotation. docs/reference/formats.md has a
 * picture of each.
 *
 * Returns TETRESS_OK and sets *move. Returns TETRESS_ETEXT if the text is no move, with the offset
 * of the first mistake in `error`; TETRESS_EILLEGAL if its cells are no placement, with the rule in
 * `error`; TETRESS_EARG if `text` or `move` is NULL. `error` may be NULL. Any thread.
 */
TETRESS_API tetress_status tetress_move_from_text(const char *text, tetress_move *move,
                                                  tetress_error *error);

/*
 * Write a move into `buffer`, NUL-terminated. The styles that name cells sort them by row, then
 * column.
 *
 * *length, unless NULL, receives the number of characters without the NUL. With buffer NULL and
 * capacity 0 only the length is told. TETRESS_MOVE_TEXT bytes always suffice.
 *
 * Returns TETRESS_OK; TETRESS_ESIZE if the buffer is too small, with nothing written but *length;
 * TETRESS_EARG if `move` is no placement, `style` no style, or `buffer` NULL with a capacity above
 * 0. Any thread.
 */
TETRESS_API tetress_status tetress_move_to_text(tetress_move move, int32_t style, char *buffer,
                                                size_t capacity, size_t *length);

/*
 * The name of a colour: "red", "blue" or "nobody", and "both" for the blame of TETRESS_BOTH;
 * "unknown" for a number that is no colour. Static text, never NULL. Any thread.
 */
TETRESS_API const char *tetress_colour_name(int32_t colour);

/* The fixed tetromino of a move, 0..18; TETRESS_EARG if `move` is no placement. Any thread. */
TETRESS_API int32_t tetress_move_piece(tetress_move move);

/*
 * The name of a fixed tetromino as the course spells it. In the order of their numbers 0..18: O,
 * IHorizontal, IVertical, TUp, TRight, TDown, TLeft, LUp, LRight, LDown, LLeft, JUp, JRight, JDown,
 * JLeft, SHorizontal, SVertical, ZHorizontal, ZVertical. Static text; NULL if `piece` is outside
 * 0..18. Any thread.
 */
TETRESS_API const char *tetress_piece_name(int32_t piece);

#ifdef __cplusplus
}
#endif

#endif
