/* SPDX-License-Identifier: MIT */
/* Move generation and playouts for x86-64 processors with AVX2, BMI and POPCNT. */
#include "kernel.h"

#ifdef TTR_HAVE_AVX2
#include <immintrin.h>

#include "target_avx2.inc"

#include "kernel_sets_avx2.inc"

#include "kernel_moves.inc"
#include "kernel_playouts.inc"

const ttr_kernel ttr_kernel_avx2 = KERNEL_TABLE;

#include "target_end.inc"
#endif
