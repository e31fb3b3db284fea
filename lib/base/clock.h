/* SPDX-License-Identifier: MIT */
#ifndef TTR_CLOCK_H
#define TTR_CLOCK_H

#include <stdint.h>

/*
 * A source of time. Searches read it through this table, so that tests can script time instead of
 * waiting. Both functions return microseconds that never go back, from an arbitrary zero.
 */
typedef struct ttr_clock {
    uint64_t (*wall)(void *ctx);
    uint64_t (*cpu)(void *ctx); /* CPU time of the calling thread */
    void *ctx;
} ttr_clock;

/* The machine's own clocks. */
ttr_clock ttr_clock_system(void);

#endif
