/* SPDX-License-Identifier: MIT */
/*
 * Creates, configures and frees a search of any algorithm, and evaluates positions for it.
 *
 * A change of settings keeps as much as it can: new memory is made only for options that need it,
 * before the old one is freed, so that a change that fails for want of memory changes nothing. What
 * was learnt is forgotten only where it would be wrong: under another evaluator or other weights of
 * it.
 */
#include "search_base.h"

#include <string.h>

#include "time_plan.h"

static void *create_work(const ttr_search *search, const ttr_settings *settings)
{
    if (search->algorithm->create == NULL)
        return NULL;
    return search->algorithm->create(&search->memory, settings);
}

static void destroy_work(const ttr_search *search, void *work)
{
    if (work != NULL)
        search->algorithm->destroy(&search->memory, work);
}

bool ttr_search_init(ttr_search *search, const tetress_allocator *memory,
                     const ttr_algorithm *algorithm, const ttr_settings *settings)
{
    memset(search, 0, sizeof *search);
    search->memory = *memory;
    search->algorithm = algorithm;
    search->settings = *settings;
    search->evaluator = settings->evaluator;
    search->clock = ttr_clock_system();
    ttr_rng_seed(&search->rng, settings->seed);
    atomic_init(&search->stop, false);
    if (!ttr_eval_cache_init(&search->cache, memory, settings->cache))
        return false;
    search->work = create_work(search, settings);
    if (search->work != NULL || algorithm->create == NULL)
        return true;
    ttr_eval_cache_free(&search->cache, memory);
    return false;
}

void ttr_search_free(ttr_search *search)
{
    destroy_work(search, search->work);
    search->work = NULL;
    ttr_eval_cache_free(&search->cache, &search->memory);
}

/* Forget what was learnt, but leave settings, memory and random numbers as they are. */
static void forget(ttr_search *search)
{
    search->findings.line_count = 0;
    ttr_eval_cache_clear(&search->cache);
    if (search->work != NULL)
        search->algorithm->reset(search->work);
}

void ttr_search_set_evaluator(ttr_search *search, const ttr_evaluator *evaluator, bool of_host)
{
    search->evaluator = evaluator != NULL ? evaluator : search->settings.evaluator;
    search->given_evaluator = evaluator != NULL;
    search->host_evaluator = evaluator != NULL && of_host;
    forget(search);
}

static bool needs_new_work(const ttr_search *search, const ttr_settings *settings)
{
    const ttr_algorithm *algorithm = search->algorithm;

    return search->work != NULL &&
           ttr_settings_need_memory(algorithm->options, algorithm->option_groups, &search->settings,
                                    settings);
}

/* Make memory and cache for other settings. False, with nothing changed, if there is no memory. */
static bool resize(ttr_search *search, const ttr_settings *settings)
{
    bool other_work = needs_new_work(search, settings);
    ttr_eval_cache cache = search->cache;
    void *work = search->work;

    if (settings->cache != search->settings.cache &&
        !ttr_eval_cache_init(&cache, &search->memory, settings->cache))
        return false;
    if (other_work) {
        work = create_work(search, settings);
        if (work == NULL) {
            if (cache.entries != search->cache.entries)
                ttr_eval_cache_free(&cache, &search->memory);
            return false;
        }
        destroy_work(search, search->work);
    }
    if (settings->cache != search->settings.cache)
        ttr_eval_cache_free(&search->cache, &search->memory);
    search->cache = cache;
    search->work = work;
    if (work != NULL && !other_work && search->algorithm->reconfigure != NULL)
        search->algorithm->reconfigure(work);
    return true;
}

bool ttr_search_configure(ttr_search *search, const ttr_settings *settings)
{
    bool other_weights =
        memcmp(search->settings.weights, settings->weights, sizeof settings->weights) != 0;

    if (!resize(search, settings))
        return false;
    if (settings->seed != search->settings.seed)
        ttr_rng_seed(&search->rng, settings->seed);
    search->settings = *settings;
    if (!search->given_evaluator && search->evaluator != settings->evaluator)
        ttr_search_set_evaluator(search, NULL, false);
    else if (search->evaluator->weighted && other_weights)
        forget(search); /* the tables hold values by other weights */
    return true;
}

