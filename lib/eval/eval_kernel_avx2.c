/* SPDX-License-Identifier: MIT */
/* Reach, surveys and networks for x86-64 processors with AVX2, BMI and POPCNT. */
#include "eval_kernel.h"
#include "kernel.h"

#ifdef TTR_HAVE_AVX2
#include <immintrin.h>
#include <string.h>

#include "target_avx2.inc"

#include "kernel_sets_avx2.inc"

#include "eval_kernel_network_x86.inc"
#include "eval_kernel_survey.inc"

const ttr_eval_kernel ttr_eval_kernel_avx2 = EVAL_KERNEL_TABLE;

#include "target_end.inc"
#endif
