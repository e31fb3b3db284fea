/* SPDX-License-Identifier: MIT */
/* Finds out which instruction sets the processor and the operating system support, and chooses the
 * kind of kernel that runs: the fastest, unless TETRESS_KERNEL or the host asks for another. */
#include "kernel_kind.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

_Atomic(ttr_kernel_kind) ttr_kernel_kind_chosen;

/* ---- What there is --------------------------------------------------------------------------- */

/* `built`: the build has kernels of this kind. */
static const struct {
    const char *name;
    bool built;
} KINDS[TTR_KERNEL_KINDS] = {
    [TTR_KERNEL_PORTABLE] = {"portable", true},
#ifdef TTR_HAVE_AVX2
    [TTR_KERNEL_AVX2] = {"avx2", true},
#else
    [TTR_KERNEL_AVX2] = {"avx2", false},
#endif
#ifdef TTR_HAVE_AVX512
    [TTR_KERNEL_AVX512] = {"avx512", true},
#else
    [TTR_KERNEL_AVX512] = {"avx512", false},
#endif
};

const char *ttr_kernel_kind_name(ttr_kernel_kind kind)
{
    return KINDS[kind].name;
}

ttr_kernel_kind ttr_kernel_kind_up_to(ttr_kernel_kind fastest, uint32_t index)
{
    for (int kind = (int)fastest; kind > TTR_KERNEL_NONE; kind--) {
        if (!KINDS[kind].built)
            continue;
        if (index == 0)
            return (ttr_kernel_kind)kind;
        index--;
    }
    return TTR_KERNEL_NONE;
}

ttr_kernel_kind ttr_kernel_kind_find(ttr_kernel_kind fastest, const char *name)
{
    ttr_kernel_kind kind = TTR_KERNEL_NONE;

    for (uint32_t i = 0;
         name != NULL && (kind = ttr_kernel_kind_up_to(fastest, i)) != TTR_KERNEL_NONE; i++) {
        if (strcmp(KINDS[kind].name, name) == 0)
            break;
    }
    return kind;
}

/* ---- What this processor can do -------------------------------------------------------------- */

#if defined(__GNUC__) && defined(__x86_64__)

/* The compiler's own test also checks that the operating system saves the wide registers. */
ttr_kernel_kind ttr_kernel_kind_of_processor(void)
{
    __builtin_cpu_init();
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") ||
        !__builtin_cpu_supports("bmi2") || !__builtin_cpu_supports("popcnt"))
        return TTR_KERNEL_PORTABLE;
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
        !__builtin_cpu_supports("avx512dq") || !__builtin_cpu_supports("avx512vl") ||
        !__builtin_cpu_supports("avx512vbmi2") || !__builtin_cpu_supports("avx512vpopcntdq") ||
        !__builtin_cpu_supports("avx512bitalg"))
        return TTR_KERNEL_AVX2;
    return TTR_KERNEL_AVX512;
}

#else

ttr_kernel_kind ttr_kernel_kind_of_processor(void)
{
    return TTR_KERNEL_PORTABLE;
}

#endif

ttr_kernel_kind ttr_kernel_kind_at(uint32_t index)
{
    return ttr_kernel_kind_up_to(ttr_kernel_kind_of_processor(), index);
}

/* ---- The choice ------------------------------------------------------------------------------ */

void ttr_kernel_kind_choose(ttr_kernel_kind kind)
{
    if (kind == TTR_KERNEL_NONE)
        kind = ttr_kernel_kind_find(ttr_kernel_kind_of_processor(), getenv("TETRESS_KERNEL"));
    if (kind == TTR_KERNEL_NONE)
        kind = ttr_kernel_kind_at(0);
    atomic_store_explicit(&ttr_kernel_kind_chosen, kind, memory_order_relaxed);
}
