/* SPDX-License-Identifier: MIT */
/* Finds out which instruction sets the processor and the operating system support, and chooses the
 * kind of kernel that runs: the fastest, unless TETRESS_KERNEL or the host asks for another. */
#include "kernel_kind.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#if defined(__GNUC__) && defined(__x86_64__)
#include <cpuid.h>
#endif

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

/* The processor itself is asked, because the compiler of zig lacks what __builtin_cpu_supports()
 * reads. An instruction is of use only where the operating system saves the registers that it has.
 */
enum { YMM_SAVED = 0x06, ZMM_SAVED = 0xe6 };

static uint32_t kernel_kind_registers_saved(void)
{
    uint32_t low, high;

    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

ttr_kernel_kind ttr_kernel_kind_of_processor(void)
{
    const uint32_t avx2 = bit_AVX2 | bit_BMI | bit_BMI2;
    const uint32_t wide = bit_AVX512F | bit_AVX512BW | bit_AVX512DQ | bit_AVX512VL;
    const uint32_t wide_too = bit_AVX512VBMI2 | bit_AVX512VPOPCNTDQ | bit_AVX512BITALG;
    const uint32_t needed = bit_OSXSAVE | bit_AVX | bit_POPCNT;
    uint32_t eax, ebx, ecx, edx, saved;

    if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || (ecx & needed) != needed)
        return TTR_KERNEL_PORTABLE;
    saved = kernel_kind_registers_saved();
    if ((saved & YMM_SAVED) != YMM_SAVED || !__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) ||
        (ebx & avx2) != avx2)
        return TTR_KERNEL_PORTABLE;
    if ((saved & ZMM_SAVED) != ZMM_SAVED || (ebx & wide) != wide || (ecx & wide_too) != wide_too)
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
