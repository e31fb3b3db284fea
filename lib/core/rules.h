/* SPDX-License-Identifier: MIT */
#ifndef TTR_RULES_H
#define TTR_RULES_H

#include <stddef.h>

#include "board.h"

/* Why a position ends the game. */
typedef enum ttr_reason { TTR_ONGOING, TTR_NO_MOVES, TTR_TURN_LIMIT } ttr_reason;

typedef struct ttr_outcome {
    ttr_reason reason;
    int winner; /* colour or TTR_NOBODY */
} ttr_outcome;

/* The rule that a move breaks, in the order in which rules are checked. */
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

/* Is the game over, why, and who has won? */
ttr_outcome ttr_rules_outcome(const ttr_board *board);

/* May the side to move play this placement? The game must not be over. */
ttr_verdict ttr_rules_judge(const ttr_board *board, ttr_move move);

/* Are these `count` pairs of row and column a placement? If so *move is set. */
ttr_verdict ttr_rules_judge_cells(const int32_t *coordinates, size_t count, ttr_move *move);

#endif
