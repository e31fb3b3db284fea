/* SPDX-License-Identifier: MIT */
#ifndef BOARD_IMAGE_H
#define BOARD_IMAGE_H

#include "symmetry.h"

/* Where a symmetry takes a position. */
static inline ttr_board board_image(int symmetry, const ttr_board *board)
{
    return ttr_board_of(ttr_symmetry_set(symmetry, board->tokens[TTR_RED]),
                        ttr_symmetry_set(symmetry, board->tokens[TTR_BLUE]), board->ply);
}

#endif
