/* SPDX-License-Identifier: MIT */
#ifndef TTR_REGION_H
#define TTR_REGION_H

#include <stdbool.h>
#include <stddef.h>

#include "eval.h"
#include "eval_kernel.h"

/* The evaluator `region`: a survey of the board, and a small network that makes odds of winning
 * from it (eval_region.c). Other weights than those that are built in can be read from memory. */

/* The network's output for odds (win : loss) of e : 1. Trained weights are scaled to it, so another
 * number needs other weights. */
#define TTR_REGION_LOGIT (1 << 22)

/* The terms that the network gets from a survey after `ply` actions. */
void ttr_region_terms(const ttr_survey *survey, uint32_t ply, int16_t terms[TTR_NETWORK_TERMS]);

/* The evaluator with these weights, which must live as long as it does. */
ttr_evaluator ttr_region_evaluator(const ttr_network *network);

/* The weights that are built in, and the checksum that their generator gave them. */
extern const ttr_network ttr_region_weights;
extern const uint64_t ttr_region_weights_sum;

/* ---- Weights as bytes: docs/reference/formats.md, "Weights"
 * -------------------------------------------- */

#define TTR_REGION_VERSION 2u /* rises whenever the terms change: old weights are refused then */
#define TTR_REGION_BYTES                                                                           \
    (24 + 2 * TTR_NETWORK_TERMS * TTR_NETWORK_HIDDEN + 6 * TTR_NETWORK_HIDDEN + 4)

typedef enum ttr_weights_fault {
    TTR_WEIGHTS_SOUND,
    TTR_WEIGHTS_NONE,    /* not weights at all */
    TTR_WEIGHTS_VERSION, /* of another version */
    TTR_WEIGHTS_SUM,     /* the checksum is wrong: they were damaged */
    TTR_WEIGHTS_RANGE    /* sums could leave 32 bits */
} ttr_weights_fault;

/* Read weights; nothing is written unless they are sound. */
ttr_weights_fault ttr_region_read(const void *data, size_t size, ttr_network *network);

#endif
