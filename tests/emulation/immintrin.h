/* SPDX-License-Identifier: MIT */
#ifndef EMULATED_IMMINTRIN_H
#define EMULATED_IMMINTRIN_H

/*
 * The AVX-512 instructions that the kernels of lib/core and lib/eval use, written out in C, so that
 * the logic of those kernels is tested on every machine with AVX2. Found before the compiler's
 * header of this name.
 */
#include_next <immintrin.h>
#include <stdint.h>
#include <string.h>

typedef struct emulated_512 {
    uint8_t bytes[64];
} emulated_512;

/* Each word low >> by | high << (64 - by). */
static inline __m256i emulated_shrdi_epi64(__m256i low, __m256i high, int by)
{
    return _mm256_or_si256(_mm256_srli_epi64(low, by), _mm256_slli_epi64(high, 64 - by));
}

/* Bit 4 a + 2 b + c of the table, for each bit. */
static inline __m256i emulated_ternarylogic_epi64(__m256i a, __m256i b, __m256i c, int table)
{
    __m256i result = _mm256_setzero_si256();
    const __m256i ones = _mm256_set1_epi8(-1);

    for (int row = 0; row < 8; row++) {
        __m256i x = (row & 4) != 0 ? a : _mm256_xor_si256(a, ones);
        __m256i y = (row & 2) != 0 ? b : _mm256_xor_si256(b, ones);
        __m256i z = (row & 1) != 0 ? c : _mm256_xor_si256(c, ones);

        if ((table >> row & 1) != 0)
            result = _mm256_or_si256(result, _mm256_and_si256(x, _mm256_and_si256(y, z)));
    }
    return result;
}

static inline __m256i emulated_popcnt_epi64(__m256i a)
{
    uint64_t words[4];

    memcpy(words, &a, sizeof words);
    for (int i = 0; i < 4; i++)
        words[i] = (uint64_t)__builtin_popcountll(words[i]);
    memcpy(&a, words, sizeof words);
    return a;
}

static inline emulated_512 emulated_set1_epi16(short number)
{
    emulated_512 result;

    for (int i = 0; i < 32; i++)
        memcpy(result.bytes + 2 * i, &number, sizeof number);
    return result;
}

/* From the highest byte down, as the real one. */
#define emulated_set_epi8(...) emulated_from_top((const uint8_t[64]){__VA_ARGS__})

static inline emulated_512 emulated_from_top(const uint8_t bytes[64])
{
    emulated_512 result;

    for (int i = 0; i < 64; i++)
        result.bytes[i] = bytes[63 - i];
    return result;
}

static inline emulated_512 emulated_maskz_compress_epi8(uint64_t mask, emulated_512 a)
{
    emulated_512 result = {{0}};
    int count = 0;

    for (int i = 0; i < 64; i++) {
        if ((mask >> i & 1) != 0)
            result.bytes[count++] = a.bytes[i];
    }
    return result;
}

static inline __m256i emulated_half(emulated_512 a, int half)
{
    __m256i result;

    memcpy(&result, a.bytes + 32 * half, sizeof result);
    return result;
}

static inline emulated_512 emulated_cvtepu8_epi16(__m256i a)
{
    uint8_t bytes[32];
    emulated_512 result = {{0}};

    memcpy(bytes, &a, sizeof bytes);
    for (int i = 0; i < 32; i++)
        result.bytes[2 * i] = bytes[i];
    return result;
}

static inline emulated_512 emulated_add_epi16(emulated_512 a, emulated_512 b)
{
    for (int i = 0; i < 64; i += 2) {
        uint16_t x, y;

        memcpy(&x, a.bytes + i, sizeof x);
        memcpy(&y, b.bytes + i, sizeof y);
        x = (uint16_t)(x + y);
        memcpy(a.bytes + i, &x, sizeof x);
    }
    return a;
}

static inline void emulated_storeu(void *to, emulated_512 a)
{
    memcpy(to, a.bytes, sizeof a.bytes);
}

#define __m512i                         emulated_512
#define _mm256_shrdi_epi64              emulated_shrdi_epi64
#define _mm256_ternarylogic_epi64       emulated_ternarylogic_epi64
#define _mm256_popcnt_epi64             emulated_popcnt_epi64
#define _mm512_set1_epi16               emulated_set1_epi16
#define _mm512_set_epi8                 emulated_set_epi8
#define _mm512_maskz_compress_epi8      emulated_maskz_compress_epi8
#define _mm512_castsi512_si256(a)       emulated_half(a, 0)
#define _mm512_extracti64x4_epi64(a, i) emulated_half(a, i)
#define _mm512_cvtepu8_epi16            emulated_cvtepu8_epi16
#define _mm512_add_epi16                emulated_add_epi16
#define _mm512_storeu_si512             emulated_storeu

#endif
