/* SPDX-License-Identifier: MIT */
/* Distributes independent jobs over threads that end with the call. Jobs are taken from one
 * counter, so a thread whose jobs are short takes more of them. */
#include "share_work.h"

#include <stdatomic.h>

#include "check.h"
#include "threads.h"

typedef struct work {
    ttr_job job;
    void *shared;
    size_t count;
    ttr_halt *halt;
    atomic_size_t next, workers;
} work;

static void *take_jobs(void *arg)
{
    work *w = arg;
    size_t worker = atomic_fetch_add(&w->workers, 1), index;

    while (!ttr_halted(w->halt) && (index = atomic_fetch_add(&w->next, 1)) < w->count)
        w->job(w->shared, index, worker);
    return NULL;
}

void ttr_share_work(size_t count, size_t threads, ttr_job job, void *shared, ttr_halt *halt)
{
    ttr_thread started[TTR_MOST_THREADS];
    size_t running = 0;
    work w = {.job = job, .shared = shared, .count = count, .halt = halt};

    TTR_ASSERT(threads >= 1 && threads <= TTR_MOST_THREADS);
    threads = threads < count ? threads : count;
    while (running + 1 < threads && ttr_thread_start(&started[running], take_jobs, &w))
        running++;
    take_jobs(&w);
    while (running > 0)
        ttr_thread_join(started[--running]);
}
