/* SPDX-License-Identifier: MIT */
/* Alpha-beta in negamax form: the search of a node. */
#include "negamax.h"

#include <string.h>

#include "alloc.h"
#include "movegen.h"

/* ---- Values ---------------------------------------------------------------------------------- */

#define CACHE_VALUE_BITS 25
#define CACHE_LOW_BITS   30
#define CACHE_BIAS       (1 << (CACHE_VALUE_BITS - 1))
#define CACHE_MOST_MOVES 31

_Static_assert(TTR_EVAL_LIMIT < CACHE_BIAS, "an evaluation fits into a word of the cache");

static int32_t word_value(uint64_t word)
{
    return (int32_t)(word & ((1 << CACHE_VALUE_BITS) - 1)) - CACHE_BIAS;
}

int32_t ttr_negamax_value(ttr_worker *w, const ttr_board *child, int height, int *replies)
{
    uint64_t *word = ttr_negamax_cached(w, child);
    uint64_t tag = child->key >> CACHE_LOW_BITS << CACHE_LOW_BITS;
    int32_t value;

    *replies = 0;
    if (!ttr_budget_node(w->budget))
        return 0;
    if (*word >> CACHE_LOW_BITS << CACHE_LOW_BITS == tag) {
        *replies = (int)(*word >> CACHE_VALUE_BITS & CACHE_MOST_MOVES);
        return -word_value(*word);
    }
    value = ttr_search_value_after(w->search, child, height, replies);
    if (w->budget->over)
        return 0;
    if (*replies == 0)
        return value;
    if (*replies > CACHE_MOST_MOVES)
        *replies = CACHE_MOST_MOVES;
    *word = tag | (uint64_t)*replies << CACHE_VALUE_BITS | (uint64_t)(CACHE_BIAS - value);
    return value;
}

/* Is the game over after a move that is worth `value`? */
static bool ends_game(const ttr_board *child, int32_t value)
{
    return value >= TTR_SCORE_PROVEN || child->ply >= TTR_MAX_ACTIONS;
}

