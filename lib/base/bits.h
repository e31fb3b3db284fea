/* SPDX-License-Identifier: MIT */
#ifndef TTR_BITS_H
#define TTR_BITS_H

#include <stdint.h>

#include "check.h"

/* Number of set bits, by sums within pairs, nibbles and bytes: 12 plain operations.
 * __builtin_popcountll would be a call into the compiler's library on processors that the portable
 * build must serve. */
static inline int ttr_bits_count(uint64_t word)
{
    word -= (word >> 1) & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + ((word >> 2) & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)((word * UINT64_C(0x0101010101010101)) >> 56);
}

/* Index of the lowest set bit of a word that has one. */
static inline int ttr_bits_lowest(uint64_t word)
{
    TTR_ASSERT(word != 0);
#if defined(__GNUC__)
    return __builtin_ctzll(word);
#else
    return ttr_bits_count((word & (0 - word)) - 1);
#endif
}

/* Index of the highest set bit of a word that has one. */
static inline int ttr_bits_highest(uint32_t word)
{
    TTR_ASSERT(word != 0);
#if defined(__GNUC__)
    return 31 - __builtin_clz(word);
#else
    int index = 0;

    while ((word >>= 1) != 0)
        index++;
    return index;
#endif
}

/* Index of the set bit that has `rank` set bits below it; rank < ttr_bits_count(word). One step for
 * each set bit below. */
static inline int ttr_bits_select(uint64_t word, int rank)
{
    TTR_ASSERT(rank >= 0 && rank < ttr_bits_count(word));
    while (rank-- > 0)
        word &= word - 1;
    return ttr_bits_lowest(word);
}

#endif
