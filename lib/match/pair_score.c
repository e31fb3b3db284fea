/* SPDX-License-Identifier: MIT */
/*
 * What paired games tell: score, Elo, confidence interval, likelihood of superiority.
 *
 * Why pairs. The two games of a pair start from the same random opening with colours swapped. An
 * opening that favours one side gives a win to both players, so the games of a pair depend on each
 * other, and counting them as single games would take that for noise of the players. The unit of
 * measurement is therefore the pair with its five outcomes, 0, 1/2, 1, 3/2 or 2 points
 * (pentanomial), and the spread is that of pair scores.
 *
 *     pairs      by the first player's half points: n[0] .. n[4],  N = sum n[i]
 *     score      m = sum n[i] * (i / 4) / N
 *     variance   v = sum n[i] * (i / 4 - m)^2 / N
 *     error      e = sqrt(v / (N - 1))
 *     interval   m - 1.96 e to m + 1.96 e (95 %)
 *     los        share of the normal distribution below (m - 1/2) / e
 *
 * Example: 40 pairs, n = 2 4 14 12 8. m = 100 / 160 = 0.625, v = 0.0719, e = 0.0429, interval 0.54
 * to 0.71: between +28 and +155 Elo, los 99.8 %.
 *
 * Few pairs. If all pairs ended alike, v is 0, and the interval would shrink to a point after two
 * lucky pairs. Below 30 pairs, or with fewer than 5 pairs unlike the commonest, half a pair is
 * added to each outcome (Jeffreys' prior).
 */
#include "pair_score.h"

#include <math.h>
#include <stdbool.h>

#include "real.h"

/* standard deviations to either side of the mean that hold 95 % of a normal distribution */
#define Z95 1.959963984540054

/* The textbooks' condition for taking the mean as normally distributed: this many pairs, and
 * this many that ended unlike the commonest outcome. Lower trusts a spread that may be small by
 * chance. */
#define MANY_PAIRS  30
#define MANY_OTHERS 5

/* Pairs that Jeffreys' prior adds to each outcome. Higher draws the score of few pairs nearer to
 * one half. */
#define PRIOR 0.5

/* Pairs beyond this number cannot bring `los` nearer to 0 or 1: 2^-41 is as good as never. */
#define MOST_HALVINGS 40

/* Number, mean and variance of pair scores, on a scale from 0 to 1. */
typedef struct moments {
    double count, mean, variance;
} moments;

static bool is_any(const uint64_t pairs[TTR_PAIR_OUTCOMES])
{
    for (int i = 0; i < TTR_PAIR_OUTCOMES; i++) {
        if (pairs[i] != 0)
            return true;
    }
    return false;
}

/* Of at least one pair, or with a prior. */
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

/* Are there enough pairs for their spread to be believed? */
static bool show_their_spread(const uint64_t pairs[TTR_PAIR_OUTCOMES], double count)
{
    double most = 0;

    for (int i = 0; i < TTR_PAIR_OUTCOMES; i++) {
        if ((double)pairs[i] > most)
            most = (double)pairs[i];
    }
    return count >= MANY_PAIRS && count - most >= MANY_OTHERS;
}

/* The share of the normal distribution below `z`, to 7.5e-8 (Abramowitz and Stegun, 26.2.17). */
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

/* Clip `los`: even if all of `count` pairs were won, a uniform prior leaves 2^-(count + 1) for the
 * other player. */
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
    ttr_pair_score found = {0.5, 0, 1, 0.5};
    moments seen, m;
    double error, half;

    if (!is_any(pairs))
        return found;
    seen = m = moments_of(pairs, 0);
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
