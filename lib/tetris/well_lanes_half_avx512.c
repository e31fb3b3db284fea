/* SPDX-License-Identifier: MIT */
/* Low wells with AVX-512 and few placements: 16 lanes of 16 bits, in registers of half the width,
 * for which a processor has more units. */
#include "well_lanes.h"

#ifdef TTR_HAVE_AVX512
#include <immintrin.h>

#include "target_avx512.inc"

#include "well_lanes_dot16.inc"

typedef uint16_t half16 __attribute__((vector_size(32)));

#define V                 half16
#define WIDTH             16
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
#define DOT(f, n, w, out) dot16((const __m256i *)(f), w, out)
#include "well_lanes_body.inc"

const ttr_lanes ttr_lanes_half_avx512 = {score_lanes};

#include "target_end.inc"
#endif
