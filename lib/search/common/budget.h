/* SPDX-License-Identifier: MIT */
#ifndef TTR_BUDGET_H
#define TTR_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "clock.h"

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

/* What a search may spend; 0 is no limit. Times in microseconds. */
typedef struct ttr_limits {
    uint64_t nodes;
    uint64_t playouts;
    uint64_t wall;
    uint64_t cpu;
    uint64_t wall_soft; /* no new iteration once so much has passed */
    uint64_t cpu_soft;
    uint32_t depth;
    bool on_clock; /* a whole game's time is at stake: do not think about forced moves */
    bool infinite;
} ttr_limits;

/* Is there any limit, so that a search that never ends by itself may start? */
bool ttr_limits_any(const ttr_limits *limits);

/* Both: of each limit the smaller. */
ttr_limits ttr_limits_both(const ttr_limits *a, const ttr_limits *b);

/*
 * One question for every algorithm: may I go on? A search asks before each node or playout; once
 * the answer is no it stays no, and the search unwinds by returning.
 */
typedef struct ttr_budget {
    ttr_limits limits;
    ttr_clock clock;
    const atomic_bool *stop; /* set by other threads */
    _Atomic uint64_t
        *pool;      /* nodes of all threads of the search, as of their last looks; or NULL */
    uint64_t nodes; /* spent so far */
    uint64_t playouts;
    uint64_t wall_start;
    uint64_t cpu_start;
    uint32_t look_every; /* nodes between two looks at the clock */
    uint32_t until_look;
    uint32_t soft_permille; /* of the soft limits that hold now; the time plan changes it */
    uint64_t settled;       /* of the nodes, in the pool */
    bool over;
    ttr_stop reason; /* valid once over */
} ttr_budget;

/*
 * `look_every` is for limits of many milliseconds: shorter ones are looked at more often, so that
 * they are overrun by a small part of themselves.
 */
void ttr_budget_start(ttr_budget *budget, const ttr_limits *limits, const ttr_clock *clock,
                      const atomic_bool *stop, uint32_t look_every);

/*
 * Count nodes together with the other threads of a search: at every look at the clock each adds
 * what it has spent since the last one to the pool, and from then on counts what is there. So a
 * node limit is overrun by at most `look_every` nodes a thread.
 */
void ttr_budget_share(ttr_budget *budget, _Atomic uint64_t *pool);

/* Do that now. */
void ttr_budget_settle(ttr_budget *budget);

/* End the search now, for this reason, unless it has ended already. */
void ttr_budget_end(ttr_budget *budget, ttr_stop reason);

/* Count one node. False, and nothing counted, if there is no budget for it. */
bool ttr_budget_node(ttr_budget *budget);

/* Count one playout and its node. */
bool ttr_budget_playout(ttr_budget *budget);

/* Is it worth starting another iteration? Ends the search if not. */
bool ttr_budget_iteration(ttr_budget *budget);

/* Microseconds since the start. */
uint64_t ttr_budget_wall(const ttr_budget *budget);
uint64_t ttr_budget_cpu(const ttr_budget *budget);

#endif
