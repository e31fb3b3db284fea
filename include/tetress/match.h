/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_MATCH_H
#define TETRESS_MATCH_H

#include "game.h"

/*
 * A match: which of two players is stronger, and how sure is that? It is played in pairs of games.
 * Both games of a pair have the same opening; the first player has red in the first of them, blue
 * in the second.
 *
 * The match says what is to be played, takes the results and computes what they show. The host
 * plays the games, in as many threads as it likes:
 *
 *     tetress_match_new(NULL, &settings, &match, NULL);
 *     while (tetress_match_next(match, &task) == TETRESS_OK) {
 *         tetress_match_start(match, task.number, NULL, &game);
 *         tetress_engine_reseed(engines[0], task.seeds[0]);
 *         tetress_engine_reseed(engines[1], task.seeds[1]);
 *         ... play: engines[0] has the colour task.first_colour ...
 *         tetress_match_add_result(match, task.number, tetress_game_winner(game));
 *         tetress_game_free(game);
 *     }
 *     tetress_match_summary(match, &standing, &comparison);
 *
 * Openings and seeds depend on the settings and the number of the game alone. So the same settings
 * give the same match in every front end (`tetress match`, Python, Lua), with any number of
 * threads, if the players' searches are limited by nodes, playouts or depth.
 *
 * Threads: tetress_match_task_of() and tetress_match_start() read what never changes once the first
 * game has been handed out; any number of threads may call them at any time. All other functions
 * must be called on one match by one thread at a time.
 *
 * Every function accepts NULL for a handle and answers TETRESS_EARG. A function that fails leaves
 * the match as it was, except for the sentence of tetress_match_error().
 */
typedef struct tetress_match tetress_match;

/* The most random actions of an opening. */
#define TETRESS_MATCH_MAX_OPENING 30

/* Nodes that hosts give each search of a player without limits of its own, where the caller sets
 * none: part of what makes a match the same in every front end. */
#define TETRESS_MATCH_NODES 2000

/* How a match is played. A caller sets `size` first (TETRESS_MATCH_SETTINGS_INIT). */
typedef struct tetress_match_settings {
    uint32_t size;    /* sizeof(tetress_match_settings) of the caller */
    uint32_t opening; /* random actions before the players take over, 0..30 */
    uint64_t games;   /* an even number above 0; fewer are played if the test decides earlier */
    uint64_t seed;    /* of openings and engines */
    /* A sequential test (SPRT) ends the match as soon as it accepts one of two hypotheses about the
     * first player's advantage: H0, that it is elo0, or H1, that it is elo1. elo0 < elo1, both
     * -4000..4000; both 0: no test. */
    double elo0, elo1;
    double alpha; /* chance that H1 is accepted although H0 holds; above 0, below 0.5 */
    double beta;  /* chance that H0 is accepted although H1 holds; above 0, below 0.5 */
} tetress_match_settings;

/* One game to be played. A caller sets `size` first. */
typedef struct tetress_match_task {
    uint32_t size;        /* sizeof(tetress_match_task) of the caller */
    int32_t first_colour; /* of the match's first player: TETRESS_RED or TETRESS_BLUE */
    uint64_t number;      /* of the game, from 0; it belongs to pair number / 2 */
    uint64_t seed;        /* of the game, to be recorded with it */
    uint64_t seeds[2];    /* for the engine of the first and of the second player */
} tetress_match_task;

/* What the sequential test says. */
#define TETRESS_SPRT_UNDECIDED 0 /* nothing yet, or there is no test */
#define TETRESS_SPRT_H0        1 /* the first player's advantage is elo0 */
#define TETRESS_SPRT_H1        2 /* it is elo1 */

/* A pair of games brings the first player 0, 1/2, 1, 3/2 or 2 points. */
#define TETRESS_PAIR_OUTCOMES 5

/* How a match stands, for its first player. Pairs count in the order of their numbers, once both
 * games and all pairs before are in. A caller sets `size` first. */
