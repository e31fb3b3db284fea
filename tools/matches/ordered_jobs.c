/* SPDX-License-Identifier: MIT */
/* Runs numbered jobs in threads and takes up their results in order, so that output is the same
 * for any number of threads. */
#define _POSIX_C_SOURCE 200809L /* threads */

#include "ordered_jobs.h"

#include <stdio.h>
#include <stdlib.h>

/* Games differ in length by a factor of three or so: with a few places for each thread, hardly any
 * thread waits. */
#define PLACES_PER_THREAD 8

bool ordered_jobs_init(ordered_jobs *jobs, uint64_t first, uint64_t end, size_t threads,
                       jobs_take_up take_up, void *shared)
{
    *jobs = (ordered_jobs){.next = first,
                           .taken_up = first,
                           .end = end,
                           .room = threads * PLACES_PER_THREAD,
                           .take_up = take_up,
                           .shared = shared};
    jobs->waiting = calloc(jobs->room, sizeof jobs->waiting[0]);
    if (jobs->waiting == NULL)
        return false;
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->moved, NULL);
    return true;
}

void ordered_jobs_free(ordered_jobs *jobs)
{
    for (size_t i = 0; i < jobs->room; i++)
        free(jobs->waiting[i]);
    free(jobs->waiting);
    pthread_cond_destroy(&jobs->moved);
    pthread_mutex_destroy(&jobs->lock);
}

bool ordered_jobs_next(ordered_jobs *jobs, uint64_t *number)
{
    bool found;

    pthread_mutex_lock(&jobs->lock);
    while (!jobs->ended && jobs->next < jobs->end && jobs->next - jobs->taken_up >= jobs->room)
        pthread_cond_wait(&jobs->moved, &jobs->lock);
    found = !jobs->ended && jobs->next < jobs->end;
    if (found)
        *number = jobs->next++;
    pthread_mutex_unlock(&jobs->lock);
    return found;
}

void ordered_jobs_finish(ordered_jobs *jobs, uint64_t number, void *result)
{
    void **place = &jobs->waiting[number % jobs->room];

    pthread_mutex_lock(&jobs->lock);
    *place = result;
    while (!jobs->ended && *(place = &jobs->waiting[jobs->taken_up % jobs->room]) != NULL) {
        if (!jobs->take_up(jobs->shared, jobs->taken_up, *place, jobs->fault))
            jobs->ended = true;
        free(*place);
        *place = NULL;
        jobs->taken_up++;
    }
    pthread_cond_broadcast(&jobs->moved);
    pthread_mutex_unlock(&jobs->lock);
}

void ordered_jobs_fail(ordered_jobs *jobs, const char *where, const char *why)
{
    pthread_mutex_lock(&jobs->lock);
    if (jobs->fault[0] == '\0')
        snprintf(jobs->fault, sizeof jobs->fault, "%s: %s", where, why);
    jobs->ended = true;
    pthread_cond_broadcast(&jobs->moved);
    pthread_mutex_unlock(&jobs->lock);
}
