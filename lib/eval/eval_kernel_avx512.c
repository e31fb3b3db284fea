/* SPDX-License-Identifier: MIT */
/* Reach, surveys and networks for x86-64 processors with AVX-512 BW, VL, VBMI2 and VPOPCNTDQ. */
#include "kernel_sets_avx512.inc"

#include "eval_kernel_network_x86.inc"
#include "eval_kernel_survey.inc"

const ttr_eval_kernel ttr_eval_kernel_avx512 = EVAL_KERNEL_TABLE;
