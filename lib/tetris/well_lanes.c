/* SPDX-License-Identifier: MIT */
/* Prepares the tables that the kernels need to judge all placements at once, and lists the kernels
 * that were built. */
#include "well_lanes.h"

#include <string.h>

#include "check.h"

static void fill_lane(ttr_lane_tables *tables, int lane, const ttr_drop_move *move)
{
    const ttr_shape *shape = move->shape;
    int width = shape->width;

    for (int k = 0; k < 4; k++) {
        tables->slots[k][lane] = (uint16_t)(move->slot + (k < width ? k : width - 1));
        tables->bottoms[k][lane] =
            (uint16_t)(8 - shape->bottom[k]); /* beyond the width: its last */
    }
    for (int k = 0; k < width; k++) {
        tables->fills[move->slot + k][lane] =
            (uint16_t)((1U << shape->top[k]) - (1U << shape->bottom[k]));
        tables->tops[move->slot + k][lane] = (uint16_t)(1U << shape->top[k]);
    }
    tables->heights[lane] = shape->height;
}

void ttr_lane_tables_init(ttr_lane_tables *tables, int rows)
{
    ttr_drop_move move = ttr_well_move(0, 0);
    int lane = 0;

    memset(tables, 0, sizeof *tables);
    tables->rows = rows;
    for (int piece = 0; piece < TTR_WELL_PIECES; piece++) {
        tables->first[piece] = lane;
        for (int i = 0; i < ttr_well_move_count(piece); i++) {
            move = ttr_well_move(piece, i);
            fill_lane(tables, lane++, &move);
        }
    }
    tables->first[TTR_WELL_PIECES] = lane;
    TTR_ASSERT(lane == TTR_ALL_MOVES);
    while (lane < TTR_LANES)
        fill_lane(tables, lane++, &move);
}

const ttr_well_kernel *const ttr_well_kernels[TTR_KERNEL_KINDS] = {
    [TTR_KERNEL_PORTABLE] = &ttr_well_kernel_portable,
#ifdef TTR_HAVE_AVX2
    [TTR_KERNEL_AVX2] = &ttr_well_kernel_avx2,
#endif
#ifdef TTR_HAVE_AVX512
    [TTR_KERNEL_AVX512] = &ttr_well_kernel_avx512,
#endif
};
