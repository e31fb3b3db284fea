/* SPDX-License-Identifier: MIT */
#ifndef TTR_OPENING_H
#define TTR_OPENING_H

#include "board.h"

/* What long searches found for a position of the opening. */
typedef struct ttr_opening {
    ttr_move move;
    int32_t score;  /* centi-tokens for the side to move */
    uint16_t win;   /* its chance of winning in permille */
    uint16_t depth; /* plies searched */
} ttr_opening;

/* A row of the table: a position in canonical form by its key, and the move there. */
typedef struct ttr_opening_row {
    uint64_t key;
    ttr_opening found;
} ttr_opening_row;

/* Generated (lab/train/openings.py), ascending by key; checked by tests/unit/test_opening.c. */
extern const ttr_opening_row ttr_opening_table[];
extern const uint32_t ttr_opening_count;
extern const uint64_t ttr_opening_checksum;

/* Look a position up, up to the symmetries of the torus. False if it is not in the table. */
bool ttr_opening_find(const ttr_board *board, ttr_opening *found);

#endif
