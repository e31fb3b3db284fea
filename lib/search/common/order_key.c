/* SPDX-License-Identifier: MIT */
/* Sorts moves by score with ties in list order, so that results do not depend on the sorting
 * algorithm. */
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
