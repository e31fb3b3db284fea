/* SPDX-License-Identifier: MIT */
/* Wraps POSIX threads and locks, with signals blocked in every thread that the library starts. */
#define _POSIX_C_SOURCE 200809L /* threads, signal masks */

#include "threads.h"

#if !defined(_WIN32) && !defined(TTR_NO_THREADS)
#include <signal.h>
#include <stddef.h>

/* Stack of a thread: a recursion of 64 nodes and an evaluator fit many times. The default differs
 * between systems, from 128 KiB to 8 MiB, so it is set. */
#define STACK_SIZE ((size_t)1 << 20)

bool ttr_thread_start(ttr_thread *thread, void *(*work)(void *), void *arg)
{
    pthread_attr_t attributes;
    sigset_t all, before;
    bool started;

    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, STACK_SIZE);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    started = pthread_create(thread, &attributes, work, arg) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

void ttr_thread_join(ttr_thread thread)
{
    pthread_join(thread, NULL);
}

bool ttr_lock_init(ttr_lock *lock)
{
    return pthread_mutex_init(lock, NULL) == 0;
}

void ttr_lock_free(ttr_lock *lock)
{
    pthread_mutex_destroy(lock);
}

void ttr_lock_take(ttr_lock *lock)
{
    pthread_mutex_lock(lock);
}

void ttr_lock_leave(ttr_lock *lock)
{
    pthread_mutex_unlock(lock);
}
#endif
