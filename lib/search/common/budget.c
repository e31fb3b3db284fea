/* SPDX-License-Identifier: MIT */
/* Counts what a search spends and says when it has to stop (budget.h explains how). */
#include "budget.h"

#include <stddef.h>

bool ttr_limits_any(const ttr_limits *limits)
{
    return limits->nodes != 0 || limits->playouts != 0 || limits->wall != 0 || limits->cpu != 0 ||
           limits->depth != 0 || limits->infinite;
}

/* The smaller of two limits, where 0 means none. */
static uint64_t smaller(uint64_t a, uint64_t b)
{
    if (a == 0 || b == 0)
        return a | b;
    return a < b ? a : b;
}

ttr_limits ttr_limits_both(const ttr_limits *a, const ttr_limits *b)
{
    return (ttr_limits){
        .nodes = smaller(a->nodes, b->nodes),
        .playouts = smaller(a->playouts, b->playouts),
        .wall = smaller(a->wall, b->wall),
        .cpu = smaller(a->cpu, b->cpu),
        .wall_soft = smaller(a->wall_soft, b->wall_soft),
        .cpu_soft = smaller(a->cpu_soft, b->cpu_soft),
        .depth = (uint32_t)smaller(a->depth, b->depth),
        .on_clock = a->on_clock || b->on_clock,
        .infinite = a->infinite || b->infinite,
    };
}

/* Check the clock at least about 16 times within a short limit. More looks keep a limit of a few
 * milliseconds more exactly, fewer cost less time in reading clocks. */
#define LOOKS_IN_LIMIT 16
#define LOOK_TIME      1000 /* microseconds between two looks, about, at `look_every` */

/* Nodes between two looks: `look_every`, scaled down for limits below 16 ms. */
static uint32_t look_interval(const ttr_limits *limits, uint32_t look_every)
{
    uint64_t limit = smaller(limits->wall, limits->cpu);
    uint64_t interval;

    if (limit == 0 || limit >= LOOKS_IN_LIMIT * LOOK_TIME)
        return look_every;
    interval = look_every * limit / (LOOKS_IN_LIMIT * LOOK_TIME);
    return interval > 0 ? (uint32_t)interval : 1;
}

void ttr_budget_start(ttr_budget *budget, const ttr_limits *limits, const ttr_clock *clock,
                      const atomic_bool *stop, uint32_t look_every)
{
    look_every = look_interval(limits, look_every);
    *budget = (ttr_budget){
        .limits = *limits,
        .clock = *clock,
        .stop = stop,
        .wall_start = clock->wall(clock->ctx),
        .cpu_start = clock->cpu(clock->ctx),
        .look_every = look_every,
        .until_look = look_every,
        .soft_permille = 1000,
    };
}

uint64_t ttr_budget_wall(const ttr_budget *budget)
{
    return budget->clock.wall(budget->clock.ctx) - budget->wall_start;
}

uint64_t ttr_budget_cpu(const ttr_budget *budget)
{
    return budget->clock.cpu(budget->clock.ctx) - budget->cpu_start;
}

void ttr_budget_end(ttr_budget *budget, ttr_stop reason)
{
    if (budget->over)
        return;
    budget->over = true;
    budget->reason = reason;
}

void ttr_budget_share(ttr_budget *budget, _Atomic uint64_t *pool)
{
    budget->pool = pool;
}

void ttr_budget_settle(ttr_budget *budget)
{
    uint64_t spent = budget->nodes - budget->settled;

    if (budget->pool == NULL)
        return;
    budget->nodes = atomic_fetch_add_explicit(budget->pool, spent, memory_order_relaxed) + spent;
    budget->settled = budget->nodes;
}

/* Has a limit on wall or CPU time passed? A clock is read only if it limits anything. */
static bool budget_late(const ttr_budget *budget, uint64_t wall, uint64_t cpu)
{
    return (wall != 0 && ttr_budget_wall(budget) >= wall) ||
           (cpu != 0 && ttr_budget_cpu(budget) >= cpu);
}

static void budget_look(ttr_budget *budget)
{
    budget->until_look = budget->look_every;
    ttr_budget_settle(budget);
    if (budget_late(budget, budget->limits.wall, budget->limits.cpu))
        ttr_budget_end(budget, TTR_STOP_TIME);
}

bool ttr_budget_node(ttr_budget *budget)
{
    if (budget->over)
        return false;
    if (budget->limits.nodes != 0 && budget->nodes >= budget->limits.nodes)
        ttr_budget_end(budget, TTR_STOP_NODES);
    else if (atomic_load_explicit(budget->stop, memory_order_relaxed))
        ttr_budget_end(budget, TTR_STOP_REQUESTED);
    else if (--budget->until_look == 0)
        budget_look(budget);
    budget->nodes += !budget->over;
    return !budget->over;
}

bool ttr_budget_playout(ttr_budget *budget)
{
    if (budget->limits.playouts != 0 && budget->playouts >= budget->limits.playouts)
        ttr_budget_end(budget, TTR_STOP_PLAYOUTS);
    if (!ttr_budget_node(budget))
        return false;
    budget->playouts++;
    return true;
}

/* A soft limit, scaled. A limit that exists must not become 0, which would mean none. */
static uint64_t soft_limit(uint64_t limit, uint32_t permille)
{
    uint64_t scaled = limit * permille / 1000;

    return limit != 0 && scaled == 0 ? 1 : scaled;
}

bool ttr_budget_iteration(ttr_budget *budget)
{
    uint64_t wall = soft_limit(budget->limits.wall_soft, budget->soft_permille);
    uint64_t cpu = soft_limit(budget->limits.cpu_soft, budget->soft_permille);

    if (!budget->over && budget_late(budget, wall, cpu))
        ttr_budget_end(budget, TTR_STOP_TIME);
    return !budget->over;
}
