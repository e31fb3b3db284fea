/* SPDX-License-Identifier: MIT */
/* Low wells with AVX-512: 32 lanes of 16 bits. */
#include "well_lanes.h"

#ifdef TTR_HAVE_AVX512
#include <immintrin.h>

#include "target_avx512.inc"

typedef uint16_t lanes16 __attribute__((vector_size(64)));

/* Pairs of features and weights by multiply-add; the halves of lanes come out in another order. */
static inline void dot_whole(const lanes16 *f, const int16_t *weights, int32_t *out)
{
    const __m512i low_order =
        _mm512_set_epi32(23, 22, 21, 20, 7, 6, 5, 4, 19, 18, 17, 16, 3, 2, 1, 0);
    const __m512i high_order =
        _mm512_set_epi32(31, 30, 29, 28, 15, 14, 13, 12, 27, 26, 25, 24, 11, 10, 9, 8);
    __m512i low = _mm512_setzero_si512(), high = _mm512_setzero_si512();

    for (int i = 0; i < TTR_WEIGHTS; i += 2) {
        __m512i pair = _mm512_set1_epi32(ttr_weight_pair(weights, i));
        __m512i a = (__m512i)f[i], b = (__m512i)f[i + 1];

        low = _mm512_add_epi32(low, _mm512_madd_epi16(_mm512_unpacklo_epi16(a, b), pair));
        high = _mm512_add_epi32(high, _mm512_madd_epi16(_mm512_unpackhi_epi16(a, b), pair));
    }
    _mm512_storeu_si512(out, _mm512_permutex2var_epi32(low, low_order, high));
    _mm512_storeu_si512(out + 16, _mm512_permutex2var_epi32(low, high_order, high));
}

#define V                 lanes16
#define WIDTH             32
#define WIDE              0
#define LOAD(p)           ((V)_mm512_loadu_si512(p))
#define SPREAD(n)         ((V)_mm512_set1_epi16((short)(n)))
#define TABLE             __m512i
#define MAKE_TABLE(p)     _mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)(const void *)(p)))
#define LOOKUP(t, v)      ((V)_mm512_permutexvar_epi16((__m512i)(v), t))
#define COUNT(v)          ((V)_mm512_popcnt_epi16((__m512i)(v)))
#define MAX(a, b)         ((V)_mm512_max_epu16((__m512i)(a), (__m512i)(b)))
#define POWER(v)          ((V)_mm512_sllv_epi16(_mm512_set1_epi16(1), (__m512i)(v)))
#define POWER_OR_0(v)     (POWER(v) & SPREAD(31))
#define ANY(v)            (_mm512_test_epi16_mask((__m512i)(v), (__m512i)(v)) != 0)
#define DOT(f, n, w, out) dot_whole(f, w, out)
#include "well_lanes_body.inc"

const ttr_lanes ttr_lanes_low_avx512 = {score_lanes};

#include "target_end.inc"
#endif
