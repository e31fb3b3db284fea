/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_EVALUATORS_H
#define TTR_WELL_EVALUATORS_H

#include "well_lanes.h"

typedef struct ttr_well_evaluator {
    const char *name, *summary, *source;
    ttr_well_weights weights;
} ttr_well_evaluator;

/* Shipped evaluator `index`, counted from 0; NULL beyond the last. */
const ttr_well_evaluator *ttr_well_evaluator_at(uint32_t index);

/* The shipped evaluator of this name, or NULL. */
const ttr_well_evaluator *ttr_well_evaluator_named(const char *name);

/* The number of weights of a family. */
int ttr_well_feature_count(ttr_well_family family);

/* Scale and round given weights to whole 1024ths; only their proportions matter. False if one is
 * not finite or all are 0. */
bool ttr_well_weights_fit(ttr_well_family family, const double *given, ttr_well_weights *weights);

/* Write the weights of the family's features in units of scores. */
void ttr_well_weights_tell(const ttr_well_weights *weights, double *told);

#endif
