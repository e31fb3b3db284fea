/* SPDX-License-Identifier: MIT */
#ifndef TTR_CPU_H
#define TTR_CPU_H

/* What a processor can do, each level more than the one before. */
typedef enum ttr_cpu_level {
    TTR_CPU_ANY,
    TTR_CPU_AVX2,  /* x86-64 with AVX2, BMI 1 and 2, POPCNT: Haswell, Zen and later */
    TTR_CPU_AVX512 /* and AVX-512 BW, VL, VBMI2, VPOPCNTDQ, BITALG: Ice Lake, Zen 4 and later */
} ttr_cpu_level;

/* The level of the processor and operating system that this runs on. */
ttr_cpu_level ttr_cpu_detect(void);

/* What the environment variable TETRESS_KERNEL says; NULL or empty if nothing. It must not be
 * changed by another thread meanwhile. */
const char *ttr_cpu_wish(void);

#endif
