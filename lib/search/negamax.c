/* SPDX-License-Identifier: MIT */
/* Alpha-beta in negamax form: iterative deepening, principal variation search, a table. */
#include <string.h>

#include "alloc.h"
#include "movegen.h"
#include "rules.h"
#include "search_base.h"
#include "ttable.h"

#define MAX_HEIGHT TTR_MAX_PV

/* Order of moves: the table's move, killers, moves that empty lines, then by history. */
#define ORDER_TABLE   (INT64_C(1) << 40)
#define ORDER_KILLER  (INT64_C(1) << 39)
#define ORDER_LINES   (INT64_C(1) << 38)
#define HISTORY_LIMIT (INT32_C(1) << 24) /* counts are halved before any passes it */

/* The moves of one position on the current path, and what its siblings found. */
typedef struct frame {
    size_t count;
    size_t next;
    ttr_move killers[2];
    ttr_move pv[MAX_HEIGHT];
    int pv_length;
    int64_t keys[TTR_PLACEMENTS]; /* order << 16 | (65535 - move): one compare, ties by move */
} frame;

typedef struct negamax {
    ttr_ttable table;
    int32_t history[2][TTR_PLACEMENTS]; /* how much a move of a colour has cut off, by depth */
    size_t root_count;
    ttr_move root_moves[TTR_PLACEMENTS]; /* best lines first */
    size_t line_limit;                   /* lines that are wanted and possible */
    int32_t line_scores[TTR_MAX_LINES];
    frame frames[MAX_HEIGHT + 1]; /* by height above the root */
} negamax;

static ttr_move key_move(int64_t key)
{
    return (ttr_move)(TTR_MOVE_NONE - (uint16_t)key);
}

/* ---- Ordering -------------------------------------------------------------------------------- */

static bool fills_line(ttr_cellset occupied, ttr_move move)
{
    ttr_cellset after = ttr_cellset_or(occupied, ttr_placement_cells[move]);

    return ttr_cellset_has_full_line(after);
}

/* List the moves and give each its place; how many there are is in f->count. */
static void frame_order(frame *f, const negamax *work, const ttr_board *board, ttr_move table_move)
{
    const int32_t *history = work->history[ttr_board_turn(board)];
    ttr_cellset occupied = ttr_board_occupied(board);
    ttr_move moves[TTR_LIST_ROOM];

    f->count = ttr_movegen_list(board, moves);
    f->next = 0;
    for (size_t i = 0; i < f->count; i++) {
        ttr_move move = moves[i];
        int64_t order = history[move];

        if (move == table_move)
            order = ORDER_TABLE;
        else if (move == f->killers[0] || move == f->killers[1])
            order = ORDER_KILLER;
        else if (fills_line(occupied, move))
            order += ORDER_LINES;
        f->keys[i] = order << 16 | (TTR_MOVE_NONE - move);
    }
}

/* The best of the moves that are left. One at a time: most nodes are cut off after a few. */
static ttr_move frame_pick(frame *f)
{
    size_t best = f->next;
    int64_t key;

    for (size_t i = f->next + 1; i < f->count; i++) {
        if (f->keys[i] > f->keys[best])
            best = i;
    }
    key = f->keys[best];
    f->keys[best] = f->keys[f->next];
    f->keys[f->next++] = key;
    return key_move(key);
}

/* A move refuted this position: try it early in its siblings and wherever else it is legal. */
static void remember_cut(negamax *work, frame *f, int turn, ttr_move move, int depth)
{
    int32_t *history = work->history[turn];

    if (f->killers[0] != move) {
        f->killers[1] = f->killers[0];
        f->killers[0] = move;
    }
    history[move] += depth * depth;
    if (history[move] < HISTORY_LIMIT)
        return;
    for (int colour = 0; colour < 2; colour++) {
        for (int i = 0; i < TTR_PLACEMENTS; i++)
            work->history[colour][i] /= 2;
    }
}

/* ---- Principal variations, and scores in the table ------------------------------------------- */

static void frame_set_pv(frame *f, ttr_move move, const frame *child)
{
    f->pv[0] = move;
    f->pv_length = 1;
    if (child == NULL)
        return;
    for (int i = 0; i < child->pv_length && f->pv_length < MAX_HEIGHT; i++)
        f->pv[f->pv_length++] = child->pv[i];
}

/* Proven results count from the root in the search and from the position in the table. */
static int32_t score_to_table(int32_t score, int height)
{
    if (score >= TTR_SCORE_PROVEN)
        return score + height;
    return score <= -TTR_SCORE_PROVEN ? score - height : score;
}

static int32_t score_from_table(int32_t score, int height)
{
    if (score >= TTR_SCORE_PROVEN)
        return score - height;
    return score <= -TTR_SCORE_PROVEN ? score + height : score;
}

static bool memo_cuts(ttr_memo memo, int32_t score, int32_t alpha, int32_t beta)
{
    return memo.bound == TTR_BOUND_EXACT || (memo.bound == TTR_BOUND_LOWER && score >= beta) ||
           (memo.bound == TTR_BOUND_UPPER && score <= alpha);
}

