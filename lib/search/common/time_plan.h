/* SPDX-License-Identifier: MIT */
#ifndef TTR_TIME_PLAN_H
#define TTR_TIME_PLAN_H

#include "budget.h"
#include "placement.h"

/*
 * How much of a game's clock one move may take. `remaining` milliseconds are left for the rest of
 * the game, `increment` more come after each own move, and `ply` actions have been played. Sets the
 * wall limits, or the CPU limits if `cpu`: a soft one, after which no iteration starts, and a hard
 * one, at which the search stops. The hard one never exceeds a third of what remains.
 */
void ttr_time_plan(ttr_limits *limits, uint32_t remaining, uint32_t increment, uint32_t ply,
                   bool cpu);

/* The rule for the time of a search that has no other limit: none, that of S1, or that of its
 * program. */
typedef enum ttr_timing { TTR_TIMING_NONE, TTR_TIMING_S1, TTR_TIMING_S1_CODED } ttr_timing;

/* CPU time in microseconds that the rule gives a move with this many tokens on the board; 0 if
 * there is no rule. */
uint64_t ttr_time_rule(ttr_timing timing, int tokens);

/* The factor on the soft limit, in thousandths, that makes it the whole share: 45 % of the share
 * times 2.2 is 99 %. For algorithms that can stop at any time, and so have no iteration to
 * start. */
#define TTR_TIME_PLAN_WHOLE 2200

/*
 * While a search deepens, its iterations tell whether the move deserves more or less time than
 * that. An algorithm keeps the state, starts it with the search, and after each complete iteration
 * does
 *
 *     budget->soft_permille = ttr_time_plan_iteration(&state, &news);
 *
 * before it asks ttr_budget_iteration() whether another may start. Without a clock there is no soft
 * limit and none of this changes anything, so node budgets stay deterministic.
 */
typedef struct ttr_time_state {
    ttr_move best;
    uint32_t unchanged; /* iterations since the best move changed */
    uint32_t iterations;
    int32_t win;
} ttr_time_state;

/* What an iteration found. */
typedef struct ttr_iteration {
    ttr_move best;
    int32_t win;         /* chance of winning in permille, 0..1000 */
    uint32_t best_nodes; /* permille of the iteration's nodes below the best move; 0: not known */
    uint32_t legal;      /* moves at the root */
    bool proven;         /* the result is proven, so searching on would tell nothing new */
} ttr_iteration;

/* Begin a search: no iteration is known. */
void ttr_time_plan_start(ttr_time_state *state);

/* Add an iteration. Returns the factor on the soft limit in thousandths, 200 to 2500; 0 if the move
 * should be played now. */
uint32_t ttr_time_plan_iteration(ttr_time_state *state, const ttr_iteration *news);

#endif
