/* SPDX-License-Identifier: MIT */
#ifndef TTR_HELPERS_H
#define TTR_HELPERS_H

#include "search_base.h"
#include "threads.h"

/* The work of a helper thread. `worker` is what it searches with. */
typedef void (*ttr_help_fn)(void *worker);

typedef struct ttr_helper {
    ttr_thread thread;
    ttr_budget budget;
    ttr_help_fn help;
    void *worker;
} ttr_helper;

/*
 * The threads of a search besides the one that runs it. They live as long as the search and count
 * their nodes in a common pool (ttr_budget_share()). A helper has no limit of time: the main thread
 * watches the clock and halts the helpers when it is done.
 *
 * A search calls ttr_helpers_open(), then for each helper ttr_helpers_budget() and
 * ttr_helpers_start(), searches itself, and calls ttr_helpers_end() whatever it found.
 */
typedef struct ttr_helpers {
    ttr_helper *each;
    uint32_t most;
    uint32_t running;      /* the first `running` of `each` have been started */
    atomic_bool halt;      /* set when the main thread is done */
    _Atomic uint64_t pool; /* nodes of all threads */
} ttr_helpers;

/* Allocate room for the helpers of a search with `threads` threads. False if there is no memory. */
bool ttr_helpers_init(ttr_helpers *helpers, const tetress_allocator *memory, uint32_t threads);
void ttr_helpers_free(ttr_helpers *helpers, const tetress_allocator *memory);

/* Begin a search with `threads` threads; no helper runs yet. Returns the number of helpers to
 * start: none if the evaluator is the host's, which may not be safe to call from several
 * threads. */
uint32_t ttr_helpers_open(ttr_helpers *helpers, ttr_search *search, uint32_t threads);

/* Begin the budget of the next helper: the search's node limit, and these limits of depth and
 * playouts. */
ttr_budget *ttr_helpers_budget(ttr_helpers *helpers, const ttr_search *search, uint32_t depth,
                               uint64_t playouts);

/* Start the next helper. False if the system grants no more threads: the search goes on with those
 * that run. */
bool ttr_helpers_start(ttr_helpers *helpers, ttr_help_fn help, void *worker);

/* Wait for all helpers, which are halted now if `halt`, else finish their budgets. Adds their
 * playouts to those of the search. */
void ttr_helpers_end(ttr_helpers *helpers, ttr_search *search, bool halt);

#endif
