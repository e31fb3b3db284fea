/* SPDX-License-Identifier: MIT */
/* Wraps the threads and locks of Windows. */
#include "threads.h"

#include "windows_calls.h"

#if defined(_WIN32)
#include <process.h>

/* As for POSIX (threads_posix.c): a recursion of 64 nodes and an evaluator fit many times. */
#define STACK_SIZE (1u << 20)

_Static_assert(sizeof(SRWLOCK) == sizeof(ttr_lock), "ttr_lock has the room of an SRWLOCK");

static SRWLOCK *system_lock(ttr_lock *lock)
{
    return (SRWLOCK *)(void *)&lock->srw;
}

static unsigned __stdcall thread_main(void *arg)
{
    ttr_thread *thread = arg;

    thread->work(thread->arg);
    return 0;
}

/* _beginthreadex() rather than CreateThread(): a host's evaluator may use the C runtime. */
bool ttr_thread_start(ttr_thread *thread, void *(*work)(void *), void *arg)
{
    thread->work = work;
    thread->arg = arg;
    thread->handle = (HANDLE)_beginthreadex(NULL, STACK_SIZE, thread_main, thread,
                                            STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    return thread->handle != NULL;
}

void ttr_thread_join(ttr_thread thread)
{
    WaitForSingleObject(thread.handle, INFINITE);
    CloseHandle(thread.handle);
}

bool ttr_lock_init(ttr_lock *lock)
{
    InitializeSRWLock(system_lock(lock));
    return true;
}

/* Windows keeps nothing of a lock that nobody holds. */
void ttr_lock_free(ttr_lock *lock)
{
    (void)lock;
}

void ttr_lock_take(ttr_lock *lock)
{
    AcquireSRWLockExclusive(system_lock(lock));
}

void ttr_lock_leave(ttr_lock *lock)
{
    ReleaseSRWLockExclusive(system_lock(lock));
}
#endif
