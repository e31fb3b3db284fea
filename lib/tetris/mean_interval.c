/* SPDX-License-Identifier: MIT */
/* Mean, standard error and 95 % interval of independent measurements. There are few of them, eight
 * estimates say, so the interval is Student's and not the normal one, which would be too narrow by
 * a sixth there. */
#include "mean_interval.h"

#include <stdint.h>

#include "check.h"
#include "real.h"

/* The 97.5 % quantile of Student's distribution with 1, 2, … degrees of freedom. */
static const double QUANTILES[] = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706,
                                   2.4469,  2.3646, 2.3060, 2.2622, 2.2281};

/* The quantile by table, and beyond it by Cornish and Fisher's expansion to 1 / n^3, which is off
 * by 0.0002 at most there. */
static double quantile(size_t freedom)
{
    const double z = 1.959964, n = (double)freedom;
    const double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;

    if (freedom <= TTR_COUNT_OF(QUANTILES))
        return QUANTILES[freedom - 1];
    return z + (z3 + z) / (4 * n) + (5 * z5 + 16 * z3 + 3 * z) / (96 * n * n) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * n * n * n);
}

ttr_mean ttr_mean_of(const double *numbers, size_t count)
{
    double mean = 0, squares = 0, error;

    TTR_ASSERT(count > 0);
    for (size_t i = 0; i < count; i++)
        mean += numbers[i] / (double)count;
    if (count == 1)
        return (ttr_mean){mean, 0, mean, mean};
    for (size_t i = 0; i < count; i++)
        squares += (numbers[i] - mean) * (numbers[i] - mean);
    error = ttr_real_sqrt(squares / (double)(count - 1) / (double)count);
    return (ttr_mean){mean, error, mean - error * quantile(count - 1),
                      mean + error * quantile(count - 1)};
}
