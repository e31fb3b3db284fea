/* SPDX-License-Identifier: MIT */
#ifndef ORDERED_JOBS_H
#define ORDERED_JOBS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JOBS_FAULT_SIZE 256

/*
 * What becomes of the result of job `number`, which was allocated with malloc() and is freed
 * afterwards. Called in the order of the numbers, by one thread at a time. False ends the work; if
 * something failed, `fault` tells what.
 */
typedef bool (*jobs_take_up)(void *shared, uint64_t number, void *result,
                             char fault[JOBS_FAULT_SIZE]);

/*
 * Numbered jobs that threads do side by side, whose results are taken up in the order of their
 * numbers: what a run writes and decides does not depend on how many threads it has. Results that
 * come too early wait; no thread runs further ahead than there is room to wait.
 */
typedef struct ordered_jobs {
    pthread_mutex_t lock;
    pthread_cond_t moved; /* a result was processed, or the work has ended */
    uint64_t next;        /* the job to hand out next */
    uint64_t taken_up;    /* all jobs before this one are processed */
    uint64_t end;
    size_t room;
    void **waiting; /* result `number` in place number % room */
    jobs_take_up take_up;
    void *shared;
    bool ended;
    char fault[JOBS_FAULT_SIZE]; /* why the work had to end, or "" */
} ordered_jobs;

/* Jobs first, first + 1, … end - 1 for this many threads. False if memory is out. */
bool ordered_jobs_init(ordered_jobs *jobs, uint64_t first, uint64_t end, size_t threads,
                       jobs_take_up take_up, void *shared);
void ordered_jobs_free(ordered_jobs *jobs);

/* The next job for this thread; false if there is none, or the work has ended. */
bool ordered_jobs_next(ordered_jobs *jobs, uint64_t *number);

/* Hand in the result of a job, from malloc(). */
void ordered_jobs_finish(ordered_jobs *jobs, uint64_t number, void *result);

/* End the work because "WHERE: WHY"; the first fault is kept. */
void ordered_jobs_fail(ordered_jobs *jobs, const char *where, const char *why);

#endif
