/* SPDX-License-Identifier: MIT */
/* Chooses the fastest kernels that the processor supports, unless TETRESS_KERNEL or the host asks
 * for others. */
#include <string.h>

#include "cpu.h"
#include "kernel.h"

_Atomic(const ttr_kernel *) ttr_kernel_chosen;

/* The fastest first. */
static const struct {
    ttr_cpu_level needs;
    const ttr_kernel *kernel;
} KERNELS[] = {
#ifdef TTR_HAVE_AVX512
    {TTR_CPU_AVX512, &ttr_kernel_avx512},
#endif
#ifdef TTR_HAVE_AVX2
    {TTR_CPU_AVX2, &ttr_kernel_avx2},
#endif
    {TTR_CPU_ANY, &ttr_kernel_portable},
};

const ttr_kernel *ttr_kernel_at(uint32_t index)
{
    ttr_cpu_level level = ttr_cpu_detect();

    for (size_t i = 0; i < TTR_COUNT_OF(KERNELS); i++) {
        if (KERNELS[i].needs <= level && index-- == 0)
            return KERNELS[i].kernel;
    }
    return NULL;
}

static const ttr_kernel *wished_kernel(void)
{
    const char *wish = ttr_cpu_wish();
    const ttr_kernel *kernel = NULL;

    for (uint32_t i = 0; wish != NULL && (kernel = ttr_kernel_at(i)) != NULL; i++) {
        if (strcmp(kernel->name, wish) == 0)
            break;
    }
    return kernel != NULL ? kernel : ttr_kernel_at(0);
}

void ttr_kernel_choose(const ttr_kernel *kernel)
{
    if (kernel == NULL)
        kernel = wished_kernel();
    atomic_store_explicit(&ttr_kernel_chosen, kernel, memory_order_relaxed);
}
