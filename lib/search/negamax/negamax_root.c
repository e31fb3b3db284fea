/* SPDX-License-Identifier: MIT */
/*
 * The root: iterations of growing depth, the window of each, and the lines that are told.
 *
 * Iteration d searches every root move d plies deep. The best move of the last iteration comes
 * first, so an iteration that the budget cuts off has compared every better move with it and may be
 * believed (option `partial`). With several lines (option `multipv`) each iteration searches the
 * root once a line, without the moves of the better lines.
 *
 * Invariants, which hold whenever the host is told and whenever the search may stop:
 *
 * - There is at least one line, and its move is legal, from before the first node on.
 * - Lines are in the order of the root moves, and no two lines start with the same move.
 * - `complete` holds the findings of the last iteration that was finished.
 */
#include <string.h>

#include "eval_terms.h"
#include "found_lines.h"
#include "movegen.h"
#include "negamax.h"
#include "time_plan.h"

/* ---- The root's moves ------------------------------------------------------------------------ */

/* exceeds every value, so that the table's move is first */
#define ORDER_FIRST (INT64_C(2) * TTR_SCORE_INFINITE)

/* The value of a root move that was not judged before the budget ended: below every evaluation,
 * above every proven loss. */
#define UNJUDGED (-TTR_EVAL_LIMIT - 1)

/* The order of a root move before the first iteration: the table's move first, then by value. */
static int64_t root_order_of(const ttr_worker *w, ttr_move move, int32_t value, ttr_move hint)
{
    if (move == hint)
        return ORDER_FIRST;
    return w->settings.ordering == TTR_ORDER_NONE ? 0 : value;
}

/* Put the root moves in the order of the keys, which frame 0 holds for the whole search. */
static void root_sort(ttr_worker *w)
{
    const ttr_frame *f = &w->frames[0];

    for (size_t i = 0; i < w->root_count; i++) {
        size_t place = ttr_order_place(f->keys[i]);

        w->root_moves[i] = f->moves[place];
        w->root_values[i] = f->values[place];
    }
}

/* Judge every root move and sort them. A budget that ends on the way leaves UNJUDGED values. */
static void root_order(ttr_worker *w, const ttr_board *root)
{
    ttr_frame *f = &w->frames[0];
    ttr_move hint = ttr_negamax_memo(w, root).move;
    size_t count = ttr_movegen_list(root, f->moves);

    for (size_t i = 0; i < count; i++) {
        ttr_board child = ttr_board_after(root, f->moves[i]);
        int replies;

        f->values[i] = ttr_negamax_value(w, &child, 1, &replies);
        if (w->budget->over)
            f->values[i] = UNJUDGED;
        f->keys[i] = ttr_order_key(root_order_of(w, f->moves[i], f->values[i], hint), i);
    }
    ttr_order_sort(f->keys, count);
    w->root_count = count;
    root_sort(w);
}

/* The gain of the best root move, in which the search measures its margins; at least one token, so
 * that windows and margins never close up. */
static int32_t root_gain(ttr_worker *w, const ttr_board *root)
{
    int32_t least = w->search->evaluator->token;
    int32_t best = w->root_values[0];
    int32_t eval;
    int moves;

    if (w->budget->over || ttr_score_is_proven(best))
        return least;
    eval = ttr_search_evaluate(w->search, root, &moves);
    return w->budget->over || best - eval < least ? least : best - eval;
}

/*
 * Late moves are searched 0.8 * ln(depth) * ln(rank + 1) plies less deep, rounded down: one ply
 * from the fourth move on at depth 3, two plies from the fifth on at depth 6. A higher factor
 * searches deeper in the same time and overlooks more. Measured in Elo against 80, in several
 * versions of the search: 40 -100 (-176, -33) with an earlier version, 70 -47 (-84, -10), 90 -41
 * (-83, 0), 110 -7 (-61, +48), 140 -93 (-154, -38).
 */
