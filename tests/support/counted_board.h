/* SPDX-License-Identifier: MIT */
#ifndef COUNTED_BOARD_H
#define COUNTED_BOARD_H

#include "slow_board.h"

/*
 * The slow board for fuzzers, which ask it for every legal move at every step. Beside each of the
 * 2299 placements stands how many of its cells are taken and how many tokens of either colour touch
 * it; a token that comes or goes counts up or down where it matters, and a placement is legal by
 * looking at three numbers. Rows, columns, tokens and results stay the slow board's own. A unit
 * test compares all of it with the slow board.
 */
typedef struct counted_board {
    slow_board board;
    uint8_t taken[SLOW_PLACEMENTS]; /* cells of the placement that hold a token, 0..4 */
    /* pairs of a cell of the placement and a token next to it, red's and blue's, 0..16 */
    uint8_t touching[2][SLOW_PLACEMENTS];
} counted_board;

void counted_board_start(counted_board *counted);

/* Count anew for any board. */
void counted_board_set(counted_board *counted, const slow_board *board);

/* Play a legal move and empty full lines; returns how many lines were full. */
int counted_board_apply(counted_board *counted, int move);

/* As slow_board_may_place(), slow_board_moves() and slow_board_result(). */
bool counted_board_may_place(const counted_board *counted, char colour, int move);
int counted_board_moves(const counted_board *counted, char colour, uint16_t *moves);

/* mask[move] is 1 for a move that `colour` may place, else 0. Returns how many there are. */
int counted_board_mask(const counted_board *counted, char colour, uint8_t mask[SLOW_PLACEMENTS]);

char counted_board_result(const counted_board *counted);

#endif