typedef struct tetress_standing {
    uint32_t size;                         /* sizeof(tetress_standing) of the caller */
    int32_t verdict;                       /* TETRESS_SPRT_… */
    uint64_t wins, draws, losses;          /* games of the pairs that count */
    uint64_t pairs[TETRESS_PAIR_OUTCOMES]; /* that brought 0, 1/2, 1, 3/2 and 2 points */
    double llr;               /* log-likelihood ratio of H1 over H0; 0 without a test */
    double llr_low, llr_high; /* H0 is accepted at llr_low or below, H1 at llr_high or above */
} tetress_standing;

/* What pairs of games tell of two players, for the first of them. A caller sets `size` first. */
typedef struct tetress_comparison {
    uint32_t size;            /* sizeof(tetress_comparison) of the caller */
    uint32_t reserved;        /* 0 */
    double score;             /* share of the points, 0..1; 1/2 without games */
    double low, high;         /* 95 % interval of the score */
    double elo;               /* `score` as a difference in Elo; infinite for 0 and 1 */
    double elo_low, elo_high; /* `low` and `high` as such */
    double los; /* likelihood that the first player is the stronger one, never 0 or 1 */
} tetress_comparison;

/* clang-format off */
#define TETRESS_MATCH_SETTINGS_INIT \
    {(uint32_t)sizeof(tetress_match_settings), 4, 100, 1, 0, 0, 0.05, 0.05}
#define TETRESS_MATCH_TASK_INIT {(uint32_t)sizeof(tetress_match_task), 0, 0, 0, {0, 0}}
#define TETRESS_STANDING_INIT \
    {(uint32_t)sizeof(tetress_standing), 0, 0, 0, 0, {0, 0, 0, 0, 0}, 0, 0, 0}
#define TETRESS_COMPARISON_INIT {(uint32_t)sizeof(tetress_comparison), 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Making and freeing ---------------------------------------------------------------------- */

/*
 * A match with these settings (NULL: those of TETRESS_MATCH_SETTINGS_INIT) from random openings.
 * `allocator` may be NULL: malloc and free.
 *
 * Returns TETRESS_OK and sets *match, which the caller owns; TETRESS_ENOMEM; TETRESS_EARG, with the
 * setting in `error` (which may be NULL), if one makes no sense; TETRESS_EVERSION for settings that
 * this version does not know. On failure *match is NULL.
 */
TETRESS_API tetress_status tetress_match_new(const tetress_allocator *allocator,
                                             const tetress_match_settings *settings,
                                             tetress_match **match, tetress_error *error);

/* Free a match. NULL is fine. */
TETRESS_API void tetress_match_free(tetress_match *match);

/*
 * What the last failed call that changes a match said about it; status TETRESS_OK if the last such
 * call succeeded. The structure belongs to the match and lives until the next call that changes it.
 * Never NULL: for a NULL match it says so.
 */
TETRESS_API const tetress_error *tetress_match_error(const tetress_match *match);

/*
 * Add a position, in text as for tetress_game_from_text(), to the openings. A match with openings
 * of its own starts no game from a random one: pair n starts from opening n, and when all have been
 * used, from the first again.
 *
 * Returns TETRESS_OK; TETRESS_ETEXT with the offset of the first mistake; TETRESS_EOVER if the game
 * is over in this position; TETRESS_ENOMEM; TETRESS_EARG for NULL, or once a game has been handed
 * out or a result taken.
 */
TETRESS_API tetress_status tetress_match_add_opening(tetress_match *match, const char *position);

/* ---- Playing --------------------------------------------------------------------------------- */

/*
 * The next game to be played: the lowest number that was neither handed out before nor has a
 * result.
 *
 * Returns TETRESS_OK and fills *task as far as its `size` says; TETRESS_EOVER if no game is left or
 * the match is over; TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_match_next(tetress_match *match, tetress_match_task *task);

/*
 * The same for the game of a given number, whether or not it was handed out or has a result. For
 * hosts that go on with an earlier match, or hand out games themselves.
 * Returns TETRESS_OK, or TETRESS_EARG for a number that the match does not have.
 */
