/* SPDX-License-Identifier: MIT */
/* Evaluators `s1` and `s1-coded`: tokens plus moves, as S1 writes it and as its
 * program computes it. */
#include "eval.h"
#include "eval_terms.h"
#include "movegen.h"

/* S1 adds tokens and moves as they are; its program weighs a token 1000 times as much as a
 * move (100 and 0.1). */
#define TOKEN_AS_CODED 1000

static int32_t score_s1(const ttr_board *board, int *moves, void *context)
{
    (void)context;
    *moves = ttr_movegen_count(board, ttr_board_turn(board));
    return ttr_term_tokens(board) + *moves;
}

static int32_t score_s1_coded(const ttr_board *board, int *moves, void *context)
{
    (void)context;
    *moves = ttr_movegen_count(board, ttr_board_turn(board));
    return TOKEN_AS_CODED * ttr_term_tokens(board) + *moves;
}

const ttr_evaluator ttr_eval_s1 = {
    .name = "s1",
    .summary = "token difference plus the legal moves of the side to move",
    .source = "S1",
    .score = score_s1,
    .token = 1,
    .win_scale = 80,
};

const ttr_evaluator ttr_eval_s1_coded = {
    .name = "s1-coded",
    .summary = "token difference, plus 1/1000 token for each legal move of the side to move",
    .source = "S1's program",
    .score = score_s1_coded,
    .token = TOKEN_AS_CODED,
    .win_scale = 80,
};
