/* SPDX-License-Identifier: MIT */
#ifndef TTR_SHARE_WORK_H
#define TTR_SHARE_WORK_H

#include "halt.h"

/* The most threads that may share work, the caller's included. Their handles lie on the caller's
 * stack. */
enum { TTR_MOST_THREADS = 256 };

/* Does job `index`. `worker` numbers the thread that does it, from 0, for memory of its own. */
typedef void (*ttr_job)(void *shared, size_t index, size_t worker);

/*
 * Do jobs 0 to count - 1 in `threads` threads (1..TTR_MOST_THREADS), of which the caller's is one,
 * and wait for all. Each thread takes the next job when it has done one. If the system grants fewer
 * threads, those do the work. Which thread does which job varies, so a job's result must not depend
 * on it. Once `halt` (NULL: never) is halted, no further job is begun.
 */
void ttr_share_work(size_t count, size_t threads, ttr_job job, void *shared, ttr_halt *halt);

#endif
