/* SPDX-License-Identifier: MIT */
/*
 * Evaluator `region`: a small trained network over counts of regions around the tokens, in whole
 * numbers.
 *
 * What it sees. Twelve counts, six for each side, and two of the game's time. All are found by the
 * survey of a position, one routine of the kernel (kernel.h):
 *
 *     tokens       on the board
 *     moves        62.5 * ln(moves + 1)
 *     room         62.5 * ln(placements that lie within the cells of `alone` + 1)
 *     alone        empty cells that only this side reaches in 8 steps
 *     near         empty cells that it reaches in 4 steps: what a move can cover
 *     near alone   those of them that the other side does not reach in 4 steps
 *     time         actions played, and whether blue is to move
 *
 * Why counts. A network of the usual kind with an input for each cell would have to learn
 * everything 121 times, since nothing depends on where on the torus it lies. Counts do not depend
 * on the place, so 14 terms and 64 hidden units learn from the games that two cores play in an
 * hour or two.
 *
 * Why whole numbers. Sums of floating-point numbers depend on their order, and processors add
 * vectors in different orders. With integers every kernel, compiler and machine gives the same
 * score, and so the same game. Terms have at most 9 bits and weights 16; that sums fit into 32 bits
 * is checked when weights are read (region_weights_io.c).
 *
 * What it costs: about 150 ns more than `reach`, and a search that visits four fifths as many
 * nodes; what it gains: +307 (+263, +360) Elo against `reach-plain` at 50 ms a move
 * (docs/lab/strength/evaluator.md). Where two regions nearly touch, counts do not tell: the search
 * has to see it.
 */
#include "eval_terms.h"
#include "first_actions.h"
#include "movegen.h"
#include "region.h"

/* Tokens of advantage that make the odds e : 1. The network's output is log-odds; this chooses how
 * they read in tokens, about as tokens are worth in other evaluators. It scales the scores that are
 * told, the least margin of negamax (one token) and the temperature of mcts. */
#define TOKENS_IN_LOGIT 32
/* Units of the network's output in one unit of the score: the finer output would not fit into
 * TTR_EVAL_LIMIT. */
#define OUTPUT_IN_UNIT  256
#define TOKEN           (TTR_REGION_LOGIT / OUTPUT_IN_UNIT / TOKENS_IN_LOGIT)

/* What the term "blue is to move" amounts to: as large as other terms, so that 16 bits suffice for
 * its weights, too. */
#define BLUE_TERM 64

/* A logarithm in units of 16 thousandths, 62.5 of which are 1: at most 483 for 2299 moves, so it
 * fits beside counts. */
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
    /* Time: tokens decide at the turn limit, and blue makes the last move there. */
    terms[12] = (int16_t)ply;
    terms[13] = ply % 2 != 0 ? BLUE_TERM : 0;
}

static int32_t score_region(const ttr_board *board, int *moves, void *context)
{
    const ttr_network *network = context != NULL ? context : &ttr_region_weights;
    const ttr_eval_kernel *kernel = ttr_eval_kernel_now();
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
