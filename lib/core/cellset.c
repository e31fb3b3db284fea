/* SPDX-License-Identifier: MIT */
#include "cellset.h"

#define ROW UINT64_C(0x7ff)

/*
 * Full rows: and-ing the set with views of itself 1, 2, 4 and 3 cells on leaves a bit at column 0
 * of a row exactly if eleven cells from there on are set. (At the other columns the views run into
 * the next row; those bits are masked away.)
 */
static ttr_cellset full_rows(ttr_cellset a)
{
    ttr_cellset two = ttr_cellset_and(a, ttr_cellset_down_bits(a, 1));
    ttr_cellset four = ttr_cellset_and(two, ttr_cellset_down_bits(two, 2));
    ttr_cellset eight = ttr_cellset_and(four, ttr_cellset_down_bits(four, 4));
    ttr_cellset eleven = ttr_cellset_and(eight, ttr_cellset_down_bits(four, 7));
    ttr_cellset first = ttr_cellset_and(eleven, ttr_cellset_of_rows(1));
    ttr_cellset rows = first;

    if (ttr_cellset_is_empty(first))
        return first;
    for (int column = 1; column < TTR_COLUMNS; column++)
        rows = ttr_cellset_or(rows, ttr_cellset_up_bits(first, column));
    return rows;
}

/* Full columns: the same with views by whole rows; what is left in row 0 is the set of columns. */
static ttr_cellset full_columns(ttr_cellset a)
{
    ttr_cellset two = ttr_cellset_and(a, ttr_cellset_down_bits(a, 11));
    ttr_cellset four = ttr_cellset_and(two, ttr_cellset_down_bits(two, 22));
    ttr_cellset eight = ttr_cellset_and(four, ttr_cellset_down_bits(four, 44));
    ttr_cellset eleven = ttr_cellset_and(eight, ttr_cellset_down_bits(four, 77));

    return ttr_cellset_of_rows(eleven.lo & ROW);
}

ttr_cellset ttr_cellset_full_lines(ttr_cellset a)
{
    return ttr_cellset_or(full_rows(a), full_columns(a));
}
