/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_EVALUATORS_H
#define TTR_WELL_EVALUATORS_H

#include "well_lanes.h"

typedef struct ttr_well_evaluator {
    const char *name, *summary, *source;
    ttr_well_weights weights;
} ttr_well_evaluator;

/* The shipped evaluators, index 0..; NULL beyond them. */
const ttr_well_evaluator *ttr_well_evaluator_at(uint32_t index);

/* NULL if there is none of that name. */
const ttr_well_evaluator *ttr_well_evaluator_named(const char *name);

/* How many weights a family has. */
int ttr_well_feature_count(ttr_well_family family);

/* Weights in whole 1024ths from given ones, scaled to use the room of 16 bits; only their
 * proportions matter. False for what is not finite, or all 0. */
bool ttr_well_weights_fit(ttr_well_family family, const double *given, ttr_well_weights *weights);

/* The weights of the family's features, as many as it has, in units of scores. */
void ttr_well_weights_tell(const ttr_well_weights *weights, double *told);

#endif
