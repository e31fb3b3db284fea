/* SPDX-License-Identifier: MIT */
/*
 * Engines for the host: checks every argument, translates options, budgets and results, and keeps
 * one search per handle.
 *
 * Every function has the same shape, as in the rest of this folder: check the arguments, refuse
 * with a sentence; read the caller's structures by their size; call the layers below, which take
 * sound arguments for granted; write structures back by their size. Nothing below this folder
 * returns a tetress_status for a mistake of the caller.
 *
 * One engine, two threads. A search sets `searching` by an atomic exchange, so a second search on
 * the same engine, in another thread or from a callback, gets TETRESS_EBUSY instead of a torn
 * table. Functions that would change the engine look at it first. The stop flag lies in the search
 * and is the only thing that another thread writes.
 *
 * A host's evaluator gets the position as a game. That game is `scratch`, one for the engine's
 * life, so that nothing is allocated for each evaluation; this is one reason why a search with it
 * runs in one thread.
 */
#include "tetress/engine.h"

#include <string.h>

#include "alloc.h"
#include "error_text.h"
#include "game_handle.h"
#include "movegen.h"
#include "region.h"
#include "rules.h"
#include "search_run.h"
#include "struct_io.h"
#include "struct_sizes.h"
#include "temper.h"
#include "text_out.h"
#include "time_plan.h"

/* Bytes for the longest spec: a player's name and all of its options. */
#define SPEC_TEXT 2048

struct tetress_engine {
    const ttr_player *player;
    ttr_settings preset;
    ttr_search search;
    atomic_bool searching;
    tetress_info_fn info;
    void *info_user;
    tetress_evaluate_fn evaluate;
    void *evaluate_user;
    /* The evaluator that asks `evaluate` about `scratch`. */
    ttr_evaluator host_evaluator;
    ttr_network network;        /* weights of the host, ... */
    ttr_evaluator with_network; /* ... and the evaluator that has them */
    tetress_game scratch;
    tetress_error error;
    char default_texts[TTR_MOST_OPTIONS][TTR_OPTION_TEXT];
};

_Static_assert(TETRESS_SCORE_WIN == TTR_CENTI_WIN && TETRESS_MAX_PV == TTR_MAX_PV &&
                   (int)TETRESS_OPTION_CHOICE == (int)TTR_OPTION_CHOICE &&
                   (int)TETRESS_STOP_BOOK == (int)TTR_STOP_BOOK,
               "the public numbers are the search's");

static bool is_searching(const tetress_engine *engine)
{
    return atomic_load(&engine->searching);
}

/* ---- Making and freeing ---------------------------------------------------------------------- */

/* Write the player's value of every option as text. tetress_engine_option() hands these texts out,
 * so they live as long as the engine. */
static void write_defaults(tetress_engine *engine)
{
    const ttr_option *option;

    for (size_t i = 0; (option = ttr_option_at(engine->player->algorithm, i)) != NULL; i++) {
        ttr_text text = ttr_text_start(engine->default_texts[i], TTR_OPTION_TEXT);

        ttr_option_get(engine->player->algorithm, option, &engine->preset, &text);
    }
}

/* Make an engine of a spec that has been read. */
static tetress_status engine_make(const tetress_allocator *memory, const ttr_spec *spec,
                                  tetress_engine **engine)
{
    tetress_engine *made = ttr_alloc_zeroed(memory, 1, sizeof *made);

    if (made == NULL)
        return TETRESS_ENOMEM;
    if (!ttr_search_init(&made->search, memory, spec->player->algorithm, &spec->settings)) {
        ttr_alloc_free(memory, made, 1, sizeof *made);
        return TETRESS_ENOMEM;
    }
    made->player = spec->player;
    made->preset = spec->preset;
    made->scratch.memory = *memory;
    ttr_error_none(&made->scratch.error);
    write_defaults(made);
    atomic_init(&made->searching, false);
    ttr_error_none(&made->error);
    *engine = made;
    return TETRESS_OK;
}

