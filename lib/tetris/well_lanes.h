/* SPDX-License-Identifier: MIT */
#ifndef TTR_WELL_LANES_H
#define TTR_WELL_LANES_H

#include "kernel_kind.h"
#include "well_features.h"

/*
 * All placements of a piece judged at once, one in each lane of a vector. There is a kernel for
 * each kind of processor; their results are equal.
 */

/* The moves of all pieces, one piece after the other, and room for vectors that reach beyond. */
enum { TTR_ALL_MOVES = 162, TTR_LANES = TTR_ALL_MOVES + 32 };

/* Scores of moves that lose: below any other. */
#define TTR_LOST INT32_MIN

typedef enum ttr_well_family { TTR_FAMILY_S2, TTR_FAMILY_DT } ttr_well_family;

/* A linear evaluation: weights of the family's features in 1024ths, the rest 0. The landing of DT
 * counts twice (see TTR_DT_LANDING), so its weight is half. */
enum { TTR_WEIGHTS = 12 };
typedef struct ttr_well_weights {
    ttr_well_family family;
    int16_t weights[TTR_WEIGHTS];
} ttr_well_weights;

#ifdef TTR_HAVE_AVX2
/* Weights i and i + 1 in one word, as instructions take them that multiply and add pairs. */
static inline int ttr_weight_pair(const int16_t *weights, int i)
{
    return (int)((uint32_t)(uint16_t)weights[i] | (uint32_t)(uint16_t)weights[i + 1] << 16);
}
#endif

/* Where each move lies, by lane; lanes beyond the moves repeat the last one. */
typedef struct ttr_lane_tables {
    int rows;                                    /* of the well */
    int first[TTR_WELL_PIECES + 1];              /* lane of a piece's first move */
    uint16_t slots[4][TTR_LANES];                /* the column below each column of the piece */
    uint16_t bottoms[4][TTR_LANES];              /* 8 less its bottom there */
    uint16_t fills[TTR_WELL_COLUMNS][TTR_LANES]; /* its cells by column, as if it lay on row 0 */
    uint16_t tops[TTR_WELL_COLUMNS][TTR_LANES];  /* the bit above them, 0 where there are none */
    uint16_t heights[TTR_LANES];
} ttr_lane_tables;

void ttr_lane_tables_init(ttr_lane_tables *tables, int rows);

typedef struct ttr_well_kernel {
    /* Scores, in 1024ths, of the moves in lanes `first` up to `last`, that excluded, into scores[0]
     * and on; TTR_LOST for those that lose. `scores` has room for 32 beyond the last, which mean
     * nothing. */
    void (*score)(const ttr_lane_tables *tables, int first, int last, const ttr_well *well,
                  const ttr_well_weights *weights, int32_t *scores);
    /* The best score of each piece, TTR_LOST where all moves lose. */
    void (*best)(const ttr_lane_tables *tables, const ttr_well *well,
                 const ttr_well_weights *weights, int32_t *best);
} ttr_well_kernel;

/* A kernel has lanes of 16 bits for low wells and of 32 for high ones: a file for each, which ends
 * with this. The scores are those of a kernel before it looks which moves lose; `heights` are those
 * of the columns, and 0 up to 16 of them. */
typedef struct ttr_lanes {
    void (*score)(const ttr_lane_tables *tables, int first, int last, const ttr_well *well,
                  const uint16_t *heights, const ttr_well_weights *weights, int32_t *scores);
} ttr_lanes;

extern const ttr_lanes ttr_lanes_low_portable;
extern const ttr_lanes ttr_lanes_high_portable;
extern const ttr_lanes ttr_lanes_low_avx2;
extern const ttr_lanes ttr_lanes_high_avx2;
extern const ttr_lanes ttr_lanes_low_avx512;
extern const ttr_lanes ttr_lanes_half_avx512;
extern const ttr_lanes ttr_lanes_high_avx512;

extern const ttr_well_kernel ttr_well_kernel_portable;
extern const ttr_well_kernel ttr_well_kernel_avx2;
extern const ttr_well_kernel ttr_well_kernel_avx512;

/* By kind; NULL for those that were not built. */
extern const ttr_well_kernel *const ttr_well_kernels[TTR_KERNEL_KINDS];

/* The one that runs. */
static inline const ttr_well_kernel *ttr_well_kernel_now(void)
{
    return ttr_well_kernels[ttr_kernel_kind_now()];
}

#endif
