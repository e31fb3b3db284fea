/* SPDX-License-Identifier: MIT */
#ifndef TTR_SEARCH_BASE_H
#define TTR_SEARCH_BASE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "board.h"
#include "budget.h"
#include "eval.h"
#include "eval_cache.h"
#include "rng.h"
#include "rules.h"
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

/* What decides in which order moves are tried, before all that is learnt on the way. */
typedef enum ttr_ordering {
    TTR_ORDER_HISTORY,
    TTR_ORDER_EVALUATION,
    TTR_ORDER_NONE /* as they are listed */
} ttr_ordering;

/* After which searches the last look is taken (last_look.h): none; those that a time limit, a stop
 * or the caller's limits cut short; or all. */
typedef enum ttr_looking { TTR_LOOK_NEVER, TTR_LOOK_IF_CUT, TTR_LOOK_ALWAYS } ttr_looking;

/* How mcts chooses the child to look at, and what one is worth that it has not visited: all such
 * come first, or by their evaluation, or as much as their parent's visits say. */
typedef enum ttr_selection { TTR_SELECT_UCT, TTR_SELECT_PUCT } ttr_selection;
typedef enum ttr_first_play {
    TTR_FIRST_PLAY_FIRST,
    TTR_FIRST_PLAY_EVALUATION,
    TTR_FIRST_PLAY_PARENT
} ttr_first_play;

/* How mcts weighs evaluations beside results: mixed with them as chances of winning, or added to
 * them as ratios: 1 where both sides are equal. And by what it chooses the move in the end. */
typedef enum ttr_evaluation_form { TTR_FORM_MIX, TTR_FORM_ADD } ttr_evaluation_form;
typedef enum ttr_choose { TTR_CHOOSE_VISITS, TTR_CHOOSE_UCT } ttr_choose;

/* Whose result is added to the nodes of a path: that of the side that moved there, or in all nodes
 * that of the side to move at the root. */
typedef enum ttr_backup { TTR_BACKUP_SIDES, TTR_BACKUP_PATH } ttr_backup;

/* How the player greedy plays its first action. */
typedef enum ttr_first_action { TTR_FIRST_JUDGED, TTR_FIRST_S4 } ttr_first_action;

/* The values of all options. */
typedef struct ttr_settings {
    const ttr_evaluator *evaluator;
    int32_t weights[TTR_EVAL_WEIGHTS]; /* of an evaluator that takes them: s4 */
    uint32_t cache;                    /* evaluations that are remembered; 0: none */
    uint64_t seed;
    uint32_t hash;   /* MiB */
    uint32_t memory; /* MiB */
    uint32_t multipv;
    uint32_t threads;
    uint32_t ordering;                                    /* ttr_ordering */
    uint32_t reductions, pruning, aspiration, quiescence; /* switches of negamax: 0 or 1 */
    uint32_t killers, countermoves, history, iir, solver, book;
    uint32_t table, null_window, best_first, partial, extend_first; /* likewise */
    uint32_t replacement;                                           /* ttr_replacement */
    uint32_t timing;                                                /* ttr_timing */
    uint32_t extension;                    /* moves up to which a leaf is searched on; 0: none */
    uint32_t deathcheck, first_action;     /* of greedy: moves; ttr_first_action */
    uint32_t deathreplies;                 /* of greedy: replies that are looked at for death */
    uint32_t plies, width;                 /* of beam; width 0: all moves */
    uint32_t many, many_plies, many_width; /* ... with more moves than `many` */
    uint32_t few, few_plies, few_width;    /* ... with `few` moves or fewer */
    uint32_t ending;          /* filled cells beyond which the ending rule decides; 0: never */
    uint32_t last_look;       /* ttr_looking */
    uint32_t ending_holes;    /* least cells of a hole for the ending rule */
    uint32_t first_half;      /* of hybrid: actions that negamax plays */
    uint32_t selection;       /* ttr_selection */
    uint32_t first_play;      /* ttr_first_play */
    uint32_t evaluation_form; /* ttr_evaluation_form */
    uint32_t choose;          /* ttr_choose */
    uint32_t backup;          /* ttr_backup */
    uint32_t policy;          /* ttr_policy: of playouts */
    uint32_t cutoff;          /* actions after which a playout is judged; 0: it goes to the end */
    uint32_t children;        /* so many best by evaluation; 0: all */
    uint32_t proofs, reuse, minimax; /* switches of mcts: 0 or 1 */
    double exploration;              /* weight of what has few visits */
    double temperature;       /* tokens: priors are odds of e : 1 for so many; 0: all alike */
    double widening;          /* visits to this power are the children in view; 0: all are */
    double evaluation_visits; /* the evaluation counts as so many visits */
    double evaluation_scale;  /* tokens that are odds of e : 1; 0: the evaluator's win_scale; in
                                 TTR_FORM_ADD tokens that are 1 more */
    double mix_selection;     /* share of the evaluation in the worth of a child ... */
    double mix_backup;        /* ... and in the result of a leaf; 1: no playouts. Weights of what is
                                 added in TTR_FORM_ADD, which always plays out */
    double rave; /* visits at which all moves as first have half their weight; 0: off */
    uint64_t depth, nodes, playouts, wall_ms, cpu_ms; /* limits of every search; 0: none */
    uint64_t entries; /* of the transposition table; 0: as many as `hash` holds */
} ttr_settings;

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
    void *(*create)(const tetress_allocator *memory, const ttr_settings *settings);
    void (*destroy)(const tetress_allocator *memory, void *work);
    void (*reset)(void *work);
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

extern const ttr_algorithm ttr_algorithm_random;
extern const ttr_algorithm ttr_algorithm_greedy;
extern const ttr_algorithm ttr_algorithm_negamax;
extern const ttr_algorithm ttr_algorithm_mcts;
extern const ttr_algorithm ttr_algorithm_hybrid; /* negamax, then mcts */
extern const ttr_algorithm ttr_algorithm_solver;
extern const ttr_algorithm ttr_algorithm_beam;

/* Progress: called for each line; true stops the search. */
typedef bool (*ttr_progress_fn)(const ttr_search *search, const ttr_line *line, uint32_t rank,
                                void *user);

/* A search and all that it owns. */
struct ttr_search {
    tetress_allocator memory;
    const ttr_algorithm *algorithm;
    ttr_settings settings;
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
