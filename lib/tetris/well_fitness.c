/* SPDX-License-Identifier: MIT */
/* Measures many sets of weights in parallel for a trainer, each in its own games, which follow from
 * the seed alone. */
#include "well_fitness.h"

#include "check.h"
#include "well_evaluators.h"
#include "well_splitting.h"

typedef struct batch {
    const ttr_well_player *like;
    ttr_well_family family;
    const double *weights;
    const ttr_objective *objective;
    ttr_passage *room; /* for each worker; NULL where nothing is split */
    double *fitness;
} batch;

static double one_game(const batch *b, const ttr_well_player *player, uint64_t number,
                       ttr_passage *room)
{
    const ttr_objective *o = b->objective;
    ttr_rng rng = ttr_well_stream(o->seed, number);

    switch (o->kind) {
    case TTR_OBJECTIVE_SPLIT:
        return ttr_well_estimate(player, o->seed + number, o->trials, room);
    case TTR_OBJECTIVE_LINES:
        return (double)ttr_well_lines(player, &rng, o->pieces);
    default:
        return ttr_well_space(player, &rng, o->pieces);
    }
}

static double mean_over_games(const batch *b, const ttr_well_player *player, ttr_passage *room)
{
    double sum = 0;

    for (uint32_t i = 0; i < b->objective->games; i++) {
        double one = one_game(b, player, i, room);

        if (one < 0 || ttr_well_stopped(player))
            return -1;
        sum += one;
    }
    return sum / b->objective->games;
}

static void fitness_job(void *shared, size_t index, size_t worker)
{
    const batch *b = shared;
    size_t features = (size_t)ttr_well_feature_count(b->family);
    ttr_passage *room =
        b->room == NULL ? NULL : ttr_split_room_of(b->room, b->objective->trials, worker);
    ttr_well_player player = *b->like;
    double fitness = -1;

    player.threads = 1;
    if (ttr_well_weights_fit(b->family, b->weights + index * features, &player.weights))
        fitness = mean_over_games(b, &player, room);
    if (!ttr_well_stopped(&player))
        b->fitness[index] = fitness;
}

bool ttr_well_fitness(const ttr_well_player *like, ttr_well_family family, const double *weights,
                      size_t count, const ttr_objective *objective, const tetress_allocator *memory,
                      double *fitness)
{
    size_t workers = objective->threads < count ? objective->threads : count;
    batch b = {like, family, weights, objective, NULL, fitness};

    if (count == 0)
        return true;
    if (objective->kind == TTR_OBJECTIVE_SPLIT) {
        b.room = ttr_split_room_new(memory, objective->trials, workers);
        if (b.room == NULL)
            return false;
    }
    ttr_share_work(count, objective->threads, fitness_job, &b, like->halt);
    if (b.room != NULL)
        ttr_split_room_free(memory, b.room, objective->trials, workers);
    return true;
}
