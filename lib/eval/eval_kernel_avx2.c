/* SPDX-License-Identifier: MIT */
/* Reach, surveys and networks for x86-64 processors with AVX2, BMI and POPCNT. */
#include "kernel_sets_avx2.inc"

#include "eval_kernel_network_x86.inc"
#include "eval_kernel_survey.inc"

const ttr_eval_kernel ttr_eval_kernel_avx2 = EVAL_KERNEL_TABLE;
