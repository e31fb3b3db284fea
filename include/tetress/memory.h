/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_MEMORY_H
#define TETRESS_MEMORY_H

#include <stddef.h>

/*
 * Where a handle takes its memory from. Every handle keeps a copy of the structure that it was
 * made with and uses it for everything that it allocates, until it is freed.
 *
 * alloc: `size` (never 0) bytes aligned for any type, or NULL when there are none.
 * free:  gives back what alloc returned; `size` is the size that was asked for. Never called with
 *        NULL.
 * ctx:   handed to both.
 *
 * Both functions are called only by the thread that calls the library on that handle.
 */
typedef struct tetress_allocator {
    void *ctx;
    void *(*alloc)(void *ctx, size_t size);
    void (*free)(void *ctx, void *block, size_t size);
} tetress_allocator;

#endif
