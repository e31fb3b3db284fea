/* SPDX-License-Identifier: MIT */
/* Players that look one action ahead, or not at all. */
#include "movegen.h"
#include "rules.h"
#include "search_base.h"

static void random_run(ttr_search *search, const ttr_board *root)
{
    ttr_line *line = &search->report.lines[0];

    ttr_budget_node(&search->budget);
    *line = (ttr_line){.win = 0.5, .length = 1};
    line->pv[0] = ttr_movegen_random(root, &search->rng);
    search->report.line_count = 1;
    ttr_search_tell(search);
}

const ttr_algorithm ttr_algorithm_random = {
    .name = "random",
    .look_every = 1,
    .run = random_run,
};

/* ---- The first action ------------------------------------------------------------------------ */

/* Report S4's two, both of the straight piece: (2,2)-(2,5) and (7,6)-(7,9). */
static const int32_t FIRST[][8] = {{2, 2, 2, 3, 2, 4, 2, 5}, {7, 6, 7, 7, 7, 8, 7, 9}};

/* The first of them that is legal, or TTR_MOVE_NONE. */
static ttr_move first_action(const ttr_board *root)
{
    for (size_t i = 0; i < TTR_COUNT_OF(FIRST); i++) {
        ttr_move move = TTR_MOVE_NONE;

        ttr_rules_judge_cells(FIRST[i], 4, &move);
        if (ttr_rules_judge(root, move).rule == TTR_RULE_NONE)
            return move;
    }
    return TTR_MOVE_NONE;
}

/* Is it the answer? Where several lines are wanted, all moves are judged. */
static bool first_action_answers(ttr_search *search, const ttr_board *root)
{
    int32_t scores[TTR_MAX_LINES], score = 0;
    ttr_board child;
    ttr_move move;
    int replies;

    if (search->settings.first_action != TTR_FIRST_S4 || search->settings.multipv > 1 ||
        !ttr_board_is_opening(root))
        return false;
    move = first_action(root);
    if (move == TTR_MOVE_NONE)
        return false;
    child = ttr_board_after(root, move);
    if (ttr_budget_node(&search->budget))
        score = ttr_search_value_after(search, &child, 1, &replies);
    ttr_search_keep_line(search, scores, search->budget.over ? 0 : score, 1, &move, 1);
    return true;
}

/* ---- All moves ------------------------------------------------------------------------------- */

/* Is it a death move? The opponent, to move on `child`, has a reply after which we cannot move. */
static bool is_death(ttr_search *search, const ttr_board *child)
{
    ttr_move replies[TTR_LIST_ROOM];
    size_t count = ttr_movegen_list(child, replies);

    for (size_t i = 0; i < count && ttr_budget_node(&search->budget); i++) {
        ttr_board after = ttr_board_after(child, replies[i]);

        if (after.ply < TTR_MAX_ACTIONS && !ttr_movegen_any(&after))
            return true;
    }
    return false;
}

/* Would a move of this score be among the lines? */
static bool is_wanted(const ttr_search *search, const int32_t *scores, int32_t score)
{
    uint32_t count = search->report.line_count;

    return count < search->settings.multipv || score > scores[count - 1];
}

/*
 * What a move is worth. A death move is lost in two actions, which also puts it behind all others;
 * only moves that would be told are looked at for that. Means nothing once the budget is over.
 */
static int32_t greedy_value(ttr_search *search, const ttr_board *child, const int32_t *scores,
                            bool deathcheck)
{
    int32_t score;
    int replies;

    if (!ttr_budget_node(&search->budget))
        return 0;
    score = ttr_search_value_after(search, child, 1, &replies);
    if (deathcheck && replies > 0 && !search->budget.over && is_wanted(search, scores, score) &&
        is_death(search, child))
        return 2 - TTR_SCORE_WIN;
    return score;
}

/* Moves are tried in random order, so that equal ones are equally likely to be played. */
static void judge_all(ttr_search *search, const ttr_board *root)
{
    ttr_move moves[TTR_LIST_ROOM];
    int32_t scores[TTR_MAX_LINES];
    size_t count = ttr_movegen_list(root, moves);
    bool deathcheck = count <= search->settings.deathcheck;

    for (size_t i = count; i > 0; i--) {
        size_t pick = ttr_rng_below(&search->rng, (uint32_t)i);
        ttr_move move = moves[pick];
        ttr_board child = ttr_board_after(root, move);
        int32_t score;

        moves[pick] = moves[i - 1];
        score = greedy_value(search, &child, scores, deathcheck);
        if (search->budget.over) {
            /* The value means nothing; without any other, the move is one to play all the same. */
            if (search->report.line_count == 0)
                ttr_search_keep_line(search, scores, 0, 1, &move, 1);
            break;
        }
        ttr_search_keep_line(search, scores, score, 1, &move, 1);
    }
}

static void greedy_run(ttr_search *search, const ttr_board *root)
{
    if (!first_action_answers(search, root))
        judge_all(search, root);
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
