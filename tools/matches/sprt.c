/* SPDX-License-Identifier: MIT */
/* The sequential probability ratio test, which ends a match as soon as its answer is clear. */
#include "sprt.h"

#include <math.h>

/* An outcome that was not seen yet counts as this much of a pair: the distributions that a
 * hypothesis asks for then always exist. */
#define UNSEEN 1e-3

static double share_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/*
 * Among distributions over the pair scores a with mean s, the likeliest for counts n has
 * probabilities p = n / N / (1 + x (a - s)), where x makes sum p (a - s) = 0. That sum falls as x
 * grows, and all p are positive for x between -1 / (1 - s) and 1 / s: halving finds x.
 */
static double multiplier(const double counts[5], double share)
{
    double low = -1 / (1 - share), high = 1 / share;

    for (int step = 0; step < 100; step++) {
        double x = (low + high) / 2, sum = 0;

        for (int i = 0; i < 5; i++)
            sum += counts[i] * (i / 4.0 - share) / (1 + x * (i / 4.0 - share));
        if (sum > 0)
            low = x;
        else
            high = x;
    }
    return (low + high) / 2;
}

double sprt_llr(const sprt *test, const uint32_t pairs[5])
{
    double share0 = share_of_elo(test->elo0), share1 = share_of_elo(test->elo1);
    double counts[5], x0, x1, llr = 0;

    for (int i = 0; i < 5; i++)
        counts[i] = pairs[i] == 0 ? UNSEEN : pairs[i];
    x0 = multiplier(counts, share0);
    x1 = multiplier(counts, share1);
    for (int i = 0; i < 5; i++)
        llr += counts[i] * log((1 + x0 * (i / 4.0 - share0)) / (1 + x1 * (i / 4.0 - share1)));
    return llr;
}

double sprt_bound(const sprt *test)
{
    return log((1 - test->error) / test->error);
}

sprt_verdict sprt_decide(const sprt *test, const uint32_t pairs[5])
{
    double llr = sprt_llr(test, pairs), bound = sprt_bound(test);

    return llr >= bound ? SPRT_H1 : llr <= -bound ? SPRT_H0 : SPRT_UNDECIDED;
}
