/* SPDX-License-Identifier: MIT */
/* Finds out which instruction sets the processor and the operating system support, and reads
 * TETRESS_KERNEL. */
#include "cpu.h"

#include <stdlib.h>

#if defined(__GNUC__) && defined(__x86_64__)

/* The compiler's own test also checks that the operating system saves the wide registers. */
ttr_cpu_level ttr_cpu_detect(void)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
        !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("popcnt"))
        return TTR_CPU_ANY;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl") ||
        !__builtin_cpu_supports("avx512vbmi2") || !__builtin_cpu_supports("avx512vpopcntdq") ||
        !__builtin_cpu_supports("avx512bitalg"))
        return TTR_CPU_AVX2;
    return TTR_CPU_AVX512;
}

#else

ttr_cpu_level ttr_cpu_detect(void)
{
    return TTR_CPU_ANY;
}

#endif

const char *ttr_cpu_wish(void)
{
    return getenv("TETRESS_KERNEL");
}
