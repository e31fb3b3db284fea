/* SPDX-License-Identifier: MIT */
/* Move generation and playouts for any processor. */
#include "kernel_sets_portable.inc"

#include "kernel_moves.inc"
#include "kernel_playouts.inc"

const ttr_kernel ttr_kernel_portable = KERNEL_TABLE;
