/* SPDX-License-Identifier: MIT */
#ifndef TTR_BOARD_H
#define TTR_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "placement.h"

#define TTR_RED             0
#define TTR_BLUE            1
#define TTR_NOBODY          (-1)
#define TTR_MAX_ACTIONS     150
#define TTR_OPENING_ACTIONS 2 /* actions that need not be next to an own token */

/*
 * A position. 48 bytes: copying one is cheaper than undoing a move, so a search keeps the board
 * from before a move instead of a record of what the move changed (docs/adr/0003-copy-make.md).
 */
typedef struct ttr_board {
    ttr_cellset tokens[2]; /* by colour */
    uint64_t key;          /* Zobrist key of tokens and ply */
    uint32_t ply;          /* actions played, 0..150; even: red to move */
} ttr_board;

/* The empty board, red to move. */
ttr_board ttr_board_start(void);

/* A board of these tokens; the sets are disjoint and ply is 0..150. */
ttr_board ttr_board_of(ttr_cellset red, ttr_cellset blue, uint32_t ply);

static inline int ttr_board_turn(const ttr_board *board)
{
    return (int)(board->ply & 1);
}

static inline ttr_cellset ttr_board_occupied(const ttr_board *board)
{
    return ttr_cellset_or(board->tokens[TTR_RED], board->tokens[TTR_BLUE]);
}

static inline bool ttr_board_is_opening(const ttr_board *board)
{
    return board->ply < TTR_OPENING_ACTIONS;
}

/* Play a legal move for the side to move and empty the lines that it fills. */
void ttr_board_apply(ttr_board *board, ttr_move move);

#endif
