/* SPDX-License-Identifier: MIT */
/* Move generation and playouts for x86-64 processors with AVX-512 BW, VL, VBMI2 and VPOPCNTDQ. */
#include "kernel.h"

#ifdef TTR_HAVE_AVX512
#include <immintrin.h>

#include "target_avx512.inc"

#include "kernel_sets_avx512.inc"

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
#include "kernel_moves.inc"
#include "kernel_playouts.inc"

const ttr_kernel ttr_kernel_avx512 = KERNEL_TABLE;

#include "target_end.inc"
#endif
