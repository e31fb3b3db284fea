/* SPDX-License-Identifier: MIT */
/* What the files of negamax share: the memory of one thread, and the functions of each file. */
#ifndef TTR_NEGAMAX_H
#define TTR_NEGAMAX_H

#include "helpers.h"
#include "movegen.h"
#include "negamax_settings.h"
#include "order_key.h"
#include "search_base.h"
#include "solver.h"
#include "ttable.h"

#define TTR_MAX_HEIGHT TTR_MAX_PV

/* The value of a child that has not been judged. No score is that low. */
#define TTR_VALUE_UNKNOWN INT32_MIN

/* Depths and ranks from here on share the last row and column of the table of reductions. The
 * logarithms grow so slowly there that larger tables would change little. */
#define TTR_REDUCED_DEPTHS 32
#define TTR_REDUCED_RANKS  64

/* The two stages of a node's moves. Early moves are likely to cut off and need no move list: if one
 * does, the list is never made. */
typedef enum ttr_stage { TTR_STAGE_EARLY, TTR_STAGE_LIST } ttr_stage;

#define TTR_EARLY_MOVES 4 /* the table's, two killers, the counter move */

/* One node of the current path. The killers outlast the node: they cut off its siblings, and the
 * next node at this height tries them early. */
typedef struct ttr_frame {
    ttr_move killers[2];
    ttr_move played; /* the move that is being searched */
    ttr_stage stage;
    ttr_move early[TTR_EARLY_MOVES]; /* the first `early_count` have been or will be tried early */
    int early_count, early_next;
    int32_t eval;  /* of the position, for its side to move */
    int32_t gain;  /* what a good move changes here, by evaluation: the unit of margins */
    bool prune;    /* moves that are expected to miss `floor` may be left out */
    int32_t floor; /* alpha: a move that is worth no more changes nothing */
    int32_t best;  /* score of the best move searched so far */
    bool evaluate; /* order by the evaluation of children */
    bool before_leaves;
    size_t count;  /* legal moves; known from TTR_STAGE_LIST on */
    size_t listed; /* the first `listed` of `moves` are searched, the others left out */
    size_t left;   /* number of keys; those from `next` on have not been picked */
    size_t next;
    bool sorted;
    int pv_length;
    ttr_move pv[TTR_MAX_HEIGHT];
    ttr_move moves[TTR_LIST_ROOM];
    int32_t values[TTR_PLACEMENTS]; /* of children, for the side that moves to them */
    int64_t keys[TTR_PLACEMENTS];   /* ttr_order_key() */
} ttr_frame;

/*
 * The cache of evaluations: 2^14 words of 8 bytes a thread, one evaluation each. Positions come
 * back from one iteration to the next and when the same moves are played in another order.
 *
 *     word   bits 63..30   upper 34 bits of the position's key
 *                 29..25   number of legal moves, 31 if there are more
 *                 24..0    2^24 minus the value
 *
 * The lower 14 bits of the key choose the word, so 16 bits of the key are not compared: two
 * positions are taken for one with a chance of 1 in 2^34. A larger cache finds more evaluations,
 * but lies in slower memory: each look takes longer. These 128 KiB are a compromise between the
 * two.
 */
#define TTR_CACHE_BITS 14

/* What one thread searches with. The main thread uses the budget and the findings of the search. A
 * helper has its own and only its number of nodes counts in the end. */
typedef struct ttr_worker {
    ttr_search *search;
    ttr_negamax_settings settings;
    const ttr_board *root;
    ttr_ttable *table;
    ttr_budget *budget;
    ttr_findings *findings; /* those of the search, for a helper `own_findings` */
    ttr_findings own_findings;
    uint32_t helper;      /* 0: the main one */
    uint32_t root_depth;  /* plies of the current iteration */
    uint32_t lost_within; /* actions within which the solver has proven a loss; 0: it has not */
    /* permille of the nodes of the last line that were spent below its best move; 0: unknown */
    uint32_t effort;
    size_t root_count;
    ttr_move root_moves[TTR_PLACEMENTS]; /* best lines first */
    int32_t root_values[TTR_PLACEMENTS]; /* by evaluation, before any search */
    int32_t root_scores[TTR_PLACEMENTS]; /* as of the last search of the move */
    /* moves that this iteration found lost, counted from the move of the line being searched */
    size_t root_lost;
    size_t line_limit; /* lines to find: as many as the option says, at most one a legal move */
    int32_t line_scores[TTR_MAX_LINES];
    ttr_findings complete;                      /* of the last complete iteration */
    int32_t complete_score;                     /* of its best line */
    int32_t iteration_scores[2][TTR_MAX_LINES]; /* of the last two iterations, by parity */
    /* cut-offs by a move of a colour, each weighed by the square of the depth */
    int32_t history[2][TTR_PLACEMENTS];
    /* the last gain of a move of a colour: what it changed by evaluation (move_order.c) */
    int32_t gains[2][TTR_PLACEMENTS];
    /* the move that last cut off after a given move of the other colour */
    ttr_move counters[2][TTR_PLACEMENTS];
    uint64_t cache[1 << TTR_CACHE_BITS];
    uint8_t reductions[TTR_REDUCED_DEPTHS][TTR_REDUCED_RANKS];
    ttr_frame frames[TTR_MAX_HEIGHT + 1]; /* by height above the root */
} ttr_worker;

/* ---- negamax.c ------------------------------------------------------------------------------- */

