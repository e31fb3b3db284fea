/* SPDX-License-Identifier: MIT */
#ifndef TTR_ALLOC_H
#define TTR_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

#include "tetress/memory.h"

/* The allocator of a handle: a copy of the caller's, or malloc and free for NULL. False if the
 * caller's lacks a function. */
bool ttr_alloc_init(tetress_allocator *memory, const tetress_allocator *given);

/* `count` elements of `size` bytes, aligned to 64 bytes (a cache line), or NULL when there is no
 * memory or the product does not fit. The second one sets every byte to zero. */
void *ttr_alloc_array(const tetress_allocator *memory, size_t count, size_t size);
void *ttr_alloc_zeroed(const tetress_allocator *memory, size_t count, size_t size);

/* Give back what one of them returned for the same count and size. NULL is fine. */
void ttr_alloc_free(const tetress_allocator *memory, void *block, size_t count, size_t size);

/* So many mebibytes in bytes, or SIZE_MAX, which no allocation fulfils, if that does not fit. */
size_t ttr_alloc_mebibytes(size_t mebibytes);

#endif
