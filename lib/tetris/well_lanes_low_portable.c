/* SPDX-License-Identifier: MIT */
/* Low wells in plain C: 8 lanes of 16 bits, where the compiler has vectors of 16 bytes. */
#include "well_lanes.h"

#if defined(__GNUC__)
#include <string.h>

typedef uint16_t lanes16 __attribute__((vector_size(16)));

static inline lanes16 load16(const uint16_t *from)
{
    lanes16 lanes;

    memcpy(&lanes, from, sizeof lanes);
    return lanes;
}

static inline lanes16 spread16(uint16_t n)
{
    return (lanes16){n, n, n, n, n, n, n, n};
}

static inline lanes16 lookup16(const uint16_t *table, lanes16 index)
{
    lanes16 found;

    for (int i = 0; i < 8; i++)
        found[i] = table[index[i]];
    return found;
}

static inline lanes16 count16(lanes16 v)
{
    v -= (v >> 1) & 0x5555;
    v = (v & 0x3333) + ((v >> 2) & 0x3333);
    v = (v + (v >> 4)) & 0x0f0f;
    return (v + (v >> 8)) & 0x1f;
}

static inline lanes16 max16(lanes16 a, lanes16 b)
{
    lanes16 greater = (lanes16)(a > b);

    return (a & greater) | (b & ~greater);
}

static inline lanes16 power16(lanes16 v)
{
    lanes16 power = spread16(1);

    /* A bit of v after another: times 2, 4, 16, 256. */
    for (int bit = 0; bit < 4; bit++)
        power += power * ((-((v >> bit) & 1)) & (uint16_t)((1U << (1U << bit)) - 1));
    return power;
}

static inline lanes16 power_or_0_16(lanes16 v)
{
    lanes16 found = (lanes16)(v == 0) & 1;

    for (uint16_t i = 1; i < 5; i++)
        found |= (lanes16)(v == i) & (uint16_t)(1U << i);
    return found;
}

static inline int any16(lanes16 v)
{
    uint64_t halves[2];

    memcpy(halves, &v, sizeof v);
    return (halves[0] | halves[1]) != 0;
}

static inline void dot16(const lanes16 *features, const int16_t *weights, int32_t *scores)
{
    for (int lane = 0; lane < 8; lane++) {
        int32_t sum = 0;

        for (int i = 0; i < TTR_WEIGHTS; i++)
            sum += (int16_t)features[i][lane] * weights[i];
        scores[lane] = sum;
    }
}

#define V                 lanes16
#define WIDTH             8
#define WIDE              0
#define LOAD(p)           load16(p)
#define SPREAD(n)         spread16((uint16_t)(n))
#define TABLE             const uint16_t *
#define MAKE_TABLE(p)     (p)
#define LOOKUP(t, v)      lookup16(t, v)
#define COUNT(v)          count16(v)
#define MAX(a, b)         max16(a, b)
#define POWER(v)          power16(v)
#define POWER_OR_0(v)     power_or_0_16(v)
#define ANY(v)            any16(v)
#define DOT(f, n, w, out) dot16(f, w, out)
#include "well_lanes_body.inc"

const ttr_lanes ttr_lanes_low_portable = {score_lanes};

#endif
