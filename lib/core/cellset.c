/* SPDX-License-Identifier: MIT */
#include "cellset.h"

ttr_cellset ttr_cellset_of_lines(ttr_cellset row_starts, uint64_t columns)
{
    ttr_cellset rows = row_starts;

    /* from 1 cell to 2, 4, 8 and 11 in a row */
    rows = ttr_cellset_or(rows, ttr_cellset_up_bits(rows, 1));
    rows = ttr_cellset_or(rows, ttr_cellset_up_bits(rows, 2));
    rows = ttr_cellset_or(rows, ttr_cellset_up_bits(rows, 4));
    rows = ttr_cellset_or(rows, ttr_cellset_up_bits(rows, 3));
    return ttr_cellset_or(rows, ttr_cellset_of_rows(columns));
}
