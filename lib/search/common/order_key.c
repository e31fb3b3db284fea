/* SPDX-License-Identifier: MIT */
/*
 * Sorts keys. Lists are short (tens to hundreds of keys, at most 2299) and nothing may be
 * allocated, so this is Shell's sort, with Ciura's gaps: a few lines, in place, no recursion, no
 * worst case that matters at this size. The keys differ (order_key.h), so the result does not
 * depend on the algorithm.
 */
#include "order_key.h"

void ttr_order_sort(int64_t *keys, size_t count)
{
    static const size_t GAPS[] = {701, 301, 132, 57, 23, 10, 4, 1};

    for (size_t g = 0; g < sizeof GAPS / sizeof GAPS[0]; g++) {
        size_t gap = GAPS[g];

        for (size_t i = gap; i < count; i++) {
            int64_t key = keys[i];
            size_t at = i;

            for (; at >= gap && keys[at - gap] < key; at -= gap)
                keys[at] = keys[at - gap];
            keys[at] = key;
        }
    }
}