/* Read a spec and make its engine. Fills *error in every case. */
static tetress_status engine_read(const tetress_allocator *allocator, const char *text,
                                  tetress_engine **engine, tetress_error *error)
{
    tetress_allocator memory;
    ttr_spec spec;
    ttr_spec_fault fault;
    tetress_status status;

    if (text == NULL)
        return ttr_error_plain(error, TETRESS_EARG, "the player spec is NULL");
    if (!ttr_alloc_init(&memory, allocator))
        return ttr_error_allocator(error);
    if (!ttr_spec_read(text, &spec, &fault))
        return ttr_error_spec(error, &fault, text);
    status = engine_make(&memory, &spec, engine);
    if (status != TETRESS_OK)
        return ttr_error_plain(error, status, "no memory for the tables of this player");
    return ttr_error_none(error);
}

tetress_status tetress_engine_new(const tetress_allocator *allocator, const char *spec,
                                  tetress_engine **engine, tetress_error *error)
{
    tetress_error found;
    tetress_status status;

    if (engine == NULL)
        return TETRESS_EARG;
    *engine = NULL;
    if (!ttr_struct_fits(error, TTR_OLDEST(tetress_error)))
        return TETRESS_EARG;
    status = engine_read(allocator, spec, engine, &found);
    ttr_struct_write(error, &found, sizeof found);
    return status;
}

void tetress_engine_free(tetress_engine *engine)
{
    if (engine == NULL || is_searching(engine))
        return;
    ttr_search_free(&engine->search);
    ttr_alloc_free(&engine->search.memory, engine, 1, sizeof *engine);
}

const tetress_error *tetress_engine_error(const tetress_engine *engine)
{
    return engine == NULL ? &ttr_error_null_handle : &engine->error;
}

/* ---- Options --------------------------------------------------------------------------------- */

uint32_t tetress_engine_option_count(const tetress_engine *engine)
{
    return engine == NULL ? 0 : (uint32_t)ttr_option_count(engine->player->algorithm);
}

tetress_status tetress_engine_option(const tetress_engine *engine, uint32_t index,
                                     tetress_option *option)
{
    const ttr_option *row;
    tetress_option found = TETRESS_OPTION_INIT;

    if (engine == NULL || option == NULL || !ttr_struct_fits(option, TTR_OLDEST(tetress_option)))
        return TETRESS_EARG;
    row = ttr_option_at(engine->player->algorithm, index);
    if (row == NULL)
        return TETRESS_EARG;
    found.type = (int32_t)row->type;
    found.name = row->name;
    found.default_value = engine->default_texts[index];
    found.minimum = row->minimum;
    found.maximum = row->maximum;
    found.choices = row->choices;
    found.summary = row->summary;
    ttr_struct_write(option, &found, sizeof found);
    return TETRESS_OK;
}

tetress_status tetress_engine_set(tetress_engine *engine, const char *name, const char *value)
{
    const ttr_option *option;
    ttr_settings settings;

    if (engine == NULL)
        return TETRESS_EARG;
    if (is_searching(engine))
        return TETRESS_EBUSY;
    if (name == NULL || value == NULL)
        return ttr_error_plain(&engine->error, TETRESS_EARG, "the name or the value is NULL");
    option = ttr_option_find(engine->player->algorithm, name, strlen(name));
    settings = engine->search.settings;
    if (option == NULL)
        return ttr_error_no_option(&engine->error, engine->player, name);
    if (!ttr_option_set(engine->player->algorithm, option, &settings, value, strlen(value)))
        return ttr_error_value(&engine->error, option, value);
    if (!ttr_search_configure(&engine->search, &settings))
        return ttr_error_plain(&engine->error, TETRESS_ENOMEM,
                               "no memory for a table of that size");
    engine->host_evaluator.win_scale = settings.evaluator->win_scale;
    return ttr_error_none(&engine->error);
}

