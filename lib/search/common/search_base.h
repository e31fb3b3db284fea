/* SPDX-License-Identifier: MIT */
#ifndef TTR_SEARCH_BASE_H
#define TTR_SEARCH_BASE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "board.h"
#include "budget.h"
#include "eval_cache.h"
#include "rng.h"
#include "rules.h"
#include "settings.h"
#include "tetress/memory.h"

/* The longest line that is told, also the deepest that a search looks, and the most lines that can
 * be wanted. They are part of the public interface (TETRESS_MAX_PV, option multipv). */
#define TTR_MAX_PV    64
#define TTR_MAX_LINES 32

/*
 * Scores are in the evaluator's units, from the view of the side to move. A position that is won
 * with the nth action from the root at the latest has the score TTR_SCORE_WIN - n; a lost one has
 * the negative of that.
 */
#define TTR_SCORE_WIN      20000000
#define TTR_SCORE_PROVEN   (TTR_SCORE_WIN - TTR_MAX_ACTIONS) /* scores from here on are proven */
#define TTR_SCORE_INFINITE (TTR_SCORE_WIN + 1)

/* The same in centi-tokens, beyond every evaluation (+-1,000,000). */
#define TTR_CENTI_WIN 2000000

/* One line of play. */
typedef struct ttr_line {
    int32_t score; /* centi-tokens, not the evaluator's units */
    int32_t mate;  /* +n: won within n actions; -n: lost within n; 0: not proven */
    double win;
    double prior; /* mcts: the share of visits that was expected of the move, of 1; else 0 */
    uint32_t depth;
    uint64_t visits;
    uint16_t length;
    ttr_move pv[TTR_MAX_PV]; /* pv[0] is the move */
} ttr_line;

/* What a search found, as everyone outside the algorithm sees it. */
typedef struct ttr_findings {
    uint32_t depth;
    uint32_t selective_depth;
    uint32_t line_count;
    uint32_t hash_permille;
    uint64_t cache_lookups, cache_hits; /* evaluations that were looked up, and found */
    ttr_line lines[TTR_MAX_LINES];      /* best first */
} ttr_findings;

typedef struct ttr_search ttr_search;

/*
 * An algorithm: a table of functions, a list of its options, and what a search has to know about
 * it.
 *
 * `create` allocates everything that a search with these settings needs and returns NULL if there
 * is no memory. `destroy` frees it. `reset` forgets what was learnt. `run` fills search->findings
 * with at least one line and never allocates; the position handed to it is not over.
 */
typedef struct ttr_algorithm {
    const char *name;
    bool endless;        /* never ends by itself: a search needs a limit */
    bool evaluates;      /* asks the evaluator */
    bool uses_depth;     /* a depth limits it */
    bool uses_playouts;  /* playouts limit it */
    bool forgets;        /* keeps no value between searches, so values may depend on the root */
    bool looks_ahead;    /* sees replies: does not lose at once if it can avoid it */
    uint32_t look_every; /* nodes between two looks at the clock */
    const ttr_option_group *options; /* all options, in the order in which they are listed */
    size_t option_groups;
    const void *own_defaults; /* defaults of its own settings; NULL if it has none */
    size_t own_size;
    void *(*create)(const tetress_allocator *memory, const ttr_settings *settings);
    void (*destroy)(const tetress_allocator *memory, void *work);
    void (*reset)(void *work);
    /* Some settings have changed that need no other memory: forget what holds only under the old
     * ones. May be NULL. */
    void (*reconfigure)(void *work);
    /* Called before `run`: may the player answer without a search? Then fill the findings and
     * return true; the move is played without a last look. May be NULL. */
    bool (*answer)(ttr_search *search, const ttr_board *root);
    void (*run)(ttr_search *search, const ttr_board *root);
    /* Called after `run`: the move of the first line loses within this many actions. Fill the
     * findings again with the best lines under that knowledge; false, with nothing changed, if the
     * algorithm cannot. May be NULL. */
    bool (*refute)(ttr_search *search, ttr_move move, int actions);
} ttr_algorithm;

