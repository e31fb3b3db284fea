/* SPDX-License-Identifier: MIT */
/* Finds the full rows and columns of a set of cells with a few shifts instead of a loop over 22
 * lines. */
#include "cellset.h"

/*
 * Full rows: and-ing the set with views of itself 1, 2, 4 and 3 cells on leaves a bit at column 0
 * of a row exactly if eleven cells from there on are set. (At the other columns the views run into
 * the next row; those bits are masked away.) Then from 1 cell to 2, 4, 8 and 11 in a row.
 */
static ttr_cellset full_rows(ttr_cellset a)
{
    a = ttr_cellset_and(a, ttr_cellset_down_bits(a, 1));
    a = ttr_cellset_and(a, ttr_cellset_down_bits(a, 2));
    a = ttr_cellset_and(a, ttr_cellset_down_bits(a, 4));
    a = ttr_cellset_and(a, ttr_cellset_down_bits(a, 3));
    a = ttr_cellset_and(a, ttr_cellset_of_rows(1));
    a = ttr_cellset_or(a, ttr_cellset_up_bits(a, 1));
    a = ttr_cellset_or(a, ttr_cellset_up_bits(a, 2));
    a = ttr_cellset_or(a, ttr_cellset_up_bits(a, 4));
    return ttr_cellset_or(a, ttr_cellset_up_bits(a, 3));
}

/* Full columns: the same with views by whole rows; what is left in row 0 is the set of columns. */
static ttr_cellset full_columns(ttr_cellset a)
{
    a = ttr_cellset_and(a, ttr_cellset_down_bits(a, 11));
    a = ttr_cellset_and(a, ttr_cellset_down_bits(a, 22));
    a = ttr_cellset_and(a, ttr_cellset_down_bits(a, 44));
    a = ttr_cellset_and(a, ttr_cellset_down_bits(a, 33));
    return ttr_cellset_of_rows(a.lo & 0x7ff);
}

ttr_cellset ttr_cellset_full_lines(ttr_cellset a)
{
    return ttr_cellset_or(full_rows(a), full_columns(a));
}
