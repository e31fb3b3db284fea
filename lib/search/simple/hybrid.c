/* SPDX-License-Identifier: MIT */
/*
 * S3's third player: alpha-beta for the first half of the game, Monte Carlo for the second. It is
 * made of the two algorithms as they are: it owns the memory of both and runs the one whose turn it
 * is, which sees its own memory and settings in place of the hybrid's.
 */
#include "alloc.h"
#include "simple.h"

typedef struct hybrid {
    void *negamax, *mcts;
    bool negamax_played; /* negamax played the last run */
} hybrid;

static void hybrid_destroy(const tetress_allocator *memory, void *work)
{
    hybrid *h = work;

    if (h->negamax != NULL)
        ttr_algorithm_negamax.destroy(memory, h->negamax);
    if (h->mcts != NULL)
        ttr_algorithm_mcts.destroy(memory, h->mcts);
    ttr_alloc_free(memory, h, 1, sizeof *h);
}

/* A copy of the hybrid's own settings. */
static ttr_hybrid_settings own_settings(const ttr_settings *settings)
{
    ttr_hybrid_settings own;

    ttr_settings_own(settings, &own, sizeof own);
    return own;
}

/* The settings as one half sees them: with its own part in place of the hybrid's. */
static ttr_settings for_half(const ttr_settings *settings, const void *own, size_t size)
{
    ttr_settings half = *settings;

    ttr_settings_set_own(&half, own, size);
    return half;
}

static void *hybrid_create(const tetress_allocator *memory, const ttr_settings *settings)
{
    hybrid *h = ttr_alloc_zeroed(memory, 1, sizeof *h);
    ttr_hybrid_settings own = own_settings(settings);
    ttr_settings negamax = for_half(settings, &own.negamax, sizeof own.negamax);
    ttr_settings mcts = for_half(settings, &own.mcts, sizeof own.mcts);

    if (h == NULL)
        return NULL;
    h->negamax = ttr_algorithm_negamax.create(memory, &negamax);
    h->mcts = h->negamax == NULL ? NULL : ttr_algorithm_mcts.create(memory, &mcts);
    if (h->mcts != NULL)
        return h;
    hybrid_destroy(memory, h);
    return NULL;
}

static void hybrid_reset(void *work)
{
    hybrid *h = work;

    ttr_algorithm_negamax.reset(h->negamax);
    ttr_algorithm_mcts.reset(h->mcts);
}

/* The tree grew under other settings. */
static void hybrid_reconfigure(void *work)
{
    hybrid *h = work;

    ttr_algorithm_mcts.reconfigure(h->mcts);
}

/* Run the half whose turn it is, with its own memory and settings. */
static void hybrid_run(ttr_search *search, const ttr_board *root)
{
    ttr_hybrid_settings own = own_settings(&search->settings);
    hybrid *h = search->work;

    h->negamax_played = root->ply < own.first_half;
    search->work = h->negamax_played ? h->negamax : h->mcts;
    search->half = h->negamax_played ? (const void *)&own.negamax : &own.mcts;
    (h->negamax_played ? &ttr_algorithm_negamax : &ttr_algorithm_mcts)->run(search, root);
    search->work = h;
    search->half = NULL;
}

static bool hybrid_answer(ttr_search *search, const ttr_board *root)
{
    ttr_hybrid_settings own = own_settings(&search->settings);

    return ttr_ending_answers(search, root, &own.ending, NULL);
}

/* Only mcts can fill the findings again; it takes part if it ran last. */
static bool hybrid_refute(ttr_search *search, ttr_move move, int actions)
{
    hybrid *h = search->work;
    bool refuted;

    if (h->negamax_played)
        return false;
    search->work = h->mcts;
    refuted = ttr_algorithm_mcts.refute(search, move, actions);
    search->work = h;
    return refuted;
}

/* S3 changes from alpha-beta to Monte Carlo after half of its games: action 19. */
static const ttr_hybrid_settings DEFAULTS = {
    .first_half = 19,
    .ending = TTR_ENDING_DEFAULTS,
    .negamax = TTR_NEGAMAX_DEFAULTS,
    .mcts = TTR_MCTS_DEFAULTS,
};

/* clang-format off */
static const ttr_option OWN[1] = {
    {"firsthalf", TTR_OPTION_INTEGER, "0", "150", NULL,
     "Number of actions of the game after which mcts takes over from negamax.",
     TTR_STORE_U32, offsetof(ttr_hybrid_settings, first_half), false},
};
/* clang-format on */

/* The options of both halves. */
static const ttr_option_group OPTIONS[] = {
    TTR_COMMON_OPTIONS(ttr_options_evaluator),
    TTR_COMMON_OPTIONS(ttr_option_hash),
    TTR_OWN_OPTIONS(ttr_negamax_table_options, offsetof(ttr_hybrid_settings, negamax)),
    TTR_OWN_OPTIONS(ttr_mcts_options, offsetof(ttr_hybrid_settings, mcts)),
    TTR_COMMON_OPTIONS(ttr_option_threads),
    TTR_OWN_OPTIONS(ttr_negamax_options, offsetof(ttr_hybrid_settings, negamax)),
    TTR_OWN_OPTIONS(ttr_options_ending, offsetof(ttr_hybrid_settings, ending)),
    TTR_COMMON_OPTIONS(ttr_option_last_look),
    TTR_OWN_OPTIONS(OWN, 0),
    TTR_COMMON_OPTIONS(ttr_option_lines),
    TTR_COMMON_OPTIONS(ttr_option_seed),
    TTR_COMMON_OPTIONS(ttr_option_depth),
    TTR_COMMON_OPTIONS(ttr_option_nodes),
    TTR_COMMON_OPTIONS(ttr_option_playouts),
    TTR_COMMON_OPTIONS(ttr_options_time),
    TTR_COMMON_OPTIONS(ttr_option_timing),
};

const ttr_algorithm ttr_algorithm_hybrid = {
    .name = "hybrid",
    .endless = true,
    .evaluates = true,
    .uses_depth = true,
    .uses_playouts = true,
    .looks_ahead = true,
    .options = OPTIONS,
    .option_groups = TTR_COUNT_OF(OPTIONS),
    .own_defaults = &DEFAULTS,
    .own_size = sizeof DEFAULTS,
    .look_every = 64,
    .create = hybrid_create,
    .destroy = hybrid_destroy,
    .reset = hybrid_reset,
    .reconfigure = hybrid_reconfigure,
    .answer = hybrid_answer,
    .run = hybrid_run,
    .refute = hybrid_refute,
};
