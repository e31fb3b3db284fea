/* SPDX-License-Identifier: MIT */
#ifndef TTR_SEQUENTIAL_TEST_H
#define TTR_SEQUENTIAL_TEST_H

#include <stdint.h>

#include "pair_score.h"

/*
 * Wald's sequential test of two hypotheses about the first player's advantage in logistic Elo (a
 * score s is an advantage of -400 log10(1/s - 1)): H0 says elo0, H1 says elo1 > elo0. The test
 * accepts H1 with probability alpha although H0 holds, and H0 with probability beta although H1
 * holds.
 */
typedef struct ttr_sprt {
    double elo0, elo1;
    double alpha, beta;
} ttr_sprt;

typedef enum ttr_sprt_verdict { TTR_SPRT_UNDECIDED, TTR_SPRT_H0, TTR_SPRT_H1 } ttr_sprt_verdict;

/* The largest advantage that a hypothesis may name, in either direction. At 4000 Elo one point in
 * ten billion is lost; beyond, scores round to 0 and 1. */
#define TTR_MOST_ELO 4000

/* The log-likelihood ratio of H1 over H0 after these pairs. Nothing is assumed about draws or about
 * how the games of a pair depend on each other. */
double ttr_sprt_llr(const ttr_sprt *test, const uint64_t pairs[TTR_PAIR_OUTCOMES]);

/* The test accepts H0 at `low` and below, H1 at `high` and above. */
void ttr_sprt_bounds(const ttr_sprt *test, double *low, double *high);

ttr_sprt_verdict ttr_sprt_decide(const ttr_sprt *test, const uint64_t pairs[TTR_PAIR_OUTCOMES]);

#endif
