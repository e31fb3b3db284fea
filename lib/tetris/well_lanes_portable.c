/* SPDX-License-Identifier: MIT */
/* The kernel in plain C: 8 lanes where no piece can reach above row 15 and the compiler has
 * vectors, else one. */
#include "bits.h"
#include "well_lanes.h"

#include "well_lanes_common.inc"

static void score_by_height(const ttr_lane_tables *tables, int first, int last,
                            const ttr_well *well, const uint16_t *heights, int greatest,
                            const ttr_well_weights *weights, int32_t *scores)
{
#if defined(__GNUC__)
    if (greatest <= LOW) {
        ttr_lanes_low_portable.score(tables, first, last, well, heights, weights, scores);
        return;
    }
#endif
    ttr_lanes_high_portable.score(tables, first, last, well, heights, weights, scores);
}

const ttr_well_kernel ttr_well_kernel_portable = {score, best};
