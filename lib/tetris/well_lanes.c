/* SPDX-License-Identifier: MIT */
/* Prepares the tables of the kernels that judge all placements at once, and chooses the kernel for
 * this processor. */
#include "well_lanes.h"

#include <string.h>

#include "check.h"
#include "cpu.h"

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

/* The fastest first. */
static const struct {
    ttr_cpu_level needs;
    const ttr_well_kernel *kernel;
} KERNELS[] = {
#ifdef TTR_HAVE_AVX512
    {TTR_CPU_AVX512, &ttr_well_kernel_avx512},
#endif
#ifdef TTR_HAVE_AVX2
    {TTR_CPU_AVX2, &ttr_well_kernel_avx2},
#endif
    {TTR_CPU_ANY, &ttr_well_kernel_portable},
};

const ttr_well_kernel *ttr_well_kernel_at(uint32_t index)
{
    ttr_cpu_level level = ttr_cpu_detect();

    for (size_t i = 0; i < TTR_COUNT_OF(KERNELS); i++) {
        if (KERNELS[i].needs <= level && index-- == 0)
            return KERNELS[i].kernel;
    }
    return NULL;
}

const ttr_well_kernel *ttr_well_kernel_best(void)
{
    const char *wish = ttr_cpu_wish();
    const ttr_well_kernel *kernel = NULL;

    for (uint32_t i = 0; wish != NULL && (kernel = ttr_well_kernel_at(i)) != NULL; i++) {
        if (strcmp(kernel->name, wish) == 0)
            return kernel;
    }
    return ttr_well_kernel_at(0);
}
