/* SPDX-License-Identifier: MIT */
#ifndef TTR_MOVEGEN_H
#define TTR_MOVEGEN_H

#include <stdbool.h>
#include <stddef.h>

#include "board.h"
#include "rng.h"

/*
 * Legal placements of one side, as the set of anchors for each piece: bit a of anchors[p] is set if
 * move 121 * p + a is legal. Everything else here is read off these 19 sets.
 */
typedef struct ttr_legal {
    ttr_cellset anchors[TTR_PIECES];
} ttr_legal;

/* What `colour` could play on this board if it were its turn. Nothing after action 150. */
void ttr_movegen_legal(const ttr_board *board, int colour, ttr_legal *legal);

/* How many moves a set of legal placements holds. */
int ttr_legal_count(const ttr_legal *legal);

/* The moves of a set, ascending, into `moves`, which has room for them; returns their number. */
size_t ttr_legal_list(const ttr_legal *legal, ttr_move *moves);

/* Number of moves of `colour`. */
int ttr_movegen_count(const ttr_board *board, int colour);

/* Legal moves of the side to move, ascending; `moves` has room for TTR_PLACEMENTS. */
size_t ttr_movegen_list(const ttr_board *board, ttr_move *moves);

/* Has the side to move any legal move? */
bool ttr_movegen_any(const ttr_board *board);

/* A legal move of the side to move, each equally likely; TTR_MOVE_NONE if there is none. */
ttr_move ttr_movegen_random(const ttr_board *board, ttr_rng *rng);

#endif
