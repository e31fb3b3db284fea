/* SPDX-License-Identifier: MIT */
/* Players that look one action ahead, or not at all. */
#include "found_lines.h"
#include "movegen.h"
#include "order_key.h"
#include "rules.h"
#include "search_base.h"
#include "temper.h"

static void random_run(ttr_search *search, const ttr_board *root)
{
    ttr_line *line = &search->findings.lines[0];

    ttr_budget_node(&search->budget);
    *line = (ttr_line){.win = 0.5, .length = 1};
    line->pv[0] = ttr_movegen_random(root, &search->rng);
    ttr_search_temper(search, line);
    search->findings.line_count = 1;
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

/* ---- Death moves ----------------------------------------------------------------------------- */

static bool can_end(ttr_search *search, const ttr_board *board, uint32_t replies);

/* Does the side to move run out of moves within `replies` replies, whatever it plays? */
static bool is_doomed(ttr_search *search, const ttr_board *board, uint32_t replies)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count;

    if (board->ply >= TTR_MAX_ACTIONS)
        return false;
    if (!ttr_movegen_any(board))
        return true;
    if (replies == 0)
        return false;
    count = ttr_movegen_list(board, moves);
    for (size_t i = 0; i < count; i++) {
        ttr_board child = ttr_board_after(board, moves[i]);

        if (!can_end(search, &child, replies))
            return false;
    }
    return true;
}

/* Can the side to move leave the other without a move with one of its next `replies` moves,
 * whatever that one plays between them? False if the budget ends first. */
static bool can_end(ttr_search *search, const ttr_board *board, uint32_t replies)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count = board->ply < TTR_MAX_ACTIONS ? ttr_movegen_list(board, moves) : 0;

    for (size_t i = 0; i < count && ttr_budget_node(&search->budget); i++) {
        ttr_board after = ttr_board_after(board, moves[i]);

        if (is_doomed(search, &after, replies - 1))
            return true;
    }
    return false;
}

/* The score of a move after which the opponent can leave us without one, the later the better; 0 if
 * it is no death move as far as the settings look. */
static int32_t death_score(ttr_search *search, const ttr_board *root, ttr_move move)
{
    ttr_board child = ttr_board_after(root, move);

    for (uint32_t replies = 1; replies <= search->settings.deathreplies; replies++) {
        if (can_end(search, &child, replies))
            return 2 * (int32_t)replies - TTR_SCORE_WIN;
    }
    return 0;
}

/* ---- All moves ------------------------------------------------------------------------------- */

/* Judge all moves, in random order, so that equal ones are equally likely to be the best. `moves`
 * gets that order, from its end, and `keys` the places in it, best first. Returns how many were
 * judged before the budget ended. */
static size_t judge_all(ttr_search *search, const ttr_board *root, ttr_move *moves, size_t count,
                        int64_t *keys)
{
    size_t judged = 0;

    while (judged < count) {
        size_t last = count - 1 - judged;
        size_t pick = ttr_rng_below(&search->rng, (uint32_t)last + 1);
        ttr_move move = moves[pick];
        ttr_board child = ttr_board_after(root, move);
        int32_t score;
        int replies;

        moves[pick] = moves[last];
        moves[last] = move;
        if (!ttr_budget_node(&search->budget))
            break;
        score = ttr_search_value_after(search, &child, 1, &replies);
        if (search->budget.over)
            break; /* the value means nothing */
        keys[judged] = ttr_order_key(score, judged);
        judged++;
    }
    ttr_order_sort(keys, judged);
    return judged;
}

/* The best moves become lines. Where death moves are refused they come last, among themselves by
 * their evaluation, and are looked for only until there are lines enough without them. */
static void keep_best(ttr_search *search, const ttr_board *root, const ttr_move *moves,
                      size_t count, const int64_t *keys, size_t judged)
{
    bool refuses = count <= search->settings.deathcheck;
    int32_t scores[TTR_MAX_LINES];
    uint32_t wanted = search->settings.multipv;

    for (size_t i = 0; i < judged && wanted > 0; i++) {
        ttr_move move = moves[count - 1 - ttr_order_place(keys[i])];
        int32_t death = refuses ? death_score(search, root, move) : 0;

        wanted -= death == 0;
        ttr_search_keep_line(search, scores, death == 0 ? (int32_t)ttr_order_of(keys[i]) : death, 1,
                             &move, 1);
    }
    if (judged == 0) /* one to play all the same */
        ttr_search_keep_line(search, scores, 0, 1, &moves[count - 1], 1);
}

static void try_all(ttr_search *search, const ttr_board *root)
{
    ttr_move moves[TTR_LIST_ROOM];
    int64_t keys[TTR_PLACEMENTS];
    size_t count = ttr_movegen_list(root, moves);
    size_t judged = judge_all(search, root, moves, count, keys);

    keep_best(search, root, moves, count, keys, judged);
}

static void greedy_run(ttr_search *search, const ttr_board *root)
{
    if (!first_action_answers(search, root))
        try_all(search, root);
    search->findings.depth = !search->budget.over;
    search->findings.selective_depth = 1;
    ttr_search_tell(search);
}

const ttr_algorithm ttr_algorithm_greedy = {
    .name = "greedy",
    .evaluates = true,
    .forgets = true,
    .look_every = 256,
    .run = greedy_run,
};
