/* SPDX-License-Identifier: MIT */
/* Looks up the placement that covers four given cells, and the names of the pieces. */
#include "placement.h"

static const char *const PIECE_NAMES[TTR_PIECES] = {
    "O",     "IHorizontal", "IVertical", "TUp",         "TRight",    "TDown",  "TLeft",
    "LUp",   "LRight",      "LDown",     "LLeft",       "JUp",       "JRight", "JDown",
    "JLeft", "SHorizontal", "SVertical", "ZHorizontal", "ZVertical",
};

const char *ttr_piece_name(int piece)
{
    TTR_ASSERT(piece >= 0 && piece < TTR_PIECES);
    return PIECE_NAMES[piece];
}

/* The anchor lies at most three rows above and three columns left of any cell of the piece, so 16
 * anchors for each piece are enough to look at. That is 304 comparisons, for text and hosts;
 * searches have moves already. */
bool ttr_placement_find(ttr_cellset cells, ttr_move *move)
{
    ttr_cellset rest = cells;
    int first, row, column;

    if (ttr_cellset_count(cells) != 4)
        return false;
    first = ttr_cellset_pop(&rest);
    row = first / TTR_COLUMNS;
    column = first % TTR_COLUMNS;
    for (int up = 0; up < 4; up++) {
        for (int left = 0; left < 4; left++) {
            int anchor = (row + TTR_ROWS - up) % TTR_ROWS * TTR_COLUMNS +
                         (column + TTR_COLUMNS - left) % TTR_COLUMNS;

            for (int piece = 0; piece < TTR_PIECES; piece++) {
                int index = piece * TTR_CELLS + anchor;

                if (ttr_cellset_equal(ttr_placement_cells[index], cells)) {
                    *move = (ttr_move)index;
                    return true;
                }
            }
        }
    }
    return false;
}