void ttr_search_reset(ttr_search *search)
{
    forget(search);
    ttr_rng_seed(&search->rng, search->settings.seed);
    atomic_store(&search->stop, false);
}

ttr_limits ttr_search_limits(const ttr_search *search, const ttr_board *root,
                             const ttr_limits *given)
{
    const ttr_settings *settings = &search->settings;
    ttr_limits own = {
        .depth = (uint32_t)settings->depth,
        .nodes = settings->nodes,
        .playouts = settings->playouts,
        .wall = settings->wall_ms * 1000,
        .cpu = settings->cpu_ms * 1000,
    };
    ttr_limits both = ttr_limits_both(&own, given);

    if (!search->algorithm->uses_depth)
        both.depth = 0;
    if (!search->algorithm->uses_playouts)
        both.playouts = 0;
    if (root != NULL && !ttr_limits_any(&both))
        both.cpu = ttr_time_rule((ttr_timing)settings->timing,
                                 ttr_cellset_count(ttr_board_occupied(root)));
    return both;
}

bool ttr_search_ends(const ttr_search *search, const ttr_limits *limits)
{
    const ttr_algorithm *algorithm = search->algorithm;
    ttr_limits halves = *limits;

    if (!algorithm->endless)
        return true;
    if (algorithm->uses_depth && algorithm->uses_playouts &&
        (limits->depth == 0 || limits->playouts == 0)) {
        halves.depth = 0;
        halves.playouts = 0;
    }
    return ttr_limits_any(&halves);
}

/* Call the evaluator. `root` is NULL if only the position itself counts. */
static int32_t ask_evaluator(ttr_search *search, const ttr_board *root, const ttr_board *board,
                             int *moves)
{
    const ttr_evaluator *evaluator = search->evaluator;
    void *context = evaluator->weighted ? search->settings.weights : evaluator->context;

    if (root != NULL && evaluator->score_since != NULL)
        return evaluator->score_since(root, board, moves, context);
    return evaluator->score(board, moves, context);
}

/* The same, from the cache if the position is there. Key 0 marks an empty entry and is never
 * found. */
static int32_t look_up(ttr_search *search, const ttr_board *root, const ttr_board *board,
                       int *moves)
{
    uint64_t key = ttr_eval_cache_key(root != NULL ? root->key : 0, board->key);
    ttr_cached *found = ttr_eval_cache_at(&search->cache, key);

    search->findings.cache_lookups++;
    if (found->key == key && key != 0) {
        search->findings.cache_hits++;
        *moves = found->moves;
        return found->score;
    }
    found->key = key;
    found->score = ask_evaluator(search, root, board, moves);
    found->moves = *moves;
    return found->score;
}

int32_t ttr_search_evaluate_since(ttr_search *search, const ttr_board *root, const ttr_board *board,
                                  int *moves)
{
    int32_t score;

    *moves = 0;
    if (board->ply >= TTR_MAX_ACTIONS)
        return 0;
    score = search->cache.entries == NULL || search->host_evaluator
                ? ask_evaluator(search, root, board, moves)
                : look_up(search, root, board, moves);
    if (search->host_evaluator && atomic_load(&search->stop))
        ttr_budget_end(&search->budget, TTR_STOP_REQUESTED);
    if (score > TTR_EVAL_LIMIT)
        return TTR_EVAL_LIMIT;
    if (score < -TTR_EVAL_LIMIT)
        return -TTR_EVAL_LIMIT;
    return score;
}

int32_t ttr_search_evaluate(ttr_search *search, const ttr_board *board, int *moves)
{
    return ttr_search_evaluate_since(search, search->origin, board, moves);
}

int32_t ttr_search_value_after(ttr_search *search, const ttr_board *child, int height, int *replies)
{
    int32_t value = ttr_search_evaluate(search, child, replies);

    return *replies > 0 ? -value : -ttr_search_score_end(child, ttr_rules_outcome(child), height);
}

int32_t ttr_search_score_end(const ttr_board *board, ttr_outcome outcome, int height)
{
    if (outcome.winner == TTR_NOBODY)
        return 0;
    return outcome.winner == ttr_board_turn(board) ? TTR_SCORE_WIN - height
                                                   : height - TTR_SCORE_WIN;
}