#define LMR_PERCENT 80

static void fill_reductions(ttr_worker *w)
{
    for (int depth = 1; depth < TTR_REDUCED_DEPTHS; depth++) {
        for (int rank = 1; rank < TTR_REDUCED_RANKS; rank++) {
            int64_t product = (int64_t)ttr_log_table[depth - 1] * ttr_log_table[rank];

            w->reductions[depth][rank] = (uint8_t)(product * LMR_PERCENT / 100 / 1000000);
        }
    }
}

static void root_start(ttr_worker *w, const ttr_board *root)
{
    ttr_order_clear(w);
    fill_reductions(w);
    root_order(w, root);
    w->frames[0].gain = root_gain(w, root);
    for (size_t i = 0; i < TTR_MAX_LINES; i++)
        w->iteration_scores[0][i] = w->iteration_scores[1][i] = TTR_SCORE_INFINITE;
    w->line_limit = w->search->settings.multipv;
    if (w->line_limit > w->root_count)
        w->line_limit = w->root_count;
}

/* Move root move `from` up to place `to`; those in between move down by one. */
static void root_raise(ttr_worker *w, size_t from, size_t to)
{
    ttr_move move = w->root_moves[from];
    int32_t value = w->root_values[from];
    int32_t score = w->root_scores[from];

    for (size_t i = from; i > to; i--) {
        w->root_moves[i] = w->root_moves[i - 1];
        w->root_values[i] = w->root_values[i - 1];
        w->root_scores[i] = w->root_scores[i - 1];
    }
    w->root_moves[to] = move;
    w->root_values[to] = value;
    w->root_scores[to] = score;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

void ttr_frame_set_pv(ttr_frame *f, ttr_move move, const ttr_frame *child)
{
    f->pv[0] = move;
    f->pv_length = 1;
    if (child == NULL)
        return;
    for (int i = 0; i < child->pv_length && f->pv_length < TTR_MAX_HEIGHT; i++)
        f->pv[f->pv_length++] = child->pv[i];
}

/* The index of the line that starts with `move`, or the number of lines if none does. */
static size_t line_of(const ttr_findings *findings, ttr_move move)
{
    size_t at = 0;

    while (at < findings->line_count && findings->lines[at].pv[0] != move)
        at++;
    return at;
}

/* The score to tell. If the solver has proven a loss within n actions, nothing better is told,
 * although the search may not have seen the loss, or only a later one. */
static int32_t score_to_tell(const ttr_worker *w, int32_t score)
{
    int32_t most = (int32_t)w->lost_within - TTR_SCORE_WIN;

    return w->lost_within != 0 && score > most ? most : score;
}

/*
 * Make the root's principal variation line `rank`. The lines between there and the old place of its
 * move go down by one, as the root moves do, so that at any moment no two lines start with the same
 * move. A move that had no line yet pushes the last line out if there are as many as wanted.
 */
static void root_set_line(ttr_worker *w, size_t rank, int32_t score, uint32_t depth)
{
    ttr_findings *findings = w->findings;
    ttr_line *line = &findings->lines[rank];
    const ttr_frame *f = &w->frames[0];
    size_t place = line_of(findings, f->pv[0]);

    if (place == w->line_limit)
        place--;
    for (size_t i = place; i > rank; i--) {
        findings->lines[i] = findings->lines[i - 1];
        w->line_scores[i] = w->line_scores[i - 1];
    }
    if (findings->line_count <= place)
        findings->line_count = (uint32_t)place + 1;
    memcpy(line->pv, f->pv, sizeof line->pv);
    line->length = (uint16_t)f->pv_length;
    line->depth = depth;
    ttr_search_score_line(w->search, line, score_to_tell(w, score));
    w->line_scores[rank] = score;
}

/* ---- Iterations ------------------------------------------------------------------------------ */

/* The depth of the search below a root move. In the first iteration the move is a leaf, which is
 * extended if the option `extendfirst` says so. */
static int root_depth_below(const ttr_worker *w, const ttr_board *child, int depth)
{
    if (depth > 1 || !w->settings.extend_first)
        return depth - 1;
    return (uint32_t)ttr_movegen_count(child, ttr_board_turn(child)) <= w->settings.extension;
}

/* Search one root move: the first with the full window, the others as ttr_negamax_later_move()
 * does. */
static int32_t root_move_score(ttr_worker *w, const ttr_board *root, int depth, size_t rank,
                               size_t i, int32_t alpha, int32_t beta)
{
    ttr_board child = ttr_board_after(root, w->root_moves[i]);
    int32_t value = w->root_values[i];
    int below = root_depth_below(w, &child, depth);

    w->frames[0].played = w->root_moves[i];
    w->frames[1].pv_length = 0;
    if (below == 0 || value >= TTR_SCORE_PROVEN || child.ply >= TTR_MAX_ACTIONS)
        return value;
    if (i == rank)
        return -ttr_negamax_node(w, &child, below, 1, -beta, -alpha, -value);
    return ttr_negamax_later_move(w, &child, below, ttr_negamax_reduction(w, depth, i - rank, true),
                                  1, alpha, beta, value);
}

/* The share of its nodes that a line spent below its best move. Threads with shared counters cannot
 * measure their own effort, so it is unknown there. */
static uint32_t effort_of(const ttr_worker *w, uint64_t best_nodes, uint64_t nodes)
{
    return nodes == 0 || w->budget->pool != NULL ? 0 : (uint32_t)(best_nodes * 1000 / nodes);
}

/*
 * The budget ended after this iteration found the move of line `rank`, and perhaps the next ones,
 * lost and before it searched another move. Mark the lines of the lost moves, and give the first
 * move that is not known to be lost a line in front of them: it cannot be worse. +14 (0, +27) Elo.
 */
static void root_flee(ttr_worker *w, size_t rank)
{
    size_t next = rank + w->root_lost;

    if (w->root_lost == 0 || next >= w->root_count)
        return;
    for (size_t i = rank; i < next; i++) {
        size_t at = line_of(w->findings, w->root_moves[i]);

        if (at == w->findings->line_count)
            continue;
        w->line_scores[at] = w->root_scores[i];
        ttr_search_score_line(w->search, &w->findings->lines[at],
                              score_to_tell(w, w->root_scores[i]));
    }
    if (line_of(w->findings, w->root_moves[next]) < w->findings->line_count)
        return;
    root_raise(w, next, rank);
    ttr_frame_set_pv(&w->frames[0], w->root_moves[rank], NULL);
    root_set_line(w, rank, w->root_values[rank], 1);
}

/* Count the moves from `rank` on that are lost without a gap, now that move `i` has this score. */
static void root_count_lost(ttr_worker *w, size_t rank, size_t i, int32_t score)
{
    if (score <= -TTR_SCORE_PROVEN && i == rank + w->root_lost)
        w->root_lost++;
}

/*
 * Find the best move for line `rank` among those that no better line starts with. The best move of
 * the last iteration is searched first: if the budget ends in the middle, a better move found so
 * far has been compared with it and may be played. Returns the score, or a bound outside the
 * window.
 */
static int32_t root_search(ttr_worker *w, const ttr_board *root, int depth, size_t rank,
                           int32_t alpha, int32_t beta)
{
    int32_t best = -TTR_SCORE_INFINITE;
    uint64_t start = w->budget->nodes, best_nodes = 0;

    for (size_t i = rank; i < w->root_count; i++) {
        ttr_move move = w->root_moves[i];
        uint64_t before = w->budget->nodes;
        int32_t score = root_move_score(w, root, depth, rank, i, alpha, beta);

        if (w->budget->over) {
            root_flee(w, rank);
            return best;
        }
        w->root_scores[i] = score;
        root_count_lost(w, rank, i, score);
        if (score > best)
            best = score;
        if (score <= alpha)
            continue;
        alpha = score;
        best_nodes = w->budget->nodes - before;
        root_raise(w, i, rank);
        ttr_frame_set_pv(&w->frames[0], move, &w->frames[1]);
        if (score > -TTR_SCORE_PROVEN) {
            w->root_lost = 0;
            root_set_line(w, rank, score, (uint32_t)depth);
        }
        if (alpha >= beta)
            break;
    }
    /* Every move loses: only now may the line say so. */
    if (alpha <= -TTR_SCORE_PROVEN && best == alpha)
        root_set_line(w, rank, alpha, (uint32_t)depth);
    w->effort = effort_of(w, best_nodes, w->budget->nodes - start);
    return best;
}

/*
 * Search line `rank` within an aspiration window. The window reaches half a gain to either side of
 * the score of two iterations ago, because scores of odd and even depths lie about a gain apart
 * (whoever moved last stands better by evaluation). A narrower window fails more often and is
 * searched again, a wider one prunes less. On a failure the window grows by a factor of four beyond
 * the score on that side, and is opened completely near the evaluation limit. Without windows: -83
 * (-146, -24) Elo.
 */
static void root_window(ttr_worker *w, const ttr_board *root, int depth, size_t rank)
{
    int32_t alpha = -TTR_SCORE_INFINITE, beta = TTR_SCORE_INFINITE;
    int32_t *last = &w->iteration_scores[depth % 2][rank];
    /* at least 1, or it would not grow */
    int64_t delta = w->frames[0].gain / 2 + (w->frames[0].gain < 2);

    w->root_lost = 0;
    if (w->settings.aspiration && depth >= 3 && !ttr_score_is_proven(*last)) {
        alpha = *last - (int32_t)delta;
        beta = *last + (int32_t)delta;
    }
    for (;;) {
        int32_t score = root_search(w, root, depth, rank, alpha, beta);

        if (w->budget->over)
            return;
        delta *= 4;
        if (score <= alpha && alpha > -TTR_SCORE_INFINITE) {
            alpha = score - delta > -TTR_EVAL_LIMIT ? score - (int32_t)delta : -TTR_SCORE_INFINITE;
        } else if (score >= beta && beta < TTR_SCORE_INFINITE) {
            beta = score + delta < TTR_EVAL_LIMIT ? score + (int32_t)delta : TTR_SCORE_INFINITE;
        } else {
            *last = score;
            return;
        }
    }
}

static void swap_lines(ttr_worker *w, size_t a, size_t b)
{
    ttr_line line = w->findings->lines[a];
    int32_t score = w->line_scores[a];

    w->findings->lines[a] = w->findings->lines[b];
    w->findings->lines[b] = line;
    w->line_scores[a] = w->line_scores[b];
    w->line_scores[b] = score;
    root_raise(w, a > b ? a : b, a > b ? b : a);
}

/* Put the lines in the order of their scores. A lower line is searched later, with fuller tables,
 * and a selective search may find it better than a line above. */
static void root_sort_lines(ttr_worker *w)
{
    for (size_t i = 1; i < w->findings->line_count; i++) {
        for (size_t at = i; at > 0 && w->line_scores[at] > w->line_scores[at - 1]; at--)
            swap_lines(w, at, at - 1);
    }
}

/* May an iteration that was cut off be believed? Only if it began with the best move of the last
 * one, so that a better move was compared with it. */
static bool partial_counts(const ttr_worker *w)
{
    return w->settings.partial && w->settings.best_first;
}

/* The iteration is complete: keep its findings. */
static void root_keep(ttr_worker *w)
{
    w->complete = *w->findings;
    w->complete_score = w->line_scores[0];
}

/*
 * Did the iteration stop after it found the best move worse than before and no better move yet? The
 * true score is at least the new one and unknown until the other moves have been searched. So the
 * score of the last complete iteration stands, which compared all moves.
 */
static bool fell_unanswered(const ttr_worker *w)
{
    return w->findings->lines[0].pv[0] == w->complete.lines[0].pv[0] &&
           w->line_scores[0] < w->complete_score && w->line_scores[0] > -TTR_SCORE_PROVEN;
}

/* The iteration was cut off: the parts of it that may not be believed give way to the last complete
 * one. */
static void root_give_up(ttr_worker *w)
{
    uint32_t deepest = w->findings->selective_depth;

    if (w->findings->depth == 0)
        return;
    if (!partial_counts(w)) {
        *w->findings = w->complete;
        w->findings->selective_depth = deepest;
    } else if (fell_unanswered(w)) {
        w->findings->lines[0] = w->complete.lines[0];
        w->line_scores[0] = w->complete_score;
    }
}

/* Would another iteration tell nothing new? True if every line is proven, or if the only legal move
 * is known and a game's clock is running. */
static bool root_settled(const ttr_worker *w)
{
    if (w->budget->limits.on_clock && w->root_count == 1)
        return true;
    for (uint32_t i = 0; i < w->findings->line_count; i++) {
        if (!ttr_score_is_proven(w->line_scores[i]))
            return false;
    }
    return true;
}

/* The deepest iteration: the depth limit, the actions that the game has left, or the longest line
 * that can be told. */
static uint32_t depth_limit(const ttr_worker *w, const ttr_board *root)
{
    uint32_t limit = w->budget->limits.depth;
    uint32_t rest = TTR_MAX_ACTIONS - root->ply;

    if (rest > TTR_MAX_HEIGHT)
        rest = TTR_MAX_HEIGHT;
    return limit == 0 || limit > rest ? rest : limit;
}

/* Tell the time plan what the iteration found: it may lengthen or shorten the soft limit. */
static void root_plan(ttr_worker *w, ttr_time_state *plan)
{
    const ttr_iteration news = {
        .best = w->root_moves[0],
        .win = (int32_t)(w->findings->lines[0].win * 1000),
        .best_nodes = w->effort,
        .legal = (uint32_t)w->root_count,
        .proven = ttr_score_is_proven(w->line_scores[0]),
    };

    w->budget->soft_permille = ttr_time_plan_iteration(plan, &news);
}

/* A line before the first iteration, so that there is a move whatever happens. */
static void root_first_line(ttr_worker *w)
{
    int32_t value = w->root_values[0];
    bool judged = value != UNJUDGED;

    ttr_frame_set_pv(&w->frames[0], w->root_moves[0], NULL);
    root_set_line(w, 0, judged ? value : 0, judged);
}

void ttr_negamax_iterate(ttr_worker *w)
{
    const ttr_board *root = w->root;
    uint32_t last = depth_limit(w, root);
    ttr_time_state plan;

    ttr_time_plan_start(&plan);
    root_start(w, root);
    root_first_line(w);
    /* Every other helper starts one iteration ahead, so that threads do not do the same work. */
    for (w->root_depth = 1 + w->helper % 2;
         w->root_depth <= last && ttr_budget_iteration(w->budget); w->root_depth++) {
        if (!w->settings.best_first)
            root_sort(w);
        for (size_t rank = 0; rank < w->line_limit && !w->budget->over; rank++)
            root_window(w, root, (int)w->root_depth, rank);
        if (w->helper == 0)
            w->findings->hash_permille = ttr_ttable_permille(w->table);
        root_sort_lines(w);
        if (w->budget->over) {
            root_give_up(w);
            break;
        }
        w->findings->depth = w->root_depth;
        root_keep(w);
        if (w->helper == 0)
            ttr_search_tell(w->search);
        if (root_settled(w))
            return;
        root_plan(w, &plan);
    }
    if (last < TTR_MAX_ACTIONS - root->ply)
        ttr_budget_end(w->budget, TTR_STOP_DEPTH);
}
