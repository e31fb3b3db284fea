/* SPDX-License-Identifier: MIT */
#ifndef TTR_THREADS_H
#define TTR_THREADS_H

#include <pthread.h>
#include <stdbool.h>

/* A thread. The library's threads begin and end within one call. */
typedef pthread_t ttr_thread;

/* Run `work(arg)` in a new thread with a stack of 1 MiB. It blocks all signals, which are for the
 * host's threads. False if the system grants no more threads. */
bool ttr_thread_start(ttr_thread *thread, void *(*work)(void *), void *arg);

/* Wait until the thread has ended. */
void ttr_thread_join(ttr_thread thread);

/* A lock that one thread at a time may hold. */
typedef pthread_mutex_t ttr_lock;

/* Make a lock. False if the system has no room for it. */
bool ttr_lock_init(ttr_lock *lock);
void ttr_lock_free(ttr_lock *lock);
void ttr_lock_take(ttr_lock *lock);
void ttr_lock_leave(ttr_lock *lock);

#endif
