/* SPDX-License-Identifier: MIT */
/* Evaluator `mobility`: the logarithm of both sides' numbers of moves, plus tokens. */
#include "eval.h"
#include "eval_terms.h"

/* Measured weights: 4 for a token, 100 for a unit of the logarithm. The unit here is 1/40 token, so
 * that both are whole numbers: 40 for a token, 1 for a thousandth. */
#define TOKEN 40

static int32_t score_mobility(const ttr_board *board, int *moves, void *context)
{
    (void)context;
    return TOKEN * ttr_term_tokens(board) + ttr_term_log_mobility(board, moves);
}

const ttr_evaluator ttr_eval_mobility = {
    .name = "mobility",
    .summary = "ln(own moves + 1) minus ln(opponent's moves + 1), 25 tokens a unit, plus tokens",
    .source = "measured: as strong as s1",
    .score = score_mobility,
    .token = TOKEN,
    .win_scale = 60,
};
