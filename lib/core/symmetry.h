/* SPDX-License-Identifier: MIT */
#ifndef TTR_SYMMETRY_H
#define TTR_SYMMETRY_H

#include "board.h"

/*
 * The rules do not see where on the torus a position lies, nor how it is turned or mirrored: 121
 * translations by 8 symmetries of the square. Symmetry 8 * t + d moves cell 0 to cell t, wrapped,
 * and then, by the bits of d,
 *
 *   1  negates rows      (r, c) -> (-r, c)
 *   2  negates columns   (r, c) -> (r, -c)
 *   4  transposes        (r, c) -> (c, r)
 *
 * in this order. Symmetry 0 changes nothing.
 */
#define TTR_SYMMETRIES 968

/* Where a symmetry takes a cell, a set of cells, a move. */
int ttr_symmetry_cell(int symmetry, int cell);
ttr_cellset ttr_symmetry_set(int symmetry, ttr_cellset set);
ttr_move ttr_symmetry_move(int symmetry, ttr_move move);

/* The symmetry that undoes another. */
int ttr_symmetry_inverse(int symmetry);

/*
 * The one position that stands for all images of a position, and in *symmetry the first symmetry
 * that leads to it: the image whose red tokens, and then whose blue tokens, are the smallest
 * numbers of 121 bits. It looks at all images: a few microseconds for each token, so it is for
 * openings and not for searches.
 */
ttr_board ttr_symmetry_canonical(const ttr_board *board, int *symmetry);

#endif
