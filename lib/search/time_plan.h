/* SPDX-License-Identifier: MIT */
#ifndef TTR_TIME_PLAN_H
#define TTR_TIME_PLAN_H

#include "budget.h"

/*
 * What one move may cost when `remaining` milliseconds are left for all the rest of the game, with
 * `increment` more after each move, after `ply` actions. Sets the wall limits, or the CPU limits
 * if `cpu`. The hard limit never exceeds a third of what remains.
 */
void ttr_time_plan(ttr_limits *limits, uint32_t remaining, uint32_t increment, uint32_t ply,
                   bool cpu);

#endif