/* Write the value of an option. Fills *error in every case. */
static tetress_status option_get(const tetress_engine *engine, const char *name, char *buffer,
                                 size_t capacity, size_t *length, tetress_error *error)
{
    char value[TTR_OPTION_TEXT];
    ttr_text text = ttr_text_start(value, sizeof value);
    const ttr_option *option = ttr_option_find(engine->player->algorithm, name, strlen(name));
    tetress_status status;

    if (option == NULL)
        return ttr_error_no_option(error, engine->player, name);
    ttr_option_get(engine->player->algorithm, option, &engine->search.settings, &text);
    status = ttr_text_give(&text, buffer, capacity, length);
    if (status != TETRESS_OK)
        return ttr_error_plain(error, status, tetress_status_text(status));
    return ttr_error_none(error);
}

tetress_status tetress_engine_get(const tetress_engine *engine, const char *name, char *buffer,
                                  size_t capacity, size_t *length, tetress_error *error)
{
    tetress_error found;
    tetress_status status;

    if (!ttr_struct_fits(error, TTR_OLDEST(tetress_error)))
        return TETRESS_EARG;
    if (engine == NULL || name == NULL)
        status = ttr_error_plain(&found, TETRESS_EARG, "the engine or the name is NULL");
    else
        status = option_get(engine, name, buffer, capacity, length, &found);
    ttr_struct_write(error, &found, sizeof found);
    return status;
}

tetress_status tetress_engine_spec(const tetress_engine *engine, char *buffer, size_t capacity,
                                   size_t *length)
{
    char spec[SPEC_TEXT];
    ttr_text text = ttr_text_start(spec, sizeof spec);

    if (engine == NULL)
        return TETRESS_EARG;
    ttr_spec_write(&text, engine->player, &engine->preset, &engine->search.settings);
    return ttr_text_give(&text, buffer, capacity, length);
}

/* ---- The host's functions -------------------------------------------------------------------- */

/* Evaluate by the host's function. A position without moves is over and is not shown to it. */
static int32_t ask_host(const ttr_board *board, int *moves, void *context)
{
    tetress_engine *engine = context;
    int32_t score;

    *moves = ttr_movegen_count(board, ttr_board_turn(board));
    if (*moves == 0)
        return 0;
    engine->scratch.boards[0] = *board;
    score = engine->evaluate(&engine->scratch, engine->evaluate_user);
    if (score > TTR_CENTI_LIMIT)
        return TTR_CENTI_LIMIT;
    return score < -TTR_CENTI_LIMIT ? -TTR_CENTI_LIMIT : score;
}

/* The evaluator that stands for the host's function. Its unit is the centi-token. Chances of
 * winning follow the curve of the evaluator that the options name, since nothing is known about the
 * host's. */
static ttr_evaluator host_evaluator(tetress_engine *engine)
{
    return (ttr_evaluator){
        .name = "host",
        .summary = "a function of the host",
        .source = "the host",
        .score = ask_host,
        .context = engine,
        .token = 100,
        .win_scale = engine->search.settings.evaluator->win_scale,
    };
}

tetress_status tetress_engine_set_evaluator(tetress_engine *engine, tetress_evaluate_fn evaluate,
                                            void *user)
{
    if (engine == NULL)
        return TETRESS_EARG;
    if (is_searching(engine))
        return TETRESS_EBUSY;
    engine->evaluate = evaluate;
    engine->evaluate_user = user;
    engine->host_evaluator = host_evaluator(engine);
    ttr_search_set_evaluator(&engine->search, evaluate == NULL ? NULL : &engine->host_evaluator,
                             true);
    return ttr_error_none(&engine->error);
}

/* What is wrong with given weights. */
static const char *weights_sentence(ttr_weights_fault fault)
{
    switch (fault) {
    case TTR_WEIGHTS_NONE:
        return "these are no weights of the evaluator region";
    case TTR_WEIGHTS_VERSION:
        return "these are weights of another version";
    case TTR_WEIGHTS_SUM:
        return "these weights are damaged: their checksum is another";
    case TTR_WEIGHTS_RANGE:
        return "these weights are too large: sums could overflow";
    case TTR_WEIGHTS_SOUND:
        break;
    }
    return "";
}

