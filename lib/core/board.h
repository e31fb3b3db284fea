/* SPDX-License-Identifier: MIT */
#ifndef TTR_BOARD_H
#define TTR_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "placement.h"
#include "zobrist.h"

/* Colours, and the numbers of the rules. */
#define TTR_RED             0
#define TTR_BLUE            1
#define TTR_NOBODY          2
#define TTR_MAX_ACTIONS     150
#define TTR_OPENING_ACTIONS 2 /* actions that need not be next to an own token */

/*
 * A position, 48 bytes. Copying one is cheaper than undoing a move, which would need a record of
 * the tokens that vanished. So a search keeps the board from before a move and makes the next one
 * beside it (docs/design/adr/0003-copy-make.md).
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

static inline bool ttr_is_colour(int32_t number)
{
    return number == TTR_RED || number == TTR_BLUE;
}

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

/* Empty all full lines at once and keep the key up to date. */
void ttr_board_empty_lines(ttr_board *board);

/*
 * The board after a legal move of the side to move, with the lines emptied that it fills.
 *
 * Lines are found with the whole piece on the board: a piece may fill a row and a column at once,
 * and the cell that they share goes once. Emptying row by row would leave the column unfilled. Most
 * moves fill no line.
 *
 * Inlined, because searches do nothing more often. Makes one board from another instead of changing
 * a copy, because a change to a fresh copy would wait until the copy has been written.
 */
static inline ttr_board ttr_board_after(const ttr_board *board, ttr_move move)
{
    int turn = ttr_board_turn(board);
    const uint8_t *cells = ttr_placement_list[move];
    const uint64_t *keys = ttr_zobrist_token[turn];
    ttr_cellset own = ttr_cellset_or(board->tokens[turn], ttr_placement_cells[move]);
    ttr_cellset other = board->tokens[1 - turn];
    ttr_board after;

    TTR_ASSERT(board->ply < TTR_MAX_ACTIONS);
    TTR_ASSERT(!ttr_cellset_meets(ttr_board_occupied(board), ttr_placement_cells[move]));
    after.tokens[turn] = own;
    after.tokens[1 - turn] = other;
    after.key = board->key ^ keys[cells[0]] ^ keys[cells[1]] ^ keys[cells[2]] ^ keys[cells[3]] ^
                ttr_zobrist_ply[board->ply] ^ ttr_zobrist_ply[board->ply + 1];
    after.ply = board->ply + 1;
    if (ttr_cellset_has_full_line(ttr_cellset_or(own, other)))
        ttr_board_empty_lines(&after);
    return after;
}

static inline void ttr_board_apply(ttr_board *board, ttr_move move)
{
    *board = ttr_board_after(board, move);
}

#endif
