/* SPDX-License-Identifier: MIT */
/* In which order the moves of a node are tried. */
#include <string.h>

#include "movegen.h"
#include "negamax.h"
#include "prefetch.h"

#define ORDER_LINES   (INT64_C(1) << 38) /* moves that empty lines come first by history */
#define HISTORY_LIMIT (INT32_C(1) << 24) /* counts are halved before any passes it */

/* So many are picked one at a time; most nodes are cut off by then. What is left is sorted, but one
 * ply before the leaves, where that costs more than it saves. */
#define PICKED_SINGLY        10
#define PICKED_BEFORE_LEAVES 6

/* So many moves of a list are judged, those that changed most when they were last judged, whatever
 * is expected of them; before the leaves fewer. By so many eighths of a gain may the others be
 * expected to miss the floor. */
#define ALWAYS_JUDGED        12
#define JUDGED_BEFORE_LEAVES 4
#define MISS_EIGHTHS         3

void ttr_order_clear(ttr_worker *w)
{
    memset(w->history, 0, sizeof w->history);
    memset(w->gains, 0, sizeof w->gains);
    memset(w->counters, 0xff, sizeof w->counters); /* TTR_MOVE_NONE */
    for (int i = 0; i <= TTR_MAX_HEIGHT; i++)
        w->frames[i].killers[0] = w->frames[i].killers[1] = TTR_MOVE_NONE;
}

bool ttr_order_fills_line(const ttr_board *board, ttr_move move)
{
    return ttr_cellset_has_full_line(
        ttr_cellset_or(ttr_board_occupied(board), ttr_placement_cells[move]));
}

static bool is_early(const ttr_frame *f, ttr_move move)
{
    for (int i = 0; i < f->early_count; i++) {
        if (f->early[i] == move)
            return true;
    }
    return false;
}

static void add_early(ttr_frame *f, ttr_move move)
{
    if (move != TTR_MOVE_NONE && !is_early(f, move))
        f->early[f->early_count++] = move;
}

void ttr_order_start(ttr_worker *w, const ttr_board *board, int depth, int height,
                     ttr_move table_move)
{
    ttr_frame *f = &w->frames[height];
    ttr_move before = w->frames[height - 1].played;

    f->stage = TTR_STAGE_EARLY;
    f->evaluate = w->settings.ordering == TTR_ORDER_EVALUATION && depth >= 2;
    f->before_leaves = depth < 2;
    f->early_count = f->early_next = 0;
    add_early(f, table_move);
    if (w->settings.killers) {
        add_early(f, f->killers[0]);
        add_early(f, f->killers[1]);
    }
    if (w->settings.countermoves)
        add_early(f, w->counters[ttr_board_turn(board)][before]);
}

/* Early moves come from elsewhere, or from another position whose key is equal. */
static bool is_legal(const ttr_board *board, ttr_move move)
{
    ttr_cellset cells = ttr_placement_cells[move];

    if (ttr_cellset_meets(cells, ttr_board_occupied(board)))
        return false;
    return ttr_board_is_opening(board) ||
           ttr_cellset_meets(cells, ttr_cellset_neighbours(board->tokens[ttr_board_turn(board)]));
}

/* ---- The list -------------------------------------------------------------------------------- */

/* Bring the moves that change more than `least` to the head of the list. Returns how many. */
static size_t raise_above(const int32_t *gains, ttr_move *moves, size_t count, int32_t least)
{
    size_t above = 0;

    for (size_t i = 0; i < count; i++) {
        ttr_move move = moves[i];

        moves[i] = moves[above];
        moves[above] = move;
        above += gains[move] > least;
    }
    return above;
}

