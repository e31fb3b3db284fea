/* SPDX-License-Identifier: MIT */
/* Positions that tests of the inside begin with. */
#ifndef BOARDS_H
#define BOARDS_H

#include "cmocka_all.h"
#include "movegen.h"
#include "notation.h"

static inline ttr_board read_board(const char *text)
{
    ttr_board board;
    ttr_misread misread;

    assert_true(ttr_notation_read_position(text, &board, &misread));
    return board;
}

/* The position after so many random actions, or fewer where a game has no move before. */
static inline ttr_board board_after(ttr_rng *rng, uint32_t actions)
{
    ttr_board board = ttr_board_start();

    while (board.ply < actions) {
        ttr_move move = ttr_movegen_random(&board, rng);

        if (move == TTR_MOVE_NONE)
            break;
        ttr_board_apply(&board, move);
    }
    return board;
}

#endif
