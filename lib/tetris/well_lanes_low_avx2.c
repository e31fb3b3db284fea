/* SPDX-License-Identifier: MIT */
/* Low wells with AVX2: 16 lanes of 16 bits. */
#include "well_lanes.h"

#ifdef TTR_HAVE_AVX2
#include <immintrin.h>

#include "target_avx2.inc"

#include "well_lanes_avx2.inc"
#include "well_lanes_dot16.inc"

typedef uint16_t lanes16 __attribute__((vector_size(32)));

static inline lanes16 count16(lanes16 v)
{
    return (lanes16)_mm256_maddubs_epi16(count8((__m256i)v), _mm256_set1_epi8(1));
}

static inline lanes16 lookup16(__m256i table, lanes16 index)
{
    return (lanes16)_mm256_shuffle_epi8(
        table, (__m256i)(index | (lanes16)_mm256_set1_epi16((short)0xff00)));
}

/* 1 << v for v in 0..15: one byte of the two is not 0. */
static inline lanes16 power16(lanes16 v)
{
    const __m256i low = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0, 0,
                                         1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i high =
        _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, (char)128, 0, 0, 0, 0, 0,
                         0, 0, 0, 1, 2, 4, 8, 16, 32, 64, (char)128);

    return lookup16(low, v) | (lookup16(high, v) << 8);
}

/* 1 << v for v in 0..4; others, wrapped negative ones too, are cut to 15, which gives 0. */
static inline lanes16 power_or_0_16(lanes16 v)
{
    const __m256i low = _mm256_setr_epi8(1, 2, 4, 8, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4,
                                         8, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    return lookup16(low, (lanes16)_mm256_min_epu16((__m256i)v, _mm256_set1_epi16(15)));
}

#define V                 lanes16
#define WIDTH             16
#define WIDE              0
#define LOAD(p)           ((V)_mm256_loadu_si256((const __m256i *)(const void *)(p)))
#define SPREAD(n)         ((V)_mm256_set1_epi16((short)(n)))
#define TABLE             __m256i
#define MAKE_TABLE(p)     bytes_of(p)
#define LOOKUP(t, v)      lookup16(t, v)
#define COUNT(v)          count16(v)
#define MAX(a, b)         ((V)_mm256_max_epu16((__m256i)(a), (__m256i)(b)))
#define POWER(v)          power16(v)
#define POWER_OR_0(v)     power_or_0_16(v)
#define ANY(v)            (!_mm256_testz_si256((__m256i)(v), (__m256i)(v)))
#define DOT(f, n, w, out) dot16((const __m256i *)(f), w, out)
#include "well_lanes_body.inc"

const ttr_lanes ttr_lanes_low_avx2 = {score_lanes};

#include "target_end.inc"
#endif
