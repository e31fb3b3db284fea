/* SPDX-License-Identifier: MIT */
/*
 * Several threads for one search ("lazy SMP"). Each thread searches the same root by itself. They
 * share nothing but the transposition table, through which one profits from what another has found,
 * and half of the helpers start one iteration ahead so that they differ. The result is the main
 * thread's alone; helpers stop when it is done.
 *
 * Lazy SMP wastes work: two threads visit 1.16 to 1.38 times as many nodes as one for the same
 * depth. But it has no locks and no waiting, and the main thread reaches a depth 1.3 to 1.55 times
 * sooner with two cores (docs/lab/strength/search.md). Results with more than one thread do not
 * repeat, since what the table holds depends on timing.
 */
#include <string.h>

#include "negamax.h"

/* Point a worker at the search that begins. */
static void worker_prepare(ttr_search *search, ttr_worker *w, const ttr_board *root,
                           ttr_budget *budget, ttr_findings *findings)
{
    ttr_negamax *n = search->work;

    w->search = search;
    ttr_search_own(search, &w->settings, sizeof w->settings);
    w->root = root;
    w->table = &n->table;
    w->budget = budget;
    w->findings = findings;
}

static void helper_search(void *worker)
{
    ttr_negamax_iterate(worker);
}

/* Start the next helper. False if the system grants no more threads: the search goes on with
 * fewer. */
static bool helper_start(ttr_search *search, const ttr_board *root)
{
    ttr_negamax *n = search->work;
    uint32_t number = n->helpers.running + 1;
    ttr_worker *w = &n->workers[number];
    ttr_budget *budget = ttr_helpers_budget(&n->helpers, search, search->budget.limits.depth, 0);

    memset(&w->own_findings, 0, sizeof w->own_findings);
    worker_prepare(search, w, root, budget, &w->own_findings);
    w->helper = number;
    return ttr_helpers_start(&n->helpers, helper_search, w);
}

void ttr_negamax_run(ttr_search *search, const ttr_board *root)
{
    ttr_negamax *n = search->work;
    ttr_worker *w = &n->workers[0];
    uint32_t wanted;

    worker_prepare(search, w, root, &search->budget, &search->findings);
    ttr_ttable_new_search(w->table);
    if (ttr_negamax_known(w, root))
        return;
    wanted = ttr_helpers_open(&n->helpers, search, n->threads);
    while (n->helpers.running < wanted && helper_start(search, root)) {
    }
    ttr_negamax_iterate(w);
    ttr_helpers_end(&n->helpers, search, true);
}
