/* SPDX-License-Identifier: MIT */
/* Move generation and playouts for x86-64 processors with AVX2, BMI and POPCNT (2013 and later).
 * The build gives those flags to files of this ending alone. */
#include "kernel_sets_avx2.inc"

#include "kernel_moves.inc"
#include "kernel_playouts.inc"

const ttr_kernel ttr_kernel_avx2 = KERNEL_TABLE;
