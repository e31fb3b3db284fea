/* SPDX-License-Identifier: MIT */
/* Stands in for threads and locks where there is one thread alone: none starts, so that the caller
 * does all the work, and a lock is always free. */
#include "threads.h"

#if defined(TTR_NO_THREADS)

bool ttr_thread_start(ttr_thread *thread, void *(*work)(void *), void *arg)
{
    (void)thread;
    (void)work;
    (void)arg;
    return false;
}

void ttr_thread_join(ttr_thread thread)
{
    (void)thread;
}

bool ttr_lock_init(ttr_lock *lock)
{
    *lock = 0;
    return true;
}

void ttr_lock_free(ttr_lock *lock)
{
    (void)lock;
}

void ttr_lock_take(ttr_lock *lock)
{
    (void)lock;
}

void ttr_lock_leave(ttr_lock *lock)
{
    (void)lock;
}
#endif
