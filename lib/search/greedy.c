/* SPDX-License-Identifier: MIT */
/* Players that look one action ahead, or not at all. */
#include "movegen.h"
#include "rules.h"
#include "search_base.h"

static void line_start(ttr_line *line, ttr_move move, uint32_t depth)
{
    *line = (ttr_line){.depth = depth, .length = 1};
    line->pv[0] = move;
}

static void random_run(ttr_search *search, const ttr_board *root)
{
    ttr_line *line = &search->report.lines[0];

    ttr_budget_node(&search->budget);
    line_start(line, ttr_movegen_random(root, &search->rng), 0);
    line->win = 0.5;
    search->report.line_count = 1;
    ttr_search_tell(search);
}

const ttr_algorithm ttr_algorithm_random = {
    .name = "random",
    .look_every = 1,
    .run = random_run,
};

/* Keep the best lines, best first; among equals the one that came first. */
static void greedy_insert(ttr_search *search, int32_t *scores, ttr_move move, int32_t score)
{
    ttr_report *report = &search->report;
    uint32_t at = report->line_count;

    while (at > 0 && scores[at - 1] < score)
        at--;
    if (at >= search->settings.multipv)
        return;
    if (report->line_count < search->settings.multipv)
        report->line_count++;
    for (uint32_t i = report->line_count - 1; i > at; i--) {
        report->lines[i] = report->lines[i - 1];
        scores[i] = scores[i - 1];
    }
    scores[at] = score;
    line_start(&report->lines[at], move, 1);
    ttr_search_score_line(search, &report->lines[at], score);
}

/* Moves are tried in random order, so that equal ones are equally likely to be played. */
static void greedy_run(ttr_search *search, const ttr_board *root)
{
    ttr_move moves[TTR_LIST_ROOM];
    int32_t scores[TTR_MAX_LINES];
    size_t count = ttr_movegen_list(root, moves);

    for (size_t i = count; i > 0; i--) {
        size_t pick = ttr_rng_below(&search->rng, (uint32_t)i);
        ttr_move move = moves[pick];
        ttr_board child = ttr_board_after(root, move);
        int32_t score = 0;
        int replies;

        moves[pick] = moves[i - 1];
        if (ttr_budget_node(&search->budget))
            score = ttr_search_value_after(search, &child, 1, &replies);
        if (search->budget.over) {
            /* The value means nothing; without any other, the move is one to play all the same. */
            if (search->report.line_count == 0)
                greedy_insert(search, scores, move, 0);
            break;
        }
        greedy_insert(search, scores, move, score);
    }
    search->report.depth = !search->budget.over;
    search->report.selective_depth = 1;
    ttr_search_tell(search);
}

const ttr_algorithm ttr_algorithm_greedy = {
    .name = "greedy",
    .evaluates = true,
    .forgets = true,
    .look_every = 256,
    .run = greedy_run,
};