/* Bring the `wanted` moves that change most to the head of the list, in order. */
static void raise_best(const int32_t *gains, ttr_move *moves, size_t count, size_t wanted)
{
    for (size_t i = 0; i < count && wanted > 0; i++) {
        ttr_move move = moves[i];
        size_t at = i;

        if (i >= wanted) {
            at = wanted - 1;
            if (gains[move] <= gains[moves[at]])
                continue;
            moves[i] = moves[at];
        }
        for (; at > 0 && gains[moves[at - 1]] < gains[move]; at--)
            moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

/*
 * Of which moves is enough expected? If each changes by evaluation what it did when it was last
 * judged, a few nodes ago, most likely in a position that differs by two moves: those that come
 * near the node's floor, and the best of the others if those are few.
 */
static void list_expected(const ttr_worker *w, ttr_frame *f, int turn)
{
    const int32_t *gains = w->gains[turn];
    int32_t least = f->floor - f->eval - f->gain * MISS_EIGHTHS / 8;
    size_t always = f->before_leaves ? JUDGED_BEFORE_LEAVES : ALWAYS_JUDGED;

    f->listed = f->count;
    if (!f->prune || f->count <= always)
        return;
    f->listed = raise_above(gains, f->moves, f->count, least);
    if (f->listed >= always)
        return;
    raise_best(gains, f->moves + f->listed, f->count - f->listed, always - f->listed);
    f->listed = always;
}

/* Keys by the cut-offs so far, or of no order but that of the list. */
static void list_by_history(const ttr_worker *w, ttr_frame *f, const ttr_board *board)
{
    const int32_t *history = w->history[ttr_board_turn(board)];
    bool ordered = w->settings.ordering != TTR_ORDER_NONE;

    for (size_t i = 0; i < f->listed; i++) {
        int64_t order = ordered && w->settings.history ? history[f->moves[i]] : 0;

        f->values[i] = TTR_VALUE_UNKNOWN;
        if (is_early(f, f->moves[i]))
            continue;
        if (ordered && ttr_order_fills_line(board, f->moves[i]))
            order += ORDER_LINES;
        f->keys[f->left++] = ttr_order_key(order, i);
    }
}

/* So many children are made before the first of them is evaluated: by then its word of the cache
 * has come from memory. One less than a power of two. */
#define CHILDREN_AHEAD 3

/* Make the child of `move`, number `i` of the list, in its place. */
static void make_child(ttr_worker *w, const ttr_board *board, ttr_move move, size_t i,
                       ttr_board children[CHILDREN_AHEAD + 1])
{
    ttr_board *child = &children[i % (CHILDREN_AHEAD + 1)];

    *child = ttr_board_after(board, move);
    ttr_prefetch(ttr_negamax_cached(w, child));
}

/* Keys by the evaluation of the children. What the best of them gains, averaged with what was
 * gained one ply before, is the best guess of what the opponent will gain next. */
static void list_by_evaluation(ttr_worker *w, ttr_frame *f, const ttr_board *board, int height)
{
    int turn = ttr_board_turn(board);
    ttr_board children[CHILDREN_AHEAD + 1];
    int32_t best = -TTR_SCORE_INFINITE;

    for (size_t i = 0; i < CHILDREN_AHEAD && i < f->listed; i++)
        make_child(w, board, f->moves[i], i, children);
    for (size_t i = 0; i < f->listed; i++) {
        const ttr_board *child = &children[i % (CHILDREN_AHEAD + 1)];
        int replies;

        if (i + CHILDREN_AHEAD < f->listed)
            make_child(w, board, f->moves[i + CHILDREN_AHEAD], i + CHILDREN_AHEAD, children);
        if (is_early(f, f->moves[i]))
            continue;
        f->values[i] = ttr_negamax_value(w, child, height + 1, &replies);
        if (w->budget->over)
            return;
        ttr_order_judged(w, f, turn, f->moves[i], f->values[i]);
        f->keys[f->left++] = ttr_order_key(f->values[i], i);
        if (f->values[i] > best)
            best = f->values[i];
        if (best >= TTR_SCORE_PROVEN) {
            /* Nothing is better than to win at once. */
            f->keys[0] = f->keys[f->left - 1];
            f->left = 1;
            return;
        }
    }
    if (best > -TTR_SCORE_PROVEN && best > f->eval)
        f->gain = (f->gain + best - f->eval) / 2;
}

static void make_list(ttr_worker *w, ttr_frame *f, const ttr_board *board, int height)
{
    f->count = ttr_movegen_list(board, f->moves);
    f->left = f->next = 0;
    f->sorted = false;
    list_expected(w, f, ttr_board_turn(board));
    if (f->evaluate)
        list_by_evaluation(w, f, board, height);
    else
        list_by_history(w, f, board);
    f->stage = TTR_STAGE_LIST;
}

/* Nothing is lost before every move has been searched: go on with those that were left out. */
static void list_others(ttr_frame *f)
{
    for (size_t i = f->listed; i < f->count; i++) {
        f->values[i] = TTR_VALUE_UNKNOWN;
        if (!is_early(f, f->moves[i]))
            f->keys[f->left++] = ttr_order_key(0, i);
    }
    f->listed = f->count;
}

static int64_t pick_best(ttr_frame *f)
{
    size_t best = f->next;
    int64_t key;

    if (f->before_leaves && f->next >= PICKED_BEFORE_LEAVES)
        return f->keys[f->next++];
    if (!f->sorted && f->next >= PICKED_SINGLY) {
        ttr_order_sort(f->keys + f->next, f->left - f->next);
        f->sorted = true;
    }
    if (!f->sorted) {
        for (size_t i = f->next + 1; i < f->left; i++) {
            if (f->keys[i] > f->keys[best])
                best = i;
        }
    }
    key = f->keys[best];
    f->keys[best] = f->keys[f->next];
    f->keys[f->next++] = key;
    return key;
}

bool ttr_order_next(ttr_worker *w, const ttr_board *board, int height, ttr_move *move,
                    int32_t *value)
{
    ttr_frame *f = &w->frames[height];
    size_t index;

    while (f->early_next < f->early_count) {
        *move = f->early[f->early_next];
        if (is_legal(board, *move)) {
            f->early_next++;
            *value = TTR_VALUE_UNKNOWN;
            return true;
        }
        f->early[f->early_next] = f->early[--f->early_count];
    }
    if (f->stage != TTR_STAGE_LIST)
        make_list(w, f, board, height);
    if (f->next >= f->left && f->listed < f->count && f->best <= -TTR_SCORE_PROVEN)
        list_others(f);
    if (f->next >= f->left || w->budget->over)
        return false;
    index = ttr_order_place(pick_best(f));
    *move = f->moves[index];
    *value = f->values[index];
    return true;
}

/* ---- What was learnt ------------------------------------------------------------------------- */

void ttr_order_cut(ttr_worker *w, int turn, int height, ttr_move move, int depth)
{
    ttr_frame *f = &w->frames[height];
    int32_t *history = w->history[turn];

    if (f->killers[0] != move) {
        f->killers[1] = f->killers[0];
        f->killers[0] = move;
    }
    w->counters[turn][w->frames[height - 1].played] = move;
    history[move] += depth * depth;
    if (history[move] < HISTORY_LIMIT)
        return;
    for (int colour = 0; colour < 2; colour++) {
        for (int i = 0; i < TTR_PLACEMENTS; i++)
            w->history[colour][i] /= 2;
    }
}
