/* SPDX-License-Identifier: MIT */
#ifndef TTR_RNG_H
#define TTR_RNG_H

#include <stdint.h>

/*
 * xoshiro256** of Blackman and Vigna, seeded by splitmix64 as they advise. One generator belongs to
 * one search; equal seeds give equal numbers on every machine.
 */
typedef struct ttr_rng {
    uint64_t state[4];
} ttr_rng;

/* One step of splitmix64: advances *state and returns a well mixed number. */
uint64_t ttr_rng_mix(uint64_t *state);

/* Start a generator; any seed will do. */
void ttr_rng_seed(ttr_rng *rng, uint64_t seed);

/* 64 random bits. */
uint64_t ttr_rng_next(ttr_rng *rng);

/* A number in 0..bound-1, each exactly as likely; bound > 0. */
uint32_t ttr_rng_below(ttr_rng *rng, uint32_t bound);

#endif
