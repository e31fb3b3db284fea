/* SPDX-License-Identifier: MIT */
/* Evaluator `s0`: board control and domination, as S0 describes them. */
#include "eval.h"
#include "eval_terms.h"

/*
 * Board control counts placements; domination counts tokens and weighs more as the game nears its
 * end. S0 names both and gives no weights. Here a token weighs one placement more after every
 * second action, up to 75 at the turn limit. TOKEN is what a token is taken for in general, its
 * weight at action 60.
 */
#define TOKEN 30

static int32_t score_s0(const ttr_board *board, int *moves, void *context)
{
    (void)context;
    return ttr_term_control(board, moves) + (int32_t)(board->ply / 2) * ttr_term_tokens(board);
}

const ttr_evaluator ttr_eval_s0 = {
    .name = "s0",
    .summary = "board control, the difference of placements, and domination, the difference of "
               "tokens, which weighs more as the game goes on",
    .source = "S0",
    .score = score_s0,
    .token = TOKEN,
    .win_scale = 50,
};
