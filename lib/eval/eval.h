/* SPDX-License-Identifier: MIT */
#ifndef TTR_EVAL_H
#define TTR_EVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board.h"

/*
 * Largest value that an evaluator may return, in its own units. Scores of proven results lie beyond
 * it, so that no evaluation can be taken for a proof.
 */
#define TTR_EVAL_LIMIT 10000000

/* Weights of an evaluator that takes them from the settings. */
#define TTR_EVAL_WEIGHTS 4

/*
 * A way to judge positions. Algorithms reach it through this table alone.
 *
 * score: the value of a position that is not over, for the side to move, in units of which `token`
 * make one token of advantage; within +-TTR_EVAL_LIMIT, and a function of the position alone. It
 * tells also the number of legal moves of the side to move, which it finds along the way or counts;
 * where there are none, the game is over and the value means nothing. The board is of a position
 * before action 150.
 *
 * score_since: the same where the value depends also on the position `root` that a search began
 * with, the same one or any number of actions before; NULL where it does not. `score` is then the
 * value with nothing played since, which serves searches that keep values for other roots.
 *
 * weighted: `context` points to the TTR_EVAL_WEIGHTS weights of its terms; NULL stands for the
 * report's.
 */
typedef struct ttr_evaluator {
    const char *name;
    const char *summary;
    const char *source;
    int32_t (*score)(const ttr_board *board, int *moves, void *context);
    int32_t (*score_since)(const ttr_board *root, const ttr_board *board, int *moves,
                           void *context);
    void *context; /* handed to both */
    bool weighted;
    int32_t token; /* units in one token */
    /* Tokens of advantage at which 1 / (1 + 1 / e) = 73 % are won, fitted to games of negamax with
     * this evaluator against itself (docs/lab/strength.md). */
    double win_scale;
} ttr_evaluator;

/* The evaluators that have a name, in the order in which they are listed. */
size_t ttr_evaluator_count(void);
const ttr_evaluator *ttr_evaluator_at(size_t index);

/* The evaluator of that name, or NULL. */
const ttr_evaluator *ttr_evaluator_find(const char *name, size_t length);

/* A score in centi-tokens, and as a probability of winning. */
int32_t ttr_evaluator_centi(const ttr_evaluator *evaluator, int32_t score);
double ttr_evaluator_win(const ttr_evaluator *evaluator, int32_t score);

/* The rows of the registry. The evaluation of a seed report and that of its program share a file.
 */
extern const ttr_evaluator ttr_eval_tokens;
extern const ttr_evaluator ttr_eval_mobility;
extern const ttr_evaluator ttr_eval_moves;
extern const ttr_evaluator ttr_eval_s0;
extern const ttr_evaluator ttr_eval_s0_intent;
extern const ttr_evaluator ttr_eval_s1;
extern const ttr_evaluator ttr_eval_s1_coded;
extern const ttr_evaluator ttr_eval_s3;
extern const ttr_evaluator ttr_eval_s3_coded;
extern const ttr_evaluator ttr_eval_s4;
extern const ttr_evaluator ttr_eval_reach;
extern const ttr_evaluator ttr_eval_region;

/* The weights of S4: an open side, a token, a token fewer than before, a line of a kind. */
extern const int32_t ttr_eval_s4_weights[TTR_EVAL_WEIGHTS];

#endif
