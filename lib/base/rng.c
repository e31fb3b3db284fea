/* SPDX-License-Identifier: MIT */
#include "rng.h"

#include "check.h"

static inline uint64_t rotate_left(uint64_t word, int by)
{
    return (word << by) | (word >> (64 - by));
}

uint64_t ttr_rng_mix(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));

    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

void ttr_rng_seed(ttr_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        rng->state[i] = ttr_rng_mix(&seed);
}

uint64_t ttr_rng_next(ttr_rng *rng)
{
    uint64_t *s = rng->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

/* Lemire's method: the high half of random * bound is the number; the few low halves that would
 * favour some numbers are drawn again. */
uint32_t ttr_rng_below(ttr_rng *rng, uint32_t bound)
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
