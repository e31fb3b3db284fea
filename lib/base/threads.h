/* SPDX-License-Identifier: MIT */
#ifndef TTR_THREADS_H
#define TTR_THREADS_H

#include <stdbool.h>

/* WebAssembly has threads only where its program is compiled for them. */
#if defined(__wasm__) && !defined(_REENTRANT)
#define TTR_NO_THREADS
#elif !defined(_WIN32)
#include <pthread.h>
#endif

/* A thread, and a lock that one thread at a time may hold. The library's threads begin and end
 * within one call. */
#if defined(TTR_NO_THREADS)
typedef char ttr_thread, ttr_lock;
#elif defined(_WIN32)
typedef struct ttr_thread {
    void *handle;
    void *(*work)(void *);
    void *arg;
} ttr_thread;
typedef struct ttr_lock {
    void *srw; /* an SRWLOCK, whose header would bring its macros everywhere */
} ttr_lock;
#else
typedef pthread_t ttr_thread;
typedef pthread_mutex_t ttr_lock;
#endif

/* Run `work(arg)` in a new thread with a stack of 1 MiB. Where there are signals it blocks all of
 * them: they are for the host's threads. `*thread` stays where it is until ttr_thread_join(). False
 * if the system grants no more threads, or has none. */
bool ttr_thread_start(ttr_thread *thread, void *(*work)(void *), void *arg);

/* Wait until the thread has ended. */
void ttr_thread_join(ttr_thread thread);

/* Make a lock. False if the system has no room for it. */
bool ttr_lock_init(ttr_lock *lock);
void ttr_lock_free(ttr_lock *lock);
void ttr_lock_take(ttr_lock *lock);
void ttr_lock_leave(ttr_lock *lock);

#endif
