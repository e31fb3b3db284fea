/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_H
#define TTR_WELL_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The mechanics of the single-player game (the CS3243 rules): a well of 10 columns and 20 rows,
 * fewer in experiments. Pieces are dropped straight down from above in one of their orientations.
 *
 *     row 19   ..........     A placement that would stand out above the rows loses, whatever
 *     ...      ..........     rows it would fill. Full rows vanish, and what is above them
 *     row 0    ####.#####     slides down row by row: single cells do not fall.
 */
enum { TTR_WELL_COLUMNS = 10, TTR_WELL_PIECES = 7, TTR_WELL_MOVES = 34 };

/* Rows of a well: the most, and the fewest, into which every piece fits. Error sentences tell both,
 * so they are macros. */
#define TTR_WELL_ROWS       20
#define TTR_WELL_LEAST_ROWS 4

/* A well, column by column: bit r of columns[c] is the cell in row r of column c, row 0 at the
 * bottom. A column is a word, so its height is the position of its highest bit, and a piece that
 * lands changes at most four words. */
typedef struct ttr_well {
    uint32_t columns[TTR_WELL_COLUMNS];
} ttr_well;

/* A piece in one orientation. Each of its columns is solid from `bottom` to below `top`, counted
 * from the piece's lowest row. Columns beyond `width` repeat the last one, so that loops over four
 * columns fit every piece. */
typedef struct ttr_shape {
    uint8_t width, height;
    uint8_t bottom[4], top[4];
} ttr_shape;

/* A move of a piece: orientation and leftmost column. Moves of a piece are numbered from 0, by
 * orientation, then by column. All of them can be played in every well, but some may lose. */
typedef struct ttr_drop_move {
    uint8_t orientation, slot;
    const ttr_shape *shape;
} ttr_drop_move;

/* What became of a placement. After a loss the well is unchanged and the other fields are 0. */
typedef struct ttr_dropped {
    bool lost;
    uint8_t row;     /* the row on which the piece's lowest row lay, before rows vanished */
    uint8_t height;  /* of the piece */
    uint8_t cleared; /* rows that vanished, 0..4 */
    uint8_t eroded;  /* cells of the piece in them */
} ttr_dropped;

/* Number of moves of a piece, 0..6 (O I L J T S Z). */
int ttr_well_move_count(int piece);

ttr_drop_move ttr_well_move(int piece, int move);

/* One past the highest filled cell; 0 for an empty column. */
int ttr_column_height(uint32_t column);

/* Place a piece in a well of `rows` rows, TTR_WELL_LEAST_ROWS..TTR_WELL_ROWS. *well changes unless
 * the placement loses. */
ttr_dropped ttr_well_drop(ttr_well *well, int rows, int piece, int move);

#endif
