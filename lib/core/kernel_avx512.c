/* SPDX-License-Identifier: MIT */
/* Kernels for x86-64 processors with AVX-512 BW, VL, VBMI2 and VPOPCNTDQ (Ice Lake, Zen 4 and
 * later): funnel shifts, functions of three operands, counting and compressing are one instruction
 * each. The build gives those flags to this file alone. */
#include "kernel_x86.inc"

/* Functions of three operands by their truth tables. */
#define TABLE_CHOOSE   0xca /* a ? b : c */
#define TABLE_XOR      0x96
#define TABLE_MAJORITY 0xe8

#define pair_funnel(low, high, n) _mm256_shrdi_epi64(low, high, n)

/* Leaves bits of `b` beyond cell 120, for pair_clean(). */
#define pair_choose(a, where, b, elsewhere)                                                        \
    _mm256_ternarylogic_epi64(pair_twice(&(where)), a, b, TABLE_CHOOSE)

static const ttr_cellset CLEAN = {UINT64_MAX, TTR_HI_MASK};

KERNEL_INLINE pair pair_clean(pair a)
{
    return pair_and(a, pair_twice(&CLEAN));
}

typedef pair slice;

KERNEL_INLINE void slice_adder(slice *high, slice *low, slice a, slice b, slice c)
{
    *high = _mm256_ternarylogic_epi64(a, b, c, TABLE_MAJORITY);
    *low = _mm256_ternarylogic_epi64(a, b, c, TABLE_XOR);
}

#include "kernel_shapes.inc"
#include "kernel_x86_strings.inc"

/* ---- Counting -------------------------------------------------------------------------------- */

/* A pair is one slice: what fits among the empty cells counts, less what fits apart. */
KERNEL_INLINE void slices_of(const pair fits[TTR_PIECES], slice slices[TTR_PIECES])
{
    UNROLL
    for (int piece = 0; piece < TTR_PIECES; piece++)
        slices[piece] = fits[piece];
}

/* In each word the set bits of a quarter of the slices. */
KERNEL_INLINE slice slices_total(slice_sum s)
{
    slice ones = _mm256_popcnt_epi64(s.ones);
    slice twos = _mm256_popcnt_epi64(s.twos);
    slice fours = _mm256_add_epi64(_mm256_popcnt_epi64(s.fours), _mm256_popcnt_epi64(s.fours_too));
    slice eights = _mm256_popcnt_epi64(s.eights);

    fours = _mm256_add_epi64(fours, _mm256_add_epi64(eights, eights));
    twos = _mm256_add_epi64(twos, _mm256_add_epi64(fours, fours));
    return _mm256_add_epi64(ones, _mm256_add_epi64(twos, twos));
}

KERNEL_INLINE int slices_count(slice_sum s)
{
    slice total = slices_total(s);
    __m128i words = _mm_sub_epi64(pair_low(total), pair_high(total));

    return (int)(_mm_cvtsi128_si64(words) + _mm_extract_epi64(words, 1));
}

KERNEL_INLINE void halves_count(const pair fits[TTR_PIECES], int counts[2])
{
    slice total = slices_total(add_slices(fits));
    __m128i low = pair_low(total), high = pair_high(total);

    counts[0] = (int)(_mm_cvtsi128_si64(low) + _mm_extract_epi64(low, 1));
    counts[1] = (int)(_mm_cvtsi128_si64(high) + _mm_extract_epi64(high, 1));
}

/* ---- Lists ----------------------------------------------------------------------------------- */

/* The indices of the set bits, compressed, widened, and counted from the piece's first move. */
KERNEL_INLINE ttr_move *list_word(ttr_move *to, uint64_t word, unsigned base)
{
    const __m512i first = _mm512_set1_epi16((short)base);
    const __m512i bits = _mm512_set_epi8(
        63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41,
        40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18,
        17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    const __m512i found = _mm512_maskz_compress_epi8(word, bits);
    const int count = word_count(word);
    __m512i moves = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(found));

    _mm512_storeu_si512(to, _mm512_add_epi16(moves, first));
    if (count > 32) {
        moves = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(found, 1));
        _mm512_storeu_si512(to + 32, _mm512_add_epi16(moves, first));
    }
    return to + count;
}

#define LIST_WORD_IS_DEFINED
#include "kernel_body.inc"

const ttr_kernel ttr_kernel_avx512 = KERNEL_TABLE;
