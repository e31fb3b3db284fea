/* SPDX-License-Identifier: MIT */
#ifndef TTR_MEAN_INTERVAL_H
#define TTR_MEAN_INTERVAL_H

#include <stddef.h>

/* A mean of independent measurements, its standard error and 95 % interval by Student's t. */
typedef struct ttr_mean {
    double mean, error, low, high;
} ttr_mean;

/* The mean of `count` numbers, at least one. A single one has no spread: error 0, and the interval
 * is the number itself. */
ttr_mean ttr_mean_of(const double *numbers, size_t count);

#endif
