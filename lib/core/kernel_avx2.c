/* SPDX-License-Identifier: MIT */
/* Kernels for x86-64 processors with AVX2, BMI and POPCNT (2013 and later). The build gives those
 * flags to this file alone. */
#include "kernel_x86.inc"

#define pair_funnel(low, high, n)                                                                  \
    pair_or(_mm256_srli_epi64(low, n), _mm256_slli_epi64(high, 64 - (n)))

#define pair_choose(a, where, b, elsewhere)                                                        \
    pair_or(pair_and(a, pair_twice(&(where))), pair_and(b, pair_twice(&(elsewhere))))

/* pair_choose() leaves nothing beyond cell 120. */
KERNEL_INLINE pair pair_clean(pair a)
{
    return a;
}

typedef pair slice;

KERNEL_INLINE void slice_adder(slice *high, slice *low, slice a, slice b, slice c)
{
    slice half = _mm256_xor_si256(a, b);

    *high = pair_or(pair_and(a, b), pair_and(half, c));
    *low = _mm256_xor_si256(half, c);
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

/* Bits a nibble at a time, 2^doublings for each, added to the bytes that they lie in. */
KERNEL_INLINE slice add_bits(slice total, slice p, int doublings)
{
    const slice low = _mm256_set1_epi8(15);
    const slice bits = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, /**/
                                        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    slice weights = _mm256_slli_epi16(bits, doublings);
    slice high = _mm256_and_si256(_mm256_srli_epi16(p, 4), low);

    total = _mm256_add_epi8(total, _mm256_shuffle_epi8(weights, _mm256_and_si256(p, low)));
    return _mm256_add_epi8(total, _mm256_shuffle_epi8(weights, high));
}

/* In each word the set bits of a quarter of the slices. */
KERNEL_INLINE slice slices_total(slice_sum s)
{
    slice total = _mm256_setzero_si256();

    total = add_bits(total, s.ones, 0);
    total = add_bits(total, s.twos, 1);
    total = add_bits(total, s.fours, 2);
    total = add_bits(total, s.fours_too, 2);
    total = add_bits(total, s.eights, 3);
    return _mm256_sad_epu8(total, _mm256_setzero_si256()); /* bytes hold at most 152 */
}

KERNEL_INLINE int slices_count(slice_sum s)
{
    slice total = slices_total(s);
    __m128i half = _mm_sub_epi64(pair_low(total), pair_high(total));

    return (int)(_mm_cvtsi128_si64(half) + _mm_extract_epi64(half, 1));
}

KERNEL_INLINE void halves_count(const pair fits[TTR_PIECES], int counts[2])
{
    slice total = slices_total(add_slices(fits));
    __m128i low = pair_low(total), high = pair_high(total);

    counts[0] = (int)(_mm_cvtsi128_si64(low) + _mm_extract_epi64(low, 1));
    counts[1] = (int)(_mm_cvtsi128_si64(high) + _mm_extract_epi64(high, 1));
}

#include "kernel_body.inc"

const ttr_kernel ttr_kernel_avx2 = KERNEL_TABLE;
