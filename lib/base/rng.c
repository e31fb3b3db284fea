/* SPDX-License-Identifier: MIT */
/* Seeding and drawing for xoshiro256**, the random numbers of every search. */
#include "rng.h"

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
