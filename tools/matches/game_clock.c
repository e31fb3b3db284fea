/* SPDX-License-Identifier: MIT */
/* Measures searches for a referee, who keeps the clocks, and tells them what is left. */
#include "game_clock.h"

#include <stdbool.h>

#include "stopwatch.h"

static bool is_cpu(const tetress_budget *budget)
{
    return (budget->flags & TETRESS_BUDGET_CPU_CLOCK) != 0;
}

tetress_referee_limits game_clock_limits(const tetress_budget *budget)
{
    tetress_referee_limits limits = TETRESS_REFEREE_LIMITS_INIT;
    uint64_t *clock = is_cpu(budget) ? &limits.cpu_us : &limits.wall_us;

    *clock = UINT64_C(1000) * budget->clock_ms;
    limits.increment_us = UINT64_C(1000) * budget->increment_ms;
    return limits;
}

/* `budget` with what is left of its clock: at least a millisecond, for 0 would be no clock. */
static tetress_budget budget_left(const tetress_referee *referee, int32_t colour,
                                  const tetress_budget *budget)
{
    tetress_budget left = *budget;
    uint64_t cpu_us, wall_us, clock_ms;

    if (budget->clock_ms == 0)
        return left;
    tetress_referee_left(referee, colour, &cpu_us, &wall_us);
    clock_ms = (is_cpu(budget) ? cpu_us : wall_us) / 1000;
    left.clock_ms = clock_ms < 1 ? 1 : clock_ms < UINT32_MAX ? (uint32_t)clock_ms : UINT32_MAX;
    return left;
}

/* Measured here and not taken from the result, whose milliseconds are rounded down. */
tetress_status game_clock_search(const tetress_referee *referee, tetress_engine *engine,
                                 const tetress_budget *budget, tetress_result *result,
                                 tetress_spent *spent)
{
    const tetress_game *game = tetress_referee_game(referee);
    tetress_budget left = budget_left(referee, tetress_game_turn(game), budget);
    double cpu = stopwatch_thread_seconds(), wall = stopwatch_seconds();
    tetress_status status = tetress_engine_search(engine, game, &left, result);

    *spent = (tetress_spent)TETRESS_SPENT_INIT;
    spent->cpu_us = (uint64_t)((stopwatch_thread_seconds() - cpu) * 1e6 + 0.5);
    spent->wall_us = (uint64_t)((stopwatch_seconds() - wall) * 1e6 + 0.5);
    return status;
}
