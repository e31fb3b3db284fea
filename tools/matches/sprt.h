/* SPDX-License-Identifier: MIT */
#ifndef SPRT_H
#define SPRT_H

#include <stdint.h>

/*
 * A sequential test of two hypotheses on the first player's advantage in logistic Elo (a share s of
 * the points is -400 log10(1/s - 1)): H0 that it is elo0, H1 that it is elo1 > elo0. `error` is the
 * chance of accepting H1 where H0 holds, and the same of H0 where H1 holds.
 */
typedef struct sprt {
    double elo0, elo1;
    double error;
} sprt;

typedef enum sprt_verdict { SPRT_UNDECIDED, SPRT_H0, SPRT_H1 } sprt_verdict;

/*
 * The logarithm of how much likelier the results are under H1 than under H0, each hypothesis with
 * the distribution of pair scores that fits best among those with its mean: nothing is assumed of
 * draws or of how the games of a pair depend on each other (five outcomes: "pentanomial"). `pairs`
 * counts pairs by half points, 0 to 4.
 */
double sprt_llr(const sprt *test, const uint32_t pairs[5]);

/* H1 is accepted at this LLR, H0 at its negative. */
double sprt_bound(const sprt *test);

sprt_verdict sprt_decide(const sprt *test, const uint32_t pairs[5]);

#endif