int ttr_negamax_reduction(const ttr_worker *w, int depth, size_t rank, bool is_pv)
{
    int reduction;

    if (!w->settings.reductions)
        return 0;
    if (depth >= TTR_REDUCED_DEPTHS)
        depth = TTR_REDUCED_DEPTHS - 1;
    if (rank >= TTR_REDUCED_RANKS)
        rank = TTR_REDUCED_RANKS - 1;
    reduction = w->reductions[depth][rank] - is_pv;
    return reduction > 0 ? reduction : 0;
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

/* A proof holds however deep it was found. */
static bool memo_cuts(ttr_memo memo, int depth, int32_t score, int32_t alpha, int32_t beta)
{
    if (memo.depth < depth && !ttr_score_is_proven(score))
        return false;
    return memo.bound == TTR_BOUND_EXACT || (memo.bound == TTR_BOUND_LOWER && score >= beta) ||
           (memo.bound == TTR_BOUND_UPPER && score <= alpha);
}

/* So far beyond the iteration's depth are emptied lines followed. */
#define QUIESCENCE_PLIES 4

/* ---- The search ------------------------------------------------------------------------------ */

/* The value of a leaf when the side to move may also empty lines, as often as it and then the other
 * like. `eval` is what it is worth without. */
static int32_t quiesce(ttr_worker *w, const ttr_board *board, int height, int32_t alpha,
                       int32_t beta, int32_t eval)
{
    ttr_frame *f = &w->frames[height];
    int32_t best = eval;
    size_t count;

    f->pv_length = 0;
    if (eval >= beta || height >= TTR_MAX_HEIGHT || height >= (int)w->root_depth + QUIESCENCE_PLIES)
        return eval;
    count = ttr_movegen_list(board, f->moves);
    for (size_t i = 0; i < count && best < beta; i++) {
        ttr_board child;
        int32_t score;
        int replies;

        if (!ttr_order_fills_line(board, f->moves[i]))
            continue;
        child = ttr_board_after(board, f->moves[i]);
        score = ttr_negamax_value(w, &child, height + 1, &replies);
        if (!ends_game(&child, score) && !w->budget->over)
            score = -quiesce(w, &child, height + 1, -beta, -(best > alpha ? best : alpha), -score);
        if (w->budget->over)
            return 0;
        if (score > best)
            best = score;
    }
    return best;
}

int32_t ttr_negamax_later_move(ttr_worker *w, const ttr_board *child, int depth, int reduction,
                               int height, int32_t alpha, int32_t beta, int32_t value)
{
    int32_t low = w->settings.null_window ? -alpha - 1 : -beta;
    int32_t score = value;

    if (reduction < depth)
        score = -ttr_negamax_node(w, child, depth - reduction, height, low, -alpha, -value);
    if (score > alpha && reduction > 0 && !w->budget->over)
        score = -ttr_negamax_node(w, child, depth, height, low, -alpha, -value);
    if (score > alpha && score < beta && low > -beta && !w->budget->over)
        score = -ttr_negamax_node(w, child, depth, height, -beta, -alpha, -value);
    return score;
}

int32_t ttr_negamax_node(ttr_worker *w, const ttr_board *board, int depth, int height,
                         int32_t alpha, int32_t beta, int32_t eval)
{
    ttr_frame *f = &w->frames[height];
    bool is_pv = beta - alpha > 1;
    int turn = ttr_board_turn(board);
    int32_t first_alpha = alpha;
    ttr_move best_move = TTR_MOVE_NONE, move;
    int32_t value;
    ttr_memo memo;

    /* 1. Budget */
    if (!ttr_budget_node(w->budget))
        return 0;
    f->pv_length = 0;
    if ((uint32_t)height >= w->findings->selective_depth)
        w->findings->selective_depth = (uint32_t)height + 1;
    if (height >= TTR_MAX_HEIGHT)
        return eval;

    /* 2. Transposition table. A principal variation is searched to its end, so that it can be told.
     * Without null windows nothing tells which nodes are on it. */
    memo = ttr_negamax_memo(w, board);
    if ((!is_pv || !w->settings.null_window) && memo.bound != TTR_BOUND_NONE) {
        int32_t score = score_from_table(memo.score, height);

        if (memo_cuts(memo, depth, score, alpha, beta))
            return score;
    }

    f->eval = eval;
    f->gain = w->frames[height - 1].gain;

    /* 3. Internal iterative reduction */
    if (w->settings.iir && depth >= 4 && memo.move == TTR_MOVE_NONE)
        depth--;

    if (height + 2 <= TTR_MAX_HEIGHT)
        w->frames[height + 2].killers[0] = w->frames[height + 2].killers[1] = TTR_MOVE_NONE;

    /* 4. Moves, in order */
    f->prune = w->settings.pruning && !is_pv && !ttr_score_is_proven(alpha);
    f->floor = alpha;
    f->best = -TTR_SCORE_INFINITE;
    ttr_order_start(w, board, depth, height, memo.move);
    for (size_t rank = 0; ttr_order_next(w, board, height, &move, &value); rank++) {
        int next_depth = depth - 1;
        int32_t score;
        ttr_board child = ttr_board_after(board, move);

        /* 5. Evaluation, and extension of leaves where the other side has few replies */
        if (next_depth > 0)
            ttr_buckets_prefetch(&w->table->buckets, child.key);
        if (value == TTR_VALUE_UNKNOWN) {
            int replies;

            value = ttr_negamax_value(w, &child, height + 1, &replies);
            if (w->budget->over)
                return 0;
            ttr_order_judged(w, f, turn, move, value);
            if (next_depth == 0 && (uint32_t)replies <= w->settings.extension &&
                height < (int)w->root_depth)
                next_depth = 1;
        }
        f->played = move;
        if (next_depth == 0 || ends_game(&child, value)) {
            score = value;
            w->frames[height + 1].pv_length = 0;
            if (w->settings.quiescence && !ends_game(&child, value))
                score = -quiesce(w, &child, height + 1, -beta, -alpha, -value);
        } else if (rank == 0) {
            score = -ttr_negamax_node(w, &child, next_depth, height + 1, -beta, -alpha, -value);
        } else {
            int reduction = ttr_negamax_reduction(w, depth, ttr_order_lateness(f), is_pv);

            score = ttr_negamax_later_move(w, &child, next_depth, reduction, height + 1, alpha,
                                           beta, value);
        }
        if (w->budget->over)
            return 0;
        if (score <= f->best)
            continue;
        f->best = score;
        best_move = move;
        if (score <= alpha)
            continue;
        alpha = score;
        if (is_pv)
            ttr_frame_set_pv(f, move, &w->frames[height + 1]);
        if (alpha >= beta) {
            ttr_order_cut(w, turn, height, move, depth);
            break;
        }
    }
    if (w->budget->over)
        return 0;
    /* Another position's evaluation hid that this one is over. */
    if (f->best == -TTR_SCORE_INFINITE)
        return ttr_search_score_end(board, ttr_rules_outcome(board), height);

    /* 6. Store */
    memo.score = score_to_table(f->best, height);
    memo.move = f->best > first_alpha ? best_move : TTR_MOVE_NONE;
    memo.depth = (uint8_t)depth;
    memo.bound = f->best >= beta         ? TTR_BOUND_LOWER
                 : f->best > first_alpha ? TTR_BOUND_EXACT
                                         : TTR_BOUND_UPPER;
    if (w->settings.table)
        ttr_ttable_store(w->table, board->key, memo);
    return f->best;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* The solver's table. Of the few positions that a run looks at it holds those of several runs. */
#define SOLVER_BYTES ((size_t)1 << 20)

/* An entry each for so many positions, or as many as fit into `hash`; hardly any for a search that
 * stores none. */
static size_t table_bytes(const ttr_negamax_settings *own, uint32_t hash)
{
    if (!own->table)
        return 1;
    if (own->entries == 0)
        return ttr_alloc_mebibytes(hash);
    return own->entries > SIZE_MAX / sizeof(ttr_entry) ? SIZE_MAX
                                                       : (size_t)own->entries * sizeof(ttr_entry);
}

static void negamax_destroy(const tetress_allocator *memory, void *work)
{
    ttr_negamax *n = work;

    ttr_helpers_free(&n->helpers, memory);
    ttr_alloc_free(memory, n->workers, n->threads, sizeof *n->workers);
    ttr_solver_free(&n->solver, memory);
    ttr_ttable_free(&n->table, memory);
    ttr_alloc_free(memory, n, 1, sizeof *n);
}

static void *negamax_create(const tetress_allocator *memory, const ttr_settings *settings)
{
    ttr_negamax *n = ttr_alloc_zeroed(memory, 1, sizeof *n);
    ttr_negamax_settings own;

    if (n == NULL)
        return NULL;
    ttr_settings_own(settings, &own, sizeof own);
    n->threads = settings->threads;
    if (!ttr_ttable_init(&n->table, memory, table_bytes(&own, settings->hash),
                         (ttr_replacement)own.replacement))
        goto fail;
    if (!ttr_solver_init(&n->solver, memory, SOLVER_BYTES))
        goto fail_table;
    n->workers = ttr_alloc_zeroed(memory, n->threads, sizeof *n->workers);
    if (n->workers == NULL)
        goto fail_solver;
    if (!ttr_helpers_init(&n->helpers, memory, n->threads))
        goto fail_workers;
    return n;
fail_workers:
    ttr_alloc_free(memory, n->workers, n->threads, sizeof *n->workers);
fail_solver:
    ttr_solver_free(&n->solver, memory);
fail_table:
    ttr_ttable_free(&n->table, memory);
fail:
    ttr_alloc_free(memory, n, 1, sizeof *n);
    return NULL;
}

static void negamax_reset(void *work)
{
    ttr_negamax *n = work;

    ttr_ttable_clear(&n->table);
    ttr_solver_clear(&n->solver);
    for (uint32_t i = 0; i < n->threads; i++)
        memset(n->workers[i].cache, 0, sizeof n->workers[i].cache);
}

static bool negamax_answer(ttr_search *search, const ttr_board *root)
{
    ttr_negamax_settings own;

    ttr_search_own(search, &own, sizeof own);
    return ttr_ending_answers(search, root, &own.ending, NULL);
}

static const ttr_negamax_settings DEFAULTS = TTR_NEGAMAX_DEFAULTS;

static const ttr_option_group OPTIONS[] = {
    TTR_COMMON_OPTIONS(ttr_options_evaluator),
    TTR_COMMON_OPTIONS(ttr_option_hash),
    TTR_OWN_OPTIONS(ttr_negamax_table_options, 0),
    TTR_COMMON_OPTIONS(ttr_option_threads),
    TTR_OWN_OPTIONS(ttr_negamax_options, 0),
    TTR_OWN_OPTIONS(ttr_options_ending, offsetof(ttr_negamax_settings, ending)),
    TTR_COMMON_OPTIONS(ttr_option_last_look),
    TTR_COMMON_OPTIONS(ttr_option_lines),
    TTR_COMMON_OPTIONS(ttr_option_depth),
    TTR_COMMON_OPTIONS(ttr_option_nodes),
    TTR_COMMON_OPTIONS(ttr_options_time),
    TTR_COMMON_OPTIONS(ttr_option_timing),
};

const ttr_algorithm ttr_algorithm_negamax = {
    .name = "negamax",
    .endless = true,
    .evaluates = true,
    .uses_depth = true,
    .looks_ahead = true,
    .options = OPTIONS,
    .option_groups = TTR_COUNT_OF(OPTIONS),
    .own_defaults = &DEFAULTS,
    .own_size = sizeof DEFAULTS,
    .look_every = 1024,
    .create = negamax_create,
    .destroy = negamax_destroy,
    .reset = negamax_reset,
    .answer = negamax_answer,
    .run = ttr_negamax_run,
};
