/* SPDX-License-Identifier: MIT */
/* The kernel for AVX2: 16 lanes where no piece can reach above row 15, else 8. */
#include "bits.h"
#include "well_lanes.h"

#ifdef TTR_HAVE_AVX2
#include "target_avx2.inc"

#include "well_lanes_common.inc"

static void score_by_height(const ttr_lane_tables *tables, int first, int last,
                            const ttr_well *well, const uint16_t *heights, int greatest,
                            const ttr_well_weights *weights, int32_t *scores)
{
    if (greatest <= LOW) {
        ttr_lanes_low_avx2.score(tables, first, last, well, heights, weights, scores);
        return;
    }
    ttr_lanes_high_avx2.score(tables, first, last, well, heights, weights, scores);
}

const ttr_well_kernel ttr_well_kernel_avx2 = {score, best};

#include "target_end.inc"
#endif
