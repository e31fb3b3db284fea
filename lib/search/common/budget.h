/* SPDX-License-Identifier: MIT */
#ifndef TTR_BUDGET_H
#define TTR_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "clock.h"

/*
 * Budgets: how much a search may spend, and how it stops.
 *
 * A search has to stop within its limits whatever it is doing: at an exact number of nodes, so that
 * results repeat on every machine, or at a time, or when a host in another thread says so. Engines
 * often leave the search by longjmp, or check a global flag here and there. Neither suits a
 * library: a jump skips the frames of a host's callback, and two engines may run at once.
 *
 * So there is one question, ttr_budget_node(), asked before every node. It counts the node and says
 * yes, or ends the search and says no. Once it has said no it says no for ever, and everyone
 * returns. Three rules make that safe:
 *
 * - A value that was computed when `over` has become true means nothing; callers check `over`
 *   before they use one.
 * - Every algorithm keeps a legal move to fall back on from before its first node.
 * - The reason that ended the search first is the one that is told.
 *
 * What the question costs: two comparisons, one relaxed load of the stop flag and one countdown.
 * Reading a clock costs far more, so clocks are read at a look only, every `look_every` nodes. A
 * limit of nodes is exact for one thread; a limit of time is overrun by one look at most.
 */

/* Why a search ended; the values are those of the public header. */
typedef enum ttr_stop {
    TTR_STOP_COMPLETE = 1,
    TTR_STOP_DEPTH,
    TTR_STOP_NODES,
    TTR_STOP_PLAYOUTS,
    TTR_STOP_TIME,
    TTR_STOP_REQUESTED,
    TTR_STOP_CALLBACK,
    TTR_STOP_BOOK
} ttr_stop;

/* The limits of one search, those of the caller and of the player taken together. 0 is no limit.
 * Times are in microseconds. */
typedef struct ttr_limits {
    uint64_t nodes;
    uint64_t playouts;
    uint64_t wall;
    uint64_t cpu;
    /* no new iteration starts after this; the budget's soft_permille scales it */
    uint64_t wall_soft;
    uint64_t cpu_soft;
    uint32_t depth;
    /* the limit is a share of a game's clock: forced moves are played without thought */
    bool on_clock;
    bool infinite;
} ttr_limits;

/* Is there any limit? A search that never ends by itself may not start without one. */
bool ttr_limits_any(const ttr_limits *limits);

/* The tighter of two sets of limits, limit by limit. */
ttr_limits ttr_limits_both(const ttr_limits *a, const ttr_limits *b);

/* What one thread of a search has spent, and may spend. */
typedef struct ttr_budget {
    ttr_limits limits;
    ttr_clock clock;
    const atomic_bool *stop; /* set by other threads */
    _Atomic uint64_t *pool;  /* nodes of all threads as of their last looks; NULL for one thread */
    uint64_t nodes;          /* spent so far, by all threads if there is a pool */
    uint64_t playouts;
    uint64_t wall_start;
    uint64_t cpu_start;
    uint32_t look_every; /* nodes between two looks at the clock */
    uint32_t until_look;
    /* factor on the soft limits, in thousandths; the time plan sets it after each iteration */
    uint32_t soft_permille;
    uint64_t settled; /* the part of `nodes` that is in the pool already */
    bool over;
    ttr_stop reason; /* valid once over */
} ttr_budget;

/*
 * Begin to spend. `stop` is asked at every node and may be set by another thread at any time.
 * Clocks are read every `look_every` nodes; if a time limit is short, more often, so that it is
 * overrun by a small part of itself only.
 */
void ttr_budget_start(ttr_budget *budget, const ttr_limits *limits, const ttr_clock *clock,
                      const atomic_bool *stop, uint32_t look_every);

/*
 * Count nodes together with other threads. At every look each thread adds what it has spent since
 * its last look to the pool, and takes the total for its own count. So a node limit of the whole
 * search is overrun by at most `look_every` nodes a thread, and no thread writes shared memory at
 * each node.
 */
void ttr_budget_share(ttr_budget *budget, _Atomic uint64_t *pool);

/* Add what this thread has spent to the pool now. Without a pool nothing happens. */
void ttr_budget_settle(ttr_budget *budget);

/* End the search for this reason, unless it has ended already. */
void ttr_budget_end(ttr_budget *budget, ttr_stop reason);

/* Count one node. False, and nothing counted, if there is no budget for it. */
bool ttr_budget_node(ttr_budget *budget);

/* Count one playout and one node for it. False, with neither counted, if there is no budget. */
bool ttr_budget_playout(ttr_budget *budget);

/* May another iteration start? Ends the search if a soft limit has passed. */
bool ttr_budget_iteration(ttr_budget *budget);

/* Microseconds since the start: elapsed time, and CPU time of the calling thread. */
uint64_t ttr_budget_wall(const ttr_budget *budget);
uint64_t ttr_budget_cpu(const ttr_budget *budget);

#endif
