/* SPDX-License-Identifier: MIT */
/* The kernels of the evaluators that were built, by kind. */
#include "eval_kernel.h"

const ttr_eval_kernel *const ttr_eval_kernels[TTR_KERNEL_KINDS] = {
    [TTR_KERNEL_PORTABLE] = &ttr_eval_kernel_portable,
#ifdef TTR_HAVE_AVX2
    [TTR_KERNEL_AVX2] = &ttr_eval_kernel_avx2,
#endif
#ifdef TTR_HAVE_AVX512
    [TTR_KERNEL_AVX512] = &ttr_eval_kernel_avx512,
#endif
};