TETRESS_API tetress_status tetress_match_task_of(const tetress_match *match, uint64_t number,
                                                 tetress_match_task *task);

/*
 * A new game, owned by the caller, at the start of game `number`. Random openings are its history;
 * for a position of tetress_match_add_opening() the history is empty. `allocator` may be NULL:
 * malloc and free.
 *
 * Returns TETRESS_OK and sets *start; TETRESS_ENOMEM; TETRESS_EARG for NULL, an allocator that
 * lacks a function, or a number that the match does not have. On failure *start is NULL.
 */
TETRESS_API tetress_status tetress_match_start(const tetress_match *match, uint64_t number,
                                               const tetress_allocator *allocator,
                                               tetress_game **start);

/*
 * Take the result of game `number`: the winner's colour, or TETRESS_NOBODY for a draw. Results come
 * in any order, also for games that were not handed out.
 *
 * Returns TETRESS_OK; TETRESS_EOVER if the match is over, so the result does not count (it was
 * played beside the game that decided the test); TETRESS_ENOMEM; TETRESS_EARG for a number that the
 * match does not have, a game whose result is known, or a number that is no winner.
 */
TETRESS_API tetress_status tetress_match_add_result(tetress_match *match, uint64_t number,
                                                    int32_t winner);

/* 1 if all games are in or the test has decided, 0 if not; TETRESS_EARG for NULL. */
TETRESS_API int32_t tetress_match_over(const tetress_match *match);

/*
 * How the match stands, and what its pairs tell, see tetress_compare_pairs(). Both structures are
 * filled as far as their `size` says; either may be NULL. Returns TETRESS_OK or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_match_summary(const tetress_match *match,
                                                 tetress_standing *standing,
                                                 tetress_comparison *comparison);

/* ---- What a match is made of ----------------------------------------------------------------- */

/*
 * Compare two players by pairs of games that start alike with colours swapped. The two games of a
 * pair are not independent, so the pair is the unit. `pairs` counts the pairs in which the first
 * player took 0, 1/2, 1, 3/2 and 2 points.
 *
 * With 30 pairs or more, 5 of which differ from the most frequent outcome, the interval is the mean
 * score plus and minus 1.96 standard errors (pentanomial, as engine testers compute it). Fewer
 * pairs do not show their spread: then the outcomes get Jeffreys' prior, half a pair of each, and
 * mean and error are those of the Dirichlet posterior. `los` is the normal distribution's share
 * above one half, but n pairs never tell more than if all of them were won: at most 1 - 2^-(n + 1),
 * and at least 2^-(n + 1).
 *
 * Returns TETRESS_OK, or TETRESS_EARG for NULL or a structure of wrong size. Any thread.
 */
TETRESS_API tetress_status tetress_compare_pairs(const uint64_t pairs[TETRESS_PAIR_OUTCOMES],
                                                 tetress_comparison *comparison);

/*
 * A new game, owned by the caller, of `actions` uniformly random actions from the empty board,
 * after which it is not over: opening `index` of `seed`, as pair `index` of a match with that seed
 * has it. `allocator` may be NULL: malloc and free.
 *
 * Returns TETRESS_OK and sets *game; TETRESS_ENOMEM; TETRESS_EARG for NULL, an allocator that lacks
 * a function, or more than TETRESS_MATCH_MAX_OPENING actions. On failure *game is NULL. Any thread.
 */
TETRESS_API tetress_status tetress_random_opening(const tetress_allocator *allocator, uint64_t seed,
                                                  uint64_t index, uint32_t actions,
                                                  tetress_game **game);

/*
 * Seed number `index` of the stream that starts with `seed`, well mixed: independent random numbers
 * for numbered pieces of work, whatever the order in which they are done. Game n of a match has
 * seed n of the match's seed, its engines have seeds 2 n and 2 n + 1. Any thread.
 */
TETRESS_API uint64_t tetress_derived_seed(uint64_t seed, uint64_t index);

#ifdef __cplusplus
}
#endif

#endif
