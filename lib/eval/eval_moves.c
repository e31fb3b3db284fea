/* SPDX-License-Identifier: MIT */
/* Evaluator `moves`: how many moves the side to move has, a baseline for the others. */
#include "eval.h"
#include "movegen.h"

/* Moves that count as one token: in random games a side has 3.8 moves for each of its tokens. How
 * many moves a side has says nothing about who wins as long as nothing is said about the other
 * side, so the scale of chances is long. */
#define TOKEN 4

static int32_t score_moves(const ttr_board *board, int *moves, void *context)
{
    (void)context;
    *moves = ttr_movegen_count(board, ttr_board_turn(board));
    return *moves;
}

const ttr_evaluator ttr_eval_moves = {
    .name = "moves",
    .summary = "the number of legal moves of the side to move",
    .source = "S1's opponent that leaves the fewest moves",
    .score = score_moves,
    .token = TOKEN,
    .win_scale = 1000,
};
