/* SPDX-License-Identifier: MIT */
/* What the files of the search `negamax` share: its memory, the order of moves, the root. */
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

/* The value of a child that nobody has judged yet; no score. */
#define TTR_VALUE_UNKNOWN INT32_MIN

/* Late moves are reduced alike from these on. */
#define TTR_REDUCED_DEPTHS 32
#define TTR_REDUCED_RANKS  64

/* Where the list of a node stands. Moves that are likely to cut off are tried before there is one:
 * if they do, it is never made. */
typedef enum ttr_stage { TTR_STAGE_EARLY, TTR_STAGE_LIST } ttr_stage;

#define TTR_EARLY_MOVES 4 /* the table's, two killers, the counter move */

/* One node of the current path, and what its siblings found. */
typedef struct ttr_frame {
    ttr_move killers[2];
    ttr_move played; /* the move that is being searched */
    ttr_stage stage;
    ttr_move early[TTR_EARLY_MOVES]; /* the first `early_count` have been or will be tried early */
    int early_count, early_next;
    int32_t eval;  /* of the position, for its side to move */
    int32_t gain;  /* what a good move changes here, by evaluation: the unit of margins */
    bool prune;    /* moves that seem to miss `floor` may be left out */
    int32_t floor; /* alpha: a move that is worth no more changes nothing */
    int32_t best;  /* of the moves searched so far */
    bool evaluate; /* order by the evaluation of children */
    bool before_leaves;
    size_t count;  /* legal moves; known from TTR_STAGE_LIST on */
    size_t listed; /* those of which something is expected, at the head of `moves` */
    size_t left;   /* keys that have not been picked, keys[next] the first */
    size_t next;
    bool sorted;
    int pv_length;
    ttr_move pv[TTR_MAX_HEIGHT];
    ttr_move moves[TTR_LIST_ROOM];
    int32_t values[TTR_PLACEMENTS]; /* of children for the side that moves to them */
    int64_t keys[TTR_PLACEMENTS];   /* ttr_order_key() */
} ttr_frame;

/* Evaluations by key, each in one word: 34 bits of the key, 5 of the number of moves, 25 of the
 * value. They come back between iterations and when the same moves are played in another order. A
 * larger cache has more of them, but no processor has it at hand: it takes longer to look there. */
#define TTR_CACHE_BITS 14

/* What one thread searches with. The main one has the search's budget and findings, a helper has
 * its own, of which only the number of nodes matters. */
typedef struct ttr_worker {
    ttr_search *search;
    ttr_negamax_settings settings;
    const ttr_board *root;
    ttr_ttable *table;
    ttr_budget *budget;
    ttr_findings *findings; /* the search's; of a helper its own */
    ttr_findings own_findings;
    uint32_t helper;      /* 0: the main one */
    uint32_t root_depth;  /* plies of the current iteration */
    uint32_t lost_within; /* actions, as the solver has proven; 0: it has not */
    uint32_t effort; /* permille of the last line's nodes that were spent below the best move; 0:
                        not known */
    size_t root_count;
    ttr_move root_moves[TTR_PLACEMENTS]; /* best lines first */
    int32_t root_values[TTR_PLACEMENTS]; /* static */
    int32_t root_scores[TTR_PLACEMENTS]; /* as of the last search of the move */
    size_t root_lost;  /* moves found lost in this iteration, from that of the line searched on */
    size_t line_limit; /* lines that are wanted and possible */
    int32_t line_scores[TTR_MAX_LINES];
    ttr_findings complete;                      /* of the last complete iteration */
    int32_t complete_score;                     /* of its best line */
    int32_t iteration_scores[2][TTR_MAX_LINES]; /* of the last two iterations, by parity */
    int32_t history[2][TTR_PLACEMENTS]; /* how much a move of a colour has cut off, by depth */
    int32_t gains[2][TTR_PLACEMENTS];   /* what a move of a colour changed, by evaluation, when it
                                           was last judged */
    ttr_move counters[2]
                     [TTR_PLACEMENTS]; /* what cut off the answer to a move of the other colour */
    uint64_t cache[1 << TTR_CACHE_BITS];
    uint8_t reductions[TTR_REDUCED_DEPTHS][TTR_REDUCED_RANKS];
    ttr_frame frames[TTR_MAX_HEIGHT + 1]; /* by height above the root */
} ttr_worker;

/* ---- negamax.c ------------------------------------------------------------------------------- */

/*
 * The value of `board`, which is not over, for its side to move: exact within (alpha, beta) and a
 * bound outside (fail soft). `eval` is its evaluation. What it returns once the budget is over
 * means nothing: callers ask the budget first.
 */
