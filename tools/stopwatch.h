/* SPDX-License-Identifier: MIT */
#ifndef STOPWATCH_H
#define STOPWATCH_H

/* Seconds of elapsed time from an arbitrary zero. */
double stopwatch_seconds(void);

#endif
