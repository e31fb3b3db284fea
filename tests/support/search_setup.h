/* SPDX-License-Identifier: MIT */
/* What tests of searches from inside begin with. */
#ifndef SEARCH_SETUP_H
#define SEARCH_SETUP_H

#include "alloc.h"
#include "boards.h"
#include "cmocka_all.h"
#include "movegen.h"
#include "rules.h"
#include "search_base.h"
#include "search_run.h"
#include "simple.h"
#include "solver_player.h"

/* A search with memory from malloc; the caller frees it by ttr_search_free(). */
static inline void start(ttr_search *search, const ttr_algorithm *algorithm, ttr_settings settings)
{
    tetress_allocator memory;

    assert_true(ttr_alloc_init(&memory, NULL));
    assert_true(ttr_search_init(search, &memory, algorithm, &settings));
}

/* Settings of any algorithm. */
typedef struct test_settings {
    ttr_settings common;
    ttr_negamax_settings negamax;
    ttr_mcts_settings mcts;
    ttr_greedy_settings greedy;
    ttr_beam_settings beam;
} test_settings;

/* Those that are of this algorithm. */
static inline ttr_settings settings_of(const ttr_algorithm *algorithm, const test_settings *all)
{
    ttr_settings settings = all->common;

    if (algorithm == &ttr_algorithm_negamax)
        ttr_settings_set_own(&settings, &all->negamax, sizeof all->negamax);
    else if (algorithm == &ttr_algorithm_mcts)
        ttr_settings_set_own(&settings, &all->mcts, sizeof all->mcts);
    else if (algorithm == &ttr_algorithm_greedy)
        ttr_settings_set_own(&settings, &all->greedy, sizeof all->greedy);
    else if (algorithm == &ttr_algorithm_beam)
        ttr_settings_set_own(&settings, &all->beam, sizeof all->beam);
    return settings;
}

static inline void start_with(ttr_search *search, const ttr_algorithm *algorithm,
                              test_settings settings)
{
    start(search, algorithm, settings_of(algorithm, &settings));
}

static inline void configure_with(ttr_search *search, test_settings settings)
{
    ttr_settings given = settings_of(search->algorithm, &settings);

    assert_true(ttr_search_configure(search, &given));
}

/* Search within these limits and the settings', which must bring it to an end. */
static inline void run(ttr_search *search, const ttr_board *board, ttr_limits limits)
{
    limits = ttr_search_limits(search, board, &limits);
    assert_true(ttr_search_ends(search, &limits));
    ttr_search_run(search, board, &limits);
}

/* A position after so many random actions that is not over. */
static inline ttr_board random_board(ttr_rng *rng, uint32_t actions)
{
    for (;;) {
        ttr_board board = board_after(rng, actions);

        if (ttr_rules_outcome(&board).reason == TTR_ONGOING)
            return board;
    }
}

#endif
