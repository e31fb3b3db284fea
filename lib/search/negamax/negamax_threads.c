/* SPDX-License-Identifier: MIT */
/*
 * Several threads for one search. Each searches the same root by itself; what they share is the
 * transposition table, through which one profits from what another has found ("lazy SMP"). The
 * result is the main thread's.
 */
#include <string.h>

#include "negamax.h"
#include "threads.h"

typedef struct ttr_helper {
    ttr_thread thread;
    ttr_worker *worker;
    ttr_board root;
    ttr_budget budget;
    ttr_findings findings;
} ttr_helper;

const size_t ttr_negamax_helper_size = sizeof(ttr_helper);

static void *helper_main(void *arg)
{
    ttr_helper *helper = arg;

    ttr_negamax_iterate(helper->worker, &helper->root);
    ttr_budget_settle(&helper->budget);
    return NULL;
}

static void worker_prepare(ttr_search *search, ttr_worker *w, ttr_budget *budget,
                           ttr_findings *findings)
{
    ttr_negamax *n = search->work;

    w->search = search;
    w->settings = search->settings;
    w->table = &n->table;
    w->budget = budget;
    w->findings = findings;
}

/* A helper knows no limit of time; the main thread halts it. */
static void helper_prepare(ttr_search *search, const ttr_board *root, ttr_helper *helper,
                           uint32_t number)
{
    ttr_negamax *n = search->work;
    ttr_limits limits = {.depth = search->budget.limits.depth,
                         .nodes = search->budget.limits.nodes,
                         .infinite = true};

    helper->root = *root;
    helper->worker = &n->workers[number];
    memset(&helper->findings, 0, sizeof helper->findings);
    ttr_budget_start(&helper->budget, &limits, &search->clock, &n->halt, search->budget.look_every);
    ttr_budget_share(&helper->budget, &n->pool);
    worker_prepare(search, helper->worker, &helper->budget, &helper->findings);
    helper->worker->helper = number;
}

/* Start up to `wanted` helpers; returns how many run. A system that grants no more threads searches
 * with fewer. */
static uint32_t helpers_start(ttr_search *search, const ttr_board *root, uint32_t wanted)
{
    ttr_negamax *n = search->work;
    uint32_t running = 0;

    while (running < wanted) {
        ttr_helper *helper = &n->helpers[running];

        helper_prepare(search, root, helper, running + 1);
        if (!ttr_thread_start(&helper->thread, helper_main, helper))
            break;
        running++;
    }
    return running;
}

void ttr_negamax_run(ttr_search *search, const ttr_board *root)
{
    ttr_negamax *n = search->work;
    ttr_worker *w = &n->workers[0];
    /* A host's function need not be fit for several threads. */
    uint32_t wanted = search->host_evaluator ? 0 : n->threads - 1;
    uint32_t running;

    worker_prepare(search, w, &search->budget, &search->findings);
    ttr_ttable_new_search(w->table);
    if (ttr_negamax_known(w, root))
        return;
    atomic_store(&n->halt, false);
    atomic_store(&n->pool, 0);
    if (wanted > 0)
        ttr_budget_share(&search->budget, &n->pool);
    running = helpers_start(search, root, wanted);
    ttr_negamax_iterate(w, root);
    atomic_store(&n->halt, true);
    for (uint32_t i = 0; i < running; i++)
        ttr_thread_join(n->helpers[i].thread);
    ttr_budget_settle(&search->budget);
}
