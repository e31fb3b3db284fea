/* SPDX-License-Identifier: MIT */
/* Memory for tests of the inside: the usual, and none. */
#ifndef ALLOCATORS_H
#define ALLOCATORS_H

#include "alloc.h"
#include "cmocka_all.h"

/* Memory from malloc. */
static inline tetress_allocator usual_memory(void)
{
    tetress_allocator memory;

    assert_true(ttr_alloc_init(&memory, NULL));
    return memory;
}

static inline void *refuse_to_alloc(void *ctx, size_t size)
{
    (void)ctx;
    (void)size;
    return NULL;
}

static inline void refuse_to_free(void *ctx, void *block, size_t size)
{
    (void)ctx;
    (void)block;
    (void)size;
    fail_msg("nothing was allocated");
}

/* No memory at all. */
static inline tetress_allocator no_memory(void)
{
    return (tetress_allocator){NULL, refuse_to_alloc, refuse_to_free};
}

#endif