int32_t ttr_negamax_node(ttr_worker *w, const ttr_board *board, int depth, int height,
                         int32_t alpha, int32_t beta, int32_t eval);

/* The word of the cache that may hold a board's evaluation. */
static inline uint64_t *ttr_negamax_cached(ttr_worker *w, const ttr_board *board)
{
    return &w->cache[board->key % (1 << TTR_CACHE_BITS)];
}

/*
 * What `child`, `height` actions below the root, is worth to the side that moved there, by its
 * evaluation, or exactly if the game is over. Counts a node; 0 if there was no budget for it.
 * *replies is the number of its legal moves.
 */
int32_t ttr_negamax_value(ttr_worker *w, const ttr_board *child, int height, int *replies);

/* What the transposition table has of a position; nothing for a search without one. */
static inline ttr_memo ttr_negamax_memo(const ttr_worker *w, const ttr_board *board)
{
    if (!w->settings.table)
        return (ttr_memo){0, TTR_MOVE_NONE, 0, TTR_BOUND_NONE};
    return ttr_ttable_probe(w->table, board->key);
}

/* By how many plies the search of the rank'th move is to be cut. */
int ttr_negamax_reduction(const ttr_worker *w, int depth, size_t rank, bool is_pv);

/*
 * The score of `child`, `height` actions below the root, for the side that moved there by another
 * move than the first, searched `depth` plies deep within (alpha, beta). It is searched `reduction`
 * plies less deep and with a null window. Where that says it is better than alpha, it is searched
 * to its full depth, and where that says so too, with the full window. `value` is what the child is
 * worth by evaluation, and the score if the reduction leaves nothing of the depth.
 */
int32_t ttr_negamax_later_move(ttr_worker *w, const ttr_board *child, int depth, int reduction,
                               int height, int32_t alpha, int32_t beta, int32_t value);

/* ---- negamax_threads.c ----------------------------------------------------------------------- */

/* Work of a search: the table that all threads share, and what each has for itself. */
typedef struct ttr_negamax {
    ttr_ttable table;
    ttr_solver solver;
    uint32_t threads;
    ttr_worker *workers; /* of that number, the main one first */
    ttr_helpers helpers;
} ttr_negamax;

/* Start the helpers, search in this thread, stop them. */
void ttr_negamax_run(ttr_search *search, const ttr_board *root);

/* ---- move_order.c ---------------------------------------------------------------------------- */

/* Forget everything that was learnt for the order of moves. */
void ttr_order_clear(ttr_worker *w);

/* Start on the moves of a node. */
void ttr_order_start(ttr_worker *w, const ttr_board *board, int depth, int height,
                     ttr_move table_move);

/*
 * The next move, and what it is worth by evaluation if that is known already. False if there is
 * none, or the budget is over.
 */
bool ttr_order_next(ttr_worker *w, const ttr_board *board, int height, ttr_move *move,
                    int32_t *value);

/* A move of a node turned out to be worth `value` by evaluation. */
static inline void ttr_order_judged(ttr_worker *w, const ttr_frame *f, int turn, ttr_move move,
                                    int32_t value)
{
    if (value < TTR_SCORE_PROVEN && value > -TTR_SCORE_PROVEN)
        w->gains[turn][move] = value - f->eval;
}

/* How many moves of the list were given out before the last one; 0 for a move that was tried
 * early. */
static inline size_t ttr_order_lateness(const ttr_frame *f)
{
    return f->stage == TTR_STAGE_LIST ? f->next - 1 : 0;
}

/* A move refuted this position: try it early in its siblings and wherever else it is legal. */
void ttr_order_cut(ttr_worker *w, int turn, int height, ttr_move move, int depth);

/* Does the move fill a row or a column? */
bool ttr_order_fills_line(const ttr_board *board, ttr_move move);

/* ---- negamax_known.c ------------------------------------------------------------------------- */

/*
 * Is the answer known without a search? Then it is the only line found, and the host was told.
 * If not, what is known of the position is in w->lost_within, and the search goes on.
 */
bool ttr_negamax_known(ttr_worker *w, const ttr_board *root);

/* ---- negamax_root.c -------------------------------------------------------------------------- */

/* Iterations until the budget is over or nothing is left to learn. */
void ttr_negamax_iterate(ttr_worker *w);

/* The line that starts with `move` and goes on as the child found. */
void ttr_frame_set_pv(ttr_frame *f, ttr_move move, const ttr_frame *child);

static inline bool ttr_score_is_proven(int32_t score)
{
    return score >= TTR_SCORE_PROVEN || score <= -TTR_SCORE_PROVEN;
}

#endif
