/* SPDX-License-Identifier: MIT */
/*
 * One search from start to end, the same for every algorithm:
 *
 *     1. start the budget
 *     2. ask the player's rules that need no search (`answer`); if they have the move, that is all
 *     3. run the algorithm
 *     4. give a line an evaluation if the budget ended before anything was looked at
 *     5. check the chosen move for a loss or win within two actions (last_look.h)
 */
#include "search_run.h"

#include <string.h>

#include "bounds.h"
#include "found_lines.h"
#include "last_look.h"

/* Nodes between two looks at the clock with a host's evaluator, which may take microseconds or
 * many milliseconds. Fewer keep a time limit more exactly for slow evaluators, more cost fast
 * ones less. */
#define LOOK_EVERY_SLOW 8

static uint32_t look_every(const ttr_search *search)
{
    uint32_t nodes = search->host_evaluator ? LOOK_EVERY_SLOW : search->algorithm->look_every;

    return nodes < TTR_MOST_UNLOOKED ? nodes : TTR_MOST_UNLOOKED;
}

/* The budget ended before any position was looked at, and nothing is known from an earlier search:
 * the line gets the evaluation of the position itself. */
static void judge_unsearched(ttr_search *search, const ttr_board *root)
{
    ttr_line *line = &search->findings.lines[0];
    int moves;

    if (search->budget.reason == TTR_STOP_BOOK || search->budget.nodes > 0 || line->visits > 0 ||
        line->mate != 0 || !search->algorithm->evaluates || search->host_evaluator)
        return;
    ttr_search_score_line(search, line, ttr_search_evaluate(search, root, &moves));
}

/* Did anything but the player's own limits of nodes, playouts and depth cut the search short? A
 * time limit counts even if it is the player's own: what a search reaches in time depends on the
 * machine. */
static bool was_cut(const ttr_search *search)
{
    const ttr_budget *budget = &search->budget;

    if (!budget->over)
        return false;
    switch (budget->reason) {
    case TTR_STOP_NODES:
        return budget->limits.nodes != search->settings.nodes;
    case TTR_STOP_PLAYOUTS:
        return budget->limits.playouts != search->settings.playouts;
    case TTR_STOP_TIME:
    case TTR_STOP_REQUESTED:
    case TTR_STOP_CALLBACK:
        return true;
    default:
        return false;
    }
}

static bool wants_last_look(const ttr_search *search)
{
    switch ((ttr_looking)search->settings.last_look) {
    case TTR_LOOK_NEVER:
        return false;
    case TTR_LOOK_IF_CUT:
        return was_cut(search);
    case TTR_LOOK_ALWAYS:
        break;
    }
    return true;
}

static void run_algorithm(ttr_search *search, const ttr_board *root)
{
    search->algorithm->run(search, root);
    if (search->budget.over)
        judge_unsearched(search, root);
    if (search->algorithm->looks_ahead && wants_last_look(search))
        ttr_last_look(search, root);
}

void ttr_search_run(ttr_search *search, const ttr_board *root, const ttr_limits *limits)
{
    memset(&search->findings, 0, sizeof search->findings);
    ttr_budget_start(&search->budget, limits, &search->clock, &search->stop, look_every(search));
    search->root = root;
    search->origin = search->algorithm->forgets ? root : NULL;
    if (search->algorithm->answer == NULL || !search->algorithm->answer(search, root))
        run_algorithm(search, root);
    search->root = search->origin = NULL;
    ttr_budget_end(&search->budget, TTR_STOP_COMPLETE);
    TTR_ASSERT(search->findings.line_count > 0);
    atomic_store(&search->stop, false);
}
