/* SPDX-License-Identifier: MIT */
#ifndef TTR_PLACEMENT_H
#define TTR_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "cellset.h"

#define TTR_PIECES     19
#define TTR_PLACEMENTS 2299

/*
 * A move is the index of a placement, 121 * piece + anchor. The anchor is the cell at the top left
 * corner of the piece's bounding box, wrapped; it need not belong to the piece.
 */
typedef uint16_t ttr_move;

#define TTR_MOVE_NONE UINT16_MAX

/* Generated (scripts/generate_tables.py), checked by tests/unit/test_placement.c. */
extern const ttr_cellset ttr_placement_cells[TTR_PLACEMENTS];
extern const uint8_t ttr_placement_list[TTR_PLACEMENTS][4]; /* the same cells, ascending */

/* Name of a fixed tetromino, 0..18, as the course spells it. */
const char *ttr_piece_name(int piece);

static inline int ttr_placement_piece(ttr_move move)
{
    return move / TTR_CELLS;
}

/* Find the placement that covers exactly these four cells; false if there is none. */
bool ttr_placement_find(ttr_cellset cells, ttr_move *move);

#endif
