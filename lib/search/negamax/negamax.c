/* SPDX-License-Identifier: MIT */
/*
 * The search of a node: alpha-beta in negamax form, with principal variation search.
 *
 * A node asks: what is this position worth to its side to move, if anything between alpha and beta
 * matters? One function answers, ttr_negamax_node(), and calls itself for each move with the window
 * turned around. Its body has titles in the order in which things happen:
 *
 *     1. Budget               a stop or a spent limit unwinds the whole path by returning
 *     2. Transposition table  a position that was searched deep enough is not searched again
 *     3. Reduction            a node without a known best move is searched less deep (option iir)
 *     4. Moves, in order      move_order.c gives them out; most nodes need only a few
 *     5. Evaluation           each child is judged once; at the last ply that is its score
 *     6. Store                score, bound and best move for whoever reaches the position again
 *
 * A leaf is a child at depth 0; its score is its evaluation. Higher up, the evaluations by which a
 * node orders its children are handed to them as `eval`. Two things go on beyond the depth: a leaf
 * whose side to move has few replies is searched one ply deeper (option `extension`: the game may
 * end there), and with the option `quiescence` moves that fill a line are followed. Following lines
 * costs more than it brings (-120 Elo), so that is off by default.
 *
 * Scores are in the evaluator's units and fail soft: outside the window a score is a bound, often a
 * tighter one than alpha or beta. Proven wins and losses count actions from the root (TTR_SCORE_WIN
 * - n), so a shorter win is a higher score. The null move, which prunes half of a chess engine's
 * tree, has no place here: it assumes that having to move never hurts, and in Tetress the side that
 * cannot move loses.
 */
#include "negamax.h"

#include <string.h>

#include "alloc.h"
#include "movegen.h"

/* ---- Values ---------------------------------------------------------------------------------- */

/* The layout of a word of the evaluation cache, see TTR_CACHE_BITS: 25 bits hold every evaluation
 * with its sign, 5 bits the number of moves. The 34 bits above hold the key. More bits for the
 * number of moves would take them from the key; only small numbers matter (option `extension`, at
 * most 30). */
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

/* Is the game over after a move of this value? A win shows in the value, action 150 in the
 * board. */
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

/* Proven scores count actions from the root in the search, but from the position itself in the
 * table, where another path may find the entry at another height. */
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

/* May the entry end the search of this node? It must have been searched deep enough, or hold a
 * proof, which is true whatever the depth, and its bound must lie on the right side of the
 * window. */
static bool memo_cuts(ttr_memo memo, int depth, int32_t score, int32_t alpha, int32_t beta)
{
    if (memo.depth < depth && !ttr_score_is_proven(score))
        return false;
    return memo.bound == TTR_BOUND_EXACT || (memo.bound == TTR_BOUND_LOWER && score >= beta) ||
           (memo.bound == TTR_BOUND_UPPER && score <= alpha);
}

/* Quiescence follows line-clearing moves this many plies past the nominal depth. More plies see
 * more lines vanish and cost more nodes; other values were not measured, since quiescence as a
 * whole loses (option `quiescence`, off by default). */
#define QUIESCENCE_PLIES 4

/* ---- The search ------------------------------------------------------------------------------ */

/* The value of a leaf if the side to move may take its evaluation as it is or fill a line, and the
 * other side likewise after that. `eval` is the evaluation. */
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

    /* 2. Transposition table. On a principal variation a stored score does not end the search, so
     * that the whole line can be told. Without null windows no node is known to be on it. */
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

        /* 5. Evaluation, and extension of a leaf whose side to move has few replies */
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
    /* No legal move: the game is over here. The cache had taken another position with the same bits
     * of its key for this one, so the parent did not notice. */
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

/* Bytes of the solver's table, 65,536 entries. A run looks at no more than 10,000 positions
 * (negamax_known.c), so the table keeps the proofs of several moves of a game. A larger one would
 * take memory for nothing, a smaller one would lose proofs while they are followed. */
#define SOLVER_BYTES ((size_t)1 << 20)

/* The size of the transposition table: the option `entries` counts positions, otherwise `hash` says
 * MiB. A search without a table gets one bucket, which it never uses. */
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
