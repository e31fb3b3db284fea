/* SPDX-License-Identifier: MIT */
/* Evaluator `region`: a small trained network over counts of regions around the tokens, computed
 * in integers. */
#include "eval_terms.h"
#include "first_actions.h"
#include "movegen.h"
#include "region.h"

/* So many tokens are odds of e : 1, about what they are worth in the other evaluators. */
#define TOKENS_IN_LOGIT 32
#define OUTPUT_IN_UNIT  256
#define TOKEN           (TTR_REGION_LOGIT / OUTPUT_IN_UNIT / TOKENS_IN_LOGIT)

/* As large as other terms, so that 16 bits suffice for its weights too. */
#define BLUE_TERM 64

/* Logarithms in sixteenths of a thousandth fit beside counts of cells. */
static int16_t log_term(int count)
{
    return (int16_t)(ttr_log_table[count] / 16);
}

void ttr_region_terms(const ttr_survey *survey, uint32_t ply, int16_t terms[TTR_NETWORK_TERMS])
{
    for (int side = 0; side < 2; side++) {
        terms[0 + side] = (int16_t)survey->tokens[side];
        terms[2 + side] = log_term(survey->moves[side]);
        terms[4 + side] = log_term(survey->room[side]);
        terms[6 + side] = (int16_t)survey->alone[side];
        terms[8 + side] = (int16_t)survey->near[side];
        terms[10 + side] = (int16_t)survey->near_alone[side];
    }
    /* Tokens decide at the turn limit, and blue has the last word there. */
    terms[12] = (int16_t)ply;
    terms[13] = ply % 2 != 0 ? BLUE_TERM : 0;
}

static int32_t score_region(const ttr_board *board, int *moves, void *context)
{
    const ttr_network *network = context != NULL ? context : &ttr_region_weights;
    const ttr_kernel *kernel = ttr_kernel_now();
    int16_t terms[TTR_NETWORK_TERMS];
    ttr_survey survey;

    if (ttr_board_is_opening(board)) {
        *moves = ttr_movegen_count(board, ttr_board_turn(board));
        return ttr_first_actions_score(board, &ttr_eval_region);
    }
    kernel->survey(board, &survey);
    *moves = survey.moves[0];
    if (*moves == 0)
        return 0;
    ttr_region_terms(&survey, board->ply, terms);
    return kernel->network(network, terms) / OUTPUT_IN_UNIT;
}

const ttr_evaluator ttr_eval_region = {
    .name = "region",
    .summary = "a network over tokens, moves, the cells that a side can cover, those that it alone "
               "reaches within 8 steps, the placements in them, and the time",
    .source = "fitted to self-play",
    .score = score_region,
    .token = TOKEN,
    .win_scale = TOKENS_IN_LOGIT,
};

ttr_evaluator ttr_region_evaluator(const ttr_network *network)
{
    ttr_evaluator evaluator = ttr_eval_region;

    evaluator.context = (void *)(uintptr_t)network; /* read only */
    return evaluator;
}
