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

/* Why a position ends the game. */
typedef enum ttr_reason { TTR_ONGOING, TTR_NO_MOVES, TTR_TURN_LIMIT } ttr_reason;

typedef struct ttr_outcome {
    ttr_reason reason;
    int winner; /* colour or TTR_NOBODY */
} ttr_outcome;

/* The rule that a move breaks, in the order in which they are asked. */
typedef enum ttr_rule {
    TTR_RULE_NONE,
    TTR_RULE_GAME_OVER,
    TTR_RULE_OUT_OF_RANGE,
    TTR_RULE_DUPLICATE,
    TTR_RULE_NOT_TETROMINO,
    TTR_RULE_OCCUPIED,
    TTR_RULE_NOT_ADJACENT
} ttr_rule;

typedef struct ttr_verdict {
    ttr_rule rule;
    int cell; /* the cell at fault, or -1 */
} ttr_verdict;

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

/* Is the game over, why, and who has won? */
ttr_outcome ttr_board_outcome(const ttr_board *board);

/* May the side to move play this placement? The game must not be over. */
ttr_verdict ttr_board_judge(const ttr_board *board, ttr_move move);

#endif
