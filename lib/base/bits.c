/* SPDX-License-Identifier: MIT */
#include "bits.h"

/* One full adder for each of the 64 bits: `*high` and `*low` together hold a + b + c. */
static inline void adder(uint64_t *high, uint64_t *low, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t half = a ^ b;

    *high = (a & b) | (half & c);
    *low = half ^ c;
}

int ttr_bits_count_words(const uint64_t *words, size_t count)
{
    uint64_t ones = 0;
    uint64_t twos = 0;
    uint64_t fours = 0;
    int total = 0;
    size_t i = 0;

    for (; i + 8 <= count; i += 8) {
        uint64_t twos_a, twos_b, fours_a, fours_b, eights;

        adder(&twos_a, &ones, ones, words[i], words[i + 1]);
        adder(&twos_b, &ones, ones, words[i + 2], words[i + 3]);
        adder(&fours_a, &twos, twos, twos_a, twos_b);
        adder(&twos_a, &ones, ones, words[i + 4], words[i + 5]);
        adder(&twos_b, &ones, ones, words[i + 6], words[i + 7]);
        adder(&fours_b, &twos, twos, twos_a, twos_b);
        adder(&eights, &fours, fours, fours_a, fours_b);
        total += 8 * ttr_bits_count(eights);
    }
    for (; i < count; i++)
        total += ttr_bits_count(words[i]);
    return total + 4 * ttr_bits_count(fours) + 2 * ttr_bits_count(twos) + ttr_bits_count(ones);
}
