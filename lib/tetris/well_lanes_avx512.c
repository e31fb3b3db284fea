/* SPDX-License-Identifier: MIT */
/* The kernel for AVX-512: 32 lanes, or 16 for a rest, where no piece can reach above row 15, else
 * 16 of 32 bits. */
#include "bits.h"
#include "well_lanes.h"

#ifdef TTR_HAVE_AVX512
#include "target_avx512.inc"

#include "well_lanes_common.inc"

/* Lanes of half a register. */
enum { HALF = 16 };

static void score_by_height(const ttr_lane_tables *tables, int first, int last,
                            const ttr_well *well, const uint16_t *heights, int greatest,
                            const ttr_well_weights *weights, int32_t *scores)
{
    int rest = (last - first) % (2 * HALF), middle = rest <= HALF ? last - rest : last;

    if (greatest > LOW) {
        ttr_lanes_high_avx512.score(tables, first, last, well, heights, weights, scores);
        return;
    }
    if (middle > first)
        ttr_lanes_low_avx512.score(tables, first, middle, well, heights, weights, scores);
    if (last > middle)
        ttr_lanes_half_avx512.score(tables, middle, last, well, heights, weights,
                                    scores + (middle - first));
}

const ttr_well_kernel ttr_well_kernel_avx512 = {score, best};

#include "target_end.inc"
#endif