tetress_status tetress_engine_set_weights(tetress_engine *engine, const void *data, size_t size)
{
    ttr_weights_fault fault;

    if (engine == NULL)
        return TETRESS_EARG;
    if (is_searching(engine))
        return TETRESS_EBUSY;
    if (data == NULL) {
        ttr_search_set_evaluator(&engine->search, NULL, false);
        return ttr_error_none(&engine->error);
    }
    if (!engine->player->algorithm->evaluates)
        return ttr_error_plain(&engine->error, TETRESS_EUNKNOWN, "this player evaluates nothing");
    fault = ttr_region_read(data, size, &engine->network);
    if (fault != TTR_WEIGHTS_SOUND)
        return ttr_error_plain(&engine->error, TETRESS_ETEXT, weights_sentence(fault));
    engine->with_network = ttr_region_evaluator(&engine->network);
    ttr_search_set_evaluator(&engine->search, &engine->with_network, false);
    return ttr_error_none(&engine->error);
}

/* The deepest ply that a search reached, or of which the table knew: a line that comes from entries
 * of earlier searches may be deeper than this search went. */
static uint32_t deepest_ply(const ttr_findings *findings)
{
    uint32_t deepest = findings->selective_depth;

    if (findings->depth > deepest)
        deepest = findings->depth;
    for (uint32_t i = 0; i < findings->line_count; i++) {
        if (findings->lines[i].depth > deepest)
            deepest = findings->lines[i].depth;
    }
    return deepest;
}

/* The result of a search in the public form. In a callback the search has not ended, and so says
 * the stop reason. */
static void make_result(const ttr_search *search, tetress_result *result)
{
    const ttr_findings *findings = &search->findings;
    const ttr_line *best = &findings->lines[0];

    *result = (tetress_result){
        .size = sizeof *result,
        .stop_reason = search->budget.over ? (int32_t)search->budget.reason : TETRESS_STOP_RUNNING,
        .move = best->pv[0],
        .score = best->score,
        .win = best->win,
        .mate = best->mate,
        .depth = findings->depth,
        .selective_depth = deepest_ply(findings),
        .lines = findings->line_count,
        .nodes = search->budget.nodes,
        .playouts = search->budget.playouts,
        .wall_ms = ttr_budget_wall(&search->budget) / 1000,
        .cpu_ms = ttr_budget_cpu(&search->budget) / 1000,
        .hash_permille = findings->hash_permille,
        .cache_lookups = findings->cache_lookups,
        .cache_hits = findings->cache_hits,
    };
}

/* A line in the public form. */
static void make_line(const ttr_line *from, uint32_t rank, tetress_line *line)
{
    *line = (tetress_line){
        .size = sizeof *line,
        .rank = rank,
        .move = from->pv[0],
        .pv_length = from->length,
        .score = from->score,
        .win = from->win,
        .mate = from->mate,
        .depth = from->depth,
        .visits = from->visits,
        .prior = from->prior,
    };
    memcpy(line->pv, from->pv, from->length * sizeof from->pv[0]);
}

/* Report a line to the host's callback. True stops the search. */
static bool tell_host(const ttr_search *search, const ttr_line *found, uint32_t rank, void *user)
{
    const tetress_engine *engine = user;
    tetress_result result;
    tetress_line line;

    make_result(search, &result);
    make_line(found, rank, &line);
    return engine->info(&result, &line, engine->info_user) != 0;
}

tetress_status tetress_engine_set_info(tetress_engine *engine, tetress_info_fn info, void *user)
{
    if (engine == NULL)
        return TETRESS_EARG;
    if (is_searching(engine))
        return TETRESS_EBUSY;
    engine->info = info;
    engine->info_user = user;
    engine->search.progress = info == NULL ? NULL : tell_host;
    engine->search.progress_user = engine;
    return ttr_error_none(&engine->error);
}

tetress_status tetress_engine_reset(tetress_engine *engine)
{
    if (engine == NULL)
        return TETRESS_EARG;
    if (is_searching(engine))
        return TETRESS_EBUSY;
    ttr_search_reset(&engine->search);
    return ttr_error_none(&engine->error);
}

