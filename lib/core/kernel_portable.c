/* SPDX-License-Identifier: MIT */
/* Kernels for any processor. A set is two words, or a 128-bit vector where the compiler has them.
 */
#include "kernel.h"

/* ---- Sets ------------------------------------------------------------------------------------ */

#if defined(__GNUC__) && !defined(TTR_NO_VECTORS)

typedef uint64_t set __attribute__((vector_size(16)));

KERNEL_INLINE set set_of(uint64_t low, uint64_t high)
{
    return (set){low, high};
}

KERNEL_INLINE uint64_t set_low_word(set a)
{
    return a[0];
}

KERNEL_INLINE uint64_t set_high_word(set a)
{
    return a[1];
}

KERNEL_INLINE set set_and(set a, set b)
{
    return a & b;
}

KERNEL_INLINE set set_or(set a, set b)
{
    return a | b;
}

KERNEL_INLINE set set_xor(set a, set b)
{
    return a ^ b;
}

KERNEL_INLINE set set_and_not(set a, set b)
{
    return a & ~b;
}

KERNEL_INLINE set set_add(set a, set b)
{
    return a + b;
}

KERNEL_INLINE set set_sub(set a, set b)
{
    return a - b;
}

KERNEL_INLINE set set_shift_down(set a, int by)
{
    return a >> by;
}

KERNEL_INLINE set set_shift_up(set a, int by)
{
    return a << by;
}

#else

typedef ttr_cellset set;

KERNEL_INLINE set set_of(uint64_t low, uint64_t high)
{
    return (set){low, high};
}

KERNEL_INLINE uint64_t set_low_word(set a)
{
    return a.lo;
}

KERNEL_INLINE uint64_t set_high_word(set a)
{
    return a.hi;
}

KERNEL_INLINE set set_and(set a, set b)
{
    return ttr_cellset_and(a, b);
}

KERNEL_INLINE set set_or(set a, set b)
{
    return ttr_cellset_or(a, b);
}

KERNEL_INLINE set set_xor(set a, set b)
{
    return (set){a.lo ^ b.lo, a.hi ^ b.hi};
}

KERNEL_INLINE set set_and_not(set a, set b)
{
    return ttr_cellset_minus(a, b);
}

KERNEL_INLINE set set_add(set a, set b)
{
    return (set){a.lo + b.lo, a.hi + b.hi};
}

KERNEL_INLINE set set_sub(set a, set b)
{
    return (set){a.lo - b.lo, a.hi - b.hi};
}

KERNEL_INLINE set set_shift_down(set a, int by)
{
    return (set){a.lo >> by, a.hi >> by};
}

KERNEL_INLINE set set_shift_up(set a, int by)
{
    return (set){a.lo << by, a.hi << by};
}

#endif

KERNEL_INLINE set set_load(const ttr_cellset *cells)
{
    return set_of(cells->lo, cells->hi);
}

KERNEL_INLINE void set_store(set a, ttr_cellset *cells)
{
    *cells = (ttr_cellset){set_low_word(a), set_high_word(a)};
}

KERNEL_INLINE bool set_is_empty(set a)
{
    return (set_low_word(a) | set_high_word(a)) == 0;
}

