/* SPDX-License-Identifier: MIT */
/* Starts, counts and stops the helper threads of a search. */
#include "helpers.h"

#include "alloc.h"

bool ttr_helpers_init(ttr_helpers *helpers, const tetress_allocator *memory, uint32_t threads)
{
    helpers->most = threads - 1;
    helpers->running = 0;
    helpers->each = NULL;
    if (helpers->most == 0)
        return true;
    helpers->each = ttr_alloc_zeroed(memory, helpers->most, sizeof *helpers->each);
    return helpers->each != NULL;
}

void ttr_helpers_free(ttr_helpers *helpers, const tetress_allocator *memory)
{
    ttr_alloc_free(memory, helpers->each, helpers->most, sizeof *helpers->each);
    helpers->each = NULL;
}

uint32_t ttr_helpers_open(ttr_helpers *helpers, ttr_search *search, uint32_t threads)
{
    uint32_t wanted = search->host_evaluator ? 0 : threads - 1;

    helpers->running = 0;
    atomic_store(&helpers->halt, false);
    atomic_store(&helpers->pool, 0);
    if (wanted > 0)
        ttr_budget_share(&search->budget, &helpers->pool);
    return wanted;
}

ttr_budget *ttr_helpers_budget(ttr_helpers *helpers, const ttr_search *search, uint32_t depth,
                               uint64_t playouts)
{
    ttr_budget *budget = &helpers->each[helpers->running].budget;
    ttr_limits limits = {.depth = depth,
                         .nodes = search->budget.limits.nodes,
                         .playouts = playouts,
                         .infinite = true};

    ttr_budget_start(budget, &limits, &search->clock, &helpers->halt, search->budget.look_every);
    ttr_budget_share(budget, &helpers->pool);
    return budget;
}

/* A helper thread: search, then add what was spent last to the pool. */
static void *helper_main(void *arg)
{
    ttr_helper *helper = arg;

    helper->help(helper->worker);
    ttr_budget_settle(&helper->budget);
    return NULL;
}

bool ttr_helpers_start(ttr_helpers *helpers, ttr_help_fn help, void *worker)
{
    ttr_helper *helper = &helpers->each[helpers->running];

    helper->help = help;
    helper->worker = worker;
    if (!ttr_thread_start(&helper->thread, helper_main, helper))
        return false;
    helpers->running++;
    return true;
}

void ttr_helpers_end(ttr_helpers *helpers, ttr_search *search, bool halt)
{
    if (halt)
        atomic_store(&helpers->halt, true);
    for (uint32_t i = 0; i < helpers->running; i++) {
        ttr_thread_join(helpers->each[i].thread);
        search->budget.playouts += helpers->each[i].budget.playouts;
    }
    ttr_budget_settle(&search->budget);
}
