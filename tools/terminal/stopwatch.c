/* SPDX-License-Identifier: MIT */
/* Reads elapsed and CPU time for benchmarks. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "stopwatch.h"

#include <time.h>

/* WebAssembly has no clock of CPU time: elapsed time stands for it there. */
#if defined(__wasm__) && !defined(CLOCK_THREAD_CPUTIME_ID)
#define CLOCK_THREAD_CPUTIME_ID  CLOCK_MONOTONIC
#define CLOCK_PROCESS_CPUTIME_ID CLOCK_MONOTONIC
#endif

static double read_clock(clockid_t id)
{
    struct timespec now;

    clock_gettime(id, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double stopwatch_seconds(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double stopwatch_thread_seconds(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

double stopwatch_process_seconds(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}
