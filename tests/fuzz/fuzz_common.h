/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_COMMON_H
#define FUZZ_COMMON_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Say what does not hold, whatever stderr is now, and end; the fuzzer keeps the input. */
_Noreturn void fuzz_broken(const char *file, int line, const char *condition);

/* What must hold, whatever the input. */
#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition))                                                                          \
            fuzz_broken(__FILE__, __LINE__, #condition);                                           \
    } while (0)

/* One byte more of a checksum FNV-1a. */
static inline uint64_t fuzz_fnv1a(uint64_t sum, uint8_t byte)
{
    return (sum ^ byte) * UINT64_C(0x100000001b3);
}

/* The input as a string in memory of its own exact size, so that a read beyond it is seen. */
static inline char *fuzz_string(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    MUST(text != NULL);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* The input in memory of its own exact size, without a NUL behind it. */
static inline char *fuzz_bytes(const uint8_t *data, size_t size)
{
    char *bytes = malloc(size == 0 ? 1 : size);

    MUST(bytes != NULL);
    memcpy(bytes, data, size);
    return bytes;
}

#endif
