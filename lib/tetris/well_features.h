/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_FEATURES_H
#define TTR_WELL_FEATURES_H

#include "well.h"

/* S2's eleven features, as its program computes them, of the well after full rows have vanished. */
enum ttr_s2_feature {
    TTR_S2_HEIGHTS,        /* sum of the columns' heights */
    TTR_S2_LINES,          /* rows that this move removed */
    TTR_S2_HOLES,          /* empty cells below a column's height */
    TTR_S2_COLUMN_CHANGES, /* between cells above each other below a column's height */
    TTR_S2_ROW_CHANGES, /* between neighbours in rows below the greatest height; walls are filled */
    TTR_S2_LANDING,     /* landing row and half the piece's height, rounded down */
    TTR_S2_PARITY,      /* odd heights of even columns less those of odd columns */
    TTR_S2_VARIETY, /* over the differences of neighbouring heights that occur: 2 for -1, 0, 1; 1
                       for -2, 2 */
    TTR_S2_SPAN,    /* greatest height less the smallest */
    TTR_S2_SIDES,   /* differences of height of the two outermost columns on each side */
    TTR_S2_WELLS,   /* rows above a column whose two neighbours are filled, n a column: n(n+1)/2 */
    TTR_S2_FEATURES
};

/* The nine features that go back to Dellacherie and to Thiery and Scherrer, of the same well. */
enum ttr_dt_feature {
    TTR_DT_LANDING, /* twice: landing row, and the piece's height less 1 halved, so that it is whole
                     */
    TTR_DT_ERODED,  /* rows removed times cells of the piece in them */
    TTR_DT_ROW_CHANGES,    /* over all 20 rows; walls are filled */
    TTR_DT_COLUMN_CHANGES, /* the floor is filled, above is empty */
    TTR_DT_HOLES,
    TTR_DT_WELLS, /* for each empty cell between two filled ones: empty cells from it downward */
    TTR_DT_HOLE_DEPTH, /* filled cells above the lowest hole of their column */
    TTR_DT_HOLE_ROWS,  /* rows with a hole */
    TTR_DT_DIVERSITY,  /* differences of neighbouring heights in -2..2 that occur */
    TTR_DT_FEATURES
};

/* Features of a well after a move that did not lose. */
void ttr_well_features_s2(const ttr_well *after, const ttr_dropped *move, int32_t *features);
void ttr_well_features_dt(const ttr_well *after, const ttr_dropped *move, int32_t *features);

#endif
