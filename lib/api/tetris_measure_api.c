/* SPDX-License-Identifier: MIT */
/* Measures agents of the single-player game: whole games, splitting, confidence intervals, fitness
 * for trainers. */
#include "mean_interval.h"
#include "struct_io.h"
#include "struct_sizes.h"
#include "tetris_handle.h"
#include "well_evaluators.h"
#include "well_fitness.h"
#include "well_splitting.h"

_Static_assert(TETRESS_TETRIS_SPLIT == (int)TTR_OBJECTIVE_SPLIT &&
                   TETRESS_TETRIS_LINES == (int)TTR_OBJECTIVE_LINES &&
                   TETRESS_TETRIS_SPACE == (int)TTR_OBJECTIVE_SPACE,
               "the public numbers are the layer's");
_Static_assert(TETRESS_TETRIS_SPLIT_ROWS == (int)TTR_SPLIT_ROWS &&
                   TETRESS_TETRIS_MOST_THREADS == (int)TTR_MOST_THREADS,
               "the public bounds are those of the layers");

/* The agent's player for work whose games are shared among threads: each decision is then made by
 * one thread alone. */
static ttr_well_player alone(const tetress_tetris_agent *agent)
{
    ttr_well_player player = agent->player;

    player.threads = 1;
    return player;
}

tetress_status tetress_tetris_agent_games(const tetress_tetris_agent *agent, uint64_t seed,
                                          uint64_t first, size_t count, uint64_t pieces,
                                          uint32_t threads, uint64_t *lines)
{
    ttr_well_player player;

    if (agent == NULL || lines == NULL || !ttr_threads_fit(threads))
        return TETRESS_EARG;
    player = alone(agent);
    ttr_well_games(&player, seed, first, count, pieces, ttr_threads_meant(threads), lines);
    return TETRESS_OK;
}

tetress_status tetress_tetris_agent_split(const tetress_tetris_agent *agent, uint64_t seed,
                                          size_t count, uint32_t trials, uint32_t threads,
                                          double *lines)
{
    ttr_well_player player;

    if (agent == NULL || lines == NULL || trials == 0 || trials > TETRESS_TETRIS_MOST_TRIALS ||
        !ttr_threads_fit(threads) || agent->player.tables.rows < TTR_SPLIT_ROWS)
        return TETRESS_EARG;
    player = alone(agent);
    return ttr_well_split(&player, seed, count, trials, ttr_threads_meant(threads), &agent->memory,
                          lines)
               ? TETRESS_OK
               : TETRESS_ENOMEM;
}

tetress_status tetress_tetris_interval(const double *measured, size_t count,
                                       tetress_tetris_mean *mean)
{
    tetress_tetris_mean known = TETRESS_TETRIS_MEAN_INIT;
    ttr_mean found;

    if (measured == NULL || count == 0 || mean == NULL ||
        !ttr_struct_fits(mean, TTR_OLDEST(tetress_tetris_mean)))
        return TETRESS_EARG;
    for (size_t i = 0; i < count; i++) {
        if (!(measured[i] > -1e150 && measured[i] < 1e150)) /* so that squares stay finite */
            return TETRESS_EARG;
    }
    found = ttr_mean_of(measured, count);
    known.count = count;
    known.mean = found.mean;
    known.error = found.error;
    known.low = found.low;
    known.high = found.high;
    ttr_struct_write(mean, &known, sizeof known);
    return TETRESS_OK;
}

static tetress_status read_objective(const tetress_tetris_objective *given,
                                     ttr_objective *objective)
{
    tetress_tetris_objective known = TETRESS_TETRIS_OBJECTIVE_INIT;
    tetress_status status = TETRESS_OK;

    if (given != NULL)
        status = ttr_struct_read(&known, sizeof known, given, TTR_OLDEST(tetress_tetris_objective));
    if (status != TETRESS_OK)
        return status;
    if (known.reserved != 0)
        return TETRESS_EVERSION;
    if (known.kind > TETRESS_TETRIS_SPACE || known.trials > TETRESS_TETRIS_MOST_TRIALS ||
        !ttr_threads_fit(known.threads))
        return TETRESS_EARG;
    *objective = (ttr_objective){.kind = (ttr_objective_kind)known.kind,
                                 .seed = known.seed,
                                 .games = known.games == 0 ? 1 : known.games,
                                 .trials = known.trials == 0 ? 1000 : known.trials,
                                 .pieces = known.pieces == 0 ? 10000 : known.pieces,
                                 .threads = ttr_threads_meant(known.threads)};
    return TETRESS_OK;
}

tetress_status tetress_tetris_fitness(const tetress_allocator *allocator,
                                      const tetress_tetris_options *options, int32_t kind,
                                      const double *weights, size_t count,
                                      const tetress_tetris_objective *objective, double *fitness)
{
    ttr_well_player like;
    ttr_objective known;
    tetress_allocator memory;
    tetress_status status;

    if (!ttr_alloc_init(&memory, allocator) || !ttr_is_kind(kind) || weights == NULL ||
        fitness == NULL)
        return TETRESS_EARG;
    status = read_objective(objective, &known);
    if (status == TETRESS_OK)
        status = ttr_tetris_read_options(options, &ttr_well_evaluator_at(0)->weights, &like);
    if (status != TETRESS_OK)
        return status;
    if (known.kind == TTR_OBJECTIVE_SPLIT && like.tables.rows < TTR_SPLIT_ROWS)
        return TETRESS_EARG;
    return ttr_well_fitness(&like, (ttr_well_family)kind, weights, count, &known, &memory, fitness)
               ? TETRESS_OK
               : TETRESS_ENOMEM;
}
