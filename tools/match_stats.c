/* SPDX-License-Identifier: MIT */
#include "match_stats.h"

#include <math.h>

#define Z95 1.959963984540054 /* standard deviations to either side that hold 95 % */

static uint32_t pair_count(const match_stats *stats)
{
    uint32_t count = 0;

    for (int i = 0; i < 5; i++)
        count += stats->pairs[i];
    return count;
}

void match_stats_add_pair(match_stats *stats, int first, int second)
{
    const int halves[2] = {first, second};

    for (int i = 0; i < 2; i++) {
        stats->wins += halves[i] == 2;
        stats->draws += halves[i] == 1;
        stats->losses += halves[i] == 0;
    }
    stats->pairs[first + second]++;
}

double match_stats_score(const match_stats *stats)
{
    uint32_t count = pair_count(stats);
    double sum = 0;

    if (count == 0)
        return 0.5;
    for (int i = 0; i < 5; i++)
        sum += stats->pairs[i] * (i / 4.0);
    return sum / count;
}

double elo_of_score(double score)
{
    return -400 * log10(1 / score - 1);
}

/* Variance of the mean of the pair scores. */
static double variance_of_mean(const match_stats *stats)
{
    uint32_t count = pair_count(stats);
    double mean = match_stats_score(stats);
    double sum = 0;

    if (count < 2)
        return 0;
    for (int i = 0; i < 5; i++)
        sum += stats->pairs[i] * (i / 4.0 - mean) * (i / 4.0 - mean);
    return sum / (count - 1.0) / count;
}

static void wilson(double share, double count, double *low, double *high)
{
    double z = Z95 * Z95 / count;
    double middle = (share + z / 2) / (1 + z);
    double half = Z95 * sqrt(share * (1 - share) / count + z / count / 4) / (1 + z);

    *low = share > 0 ? middle - half : 0;
    *high = share < 1 ? middle + half : 1;
}

void match_stats_interval(const match_stats *stats, double *low, double *high)
{
    double mean = match_stats_score(stats);
    double half = Z95 * sqrt(variance_of_mean(stats));

    if (pair_count(stats) == 0) {
        *low = 0;
        *high = 1;
    } else if (half == 0) {
        wilson(mean, pair_count(stats), low, high);
    } else {
        *low = mean - half;
        *high = mean + half;
    }
    if (*low < 0)
        *low = 0;
    if (*high > 1)
        *high = 1;
}

double match_stats_los(const match_stats *stats)
{
    double deviation = sqrt(variance_of_mean(stats));
    double lead = match_stats_score(stats) - 0.5;

    if (deviation == 0)
        return lead > 0 ? 1 : lead < 0 ? 0 : 0.5;
    return 0.5 * erfc(-lead / deviation / sqrt(2.0));
}
