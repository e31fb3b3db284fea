/* SPDX-License-Identifier: MIT */
/* High wells in plain C: one lane of 32 bits. */
#include "bits.h"
#include "well_lanes.h"

static void dot(const uint32_t *features, const int16_t *weights, int32_t *score)
{
    int32_t sum = 0;

    for (int i = 0; i < TTR_WEIGHTS; i++)
        sum += (int32_t)features[i] * weights[i];
    *score = sum;
}

#define V                 uint32_t
#define WIDTH             1
#define WIDE              1
#define LOAD(p)           ((uint32_t) * (p))
#define SPREAD(n)         ((uint32_t)(n))
#define TABLE             const uint16_t *
#define MAKE_TABLE(p)     (p)
#define LOOKUP(t, v)      ((uint32_t)(t)[v])
#define COUNT(v)          ((uint32_t)ttr_bits_count(v))
#define MAX(a, b)         ((a) > (b) ? (a) : (b))
#define POWER(v)          (1U << (v))
#define POWER_OR_0(v)     ((v) < 5 ? 1U << (v) : 0U)
#define ANY(v)            ((v) != 0)
#define DOT(f, n, w, out) dot(f, w, out)
#include "well_lanes_body.inc"

const ttr_lanes ttr_lanes_high_portable = {score_lanes};
