/* SPDX-License-Identifier: MIT */
/* Starts and joins the threads that share a piece of work. */
#include "workers.h"

#include <pthread.h>

void run_workers(size_t count, void *(*work)(void *shared), void *shared)
{
    pthread_t others[MAX_WORKERS];
    size_t started = 0;

    while (started + 1 < count && pthread_create(&others[started], NULL, work, shared) == 0)
        started++;
    work(shared);
    for (size_t i = 0; i < started; i++)
        pthread_join(others[i], NULL);
}
