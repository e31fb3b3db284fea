/* SPDX-License-Identifier: MIT */
#include "eval.h"
#include "eval_terms.h"
#include "movegen.h"

/* Published weights: 100 a token, 0.1 a legal move of the side to move. */
#define TOKEN 1000

static int32_t score_s1(const ttr_board *board, int *moves, void *context)
{
    (void)context;
    *moves = ttr_movegen_count(board, ttr_board_turn(board));
    return TOKEN * ttr_term_tokens(board) + *moves;
}

const ttr_evaluator ttr_eval_s1 = {
    .name = "s1",
    .summary = "token difference, plus 1/1000 token for each legal move of the side to move",
    .source = "report S1",
    .score = score_s1,
    .token = TOKEN,
    .win_scale = 80,
};
