/* SPDX-License-Identifier: MIT */
/*
 * Evaluator `reach`: `mobility`, plus the empty cells that only one side can reach within a few
 * steps.
 *
 * A side that closes off cells has moves there that nobody can take away, and the game is lost by
 * who runs out of moves. So a cell that one side alone reaches is worth several tokens. It was the
 * strongest evaluator by hand, 417 Elo above `mobility`, and stays as the one to measure others
 * against (player reach-plain).
 */
#include "eval.h"
#include "eval_terms.h"
#include "first_actions.h"
#include "movegen.h"

/*
 * Measured weights: 4 for a token, 50 for a unit of the logarithm, 15 for a cell that only one side
 * reaches within 5 steps. The unit here is 1/80 token, so that all three are whole numbers (80, 1
 * for a thousandth, 300). A limit of 5 or 6 steps is worth 170 Elo against none: what is closed off
 * nearby decides.
 */
#define TOKEN       80
#define REACH       300
#define REACH_STEPS 5

static int32_t score_reach(const ttr_board *board, int *moves, void *context)
{
    (void)context;
    if (ttr_board_is_opening(board)) {
        *moves = ttr_movegen_count(board, ttr_board_turn(board));
        return ttr_first_actions_score(board, &ttr_eval_reach);
    }
    return TOKEN * ttr_term_tokens(board) + ttr_term_log_mobility(board, moves) +
           REACH * ttr_term_exclusive_reach(board, REACH_STEPS);
}

const ttr_evaluator ttr_eval_reach = {
    .name = "reach",
    .summary =
        "tokens, log mobility (12.5 tokens a unit) and empty cells that only one side reaches "
        "within 5 steps (3.75 tokens each)",
    .source = "measured: 417 Elo above mobility",
    .score = score_reach,
    .token = TOKEN,
    .win_scale = 50,
};