/* ---- The search ------------------------------------------------------------------------------ */

/*
 * The value of `board` for its side to move, exact within (alpha, beta) and a bound outside (fail
 * soft). What it returns once the budget is over means nothing: callers ask the budget first.
 */
static int32_t search_node(ttr_search *search, const ttr_board *board, int depth, int height,
                           int32_t alpha, int32_t beta)
{
    negamax *work = search->work;
    frame *f = &work->frames[height];
    bool is_pv = beta - alpha > 1;
    int turn = ttr_board_turn(board);
    int32_t best = -TTR_SCORE_INFINITE;
    int32_t first_alpha = alpha;
    ttr_move best_move = TTR_MOVE_NONE;
    ttr_memo memo;

    /* 1. Budget */
    if (!ttr_budget_node(&search->budget))
        return 0;
    f->pv_length = 0;
    if ((uint32_t)height > search->report.selective_depth)
        search->report.selective_depth = (uint32_t)height;

    /* 2. Leaf */
    if (depth <= 0 || height >= MAX_HEIGHT) {
        int moves = ttr_movegen_count(board, turn);

        if (moves == 0)
            return ttr_search_score_end(board, ttr_rules_outcome(board), height);
        return ttr_search_evaluate(search, board, moves);
    }

    /* 3. Transposition table. A principal variation is searched to its end, so that it can be told.
     */
    memo = ttr_ttable_probe(&work->table, board->key);
    if (!is_pv && memo.depth >= depth && memo.bound != TTR_BOUND_NONE) {
        int32_t score = score_from_table(memo.score, height);

        if (memo_cuts(memo, score, alpha, beta))
            return score;
    }

    /* 4. Moves, in order. None: the game is over. */
    frame_order(f, work, board, memo.move);
    if (f->count == 0)
        return ttr_search_score_end(board, ttr_rules_outcome(board), height);
    if (height + 2 <= MAX_HEIGHT)
        work->frames[height + 2].killers[0] = work->frames[height + 2].killers[1] = TTR_MOVE_NONE;

    /* 5. Search: the first with the whole window, the others only asked whether they are better */
    while (f->next < f->count) {
        bool first = f->next == 0;
        ttr_move move = frame_pick(f);
        ttr_board child = ttr_board_after(board, move);
        int32_t score;

        if (first) {
            score = -search_node(search, &child, depth - 1, height + 1, -beta, -alpha);
        } else {
            score = -search_node(search, &child, depth - 1, height + 1, -alpha - 1, -alpha);
            if (score > alpha && score < beta)
                score = -search_node(search, &child, depth - 1, height + 1, -beta, -alpha);
        }
        if (search->budget.over)
            return 0;
        if (score <= best)
            continue;
        best = score;
        best_move = move;
        if (score <= alpha)
            continue;
        alpha = score;
        if (is_pv)
            frame_set_pv(f, move, &work->frames[height + 1]);
        if (alpha >= beta) {
            remember_cut(work, f, turn, move, depth);
            break;
        }
    }

    /* 6. Store */
    memo.score = score_to_table(best, height);
    memo.move = best > first_alpha ? best_move : TTR_MOVE_NONE;
    memo.depth = (uint8_t)depth;
    memo.bound = best >= beta         ? TTR_BOUND_LOWER
                 : best > first_alpha ? TTR_BOUND_EXACT
                                      : TTR_BOUND_UPPER;
    ttr_ttable_store(&work->table, board->key, memo);
    return best;
}

/* ---- The root -------------------------------------------------------------------------------- */

static void root_start(ttr_search *search, const ttr_board *root)
{
    negamax *work = search->work;
    frame *f = &work->frames[0];

    ttr_ttable_new_search(&work->table);
    memset(work->history, 0, sizeof work->history);
    for (int i = 0; i <= MAX_HEIGHT; i++)
        work->frames[i].killers[0] = work->frames[i].killers[1] = TTR_MOVE_NONE;
    frame_order(f, work, root, ttr_ttable_probe(&work->table, root->key).move);
    work->root_count = f->count;
    for (size_t i = 0; i < work->root_count; i++)
        work->root_moves[i] = frame_pick(f);
    work->line_limit = search->settings.multipv;
    if (work->line_limit > work->root_count)
        work->line_limit = work->root_count;
}

/* Bring root move `from` to place `to`; those between move down by one. */
static void root_raise(negamax *work, size_t from, size_t to)
{
    ttr_move raised = work->root_moves[from];

    for (size_t i = from; i > to; i--)
        work->root_moves[i] = work->root_moves[i - 1];
    work->root_moves[to] = raised;
}

/* Where the line that starts with `move` stands at or below `rank`; if none does, where the last
 * one is, or will be when there is room for another. */
static size_t line_place(const ttr_search *search, size_t rank, ttr_move move, size_t wanted)
{
    const ttr_report *report = &search->report;
    size_t at = rank;

    while (at < report->line_count && report->lines[at].pv[0] != move)
        at++;
    return at < wanted ? at : wanted - 1;
}

/* `move` is the best for line `rank`: the lines from there on move down by one, as the root moves
 * do, so that at any moment no two lines start with the same move. */