tetress_status tetress_engine_reseed(tetress_engine *engine, uint64_t seed)
{
    tetress_status status = tetress_engine_reset(engine);

    if (status == TETRESS_OK && !engine->search.settings.seed_set)
        ttr_rng_seed(&engine->search.rng, seed);
    return status;
}

/* ---- Searching ------------------------------------------------------------------------------- */

/* Flags of a budget that this version knows. Others are refused: a program that sets a later one
 * relies on it. */
#define KNOWN_FLAGS (TETRESS_BUDGET_CPU_CLOCK | TETRESS_BUDGET_INFINITE)

/* The limits that a budget sets in the library's units, microseconds. A clock is planned here, for
 * this ply. */
static ttr_limits limits_of(const tetress_budget *budget, uint32_t ply)
{
    ttr_limits limits = {
        .depth = budget->depth,
        .nodes = budget->nodes,
        .playouts = budget->playouts,
        .wall = (uint64_t)budget->wall_ms * 1000,
        .cpu = (uint64_t)budget->cpu_ms * 1000,
        .infinite = (budget->flags & TETRESS_BUDGET_INFINITE) != 0,
    };
    ttr_limits plan = {0};

    if (budget->clock_ms != 0)
        ttr_time_plan(&plan, budget->clock_ms, budget->increment_ms, ply,
                      (budget->flags & TETRESS_BUDGET_CPU_CLOCK) != 0);
    return ttr_limits_both(&limits, &plan);
}

/* Read and check the caller's budget. `ply` is for the plan of a whole game's clock. */
static tetress_status read_budget(const tetress_budget *given, uint32_t ply, ttr_limits *limits,
                                  tetress_error *error)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_status status = TETRESS_OK;

    if (given != NULL)
        status = ttr_struct_read(&budget, sizeof budget, given, TTR_OLDEST(tetress_budget));
    if (status == TETRESS_EARG)
        return ttr_error_size(error, "the budget", "TETRESS_BUDGET_INIT");
    if (status != TETRESS_OK)
        return ttr_error_newer(error, "a later field", "the budget");
    if ((budget.flags & ~KNOWN_FLAGS) != 0)
        return ttr_error_newer(error, "a later flag", "the budget");
    if (budget.reserved != 0)
        return ttr_error_newer(error, "reserved", "the budget");
    *limits = limits_of(&budget, ply);
    return TETRESS_OK;
}

/* Whole milliseconds, as far as the field of a budget holds them. */
static uint32_t milliseconds(uint64_t microseconds)
{
    return microseconds / 1000 < UINT32_MAX ? (uint32_t)(microseconds / 1000) : UINT32_MAX;
}

int32_t tetress_engine_own_limits(const tetress_engine *engine, tetress_budget *limits)
{
    static const ttr_limits nothing;
    const ttr_board any = ttr_board_start();
    tetress_budget found = TETRESS_BUDGET_INIT;
    ttr_limits own, with_rule;

    if (engine == NULL || !ttr_struct_fits(limits, TTR_OLDEST(tetress_budget)))
        return TETRESS_EARG;
    if (is_searching(engine))
        return TETRESS_EBUSY;
    own = ttr_search_limits(&engine->search, NULL, &nothing);
    with_rule = ttr_search_limits(&engine->search, &any, &nothing);
    found.nodes = own.nodes;
    found.playouts = own.playouts;
    found.depth = own.depth;
    found.wall_ms = milliseconds(own.wall);
    found.cpu_ms = milliseconds(own.cpu);
    ttr_struct_write(limits, &found, sizeof found);
    return ttr_search_ends(&engine->search, &with_rule);
}

