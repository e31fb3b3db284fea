/* SPDX-License-Identifier: MIT */
#include "eval.h"
#include "eval_terms.h"
#include "movegen.h"

/*
 * The report adds the ratio of own to opposing cells and, from 81 filled cells on, 1 or -1. The
 * ratio stands here as its logarithm: it orders positions alike, and what it says for one side it
 * says against the other, as alpha-beta needs. Where the ratio is near 1, so that it matters, the
 * two differ by little.
 */
#define FILLED 80
#define HOLES  1000 /* ttr_log_table has thousandths */

/* At equality about fifty tokens a side: one more is 1/50. */
#define TOKEN 20

static int32_t score_s3(const ttr_board *board, int *moves, void *context)
{
    int turn = ttr_board_turn(board);
    ttr_cellset occupied = ttr_board_occupied(board);
    int32_t score = ttr_log_table[ttr_cellset_count(board->tokens[turn])] -
                    ttr_log_table[ttr_cellset_count(board->tokens[1 - turn])];

    (void)context;
    *moves = ttr_movegen_count(board, turn);
    if (ttr_cellset_count(occupied) <= FILLED)
        return score;
    /* Each hole takes an action: with an even number left, the other side has the last one. */
    return ttr_term_holes(occupied) % 2 == 0 ? score - HOLES : score + HOLES;
}

const ttr_evaluator ttr_eval_s3 = {
    .name = "s3",
    .summary = "the ratio of own to opposing tokens, and on a full board who has the last hole, if "
               "each takes one action",
    .source = "report S3",
    .score = score_s3,
    .token = TOKEN,
    .win_scale = 80,
};
