/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_MEMORY_H
#define TETRESS_MEMORY_H

#include <stddef.h>

/*
 * Where a handle takes its memory from: the host's hook. Every function that makes a handle takes
 * one; NULL stands for malloc and free. A handle keeps a copy of the structure and uses it for
 * everything that it allocates until it is freed, so arenas, counters and limits are a few lines of
 * the host.
 *
 * Large tables are allocated when a handle is made or an option is set. Other calls allocate only
 * if their contract names TETRESS_ENOMEM.
 *
 * Both functions are called only by the thread that calls the library on that handle. They must not
 * call the library on the same handle.
 */
typedef struct tetress_allocator {
    /* Handed to both functions. May be NULL. */
    void *ctx;
    /* Return `size` bytes, never 0, aligned for any type. NULL if there are none, which the library
     * reports as TETRESS_ENOMEM. */
    void *(*alloc)(void *ctx, size_t size);
    /* Give back a block that alloc returned for this size. Never called with NULL. */
    void (*free)(void *ctx, void *block, size_t size);
} tetress_allocator;

#endif
