/* SPDX-License-Identifier: MIT */
/* Finds the full rows and columns of a set of cells by a few shifts instead of a loop over 22
 * lines. Asked only when there is one: ttr_cellset_has_full_line() is the quick question. */
#include "cellset.h"

/*
 * Full rows. And-ing the set with itself 1, 2, 4 and 3 cells on leaves a bit where 2, 4, 8 and 11
 * cells in a row are set. At column 0 that is a full row; at other columns the views run into the
 * next row, and those bits are masked away. The same shifts upwards then spread each bit over its
 * row.
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

/* Full columns: the same with whole rows. What is left in row 0 is the set of full columns. */
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
