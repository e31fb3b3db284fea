/* SPDX-License-Identifier: MIT */
#ifndef TTR_KERNEL_KIND_H
#define TTR_KERNEL_KIND_H

#include <stdatomic.h>
#include <stdint.h>

/*
 * Which kind of kernel runs. A kernel is a set of routines for one instruction set. Each layer that
 * has kernels has one of every kind that was built, in a table by kind, and all of them give the
 * same results. The kind is chosen here, once for the whole library
 * (docs/design/adr/0007-kernels.md).
 */
typedef enum ttr_kernel_kind {
    TTR_KERNEL_NONE,     /* no kind */
    TTR_KERNEL_PORTABLE, /* any processor */
    TTR_KERNEL_AVX2,     /* x86-64 with AVX2, BMI 1 and 2, POPCNT: Haswell, Zen and later */
    TTR_KERNEL_AVX512, /* and AVX-512 BW, VL, VBMI2, VPOPCNTDQ, BITALG: Ice Lake, Zen 4 and later */
    TTR_KERNEL_KINDS
} ttr_kernel_kind;

/* Which kinds are built, besides TTR_KERNEL_PORTABLE: the compiler can be told to use their
 * instructions in a part of a file (target_avx2.inc, target_avx512.inc). */
#if defined(__x86_64__) && (defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 8))
#define TTR_HAVE_AVX2
#define TTR_HAVE_AVX512
#endif

/* The name of a kind as users write it: "portable", "avx2" or "avx512"; NULL for
 * TTR_KERNEL_NONE. */
const char *ttr_kernel_kind_name(ttr_kernel_kind kind);

/* Kind `index`, counted from 0, the fastest first, among those that were built and that a processor
 * can run whose fastest kind is `fastest`; TTR_KERNEL_NONE beyond the last, which is
 * TTR_KERNEL_PORTABLE. */
ttr_kernel_kind ttr_kernel_kind_up_to(ttr_kernel_kind fastest, uint32_t index);

/* The same for the processor and operating system that this runs on. */
ttr_kernel_kind ttr_kernel_kind_at(uint32_t index);

/* The kind of this name among those of ttr_kernel_kind_up_to(fastest, ...); TTR_KERNEL_NONE if
 * there is none or the name is NULL. */
ttr_kernel_kind ttr_kernel_kind_find(ttr_kernel_kind fastest, const char *name);

/* The fastest kind that this processor and operating system can run, whether it was built or
 * not. */
ttr_kernel_kind ttr_kernel_kind_of_processor(void);

/*
 * Run this kind from now on in all threads. For TTR_KERNEL_NONE run the kind that the environment
 * variable TETRESS_KERNEL names, or the fastest one if it names none that can run. Searches that
 * are under way go on with either. No other thread may change the environment meanwhile.
 */
void ttr_kernel_kind_choose(ttr_kernel_kind kind);

/* The only data of the library that changes: TTR_KERNEL_NONE until a kind has been chosen. Threads
 * that choose at the same time choose the same kind, and whichever kind runs, results are equal. */
extern _Atomic(ttr_kernel_kind) ttr_kernel_kind_chosen;

/* The kind that runs. Chooses one if none has been chosen. */
static inline ttr_kernel_kind ttr_kernel_kind_now(void)
{
    ttr_kernel_kind kind = atomic_load_explicit(&ttr_kernel_kind_chosen, memory_order_relaxed);

    if (kind != TTR_KERNEL_NONE)
        return kind;
    ttr_kernel_kind_choose(TTR_KERNEL_NONE);
    return atomic_load_explicit(&ttr_kernel_kind_chosen, memory_order_relaxed);
}

#endif
