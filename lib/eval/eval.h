/* SPDX-License-Identifier: MIT */
#ifndef TTR_EVAL_H
#define TTR_EVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board.h"

/*
 * The largest value that an evaluator may return, either way, in its own units. Proven scores lie
 * beyond it, so that no evaluation can be taken for a proof. Not a tuning constant: it only has to
 * fit into the words in which searches keep values (25 bits in the cache of negamax).
 */
#define TTR_EVAL_LIMIT 10000000

/* The largest score that is told, either way, in centi-tokens: what the public header names. Proven
 * scores lie beyond it. Evaluations may be greater, by the ratio of `s3-coded`, by weights of
 * others, or by how a host judges; searches then still tell them apart. */
#define TTR_CENTI_LIMIT 1000000

/* The number of weights of an evaluator that takes them from the settings. */
#define TTR_EVAL_WEIGHTS 4

/*
 * An evaluator: a way to judge positions without search. Algorithms reach evaluators through this
 * table alone and know none by name.
 *
 * score: the value of a position that is not over, before action 150, for the side to move. It is a
 * function of the position alone, within +-TTR_EVAL_LIMIT, in units of which `token` make one token
 * of advantage. It also sets *moves to the number of legal moves of the side to move, which most
 * evaluators find on the way. If there are none, the game is over and the value means nothing.
 *
 * score_since: the same for an evaluator whose value also depends on the position `root` with which
 * a search began, the same position or any number of actions before; NULL for all others. `score`
 * is then the value with nothing played since, for searches that keep values from one root to the
 * next.
 *
 * weighted: `context` points to the TTR_EVAL_WEIGHTS weights of its terms; NULL stands for those of
 * the seed report.
 */
typedef struct ttr_evaluator {
    const char *name;
    const char *summary;
    const char *source;
    int32_t (*score)(const ttr_board *board, int *moves, void *context);
    int32_t (*score_since)(const ttr_board *root, const ttr_board *board, int *moves,
                           void *context);
    void *context; /* handed to both functions */
    bool weighted;
    int32_t token; /* units that make one token */
    /* Tokens of advantage that make the odds e : 1, which is a chance of 73 %. Fitted to games of
     * negamax with this evaluator against itself (docs/lab/strength/evaluator.md). Searches do not
     * use it; it only turns scores into chances. */
    double win_scale;
} ttr_evaluator;

/* The evaluators that have a name, in the order in which users see them. */
size_t ttr_evaluator_count(void);
const ttr_evaluator *ttr_evaluator_at(size_t index);

/* The evaluator of that name, or NULL. */
const ttr_evaluator *ttr_evaluator_find(const char *name, size_t length);

/* Centi-tokens as they are told: rounded towards 0 and clipped to +-TTR_CENTI_LIMIT. */
int32_t ttr_centi_of(double centi);

/* A score in centi-tokens, clipped likewise, and as a chance of winning. */
int32_t ttr_evaluator_centi(const ttr_evaluator *evaluator, int32_t score);
double ttr_evaluator_win(const ttr_evaluator *evaluator, int32_t score);

/* The evaluators of the registry. That of a seed report and that of its program share a file. */
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

/* The default weights of S4: of an open side, a token, a token fewer than before, and a nearly full
 * line. */
extern const int32_t ttr_eval_s4_weights[TTR_EVAL_WEIGHTS];

#endif
