/* SPDX-License-Identifier: MIT */
#ifndef TTR_SYMMETRY_H
#define TTR_SYMMETRY_H

#include "board.h"

/*
 * The rules do not depend on where on the torus a position lies, nor on how it is turned or
 * mirrored. Those are 968 symmetries: 121 translations, each with 8 symmetries of the square.
 * Symmetry 8 * t + d moves cell 0 to cell t, wrapped, and then, by the bits of d, in this order:
 *
 *     1  negates rows      (r, c) -> (-r, c)
 *     2  negates columns   (r, c) -> (r, -c)
 *     4  transposes        (r, c) -> (c, r)
 *
 * Symmetry 0 changes nothing. Searches make no use of symmetries, which take microseconds to try;
 * the table of the opening does (opening.h).
 */
#define TTR_SYMMETRIES 968

/* The image of a cell, of a set of cells, of a move. */
int ttr_symmetry_cell(int symmetry, int cell);
ttr_cellset ttr_symmetry_set(int symmetry, ttr_cellset set);
ttr_move ttr_symmetry_move(int symmetry, ttr_move move);

/* The symmetry that undoes another. */
int ttr_symmetry_inverse(int symmetry);

/*
 * The canonical image of a position, which all of its images share: the one whose red tokens, and
 * then whose blue tokens, are the smallest number of 121 bits. *symmetry is the first symmetry that
 * leads to it. Tries all 968 images, a few microseconds for each token, so this is for openings and
 * not for searches.
 */
ttr_board ttr_symmetry_canonical(const ttr_board *board, int *symmetry);

#endif