/* Progress: called once for each line; true stops the search. */
typedef bool (*ttr_progress_fn)(const ttr_search *search, const ttr_line *line, uint32_t rank,
                                void *user);

/* A search and everything that it owns: one engine of the public interface. */
struct ttr_search {
    tetress_allocator memory;
    const ttr_algorithm *algorithm;
    ttr_settings settings;
    /* the own settings of the algorithm that a hybrid runs in its place; else NULL */
    const void *half;
    const ttr_evaluator *evaluator; /* the one of the settings, or the host's */
    bool given_evaluator;           /* it is not the one of the settings */
    /* it is a function of the host, which may be slow and may ask to stop */
    bool host_evaluator;
    ttr_clock clock;
    ttr_rng rng;
    ttr_budget budget;
    ttr_findings findings;
    ttr_eval_cache cache;
    const ttr_board *root;   /* of the running search; NULL if none runs */
    const ttr_board *origin; /* the same for an algorithm that `forgets`; NULL for others */
    ttr_progress_fn progress;
    void *progress_user;
    atomic_bool stop; /* the one field that other threads touch */
    void *work;       /* memory of the algorithm; NULL if it needs none */
};

/* Make a search. False, with nothing left allocated, if there is no memory. */
bool ttr_search_init(ttr_search *search, const tetress_allocator *memory,
                     const ttr_algorithm *algorithm, const ttr_settings *settings);
void ttr_search_free(ttr_search *search);

/* Change settings. False, with nothing changed, if there is no memory for them. */
bool ttr_search_configure(ttr_search *search, const ttr_settings *settings);

/* Use `evaluator`, which `of_host` tells to be a function of the host, or for NULL the evaluator of
 * the settings. Forgets everything that was learnt with the other one. */
void ttr_search_set_evaluator(ttr_search *search, const ttr_evaluator *evaluator, bool of_host);

/* Forget everything that was learnt, start the random numbers from the seed, drop a pending
 * stop. */
void ttr_search_reset(ttr_search *search);

/* The limits of one search of `root`: the tighter of the given ones and those of the settings,
 * without limits that mean nothing to the algorithm. If no limit is left, the time rule of the
 * settings applies, unless `root` is NULL. */
ttr_limits ttr_search_limits(const ttr_search *search, const ttr_board *root,
                             const ttr_limits *given);

/* Would a search within these limits terminate? A hybrid needs both a depth limit and a playout
 * limit to terminate, if it has no other. */
bool ttr_search_ends(const ttr_search *search, const ttr_limits *limits);

/* ---- For the algorithms ---------------------------------------------------------------------- */

/* Copy the own settings of the running algorithm. */
static inline void ttr_search_own(const ttr_search *search, void *own, size_t size)
{
    memcpy(own, search->half != NULL ? search->half : search->settings.own, size);
}

/*
 * Evaluate a position that is before action 150. Returns the evaluator's score for the side to
 * move, clipped to +-TTR_EVAL_LIMIT, and in *moves the number of legal moves; if that is 0 the game
 * is over and the score means nothing. A host's evaluator may ask the search to stop because it
 * failed: then the budget is over on return, and the caller must not keep the value.
 */
int32_t ttr_search_evaluate(ttr_search *search, const ttr_board *board, int *moves);

/* The same, for evaluators that also compare with the position `root` some actions before. */
int32_t ttr_search_evaluate_since(ttr_search *search, const ttr_board *root, const ttr_board *board,
                                  int *moves);

/*
 * The value of `child`, `height` actions below the root, for the side that moved to it: the
 * negative of its evaluation, or the exact score if the game is over. *replies is the number of
 * legal moves there. The caveat of ttr_search_evaluate() about a host's evaluator applies.
 */
int32_t ttr_search_value_after(ttr_search *search, const ttr_board *child, int height,
                               int *replies);

/* The score of a position that is over, `height` actions below the root, for its side to move. */
int32_t ttr_search_score_end(const ttr_board *board, ttr_outcome outcome, int height);

#endif
