/* SPDX-License-Identifier: MIT */
#ifndef TTR_ALLOC_H
#define TTR_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

#include "tetress/memory.h"

/* Copy the caller's allocator into a handle, or malloc and free for NULL. False if the caller's
 * lacks a function. */
bool ttr_alloc_init(tetress_allocator *memory, const tetress_allocator *given);

/* Allocate `count` elements of `size` bytes, neither of them 0, aligned to 64 bytes (a cache
 * line). NULL if there is no memory or the product overflows. The second function sets every
 * byte to zero. */
void *ttr_alloc_array(const tetress_allocator *memory, size_t count, size_t size);
void *ttr_alloc_zeroed(const tetress_allocator *memory, size_t count, size_t size);

/* Free what one of them returned for the same count and size. NULL is fine. `memory` may lie inside
 * the block, as the allocator of a handle does: it is read before the block is given back. */
void ttr_alloc_free(const tetress_allocator *memory, void *block, size_t count, size_t size);

/* Mebibytes in bytes; SIZE_MAX, which no allocation fulfils, if that does not fit. */
size_t ttr_alloc_mebibytes(size_t mebibytes);

#endif
