/* SPDX-License-Identifier: MIT */
#ifndef TTR_SHARE_WORK_H
#define TTR_SHARE_WORK_H

#include <stddef.h>

/* The most threads that may share work, the caller's among them. */
enum { TTR_MOST_THREADS = 256 };

/* Do job `index`, as one of the threads, `worker` 0 (the caller's) and on. */
typedef void (*ttr_job)(void *shared, size_t index, size_t worker);

/*
 * Do jobs 0 to count - 1 in so many threads (1..TTR_MOST_THREADS) of which the caller's is one, and
 * wait for all. Each thread takes the next job when it has done one. Where the system grants fewer
 * threads, fewer do the work.
 */
void ttr_share_work(size_t count, size_t threads, ttr_job job, void *shared);

#endif
