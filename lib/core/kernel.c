/* SPDX-License-Identifier: MIT */
/* The kernels of the rules that were built, by kind. */
#include "kernel.h"

const ttr_kernel *const ttr_kernels[TTR_KERNEL_KINDS] = {
    [TTR_KERNEL_PORTABLE] = &ttr_kernel_portable,
#ifdef TTR_HAVE_AVX2
    [TTR_KERNEL_AVX2] = &ttr_kernel_avx2,
#endif
#ifdef TTR_HAVE_AVX512
    [TTR_KERNEL_AVX512] = &ttr_kernel_avx512,
#endif
};