static void root_set_line(ttr_search *search, size_t rank, ttr_move move, int32_t score,
                          uint32_t depth)
{
    negamax *work = search->work;
    ttr_report *report = &search->report;
    ttr_line *line = &report->lines[rank];
    frame *f = &work->frames[0];
    size_t place = line_place(search, rank, move, work->line_limit);

    for (size_t i = place; i > rank; i--) {
        report->lines[i] = report->lines[i - 1];
        work->line_scores[i] = work->line_scores[i - 1];
    }
    if (report->line_count <= place)
        report->line_count = (uint32_t)place + 1;
    frame_set_pv(f, move, depth > 0 ? &work->frames[1] : NULL);
    memcpy(line->pv, f->pv, sizeof line->pv);
    line->length = (uint16_t)f->pv_length;
    line->depth = depth;
    ttr_search_score_line(search, line, score);
    work->line_scores[rank] = score;
}

/*
 * Find the best move for line `rank` among those that no better line starts with. The best of the
 * last iteration is searched first: when the budget ends in the middle, a better move found so far
 * has been compared with it and may be played.
 */
static void root_search(ttr_search *search, const ttr_board *root, int depth, size_t rank)
{
    negamax *work = search->work;
    int32_t alpha = -TTR_SCORE_INFINITE;

    for (size_t i = rank; i < work->root_count; i++) {
        ttr_move move = work->root_moves[i];
        ttr_board child = ttr_board_after(root, move);
        int32_t score;

        if (i == rank) {
            score = -search_node(search, &child, depth - 1, 1, -TTR_SCORE_INFINITE, -alpha);
        } else {
            score = -search_node(search, &child, depth - 1, 1, -alpha - 1, -alpha);
            if (score > alpha && !search->budget.over)
                score = -search_node(search, &child, depth - 1, 1, -TTR_SCORE_INFINITE, -alpha);
        }
        if (search->budget.over)
            return;
        if (score <= alpha)
            continue;
        alpha = score;
        root_raise(work, i, rank);
        root_set_line(search, rank, move, score, (uint32_t)depth);
    }
}

static bool is_proven(int32_t score)
{
    return score >= TTR_SCORE_PROVEN || score <= -TTR_SCORE_PROVEN;
}

/* Nothing more to learn: every line is proven within the depth searched, or the only move is known
 * and a game's clock is running. */
static bool root_settled(const ttr_search *search)
{
    const negamax *work = search->work;

    if (search->budget.limits.on_clock && work->root_count == 1)
        return true;
    for (uint32_t i = 0; i < search->report.line_count; i++) {
        if (!is_proven(work->line_scores[i]))
            return false;
    }
    return true;
}

static uint32_t depth_limit(const ttr_search *search, const ttr_board *root)
{
    uint32_t limit = search->budget.limits.depth;
    uint32_t rest = TTR_MAX_ACTIONS - root->ply;

    if (rest > MAX_HEIGHT)
        rest = MAX_HEIGHT;
    return limit == 0 || limit > rest ? rest : limit;
}

static void negamax_run(ttr_search *search, const ttr_board *root)
{
    negamax *work = search->work;
    ttr_report *report = &search->report;
    uint32_t last = depth_limit(search, root);

    root_start(search, root);
    /* Whatever happens, there is a move. */
    root_set_line(search, 0, work->root_moves[0], 0, 0);
    for (uint32_t depth = 1; depth <= last && ttr_budget_iteration(&search->budget); depth++) {
        for (size_t rank = 0; rank < work->line_limit && !search->budget.over; rank++)
            root_search(search, root, (int)depth, rank);
        report->hash_permille = ttr_ttable_permille(&work->table);
        if (search->budget.over)
            break;
        report->depth = depth;
        ttr_search_tell(search);
        if (root_settled(search))
            return;
    }
    if (last < TTR_MAX_ACTIONS - root->ply)
        ttr_budget_end(&search->budget, TTR_STOP_DEPTH);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static void negamax_destroy(const tetress_allocator *memory, void *work)
{
    negamax *w = work;

    ttr_ttable_free(&w->table, memory);
    ttr_alloc_free(memory, w, 1, sizeof *w);
}

static void *negamax_create(const tetress_allocator *memory, const ttr_settings *settings)
{
    negamax *work = ttr_alloc_zeroed(memory, 1, sizeof *work);

    if (work == NULL)
        return NULL;
    if (!ttr_ttable_init(&work->table, memory, ttr_alloc_mebibytes(settings->hash))) {
        ttr_alloc_free(memory, work, 1, sizeof *work);
        return NULL;
    }
    return work;
}

static void negamax_reset(void *work)
{
    negamax *w = work;

    ttr_ttable_clear(&w->table);
}

const ttr_algorithm ttr_algorithm_negamax = {
    .name = "negamax",
    .endless = true,
    .evaluates = true,
    .uses_depth = true,
    .look_every = 1024,
    .create = negamax_create,
    .destroy = negamax_destroy,
    .reset = negamax_reset,
    .run = negamax_run,
};
