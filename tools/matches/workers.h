/* SPDX-License-Identifier: MIT */
#ifndef WORKERS_H
#define WORKERS_H

#include <stddef.h>

#define MAX_WORKERS 256

/* Run `work(shared)` in `count` threads, 1 to MAX_WORKERS, of which the caller's is one, and wait
 * for all. Where threads are not to be had, fewer do the work. */
void run_workers(size_t count, void *(*work)(void *shared), void *shared);

#endif
