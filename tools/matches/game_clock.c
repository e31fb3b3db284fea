/* SPDX-License-Identifier: MIT */
/* A player's clock for a whole game, from which each of its searches gets its budget. */
#include "game_clock.h"

#include "stopwatch.h"

game_clock game_clock_start(const tetress_budget *budget)
{
    return (game_clock){*budget, budget->clock_ms, false};
}

static double seconds(const game_clock *clock)
{
    if (clock->budget.flags & TETRESS_BUDGET_CPU_CLOCK)
        return stopwatch_thread_seconds();
    return stopwatch_seconds();
}

/* Measured here and not taken from the result, whose milliseconds are rounded down. */
static void run_down(game_clock *clock, double used_ms)
{
    clock->left_ms -= used_ms;
    if (clock->left_ms <= 0) {
        clock->ran_out = true;
        clock->left_ms = 0;
    }
    clock->left_ms += clock->budget.increment_ms;
    clock->budget.clock_ms = clock->left_ms < 1 ? 1 : (uint32_t)clock->left_ms;
}

tetress_status game_clock_search(game_clock *clock, tetress_engine *engine,
                                 const tetress_game *game, tetress_result *result)
{
    double start = seconds(clock);
    tetress_status status = tetress_engine_search(engine, game, &clock->budget, result);

    if (clock->budget.clock_ms != 0)
        run_down(clock, (seconds(clock) - start) * 1000);
    return status;
}
