/* SPDX-License-Identifier: MIT */
#ifndef TTR_THREADS_H
#define TTR_THREADS_H

#include <pthread.h>
#include <stdbool.h>

/* Threads of one search, which begin and end with it. */
typedef pthread_t ttr_thread;

/* Run `work(arg)` in a thread that takes no signals: those are for the host's threads. Its stack
 * is of 1 MiB. False if the system grants no more threads. */
bool ttr_thread_start(ttr_thread *thread, void *(*work)(void *), void *arg);

/* Wait until it has ended. */
void ttr_thread_join(ttr_thread thread);

/* One thread at a time may hold it. */
typedef pthread_mutex_t ttr_lock;

/* False if the system has no room for it. */
bool ttr_lock_init(ttr_lock *lock);
void ttr_lock_free(ttr_lock *lock);
void ttr_lock_take(ttr_lock *lock);
void ttr_lock_leave(ttr_lock *lock);

#endif
