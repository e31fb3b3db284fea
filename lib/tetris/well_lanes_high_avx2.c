/* SPDX-License-Identifier: MIT */
/* High wells with AVX2: 8 lanes of 32 bits. */
#include "well_lanes.h"

#ifdef TTR_HAVE_AVX2
#include <immintrin.h>

#include "target_avx2.inc"

#include "well_lanes_avx2.inc"

typedef uint32_t lanes32 __attribute__((vector_size(32)));

static inline lanes32 count32(lanes32 v)
{
    __m256i pairs = _mm256_maddubs_epi16(count8((__m256i)v), _mm256_set1_epi8(1));

    return (lanes32)_mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

static inline lanes32 lookup32(__m256i table, lanes32 index)
{
    return (lanes32)_mm256_shuffle_epi8(
        table, (__m256i)(index | (lanes32)_mm256_set1_epi32((int)0xffffff00)));
}

static inline void dot32(const lanes32 *f, const int16_t *weights, int32_t *out)
{
    __m256i sum = _mm256_setzero_si256();

    for (int i = 0; i < TTR_WEIGHTS; i++)
        sum =
            _mm256_add_epi32(sum, _mm256_mullo_epi32((__m256i)f[i], _mm256_set1_epi32(weights[i])));
    _mm256_storeu_si256((__m256i *)(void *)out, sum);
}

#define V                 lanes32
#define WIDTH             8
#define WIDE              1
#define LOAD(p)           ((V)_mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i *)(const void *)(p))))
#define SPREAD(n)         ((V)_mm256_set1_epi32((int)(n)))
#define TABLE             __m256i
#define MAKE_TABLE(p)     bytes_of(p)
#define LOOKUP(t, v)      lookup32(t, v)
#define COUNT(v)          count32(v)
#define MAX(a, b)         ((V)_mm256_max_epu32((__m256i)(a), (__m256i)(b)))
#define POWER(v)          ((V)_mm256_sllv_epi32(_mm256_set1_epi32(1), (__m256i)(v)))
#define POWER_OR_0(v)     (POWER(v) & SPREAD(31))
#define ANY(v)            (!_mm256_testz_si256((__m256i)(v), (__m256i)(v)))
#define DOT(f, n, w, out) dot32(f, w, out)
#include "well_lanes_body.inc"

const ttr_lanes ttr_lanes_high_avx2 = {score_lanes};

#include "target_end.inc"
#endif
