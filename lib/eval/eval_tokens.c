/* SPDX-License-Identifier: MIT */
/* Evaluator `tokens`: the difference in tokens, the simplest baseline. */
#include "eval.h"
#include "eval_terms.h"
#include "movegen.h"

/* Units in one token. Margins of searches are fractions of what a move changes, which is a few
 * tokens, so whole tokens would be too coarse. */
#define TOKEN 100

static int32_t score_tokens(const ttr_board *board, int *moves, void *context)
{
    (void)context;
    *moves = ttr_movegen_count(board, ttr_board_turn(board));
    return TOKEN * ttr_term_tokens(board);
}

const ttr_evaluator ttr_eval_tokens = {
    .name = "tokens",
    .summary = "own tokens minus the opponent's",
    .source = "every seed report's first idea",
    .score = score_tokens,
    .token = TOKEN,
    .win_scale = 30,
};
