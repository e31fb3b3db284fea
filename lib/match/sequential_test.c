/* SPDX-License-Identifier: MIT */
/*
 * The sequential probability ratio test, which ends a match as soon as the answer is known.
 *
 * After each pair the log-likelihood ratio of the two hypotheses is compared with two bounds. A
 * match of fixed length has to be long enough for the closest case; this test needs about half as
 * many games on average for the same errors, and far fewer if one player is clearly better.
 *
 * A hypothesis names a mean score s only, not how often games are drawn or how the games of a pair
 * hang together. So it is given the distribution over the five outcomes that explains the counts
 * best among those with mean s (a generalised likelihood ratio), see multiplier().
 */
#include "sequential_test.h"

#include "real.h"

/* Pairs that an outcome counts as that has not occurred yet. Without it, no distribution over the
 * outcomes seen so far may have the mean that a hypothesis asks for. Higher values bias the first
 * pairs; this one is far below one pair. */
#define UNSEEN 1e-3

/* The score that an advantage in Elo means. */
static double score_of_elo(double elo)
{
    const double elo_per_unit = 173.71779276130073; /* 400 / ln 10 */

    return ttr_real_logistic(elo, elo_per_unit);
}

/*
 * The Lagrange multiplier of the best distribution with mean s. Among the distributions over pair
 * scores a with mean s, the likeliest for counts n has the probabilities p = n / N / (1 + x (a -
 * s)), where x makes sum p (a - s) = 0. That sum falls as x grows, and all p are positive for x
 * between -1 / (1 - s) and 1 / s, so bisection finds x: 100 halvings use up the bits of a double.
 */
static double multiplier(const double counts[TTR_PAIR_OUTCOMES], double score)
{
    double low = -1 / (1 - score), high = 1 / score;

    for (int step = 0; step < 100; step++) {
        double x = (low + high) / 2, sum = 0;

        for (int i = 0; i < TTR_PAIR_OUTCOMES; i++)
            sum += counts[i] * (i / 4.0 - score) / (1 + x * (i / 4.0 - score));
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

double ttr_sprt_llr(const ttr_sprt *test, const uint64_t pairs[TTR_PAIR_OUTCOMES])
{
    double score0 = score_of_elo(test->elo0), score1 = score_of_elo(test->elo1);
    double counts[TTR_PAIR_OUTCOMES], x0, x1, llr = 0;

    for (int i = 0; i < TTR_PAIR_OUTCOMES; i++)
        counts[i] = pairs[i] == 0 ? UNSEEN : (double)pairs[i];
    x0 = multiplier(counts, score0);
    x1 = multiplier(counts, score1);
    for (int i = 0; i < TTR_PAIR_OUTCOMES; i++)
        llr +=
            counts[i] * ttr_real_log((1 + x0 * (i / 4.0 - score0)) / (1 + x1 * (i / 4.0 - score1)));
    return llr;
}

void ttr_sprt_bounds(const ttr_sprt *test, double *low, double *high)
{
    *low = -ttr_real_log((1 - test->alpha) / test->beta);
    *high = ttr_real_log((1 - test->beta) / test->alpha);
}

ttr_sprt_verdict ttr_sprt_decide(const ttr_sprt *test, const uint64_t pairs[TTR_PAIR_OUTCOMES])
{
    double llr = ttr_sprt_llr(test, pairs), low, high;

    ttr_sprt_bounds(test, &low, &high);
    if (llr >= high)
        return TTR_SPRT_H1;
    return llr <= low ? TTR_SPRT_H0 : TTR_SPRT_UNDECIDED;
}
