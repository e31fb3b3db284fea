/* SPDX-License-Identifier: MIT */
/* Counts the results of a match by pairs, the unit of its error bars. */
#include "match_stats.h"

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

tetress_comparison match_stats_compare(const match_stats *stats)
{
    tetress_comparison found = TETRESS_COMPARISON_INIT;
    uint64_t pairs[TETRESS_PAIR_OUTCOMES];

    for (int i = 0; i < TETRESS_PAIR_OUTCOMES; i++)
        pairs[i] = stats->pairs[i];
    tetress_compare_pairs(pairs, &found);
    return found;
}