KERNEL_INLINE set set_all(uint64_t word)
{
    return set_of(word, word);
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

typedef struct pair {
    set low, high;
} pair;

KERNEL_INLINE pair pair_of_sets(set low, set high)
{
    return (pair){low, high};
}

KERNEL_INLINE set pair_low(pair a)
{
    return a.low;
}

KERNEL_INLINE set pair_high(pair a)
{
    return a.high;
}

KERNEL_INLINE pair pair_and(pair a, pair b)
{
    return (pair){set_and(a.low, b.low), set_and(a.high, b.high)};
}

KERNEL_INLINE pair pair_or(pair a, pair b)
{
    return (pair){set_or(a.low, b.low), set_or(a.high, b.high)};
}

KERNEL_INLINE pair pair_and_not(pair a, pair b)
{
    return (pair){set_and_not(a.low, b.low), set_and_not(a.high, b.high)};
}

KERNEL_INLINE pair pair_swap(pair a)
{
    return (pair){a.high, a.low};
}

KERNEL_INLINE set set_funnel(set low, set high, int n)
{
    return set_or(set_shift_down(low, n), set_shift_up(high, 64 - n));
}

KERNEL_INLINE pair pair_funnel(pair low, pair high, int n)
{
    return (pair){set_funnel(low.low, high.low, n), set_funnel(low.high, high.high, n)};
}

KERNEL_INLINE pair pair_choose(pair a, ttr_cellset where, pair b, ttr_cellset elsewhere)
{
    set m = set_load(&where), n = set_load(&elsewhere);

    return (pair){set_or(set_and(a.low, m), set_and(b.low, n)),
                  set_or(set_and(a.high, m), set_and(b.high, n))};
}

/* pair_choose() leaves nothing beyond cell 120. */
KERNEL_INLINE pair pair_clean(pair a)
{
    return a;
}

typedef set slice;

KERNEL_INLINE void slice_adder(slice *high, slice *low, slice a, slice b, slice c)
{
    slice half = set_xor(a, b);

    *high = set_or(set_and(a, b), set_and(half, c));
    *low = set_xor(half, c);
}

#include "kernel_shapes.inc"

/* ---- Strings --------------------------------------------------------------------------------- */

typedef struct set_strings {
    set first, next, above, above_next;
} set_strings;

KERNEL_INLINE set_strings strings_of_set(set a)
{
    uint64_t lo = set_low_word(a), hi = set_high_word(a);
    uint64_t second = hi | lo << 57;
    uint64_t third = lo >> 7 | hi << 57;
    uint64_t above = lo << 11 | hi >> 46;
    uint64_t above_second = second << 11 | lo >> 53;
    uint64_t above_third = third << 11 | second >> 53;

    return (set_strings){set_of(lo, second), set_of(second, third), set_of(above, above_second),
                         set_of(above_second, above_third)};
}

KERNEL_INLINE strings pair_strings(pair a)
{
    set_strings s = strings_of_set(a.low), t = strings_of_set(a.high);

    return (strings){
        {s.first, t.first}, {s.next, t.next}, {s.above, t.above}, {s.above_next, t.above_next}};
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* A set is one slice: what fits among the empty cells and not apart. */
KERNEL_INLINE void slices_of(const pair fits[TTR_PIECES], slice slices[TTR_PIECES])
{
    UNROLL
    for (int piece = 0; piece < TTR_PIECES; piece++)
        slices[piece] = set_and_not(fits[piece].low, fits[piece].high);
}

/* Set bits of each group of four. */
KERNEL_INLINE set count_nibbles(set a)
{
    set twos = set_all(UINT64_C(0x3333333333333333));

    a = set_sub(a, set_and(set_shift_down(a, 1), set_all(UINT64_C(0x5555555555555555))));
    return set_add(set_and(a, twos), set_and(set_shift_down(a, 2), twos));
}

/* From sums in nibbles to sums in bytes. */
KERNEL_INLINE set add_nibbles(set nibbles)
{
    set low = set_all(UINT64_C(0x0f0f0f0f0f0f0f0f));

    return set_add(set_and(nibbles, low), set_and(set_shift_down(nibbles, 4), low));
}

/* Nibbles hold at most 4 + 2 * 4 of ones and twos and 4 + 4 of fours, bytes at most 152, words of
 * 16 bits at most 304 and their sum what 16 bits hold. */
KERNEL_INLINE int slices_count(slice_sum s)
{
    set pairs = set_all(UINT64_C(0x00ff00ff00ff00ff));
    set small = set_add(count_nibbles(s.ones), set_shift_up(count_nibbles(s.twos), 1));
    set fours = set_add(count_nibbles(s.fours), count_nibbles(s.fours_too));
    set big = set_add(add_nibbles(fours), set_shift_up(add_nibbles(count_nibbles(s.eights)), 1));
    set bytes = set_add(add_nibbles(small), set_shift_up(big, 2));
    set sums = set_add(set_and(bytes, pairs), set_and(set_shift_down(bytes, 8), pairs));
    uint64_t sum = set_low_word(sums) + set_high_word(sums);

    return (int)(sum * UINT64_C(0x0001000100010001) >> 48);
}

KERNEL_INLINE void halves_count(const pair fits[TTR_PIECES], int counts[2])
{
    slice slices[TTR_PIECES];

    UNROLL
    for (int piece = 0; piece < TTR_PIECES; piece++)
        slices[piece] = fits[piece].low;
    counts[0] = slices_count(add_slices(slices));
    UNROLL
    for (int piece = 0; piece < TTR_PIECES; piece++)
        slices[piece] = fits[piece].high;
    counts[1] = slices_count(add_slices(slices));
}

KERNEL_INLINE void store_legal(const pair fits[TTR_PIECES], legal_words *legal)
{
    UNROLL
    for (int piece = 0; piece < TTR_PIECES; piece++) {
        set both = set_and_not(fits[piece].low, fits[piece].high);

        legal->of[piece][0] = set_low_word(both);
        legal->of[piece][1] = set_high_word(both);
    }
}

KERNEL_INLINE int word_count(uint64_t word)
{
    return ttr_bits_count(word);
}

KERNEL_INLINE int word_lowest(uint64_t word)
{
    return word == 0 ? 0 : ttr_bits_lowest(word);
}

KERNEL_INLINE int word_select(uint64_t word, int rank)
{
    return ttr_bits_select(word, rank);
}

/* ---- Networks -------------------------------------------------------------------------------- */

static int32_t kernel_network(const ttr_network *network, const int16_t terms[TTR_NETWORK_TERMS])
{
    int32_t sums[TTR_NETWORK_HIDDEN], output = network->last_bias;

    for (int j = 0; j < TTR_NETWORK_HIDDEN; j++)
        sums[j] = network->bias[j];
    for (int i = 0; i < TTR_NETWORK_TERMS / 2; i++) {
        for (int j = 0; j < TTR_NETWORK_HIDDEN; j++)
            sums[j] +=
                network->first[i][j][0] * terms[2 * i] + network->first[i][j][1] * terms[2 * i + 1];
    }
    for (int j = 0; j < TTR_NETWORK_HIDDEN; j++) {
        int32_t hidden = sums[j] < 0 ? 0 : sums[j] >> TTR_NETWORK_SHIFT;

        output += (hidden < TTR_NETWORK_LIMIT ? hidden : TTR_NETWORK_LIMIT) * network->last[j];
    }
    return output;
}

#include "kernel_body.inc"

const ttr_kernel ttr_kernel_portable = KERNEL_TABLE;
