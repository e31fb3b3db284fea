/* SPDX-License-Identifier: MIT */
#ifndef TTR_EVAL_TERMS_H
#define TTR_EVAL_TERMS_H

#include "board.h"

/* Terms that evaluations are made of. Each is for the side to move: its own minus the
 * opponent's. */

/* Tokens on the board. */
int32_t ttr_term_tokens(const ttr_board *board);

/* 1000 * (ln(own moves + 1) - ln(opponent's moves + 1)); *moves is the side to move's number. */
int32_t ttr_term_log_mobility(const ttr_board *board, int *moves);

/* Board control: the moves of the side to move minus those that the other would have. *moves is the
 * former. */
int32_t ttr_term_control(const ttr_board *board, int *moves);

/* Empty cells that one side can reach from its tokens within `steps` steps through empty cells and
 * the other cannot. */
int32_t ttr_term_exclusive_reach(const ttr_board *board, int steps);

/* Holes: groups of at least `least` connected empty cells. No piece fits into fewer than four. */
int ttr_term_holes(ttr_cellset occupied, int least);

/* Generated: 1000 * ln(n + 1), rounded. */
extern const int16_t ttr_log_table[TTR_PLACEMENTS + 1];

#endif
