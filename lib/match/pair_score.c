/* SPDX-License-Identifier: MIT */
/* Score, Elo, confidence interval and likelihood of superiority from the results of paired
 * games. */
#include "pair_score.h"

#include <math.h>
#include <stdbool.h>

#include "real.h"

#define Z95 1.959963984540054 /* standard deviations to either side that hold 95 % */

/* The textbooks' condition for a normal distribution of the mean. Below it the spread of the pairs
 * is too small by chance: it is 0 when all ended alike. */
#define MANY_PAIRS  30
#define MANY_OTHERS 5

/* Jeffreys' prior of a distribution over outcomes: so many pairs of each. */
#define PRIOR 0.5

/* More pairs than this cannot bring `los` nearer to 0 or 1. */
#define MOST_HALVINGS 40

/* The outcomes' weights, 0 to 1 points, and what they add up to. */
typedef struct moments {
    double count, mean, variance;
} moments;

static moments moments_of(const uint64_t pairs[TTR_PAIR_OUTCOMES], double prior)
{
    moments m = {0, 0, 0};

    for (int i = 0; i < TTR_PAIR_OUTCOMES; i++) {
        m.count += (double)pairs[i] + prior;
        m.mean += ((double)pairs[i] + prior) * i / 4.0;
    }
    m.mean /= m.count;
    for (int i = 0; i < TTR_PAIR_OUTCOMES; i++)
        m.variance += ((double)pairs[i] + prior) * (i / 4.0 - m.mean) * (i / 4.0 - m.mean);
    m.variance /= m.count;
    return m;
}

static bool show_their_spread(const uint64_t pairs[TTR_PAIR_OUTCOMES], double count)
{
    double most = 0;

    for (int i = 0; i < TTR_PAIR_OUTCOMES; i++) {
        if ((double)pairs[i] > most)
            most = (double)pairs[i];
    }
    return count >= MANY_PAIRS && count - most >= MANY_OTHERS;
}

/* The normal distribution's share below `z`, to 7.5e-8 (Abramowitz and Stegun, 26.2.17). */
static double normal_share(double z)
{
    const double root_two_pi = 2.5066282746310002;
    double x = z < 0 ? -z : z;
    double t = 1 / (1 + 0.2316419 * x);
    double series =
        t * (0.319381530 +
             t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
    double tail = ttr_real_exp(-x * x / 2) / root_two_pi * series;

    return z < 0 ? tail : 1 - tail;
}

/* Were all of `count` pairs won, and a uniform prior's: 2^-(count + 1) is left for the other. */
static double bounded_los(double los, double count)
{
    double least = 0.5;

    for (int i = 0; i < MOST_HALVINGS && i < count; i++)
        least /= 2;
    if (los < least)
        return least;
    return los > 1 - least ? 1 - least : los;
}

ttr_pair_score ttr_pair_score_of(const uint64_t pairs[TTR_PAIR_OUTCOMES])
{
    moments seen = moments_of(pairs, 0), m = seen;
    double error, half;
    ttr_pair_score found = {0.5, 0, 1, 0.5};

    if (!(seen.count > 0))
        return found;
    if (show_their_spread(pairs, seen.count)) {
        error = ttr_real_sqrt(seen.variance / (seen.count - 1));
    } else {
        m = moments_of(pairs, PRIOR);
        error = ttr_real_sqrt(m.variance / (m.count + 1));
    }
    half = Z95 * error;
    found.score = seen.mean;
    found.low = m.mean - half < seen.mean ? m.mean - half : seen.mean;
    found.high = m.mean + half > seen.mean ? m.mean + half : seen.mean;
    found.low = found.low < 0 ? 0 : found.low;
    found.high = found.high > 1 ? 1 : found.high;
    found.los = bounded_los(normal_share((m.mean - 0.5) / error), seen.count);
    return found;
}

double ttr_elo_of_score(double score)
{
    const double elo_per_unit = 173.71779276130073; /* 400 / ln 10 */

    if (score <= 0)
        return -HUGE_VAL;
    return score >= 1 ? HUGE_VAL : elo_per_unit * ttr_real_log(score / (1 - score));
}
