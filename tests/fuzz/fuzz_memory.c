/* SPDX-License-Identifier: MIT */
#include "fuzz_memory.h"

#include <stdlib.h>

#define LARGE ((size_t)256 << 10)
#define KEPT  16 /* large blocks that wait for the next one who asks */

static struct {
    void *block;
    size_t size;
} kept[KEPT];

static void *memory_alloc(void *ctx, size_t size)
{
    const size_t *limit = ctx;

    if (size > *limit)
        return NULL;
    for (size_t i = 0; size >= LARGE && i < KEPT; i++) {
        void *block = kept[i].block;

        if (block == NULL || kept[i].size != size)
            continue;
        kept[i].block = NULL;
        return block;
    }
    return malloc(size);
}

static void memory_free(void *ctx, void *block, size_t size)
{
    (void)ctx;
    for (size_t i = 0; size >= LARGE && i < KEPT; i++) {
        if (kept[i].block != NULL)
            continue;
        kept[i].block = block;
        kept[i].size = size;
        return;
    }
    free(block);
}

tetress_allocator fuzz_memory(const size_t *limit)
{
    return (tetress_allocator){(void *)(uintptr_t)limit, memory_alloc, memory_free};
}
