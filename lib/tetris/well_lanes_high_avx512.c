/* SPDX-License-Identifier: MIT */
/* High wells with AVX-512: 16 lanes of 32 bits. */
#include "well_lanes.h"

#ifdef TTR_HAVE_AVX512
#include <immintrin.h>

#include "target_avx512.inc"

typedef uint32_t lanes32 __attribute__((vector_size(64)));

static inline void dot32(const lanes32 *f, const int16_t *weights, int32_t *out)
{
    __m512i sum = _mm512_setzero_si512();

    for (int i = 0; i < TTR_WEIGHTS; i++)
        sum =
            _mm512_add_epi32(sum, _mm512_mullo_epi32((__m512i)f[i], _mm512_set1_epi32(weights[i])));
    _mm512_storeu_si512(out, sum);
}

#define V                 lanes32
#define WIDTH             16
#define WIDE              1
#define LOAD(p)           ((V)_mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)(p))))
#define SPREAD(n)         ((V)_mm512_set1_epi32((int)(n)))
#define TABLE             __m512i
#define MAKE_TABLE(p)     _mm512_cvtepu16_epi32(_mm256_loadu_si256((const __m256i *)(const void *)(p)))
#define LOOKUP(t, v)      ((V)_mm512_permutexvar_epi32((__m512i)(v), t))
#define COUNT(v)          ((V)_mm512_popcnt_epi32((__m512i)(v)))
#define MAX(a, b)         ((V)_mm512_max_epu32((__m512i)(a), (__m512i)(b)))
#define POWER(v)          ((V)_mm512_sllv_epi32(_mm512_set1_epi32(1), (__m512i)(v)))
#define POWER_OR_0(v)     (POWER(v) & SPREAD(31))
#define ANY(v)            (_mm512_test_epi32_mask((__m512i)(v), (__m512i)(v)) != 0)
#define DOT(f, n, w, out) dot32(f, w, out)
#include "well_lanes_body.inc"

const ttr_lanes ttr_lanes_high_avx512 = {score_lanes};

#include "target_end.inc"
#endif
