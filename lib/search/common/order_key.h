/* SPDX-License-Identifier: MIT */
#ifndef TTR_ORDER_KEY_H
#define TTR_ORDER_KEY_H

#include <stddef.h>
#include <stdint.h>

#include "placement.h"

/*
 * Keys by which moves are sorted: an order (a score, say) above 12 bits for the place in the move
 * list.
 *
 *     key = order * 4096 + (4095 - place)
 *
 * No two keys are equal, and among equal orders the move that is listed first has the greater key.
 * So every sorting algorithm gives the same result, on every machine, without being stable.
 */
#define TTR_PLACE_BITS 12
#define TTR_PLACE_MASK ((1 << TTR_PLACE_BITS) - 1)

_Static_assert(TTR_PLACEMENTS <= TTR_PLACE_MASK, "a place in the list fits into a key");

static inline int64_t ttr_order_key(int64_t order, size_t place)
{
    return order * (1 << TTR_PLACE_BITS) + (TTR_PLACE_MASK - (int64_t)place);
}

static inline size_t ttr_order_place(int64_t key)
{
    return (size_t)(TTR_PLACE_MASK - (key & TTR_PLACE_MASK));
}

/* The order of a key. The place is taken off first, so that negative orders come back exactly. */
static inline int64_t ttr_order_of(int64_t key)
{
    return (key - (key & TTR_PLACE_MASK)) / (1 << TTR_PLACE_BITS);
}

/* Sort descending, in place. */
void ttr_order_sort(int64_t *keys, size_t count);

#endif
