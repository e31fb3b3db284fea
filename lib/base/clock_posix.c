/* SPDX-License-Identifier: MIT */
/* Reads the clocks of a POSIX system: elapsed time, and the CPU time of the calling thread. A clock
 * that cannot be read stands still at 0. WebAssembly has no clock of CPU time: elapsed time stands
 * for it there. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */

#include "clock.h"

#if !defined(_WIN32)
#include <stddef.h>
#include <time.h>

#if defined(__wasm__) && !defined(CLOCK_THREAD_CPUTIME_ID)
#define CLOCK_THREAD_CPUTIME_ID CLOCK_MONOTONIC
#endif

static uint64_t read_clock(clockid_t id)
{
    struct timespec now;

    if (clock_gettime(id, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static uint64_t system_wall(void *ctx)
{
    (void)ctx;
    return read_clock(CLOCK_MONOTONIC);
}

static uint64_t system_cpu(void *ctx)
{
    (void)ctx;
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

ttr_clock ttr_clock_system(void)
{
    return (ttr_clock){system_wall, system_cpu, NULL};
}
#endif
