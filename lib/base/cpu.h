/* SPDX-License-Identifier: MIT */
#ifndef TTR_CPU_H
#define TTR_CPU_H

/* What a processor can do. Each level includes the one before. */
typedef enum ttr_cpu_level {
    TTR_CPU_ANY,
    TTR_CPU_AVX2,  /* x86-64 with AVX2, BMI 1 and 2, POPCNT: Haswell, Zen and later */
    TTR_CPU_AVX512 /* and AVX-512 BW, VL, VBMI2, VPOPCNTDQ, BITALG: Ice Lake, Zen 4 and later */
} ttr_cpu_level;

/* The level of the processor and operating system that this runs on. */
ttr_cpu_level ttr_cpu_detect(void);

/* The value of the environment variable TETRESS_KERNEL; NULL or empty if it says nothing. No other
 * thread may change the environment meanwhile. */
const char *ttr_cpu_wish(void);

#endif
