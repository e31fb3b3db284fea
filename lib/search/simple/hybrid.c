/* SPDX-License-Identifier: MIT */
/* Report S3's third player: alpha-beta for the first half of the game, Monte Carlo for the second.
 */
#include "alloc.h"
#include "ending.h"
#include "search_base.h"

typedef struct hybrid {
    void *negamax, *mcts;
    bool negamax_played; /* the last run */
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

static void *hybrid_create(const tetress_allocator *memory, const ttr_settings *settings)
{
    hybrid *h = ttr_alloc_zeroed(memory, 1, sizeof *h);

    if (h == NULL)
        return NULL;
    h->negamax = ttr_algorithm_negamax.create(memory, settings);
    h->mcts = h->negamax == NULL ? NULL : ttr_algorithm_mcts.create(memory, settings);
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

/* The half that plays sees its own work and nothing of the other's. */
static void hybrid_run(ttr_search *search, const ttr_board *root)
{
    hybrid *h = search->work;

    h->negamax_played = root->ply < search->settings.first_half;
    if (h->negamax_played) {
        search->work = h->negamax;
        ttr_algorithm_negamax.run(search, root);
    } else {
        search->work = h->mcts;
        ttr_algorithm_mcts.run(search, root);
    }
    search->work = h;
}

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

const ttr_algorithm ttr_algorithm_hybrid = {
    .name = "hybrid",
    .endless = true,
    .evaluates = true,
    .uses_depth = true,
    .uses_playouts = true,
    .looks_ahead = true,
    .look_every = 64,
    .create = hybrid_create,
    .destroy = hybrid_destroy,
    .reset = hybrid_reset,
    .answer = ttr_ending_answer,
    .run = hybrid_run,
    .refute = hybrid_refute,
};
