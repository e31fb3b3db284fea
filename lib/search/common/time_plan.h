/* SPDX-License-Identifier: MIT */
#ifndef TTR_TIME_PLAN_H
#define TTR_TIME_PLAN_H

#include "budget.h"
#include "placement.h"

/*
 * What one move may cost when `remaining` milliseconds are left for all the rest of the game, with
 * `increment` more after each move, after `ply` actions. Sets the wall limits, or the CPU limits
 * if `cpu`: a soft one, after which no iteration starts, and a hard one, which never exceeds a
 * third of what remains.
 */
void ttr_time_plan(ttr_limits *limits, uint32_t remaining, uint32_t increment, uint32_t ply,
                   bool cpu);

/* How long a search takes that nothing else limits: no rule, or those of S1 and of its
 * program. */
typedef enum ttr_timing { TTR_TIMING_NONE, TTR_TIMING_S1, TTR_TIMING_S1_CODED } ttr_timing;

/* Microseconds that the rule gives a move with so many tokens on the board; 0 for no rule. */
uint64_t ttr_time_rule(ttr_timing timing, int tokens);

/* The soft limit in permille at which the whole share is spent: for algorithms that can stop at any
 * time, and so have no iteration to start. */
#define TTR_TIME_PLAN_WHOLE 2200

/*
 * While a search deepens, its iterations tell whether the move is worth more or less than that. An
 * algorithm keeps the state, starts it with the search, and after each complete iteration does
 *
 *     budget->soft_permille = ttr_time_plan_iteration(&state, &news);
 *
 * before it asks ttr_budget_iteration() whether another is worth starting. Without a clock there is
 * no soft limit, and none of this changes anything: node budgets stay deterministic.
 */
typedef struct ttr_time_state {
    ttr_move best;
    uint32_t unchanged; /* iterations for which it has been the best */
    uint32_t iterations;
    int32_t win;
} ttr_time_state;

/* What an iteration found. */
typedef struct ttr_iteration {
    ttr_move best;
    int32_t win;         /* chance of winning in permille, 0..1000 */
    uint32_t best_nodes; /* permille of the iteration's nodes below the best move; 0: not known */
    uint32_t legal;      /* moves at the root */
    bool proven;         /* the result is, so that searching on tells nothing */
} ttr_iteration;

void ttr_time_plan_start(ttr_time_state *state);

/* The soft limit after this iteration, in permille of the planned one; 0: play the move now. */
uint32_t ttr_time_plan_iteration(ttr_time_state *state, const ttr_iteration *news);

#endif
