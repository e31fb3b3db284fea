/* SPDX-License-Identifier: MIT */
#ifndef STOPWATCH_H
#define STOPWATCH_H

/* Seconds of elapsed time from an arbitrary zero. */
double stopwatch_seconds(void);

/* Seconds of CPU time that this thread has used. */
double stopwatch_thread_seconds(void);

/* Seconds of CPU time that all threads of this process have used. */
double stopwatch_process_seconds(void);

#endif