/* Check that a search can start, and find its limits. Otherwise says why not. */
static tetress_status prepare(tetress_engine *engine, const tetress_game *game,
                              const tetress_budget *budget, const tetress_result *result,
                              ttr_limits *limits)
{
    tetress_error *error = &engine->error;
    ttr_limits given;
    ttr_outcome outcome;
    tetress_status status;

    if (game == NULL)
        return ttr_error_plain(error, TETRESS_EARG, "the game is NULL");
    if (!ttr_struct_fits(result, TTR_OLDEST(tetress_result)))
        return ttr_error_size(error, "the result", "TETRESS_RESULT_INIT");
    outcome = ttr_rules_outcome(ttr_game_board(game));
    if (outcome.reason != TTR_ONGOING)
        return ttr_error_over(error, outcome);
    status = read_budget(budget, ttr_game_board(game)->ply, &given, error);
    if (status != TETRESS_OK)
        return status;
    *limits = ttr_search_limits(&engine->search, ttr_game_board(game), &given);
    if (!ttr_search_ends(&engine->search, limits))
        return ttr_error_plain(
            error, TETRESS_EARG,
            "the budget sets no limit that would end this player's search; "
            "give it one: nodes, time (wall_ms), CPU time (cpu_ms) or a clock (clock_ms)");
    return ttr_error_none(error);
}

tetress_status tetress_engine_search(tetress_engine *engine, const tetress_game *game,
                                     const tetress_budget *budget, tetress_result *result)
{
    ttr_limits limits;
    tetress_result found;
    tetress_status status;

    if (engine == NULL)
        return TETRESS_EARG;
    if (atomic_exchange(&engine->searching, true))
        return TETRESS_EBUSY;
    status = prepare(engine, game, budget, result, &limits);
    if (status == TETRESS_OK) {
        ttr_search_run(&engine->search, ttr_game_board(game), &limits);
        make_result(&engine->search, &found);
        ttr_struct_write(result, &found, sizeof found);
    }
    atomic_store(&engine->searching, false);
    return status;
}

tetress_status tetress_engine_line(const tetress_engine *engine, uint32_t index, tetress_line *line)
{
    tetress_line found;

    if (engine == NULL || line == NULL || !ttr_struct_fits(line, TTR_OLDEST(tetress_line)))
        return TETRESS_EARG;
    if (is_searching(engine))
        return TETRESS_EBUSY;
    if (index >= engine->search.findings.line_count)
        return TETRESS_EARG;
    make_line(&engine->search.findings.lines[index], index + 1, &found);
    ttr_struct_write(line, &found, sizeof found);
    return TETRESS_OK;
}

/* Evaluate without searching; the engine is marked as searching meanwhile, since a host's evaluator
 * may call back. */
static tetress_status evaluate(tetress_engine *engine, const tetress_game *game, int32_t *score)
{
    const ttr_board *board;
    ttr_outcome outcome;

    if (game == NULL || score == NULL)
        return ttr_error_plain(&engine->error, TETRESS_EARG, "the game or the score is NULL");
    if (!engine->player->algorithm->evaluates)
        return ttr_error_plain(&engine->error, TETRESS_EUNKNOWN, "this player evaluates nothing");
    board = ttr_game_board(game);
    outcome = ttr_rules_outcome(board);
    if (outcome.reason != TTR_ONGOING)
        return ttr_error_over(&engine->error, outcome);
    *score = ttr_search_static(&engine->search, board);
    return ttr_error_none(&engine->error);
}

tetress_status tetress_engine_evaluate(tetress_engine *engine, const tetress_game *game,
                                       int32_t *score)
{
    tetress_status status;

    if (engine == NULL)
        return TETRESS_EARG;
    if (atomic_exchange(&engine->searching, true))
        return TETRESS_EBUSY;
    status = evaluate(engine, game, score);
    atomic_store(&engine->search.stop, false); /* a host's evaluator may have asked to stop */
    atomic_store(&engine->searching, false);
    return status;
}

void tetress_engine_stop(tetress_engine *engine)
{
    if (engine != NULL)
        atomic_store(&engine->search.stop, true);
}

void tetress_engine_resume(tetress_engine *engine)
{
    if (engine != NULL)
        atomic_store(&engine->search.stop, false);
}