/*
 * Search `board`, which is not over, `depth` plies deep. Returns its score for the side to move:
 * exact within (alpha, beta), a bound outside (fail soft). `eval` is the evaluation of the board,
 * which the parent has already. The result is meaningless once the budget is over: callers check
 * the budget first.
 */
int32_t ttr_negamax_node(ttr_worker *w, const ttr_board *board, int depth, int height,
                         int32_t alpha, int32_t beta, int32_t eval);

/* The word of the evaluation cache that may hold a board's evaluation. */
static inline uint64_t *ttr_negamax_cached(ttr_worker *w, const ttr_board *board)
{
    return &w->cache[board->key % (1 << TTR_CACHE_BITS)];
}

/*
 * The value of `child`, `height` actions below the root, for the side that moved to it: its
 * evaluation, or the exact score if the game is over. Counts one node; returns 0 if the budget had
 * none left. *replies is the number of legal moves there, at most 31.
 */
int32_t ttr_negamax_value(ttr_worker *w, const ttr_board *child, int height, int *replies);

/* The transposition table's entry of a position; an empty one if the search has no table. */
static inline ttr_memo ttr_negamax_memo(const ttr_worker *w, const ttr_board *board)
{
    if (!w->settings.table)
        return (ttr_memo){0, TTR_MOVE_NONE, 0, TTR_BOUND_NONE};
    return ttr_ttable_probe(w->table, board->key);
}

/* The number of plies by which the rank'th move of a list is searched less deep. Grows with the
 * logarithms of depth and rank; one less on the principal variation. */
int ttr_negamax_reduction(const ttr_worker *w, int depth, size_t rank, bool is_pv);

/*
 * Search a move that is not the first of its node. Returns the score of `child`, `height` actions
 * below the root, for the side that moved to it.
 *
 * The move is expected to be no better than alpha, so up to three searches try to show that as
 * cheaply as possible: with a null window and `reduction` plies less deep; if that fails high, with
 * a null window to the full `depth`; if that fails high too, with the full window (alpha, beta).
 * `value` is the child's value by evaluation, and the result if the reduction leaves no depth.
 */
int32_t ttr_negamax_later_move(ttr_worker *w, const ttr_board *child, int depth, int reduction,
                               int height, int32_t alpha, int32_t beta, int32_t value);

/* ---- negamax_threads.c ----------------------------------------------------------------------- */

/* The memory of the algorithm: what all threads share, and one worker for each of them. */
typedef struct ttr_negamax {
    ttr_ttable table;
    ttr_solver solver;
    uint32_t threads;
    ttr_worker *workers; /* `threads` of them, the main thread's first */
    ttr_helpers helpers;
} ttr_negamax;

/* Start the helpers, search in the calling thread, stop the helpers. */
void ttr_negamax_run(ttr_search *search, const ttr_board *root);

/* ---- move_order.c ---------------------------------------------------------------------------- */

/* Forget all killers, counter moves, history counts and last gains. */
void ttr_order_clear(ttr_worker *w);

/* Begin with the moves of a node: set up the early ones. `depth` tells whether the listed moves
 * will be ordered by evaluation or, one ply before the leaves, by history. */
void ttr_order_start(ttr_worker *w, const ttr_board *board, int depth, int height,
                     ttr_move table_move);

/*
 * The next move to try. *value is the value of its child if ordering has found it already, else
 * TTR_VALUE_UNKNOWN. False if no move is left to try or the budget is over.
 */
bool ttr_order_next(ttr_worker *w, const ttr_board *board, int height, ttr_move *move,
                    int32_t *value);

/* Remember the gain of a move whose child was just judged. A proven value is no evaluation and
 * would be an absurd gain, so it is not kept. */
static inline void ttr_order_judged(ttr_worker *w, const ttr_frame *f, int turn, ttr_move move,
                                    int32_t value)
{
    if (value < TTR_SCORE_PROVEN && value > -TTR_SCORE_PROVEN)
        w->gains[turn][move] = value - f->eval;
}

/* The number of listed moves that were given out before the last one. 0 for an early move, which
 * therefore is never reduced. */
static inline size_t ttr_order_lateness(const ttr_frame *f)
{
    return f->stage == TTR_STAGE_LIST ? f->next - 1 : 0;
}

/* A move cut off: count it in the history, and try it early in the node's siblings and in answer to
 * the same move elsewhere. */
void ttr_order_cut(ttr_worker *w, int turn, int height, ttr_move move, int depth);

/* Does the move fill a row or a column? */
bool ttr_order_fills_line(const ttr_board *board, ttr_move move);

/* ---- negamax_known.c ------------------------------------------------------------------------- */

/*
 * Ask the table of the opening and the end solver. If either knows the move, it is the only line
 * found, the host has been told, and the result is true. Otherwise the search goes on, and
 * w->lost_within holds a loss that the solver has proven.
 */
bool ttr_negamax_known(ttr_worker *w, const ttr_board *root);

/* ---- negamax_root.c -------------------------------------------------------------------------- */

/* Search deeper and deeper until the budget is over or another iteration could tell nothing new. */
void ttr_negamax_iterate(ttr_worker *w);

/* Set the principal variation to `move` followed by the child's; `child` may be NULL for none. */
void ttr_frame_set_pv(ttr_frame *f, ttr_move move, const ttr_frame *child);

static inline bool ttr_score_is_proven(int32_t score)
{
    return score >= TTR_SCORE_PROVEN || score <= -TTR_SCORE_PROVEN;
}

#endif
