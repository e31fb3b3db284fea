/* SPDX-License-Identifier: MIT */
#include "time_plan.h"

/*
 * Games between good players last 55 to 70 actions. Until action 60 the plan is to share what is
 * left among the own moves up to there and 12 more; a longer game then lives on a shrinking
 * twelfth, which never runs out.
 */
#define EXPECTED_ACTIONS 60
#define MOVES_IN_RESERVE 12

/* A move may take three times its share to finish an iteration, at most a third of the clock. */
#define HARD_TIMES   3
#define LARGEST_PART 3

void ttr_time_plan(ttr_limits *limits, uint32_t remaining, uint32_t increment, uint32_t ply,
                   bool cpu)
{
    uint32_t moves = MOVES_IN_RESERVE;
    uint64_t left = (uint64_t)remaining * 1000;
    uint64_t share, hard;

    if (ply < EXPECTED_ACTIONS)
        moves += (EXPECTED_ACTIONS - ply) / 2;
    share = left / moves + (uint64_t)increment * 750;
    hard = share * HARD_TIMES;
    if (hard > left / LARGEST_PART)
        hard = left / LARGEST_PART;
    if (hard == 0)
        hard = 1;
    if (share > hard)
        share = hard;
    limits->on_clock = true;
    if (cpu) {
        limits->cpu = hard;
        limits->cpu_soft = share / 2; /* the next iteration costs more than all before it */
    } else {
        limits->wall = hard;
        limits->wall_soft = share / 2;
    }
}
