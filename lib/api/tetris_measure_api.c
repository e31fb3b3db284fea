/* SPDX-License-Identifier: MIT */
/* Measures agents of the single-player game: whole games, splitting, confidence intervals, fitness
 * for trainers. */
#include "error_text.h"
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
static const ttr_well_player *alone(const tetress_tetris_agent *agent, ttr_tetris_call *call)
{
    const ttr_well_player *player = ttr_tetris_player(agent, call);

    if (player != &call->player)
        call->player = *player;
    call->player.threads = 1;
    return &call->player;
}

tetress_status tetress_tetris_agent_games(const tetress_tetris_agent *agent, uint64_t seed,
                                          uint64_t first, size_t count, uint64_t pieces,
                                          uint32_t threads, uint64_t *lines)
{
    ttr_tetris_call call;

    if (agent == NULL || lines == NULL || !ttr_threads_fit(threads))
        return TETRESS_EARG;
    ttr_well_games(alone(agent, &call), seed, first, count, pieces, ttr_threads_meant(threads),
                   lines);
    return TETRESS_OK;
}

tetress_status tetress_tetris_agent_split(const tetress_tetris_agent *agent, uint64_t seed,
                                          size_t count, uint32_t trials, uint32_t threads,
                                          double *lines)
{
    ttr_tetris_call call;

    if (agent == NULL || lines == NULL || trials == 0 || trials > TETRESS_TETRIS_MOST_TRIALS ||
        !ttr_threads_fit(threads) || agent->player.tables.rows < TTR_SPLIT_ROWS)
        return TETRESS_EARG;
    return ttr_well_split(alone(agent, &call), seed, count, trials, ttr_threads_meant(threads),
                          &agent->memory, lines)
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

/* The trials that 0 means. */
#define DEFAULT_TRIALS 1000

/* Check an objective. Fills *error in every case. */
static tetress_status check_objective(const tetress_tetris_objective *objective,
                                      tetress_error *error)
{
    if (objective->kind > TETRESS_TETRIS_SPACE)
        return ttr_error_plain(
            error, TETRESS_EARG,
            "the kind of the objective must be 0 (split), 1 (lines) or 2 (space)");
    if (objective->trials > TETRESS_TETRIS_MOST_TRIALS)
        return ttr_error_range(error, "trials", 1, TETRESS_TETRIS_MOST_TRIALS, DEFAULT_TRIALS);
    if (!ttr_threads_fit(objective->threads))
        return ttr_error_threads(error);
    return ttr_error_none(error);
}

/* Read and check the caller's objective. Fills *error in every case. */
static tetress_status read_objective(const tetress_tetris_objective *given,
                                     ttr_objective *objective, tetress_error *error)
{
    tetress_tetris_objective known = TETRESS_TETRIS_OBJECTIVE_INIT;
    tetress_status status = TETRESS_OK;

    if (given != NULL)
        status = ttr_struct_read(&known, sizeof known, given, TTR_OLDEST(tetress_tetris_objective));
    if (status == TETRESS_EARG)
        return ttr_error_size(error, "the objective", "TETRESS_TETRIS_OBJECTIVE_INIT");
    if (status != TETRESS_OK)
        return ttr_error_newer(error, "a later field", "the objective");
    if (known.reserved != 0)
        return ttr_error_newer(error, "reserved", "the objective");
    status = check_objective(&known, error);
    if (status != TETRESS_OK)
        return status;
    *objective = (ttr_objective){.kind = (ttr_objective_kind)known.kind,
                                 .seed = known.seed,
                                 .games = known.games == 0 ? 1 : known.games,
                                 .trials = known.trials == 0 ? DEFAULT_TRIALS : known.trials,
                                 .pieces = known.pieces == 0 ? 10000 : known.pieces,
                                 .threads = ttr_threads_meant(known.threads)};
    return ttr_error_none(error);
}

/* Check everything but the weights, and read it. Fills *error in every case. */
static tetress_status read_task(const tetress_tetris_options *options,
                                const tetress_tetris_objective *objective, int32_t kind,
                                ttr_well_player *like, const int32_t **stop, ttr_objective *known,
                                tetress_error *error)
{
    tetress_status status;

    if (!ttr_is_kind(kind))
        return ttr_error_plain(error, TETRESS_EARG, "the kind of weights must be 0 (S2) or 1 (DT)");
    status = read_objective(objective, known, error);
    if (status == TETRESS_OK)
        status =
            ttr_tetris_read_options(options, &ttr_well_evaluator_at(0)->weights, like, stop, error);
    if (status != TETRESS_OK)
        return status;
    if (known->kind == TTR_OBJECTIVE_SPLIT && like->tables.rows < TTR_SPLIT_ROWS)
        return ttr_error_plain(error, TETRESS_EARG,
                               "splitting needs a well of " TTR_TEXT_OF(
                                   TTR_SPLIT_ROWS) " rows or more; the objective lines does not");
    return ttr_error_none(error);
}

/* Measure the fitness. Fills *error in every case. */
static tetress_status rate(const tetress_allocator *allocator,
                           const tetress_tetris_options *options, int32_t kind,
                           const double *weights, size_t count,
                           const tetress_tetris_objective *objective, double *fitness,
                           tetress_error *error)
{
    ttr_halt halt = {NULL, false};
    ttr_well_player like;
    ttr_objective known;
    tetress_allocator memory;
    tetress_status status;

    if (weights == NULL || fitness == NULL)
        return ttr_error_plain(error, TETRESS_EARG, "the weights or the fitness are NULL");
    if (!ttr_alloc_init(&memory, allocator))
        return ttr_error_allocator(error);
    status = read_task(options, objective, kind, &like, &halt.asked, &known, error);
    if (status != TETRESS_OK)
        return status;
    like.halt = halt.asked == NULL ? NULL : &halt;
    if (!ttr_well_fitness(&like, (ttr_well_family)kind, weights, count, &known, &memory, fitness))
        return ttr_error_plain(error, TETRESS_ENOMEM, "no memory for the measurement");
    return TETRESS_OK;
}

tetress_status tetress_tetris_fitness(const tetress_allocator *allocator,
                                      const tetress_tetris_options *options, int32_t kind,
                                      const double *weights, size_t count,
                                      const tetress_tetris_objective *objective, double *fitness,
                                      tetress_error *error)
{
    tetress_error found;
    tetress_status status;

    if (!ttr_struct_fits(error, TTR_OLDEST(tetress_error)))
        return TETRESS_EARG;
    status = rate(allocator, options, kind, weights, count, objective, fitness, &found);
    ttr_struct_write(error, &found, sizeof found);
    return status;
}
