/* SPDX-License-Identifier: MIT */
/* AVX-512: 32 lanes of 16 bits, or 16 for a rest, where no piece can reach above row 15; else 16 of
 * 32 bits. */
#include <immintrin.h>

#include "bits.h"
#include "well_lanes.h"
#include "well_lanes_common.inc"

typedef uint16_t lanes16 __attribute__((vector_size(64)));
typedef uint16_t half16 __attribute__((vector_size(32)));
typedef uint32_t lanes32 __attribute__((vector_size(64)));

enum { HALF = 16 };

static inline int weight_pair(const int16_t *weights, int i)
{
    return (int)((uint32_t)(uint16_t)weights[i] | (uint32_t)(uint16_t)weights[i + 1] << 16);
}

/* Pairs of features and weights by multiply-add; the halves of lanes come out in another order. */
static inline void dot16(const lanes16 *f, const int16_t *weights, int32_t *out)
{
    const __m512i low_order =
        _mm512_set_epi32(23, 22, 21, 20, 7, 6, 5, 4, 19, 18, 17, 16, 3, 2, 1, 0);
    const __m512i high_order =
        _mm512_set_epi32(31, 30, 29, 28, 15, 14, 13, 12, 27, 26, 25, 24, 11, 10, 9, 8);
    __m512i low = _mm512_setzero_si512(), high = _mm512_setzero_si512();

    for (int i = 0; i < TTR_WEIGHTS; i += 2) {
        __m512i pair = _mm512_set1_epi32(weight_pair(weights, i));
        __m512i a = (__m512i)f[i], b = (__m512i)f[i + 1];

        low = _mm512_add_epi32(low, _mm512_madd_epi16(_mm512_unpacklo_epi16(a, b), pair));
        high = _mm512_add_epi32(high, _mm512_madd_epi16(_mm512_unpackhi_epi16(a, b), pair));
    }
    _mm512_storeu_si512(out, _mm512_permutex2var_epi32(low, low_order, high));
    _mm512_storeu_si512(out + 16, _mm512_permutex2var_epi32(low, high_order, high));
}

#define NAME(x)           low_##x
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
#define DOT(f, n, w, out) dot16(f, w, out)
#include "well_lanes_body.inc"

/* The same in half the width, for which a processor has more units. */
static inline void dot_half(const half16 *f, const int16_t *weights, int32_t *out)
{
    __m256i low = _mm256_setzero_si256(), high = _mm256_setzero_si256();

    for (int i = 0; i < TTR_WEIGHTS; i += 2) {
        __m256i pair = _mm256_set1_epi32(weight_pair(weights, i));
        __m256i a = (__m256i)f[i], b = (__m256i)f[i + 1];

        low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), pair));
        high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), pair));
    }
    _mm256_storeu_si256((__m256i *)(void *)out, _mm256_permute2x128_si256(low, high, 0x20));
    _mm256_storeu_si256((__m256i *)(void *)(out + 8), _mm256_permute2x128_si256(low, high, 0x31));
}

#define NAME(x)           half_##x
#define V                 half16
#define WIDTH             HALF
#define WIDE              0
#define LOAD(p)           ((V)_mm256_loadu_si256((const __m256i *)(const void *)(p)))
#define SPREAD(n)         ((V)_mm256_set1_epi16((short)(n)))
#define TABLE             __m256i
#define MAKE_TABLE(p)     _mm256_loadu_si256((const __m256i *)(const void *)(p))
#define LOOKUP(t, v)      ((V)_mm256_permutexvar_epi16((__m256i)(v), t))
#define COUNT(v)          ((V)_mm256_popcnt_epi16((__m256i)(v)))
#define MAX(a, b)         ((V)_mm256_max_epu16((__m256i)(a), (__m256i)(b)))
#define POWER(v)          ((V)_mm256_sllv_epi16(_mm256_set1_epi16(1), (__m256i)(v)))
#define POWER_OR_0(v)     (POWER(v) & SPREAD(31))
#define ANY(v)            (_mm256_test_epi16_mask((__m256i)(v), (__m256i)(v)) != 0)
#define DOT(f, n, w, out) dot_half(f, w, out)
#include "well_lanes_body.inc"

static inline void dot32(const lanes32 *f, const int16_t *weights, int32_t *out)
{
    __m512i sum = _mm512_setzero_si512();

    for (int i = 0; i < TTR_WEIGHTS; i++)
        sum =
            _mm512_add_epi32(sum, _mm512_mullo_epi32((__m512i)f[i], _mm512_set1_epi32(weights[i])));
    _mm512_storeu_si512(out, sum);
}

#define NAME(x)           high_##x
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

static void score_lanes(const ttr_lane_tables *tables, int first, int last, const ttr_well *well,
                        const uint16_t *heights, int greatest, const ttr_well_weights *weights,
                        int32_t *scores)
{
    int rest = (last - first) % (2 * HALF), middle = rest <= HALF ? last - rest : last;

    if (greatest > LOW) {
        high_score(tables, first, last, well, heights, weights, scores);
        return;
    }
    if (middle > first)
        low_score(tables, first, middle, well, heights, weights, scores);
    if (last > middle)
        half_score(tables, middle, last, well, heights, weights, scores + (middle - first));
}

const ttr_well_kernel ttr_well_kernel_avx512 = {score, best};
