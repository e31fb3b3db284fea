/* SPDX-License-Identifier: MIT */
/* Reads the clocks of Windows: elapsed time, and the CPU time of the calling thread, which Windows
 * counts in steps of about 16 ms. A clock that cannot be read stands still at 0. */
#include "clock.h"

#include "windows_calls.h"

#if defined(_WIN32)
#define MICROSECONDS UINT64_C(1000000) /* of a second */

static uint64_t system_wall(void *ctx)
{
    LARGE_INTEGER ticks, per_second;
    uint64_t now, rate;

    (void)ctx;
    if (!QueryPerformanceCounter(&ticks) || !QueryPerformanceFrequency(&per_second))
        return 0;
    now = (uint64_t)ticks.QuadPart;
    rate = (uint64_t)per_second.QuadPart;
    return now / rate * MICROSECONDS +
           now % rate * MICROSECONDS / rate; /* no overflow in 500,000 years */
}

/* A time in units of 100 ns. */
static uint64_t file_time(FILETIME time)
{
    return (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime;
}

static uint64_t system_cpu(void *ctx)
{
    FILETIME created, ended, kernel, user;

    (void)ctx;
    if (!GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user))
        return 0;
    return (file_time(kernel) + file_time(user)) / 10;
}

ttr_clock ttr_clock_system(void)
{
    return (ttr_clock){system_wall, system_cpu, NULL};
}
#endif
