/* SPDX-License-Identifier: MIT */
/*
 * The shipped evaluators of the single-player game, and the scaling of weights to 16-bit integers.
 *
 * Scores are sums of whole numbers, so that the kernels of all processors decide alike. Weights are
 * therefore rounded to 1024ths; given ones are first scaled so that the greatest is 24 in size,
 * which uses the room of 16 bits (24 * 1024 = 24,576) and changes no decision, since only
 * proportions matter.
 */
#include "well_evaluators.h"

#include <float.h>
#include <string.h>

#include "check.h"

/* A weight in 1024ths, rounded. DT's landing height is counted twice, so that it is a whole number:
 * its weight is halved. */
#define W(x) ((int16_t)((x)*1024 + ((x) < 0 ? -0.5 : 0.5)))
#define DT(landing, eroded, rows, columns, holes, wells, depth, hole_rows, diversity)              \
    {                                                                                              \
        TTR_FAMILY_DT,                                                                             \
        {                                                                                          \
            W((landing) / 2.0), W(eroded), W(rows), W(columns), W(holes), W(wells), W(depth),      \
                W(hole_rows), W(diversity)                                                         \
        }                                                                                          \
    }

static const ttr_well_evaluator EVALUATORS[] = {
    {"tetress", "nine features, weights by CMA-ES on the mean rows of whole games",
     "docs/guide/tetris.md",
     DT(-6.760441, 1.658334, -5.75614, -12.008831, 4.201076, -6.789331, -1.332346, -24.0,
        3.141034)},
    {"tetress-ahead", "nine features, weights by CMA-ES for players with look-ahead",
     "docs/guide/tetris.md",
     DT(-6.819612, 4.55174, -8.951298, -7.969757, -5.626236, -9.200409, -2.798391, -24.0, 5.4406)},
    {"s2",
     "S2's eleven features with the weights that its genetic algorithm found",
     "S2",
     {TTR_FAMILY_S2,
      {W(-1.4101417483877365), W(1.7211254382260732), W(-9.430143863717376), W(-9.994060706564685),
       W(-2.151838313833677), W(-0.44094887506903957), W(-0.1085005610847889), W(2.575604041318804),
       W(-0.782307878163081), W(-0.2962660424028918), W(-2.8036583031140183)}}},
    {"dellacherie", "Dellacherie's six features, weights by hand", "P. Dellacherie, in Fahey 2003",
     DT(-1, 1, -1, -1, -4, -1, 0, 0, 0)},
    {"el-tetris", "the same features, weights by a particle swarm", "El-Tetris, 2011",
     DT(-4.500158825, 3.418126810, -3.217888287, -9.348695305, -7.899265427, -3.385597225, 0, 0,
        0)},
    {"bcts", "eight features, weights by cross-entropy", "Thiery and Scherrer 2009",
     DT(-12.629, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087, 0)},
    {"dt10", "nine features, weights by policy iteration on 10 rows",
     "Gabillon, Ghavamzadeh and Scherrer 2013",
     DT(-2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27)},
    {"dt20", "nine features, weights by policy iteration on 20 rows",
     "Gabillon, Ghavamzadeh and Scherrer 2013",
     DT(-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89)},
};

const ttr_well_evaluator *ttr_well_evaluator_at(uint32_t index)
{
    return index < TTR_COUNT_OF(EVALUATORS) ? &EVALUATORS[index] : NULL;
}

const ttr_well_evaluator *ttr_well_evaluator_named(const char *name)
{
    for (size_t i = 0; i < TTR_COUNT_OF(EVALUATORS); i++) {
        if (strcmp(EVALUATORS[i].name, name) == 0)
            return &EVALUATORS[i];
    }
    return NULL;
}

int ttr_well_feature_count(ttr_well_family family)
{
    return family == TTR_FAMILY_S2 ? (int)TTR_S2_FEATURES : (int)TTR_DT_FEATURES;
}

/* How often a feature is counted: DT's landing height twice, so that it is a whole number. */
static double times_counted(ttr_well_family family, int feature)
{
    return family == TTR_FAMILY_DT && feature == TTR_DT_LANDING ? 2 : 1;
}

/* The size of the greatest weight; 0 if one is not finite. */
static double greatest_size(const double *given, int count)
{
    double greatest = 0;

    for (int i = 0; i < count; i++) {
        double size = given[i] < 0 ? -given[i] : given[i];

        if (!(size <= DBL_MAX))
            return 0;
        greatest = size > greatest ? size : greatest;
    }
    return greatest;
}

/* A power of two that brings a size near 1, so that neither it nor its inverse overflows. */
static double exact_factor(double greatest)
{
    return greatest > 0x1p500 ? 0x1p-600 : greatest < 0x1p-500 ? 0x1p600 : 1;
}

bool ttr_well_weights_fit(ttr_well_family family, const double *given, ttr_well_weights *weights)
{
    int count = ttr_well_feature_count(family);
    double greatest = greatest_size(given, count);
    double factor = exact_factor(greatest), scale;

    memset(weights, 0, sizeof *weights);
    weights->family = family;
    if (greatest == 0)
        return false;
    scale = 24576 / (greatest * factor); /* 24 in 1024ths */
    for (int i = 0; i < count; i++) {
        double scaled = given[i] * factor * scale / times_counted(family, i);

        weights->weights[i] = (int16_t)(scaled + (scaled < 0 ? -0.5 : 0.5));
    }
    return true;
}

void ttr_well_weights_tell(const ttr_well_weights *weights, double *told)
{
    for (int i = 0; i < ttr_well_feature_count(weights->family); i++)
        told[i] = weights->weights[i] * times_counted(weights->family, i) / 1024;
}
