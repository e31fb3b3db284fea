/* SPDX-License-Identifier: MIT */
/*
 * Allocation through the host's hook: aligned to cache lines and safe against sizes that overflow.
 *
 *     raw                              block, aligned to 64
 *     |                                |
 *     [ unused ........ | raw pointer ][ count * size bytes ............ ][ unused ]
 *
 * The host's allocator promises alignment for any type only. A block is therefore asked for larger
 * by a line and a pointer, and the pointer just before the aligned part remembers where it began.
 * The host is told the same size on freeing as on allocating, so that its allocator may keep
 * accounts.
 */
#include "alloc.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* Alignment of every block, a cache line, and the bytes that it costs at most. */
#define LINE     ((size_t)64)
#define OVERHEAD (LINE + sizeof(void *))

static void *standard_alloc(void *ctx, size_t size)
{
    (void)ctx;
    return malloc(size);
}

static void standard_free(void *ctx, void *block, size_t size)
{
    (void)ctx;
    (void)size;
    free(block);
}

bool ttr_alloc_init(tetress_allocator *memory, const tetress_allocator *given)
{
    if (given == NULL) {
        *memory = (tetress_allocator){NULL, standard_alloc, standard_free};
        return true;
    }
    *memory = *given;
    return given->alloc != NULL && given->free != NULL;
}

/* Bytes of which all are zero, or whatever they are. The C library knows which of its memory nobody
 * has written yet, so that a large table costs nothing before it is used. */
static void *take(const tetress_allocator *memory, size_t size, bool zeroed)
{
    void *raw;

    if (zeroed && memory->alloc == standard_alloc)
        return calloc(1, size);
    raw = memory->alloc(memory->ctx, size);
    if (zeroed && raw != NULL)
        memset(raw, 0, size);
    return raw;
}

static void *allocate(const tetress_allocator *memory, size_t count, size_t size, bool zeroed)
{
    unsigned char *raw;
    unsigned char *block;

    TTR_ASSERT(count > 0 && size > 0);
    if (count > (SIZE_MAX - OVERHEAD) / size)
        return NULL;
    raw = take(memory, count * size + OVERHEAD, zeroed);
    if (raw == NULL)
        return NULL;
    block = raw + sizeof(void *);
    block += (LINE - (uintptr_t)block % LINE) % LINE;
    memcpy(block - sizeof(void *), &raw, sizeof(void *));
    return block;
}

void *ttr_alloc_array(const tetress_allocator *memory, size_t count, size_t size)
{
    return allocate(memory, count, size, false);
}

void *ttr_alloc_zeroed(const tetress_allocator *memory, size_t count, size_t size)
{
    return allocate(memory, count, size, true);
}

void ttr_alloc_free(const tetress_allocator *memory, void *block, size_t count, size_t size)
{
    void *raw;

    if (block == NULL)
        return;
    memcpy(&raw, (unsigned char *)block - sizeof(void *), sizeof(void *));
    memory->free(memory->ctx, raw, count * size + OVERHEAD);
}

size_t ttr_alloc_mebibytes(size_t mebibytes)
{
    return mebibytes > SIZE_MAX >> 20 ? SIZE_MAX : mebibytes << 20;
}
