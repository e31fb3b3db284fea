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

#define TTR_MAX_PV    64
#define TTR_MAX_LINES 32

/*
 * Scores are in the evaluator's units, from the side to move's view. A position that is won with
 * the nth action from the root at the latest has TTR_SCORE_WIN - n, one that is lost so the
 * negative of that.
 */
#define TTR_SCORE_WIN      20000000
#define TTR_SCORE_PROVEN   (TTR_SCORE_WIN - TTR_MAX_ACTIONS) /* from here on it is proven */
#define TTR_SCORE_INFINITE (TTR_SCORE_WIN + 1)

/* The same in centi-tokens, beyond every evaluation (+-1,000,000). */
#define TTR_CENTI_WIN 2000000

/* One line of play. */
typedef struct ttr_line {
    int32_t score; /* centi-tokens, not the evaluator's units */
    int32_t mate;  /* +n: won with the nth action at the latest, -n: lost so, 0: not proven */
    double win;
    double prior; /* share that was expected of the move, of 1; 0 but for mcts */
    uint32_t depth;
    uint64_t visits;
    uint16_t length;
    ttr_move pv[TTR_MAX_PV]; /* pv[0] is the move */
} ttr_line;

/* What everyone but the algorithm wants to know of a search. */
typedef struct ttr_findings {
    uint32_t depth;
    uint32_t selective_depth;
    uint32_t line_count;
    uint32_t hash_permille;
    uint64_t cache_lookups, cache_hits; /* evaluations that were asked for, and known */
    ttr_line lines[TTR_MAX_LINES];      /* best first */
} ttr_findings;

typedef struct ttr_search ttr_search;

/*
 * An algorithm. `create` allocates everything that a search of these settings needs and returns
 * NULL if there is no memory; `reset` forgets what was learnt; `run` fills search->findings, with
 * at least one line, and never allocates. The position handed to `run` is not over.
 */
typedef struct ttr_algorithm {
    const char *name;
    bool endless;        /* never ends by itself: needs a limit */
    bool evaluates;      /* asks the evaluator */
    bool uses_depth;     /* a depth limits it */
    bool uses_playouts;  /* playouts limit it */
    bool forgets;        /* keeps no value between searches: may judge by what the root was */
    bool looks_ahead;    /* beyond its own action: never loses at once if it can help it */
    uint32_t look_every; /* nodes between two looks at the clock */
    const ttr_option_group *options; /* all that it has */
    size_t option_groups;
    const void *own_defaults; /* its own settings unless set; NULL if it has none */
    size_t own_size;
    void *(*create)(const tetress_allocator *memory, const ttr_settings *settings);
    void (*destroy)(const tetress_allocator *memory, void *work);
    void (*reset)(void *work);
    /* Settings have changed that leave the memory as it is: forget what holds by the old ones
     * alone. May be NULL. */
    void (*reconfigure)(void *work);
    /* Before a run: is the position decided without a search? Then it fills the findings, and the
     * move is played without a last look. May be NULL. */
    bool (*answer)(ttr_search *search, const ttr_board *root);
    void (*run)(ttr_search *search, const ttr_board *root);
    /* After a run: the move of the first line is lost in so many actions. Fill the findings
     * again with the best lines that the search knows; false, with nothing changed, if it cannot.
     * May be NULL.
     */
    bool (*refute)(ttr_search *search, ttr_move move, int actions);
} ttr_algorithm;

/* Progress: called for each line; true stops the search. */
typedef bool (*ttr_progress_fn)(const ttr_search *search, const ttr_line *line, uint32_t rank,
                                void *user);

/* A search and all that it owns. */
struct ttr_search {
    tetress_allocator memory;
    const ttr_algorithm *algorithm;
    ttr_settings settings;
    const void *half; /* own settings of the algorithm that another one has run in its place; NULL
                         where none does */
    const ttr_evaluator *evaluator; /* the settings' or a host's */
    bool given_evaluator;           /* not the settings' */
    bool host_evaluator;            /* a function of the host, that may be slow and may stop */
    ttr_clock clock;
    ttr_rng rng;
    ttr_budget budget;
    ttr_findings findings;
    ttr_eval_cache cache;
    const ttr_board *root;   /* of the search that runs, or NULL */
    const ttr_board *origin; /* the root of the search that runs, for an algorithm that forgets */
    ttr_progress_fn progress;
    void *progress_user;
    atomic_bool stop; /* the one field that other threads touch */
    void *work;       /* of the algorithm; NULL if it needs none */
};

/* Make a search. False, with nothing allocated, if there is no memory. */
bool ttr_search_init(ttr_search *search, const tetress_allocator *memory,
                     const ttr_algorithm *algorithm, const ttr_settings *settings);
void ttr_search_free(ttr_search *search);

/* Change settings. False, with nothing changed, if there is no memory for them. */
bool ttr_search_configure(ttr_search *search, const ttr_settings *settings);

/* Judge by `evaluator`, which may be a function of the host, or by the settings' for NULL. */
void ttr_search_set_evaluator(ttr_search *search, const ttr_evaluator *evaluator, bool of_host);

void ttr_search_reset(ttr_search *search);

/* Limits of one search of `root`: these and those that the settings set for every search, less
 * those that mean nothing to the algorithm. Where no limit is left, the settings' time rule, but
 * not for NULL. */
ttr_limits ttr_search_limits(const ttr_search *search, const ttr_board *root,
                             const ttr_limits *given);

/* Would a search within these limits come to an end? Where a depth limits one half of an algorithm
 * and playouts the other, it takes both. */
bool ttr_search_ends(const ttr_search *search, const ttr_limits *limits);

/* ---- For the algorithms ---------------------------------------------------------------------- */

/* Copy the settings of the algorithm that runs. */
static inline void ttr_search_own(const ttr_search *search, void *own, size_t size)
{
    memcpy(own, search->half != NULL ? search->half : search->settings.own, size);
}

/*
 * The evaluator's score of a position, cut to its limits, and the number of moves of the side to
 * move. If there are none, the game is over and the score means nothing. A host's evaluator may
 * ask for the search to stop, because it failed and its value means nothing: then the budget is
 * over when this returns, and the caller keeps nothing of the value.
 */
int32_t ttr_search_evaluate(ttr_search *search, const ttr_board *board, int *moves);

/* The same by what has happened since `root`, where the evaluator looks at that. */
int32_t ttr_search_evaluate_since(ttr_search *search, const ttr_board *root, const ttr_board *board,
                                  int *moves);

/*
 * What `child`, `height` actions below the root, is worth to the side that moved there: by its
 * evaluation, or exactly if the game is over. *replies is the number of its legal moves. Of a
 * host's evaluator what is said above holds.
 */
int32_t ttr_search_value_after(ttr_search *search, const ttr_board *child, int height,
                               int *replies);

/* The score of a position that is over, `height` actions below the root. */
int32_t ttr_search_score_end(const ttr_board *board, ttr_outcome outcome, int height);

#endif
