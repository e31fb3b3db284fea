/* SPDX-License-Identifier: MIT */
#ifndef TTR_RNG_H
#define TTR_RNG_H

#include <stdint.h>

#include "check.h"

/*
 * xoshiro256** of Blackman and Vigna, seeded by splitmix64 as they advise. One generator belongs to
 * one search; equal seeds give equal numbers on every machine.
 */
typedef struct ttr_rng {
    uint64_t state[4];
} ttr_rng;

/* One step of splitmix64: advances *state and returns a well mixed number. Neighbouring states give
 * unrelated numbers, so counters make good seeds. */
uint64_t ttr_rng_mix(uint64_t *state);

/* Start a generator; any seed will do. */
void ttr_rng_seed(ttr_rng *rng, uint64_t seed);

static inline uint64_t ttr_rng_rotate(uint64_t word, int by)
{
    return (word << by) | (word >> (64 - by));
}

/* 64 random bits. */
static inline uint64_t ttr_rng_next(ttr_rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = ttr_rng_rotate(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = ttr_rng_rotate(s[3], 45);
    return result;
}

/*
 * A number in 0..bound-1, all exactly equally likely; bound > 0. Lemire's method: the upper half of
 * random * bound is the number. Some numbers have one more 32-bit value leading to them than
 * others; products whose lower half is among the first 2^32 mod bound are drawn again, which takes
 * that one away. Divides only if a redraw is possible.
 */
static inline uint32_t ttr_rng_below(ttr_rng *rng, uint32_t bound)
{
    uint64_t product;

    TTR_ASSERT(bound > 0);
    product = (ttr_rng_next(rng) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = (0 - bound) % bound;

        while ((uint32_t)product < threshold)
            product = (ttr_rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

#endif
