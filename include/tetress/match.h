/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_MATCH_H
#define TETRESS_MATCH_H

#include "game.h"

/*
 * A match: which of two players is stronger, and how sure is that? It is played in pairs of games.
 * Both games of a pair have the same opening; the first player has red in the first game and blue
 * in the second.
 *
 * The match says what to play, takes the results and computes what they show. The host plays the
 * games, in as many threads as it likes:
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
 * give the same match in every front end (`tetress match`, Python, Lua) and with any number of
 * threads, if the players' searches are limited by nodes, playouts or depth.
 *
 * Threads: tetress_match_task_of() and tetress_match_start() read what never changes once the first
 * game has been handed out; any number of threads may call them at any time. All other functions
 * must be called on one match by one thread at a time.
 *
 * Errors: every function accepts NULL for a handle and answers TETRESS_EARG. A function that fails
 * leaves the match as it was, except for the sentence of tetress_match_error().
 */
typedef struct tetress_match tetress_match;

/* The most random actions of an opening. Random games last 48 actions on average. */
#define TETRESS_MATCH_MAX_OPENING 30

/* The nodes that hosts give each search of a player without limits of its own, if the caller
 * sets none. The library does not apply it; it is here so that a match is the same in every
 * front end. */
#define TETRESS_MATCH_NODES 2000

/* How a match is played. A caller starts it with TETRESS_MATCH_SETTINGS_INIT: 100 games, 4 random
 * actions, seed 1, no test. */
typedef struct tetress_match_settings {
    uint32_t size; /* sizeof(tetress_match_settings) of the caller */
    /* Random actions before the players take over, 0..30. */
    uint32_t opening;
    /* The number of games, even and above 0. Fewer are played if the test decides earlier. */
    uint64_t games;
    /* The seed of all openings and engines. */
    uint64_t seed;
    /* A sequential test (SPRT) ends the match as soon as it accepts one of two hypotheses about the
     * first player's advantage in Elo: H0 says elo0, H1 says elo1. elo0 < elo1, both within
     * -4000..4000; both 0: no test. */
    double elo0, elo1;
    /* The chance that H1 is accepted although H0 holds; at least 0.000001 and below 0.5, or 0
     * without a test. */
    double alpha;
    /* The chance that H0 is accepted although H1 holds; the same bounds. */
    double beta;
} tetress_match_settings;

/* One game to be played. A caller starts it with TETRESS_MATCH_TASK_INIT. */
typedef struct tetress_match_task {
    uint32_t size; /* sizeof(tetress_match_task) of the caller */
    /* The colour of the match's first player, TETRESS_RED or TETRESS_BLUE. */
    int32_t first_colour;
    /* The number of the game, from 0. It belongs to pair number / 2. */
    uint64_t number;
    /* The seed of the game, to be recorded with it. */
    uint64_t seed;
    /* The seeds of the first and of the second player's engine, see tetress_engine_reseed(). */
    uint64_t seeds[2];
} tetress_match_task;

/* What the sequential test says about the first player. */
#define TETRESS_SPRT_UNDECIDED 0 /* nothing so far, or there is no test */
#define TETRESS_SPRT_H0        1 /* the advantage is elo0 rather than elo1 */
#define TETRESS_SPRT_H1        2 /* the advantage is elo1 rather than elo0 */

/* Outcomes of a pair of games: it brings the first player 0, 1/2, 1, 3/2 or 2 points. */
#define TETRESS_PAIR_OUTCOMES 5

/*
 * How a match stands, for its first player. A pair counts when both of its games and all pairs
 * before it are in. A caller starts it with TETRESS_STANDING_INIT.
 */
typedef struct tetress_standing {
    uint32_t size; /* sizeof(tetress_standing) of the caller */
    /* What the test says, TETRESS_SPRT_…. */
    int32_t verdict;
    /* Games of the pairs that count, by result. */
    uint64_t wins, draws, losses;
    /* Pairs that brought 0, 1/2, 1, 3/2 and 2 points. */
    uint64_t pairs[TETRESS_PAIR_OUTCOMES];
    /* The log-likelihood ratio of H1 over H0; 0 without a test. */
    double llr;
    /* H0 is accepted at llr_low or below, H1 at llr_high or above; 0 without a test. */
    double llr_low, llr_high;
} tetress_standing;

/* What pairs of games tell about two players, for the first of them. A caller starts it with
 * TETRESS_COMPARISON_INIT. */
typedef struct tetress_comparison {
    uint32_t size;     /* sizeof(tetress_comparison) of the caller */
    uint32_t reserved; /* 0 */
    /* The share of the points, 0..1; 1/2 without games. */
    double score;
    /* The 95 % interval of the score. */
    double low, high;
    /* The score as a difference in Elo; infinite for 0 and 1. */
    double elo;
    /* The interval as differences in Elo; infinite where it reaches 0 or 1. */
    double elo_low, elo_high;
    /* The likelihood that the first player is the stronger one (LOS), never 0 or 1. */
    double los;
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
 * Make a match with these settings, from random openings. NULL: the settings of
 * TETRESS_MATCH_SETTINGS_INIT. `allocator` may be NULL: malloc and free.
 *
 * Returns TETRESS_OK and sets *match, which the caller owns and frees; TETRESS_ENOMEM;
 * TETRESS_EARG, with the name of the setting in `error` (which may be NULL), if a setting makes no
 * sense; TETRESS_EVERSION for settings that this version does not know. On failure *match is NULL.
 */
TETRESS_API tetress_status tetress_match_new(const tetress_allocator *allocator,
                                             const tetress_match_settings *settings,
                                             tetress_match **match, tetress_error *error);

/* Free a match. NULL is fine. */
TETRESS_API void tetress_match_free(tetress_match *match);

/*
 * Why the last call that changes a match failed; status TETRESS_OK if it succeeded. The structure
 * belongs to the match and holds until the next call that changes it. Never NULL: for a NULL match
 * it says so.
 */
TETRESS_API const tetress_error *tetress_match_error(const tetress_match *match);

/*
 * Add an opening: a position in text as for tetress_game_from_text(). A match with openings of its
 * own starts no game from a random one: pair n starts from opening n, and after the last opening
 * from the first again.
 *
 * Returns TETRESS_OK; TETRESS_ETEXT with the offset of the first mistake; TETRESS_EOVER if the game
 * is over in this position; TETRESS_ENOMEM; TETRESS_EARG for NULL, or once a game has been handed
 * out or a result taken.
 */
TETRESS_API tetress_status tetress_match_add_opening(tetress_match *match, const char *position);

/* ---- Playing --------------------------------------------------------------------------------- */

/*
 * Hand out the next game to be played: the lowest number that was not handed out before and has no
 * result.
 *
 * Returns TETRESS_OK and fills *task as far as its `size` says; TETRESS_EOVER if no game is left or
 * the match is over; TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_match_next(tetress_match *match, tetress_match_task *task);

/*
 * Describe the game of a given number, whether or not it was handed out or has a result. For hosts
 * that go on with an earlier match, or hand out games themselves. Returns TETRESS_OK; TETRESS_EARG
 * for a number that the match does not have.
 */
TETRESS_API tetress_status tetress_match_task_of(const tetress_match *match, uint64_t number,
                                                 tetress_match_task *task);

/*
 * Make the position from which game `number` starts, as a game that the caller owns and frees. The
 * moves of a random opening are its history; with an opening of tetress_match_add_opening() the
 * history is empty. `allocator` may be NULL: malloc and free.
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
 * Returns TETRESS_OK; TETRESS_EOVER if the match is over, so that the result does not count (the
 * game was still running when another one decided the test); TETRESS_ENOMEM; TETRESS_EARG for a
 * number that the match does not have, a game whose result is known, or a winner that is no colour.
 */
TETRESS_API tetress_status tetress_match_add_result(tetress_match *match, uint64_t number,
                                                    int32_t winner);

/* Is the match over? 1 if all games are in or the test has decided, 0 if not; TETRESS_EARG for
 * NULL. */
TETRESS_API int32_t tetress_match_over(const tetress_match *match);

/*
 * How the match stands, and what its pairs tell, as tetress_compare_pairs() computes it. Both
 * structures are filled as far as their `size` says; either may be NULL. May be asked at any time,
 * also while games are being played. Returns TETRESS_OK or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_match_summary(const tetress_match *match,
                                                 tetress_standing *standing,
                                                 tetress_comparison *comparison);

/*
 * The name of what a sequential test says (TETRESS_SPRT_…), as hosts and our tools spell it:
 * "undecided", "H0", "H1"; "unknown" for a number that is none. Static text, never NULL. Any
 * thread.
 */
TETRESS_API const char *tetress_sprt_name(int32_t verdict);

/* ---- What a match is made of ----------------------------------------------------------------- */

/*
 * Compare two players by pairs of games that start alike with colours swapped. `pairs` counts the
 * pairs in which the first player took 0, 1/2, 1, 3/2 and 2 points. The two games of a pair are not
 * independent, so the pair is the unit.
 *
 * With at least 30 pairs, of which at least 5 differ from the most frequent outcome, the interval
 * is the mean score plus and minus 1.96 standard errors (pentanomial, as engine testers compute
 * it). Fewer pairs do not show their spread. Then half a pair is added to each outcome (Jeffreys'
 * prior), and mean and error are those of the Dirichlet posterior. `los` is the share of the normal
 * distribution above one half, but n pairs never tell more than if all of them were won: at most 1
 * - 2^-(n + 1), and at least 2^-(n + 1).
 *
 * Returns TETRESS_OK; TETRESS_EARG for NULL or a structure of wrong size. Any thread.
 */
TETRESS_API tetress_status tetress_compare_pairs(const uint64_t pairs[TETRESS_PAIR_OUTCOMES],
                                                 tetress_comparison *comparison);

/*
 * Make opening `index` of `seed`, as pair `index` of a match with that seed has it: a game of
 * `actions` uniformly random actions from the empty board that is not over after them. The caller
 * owns and frees it. `allocator` may be NULL: malloc and free.
 *
 * Returns TETRESS_OK and sets *game; TETRESS_ENOMEM; TETRESS_EARG for NULL, an allocator that lacks
 * a function, or more than TETRESS_MATCH_MAX_OPENING actions. On failure *game is NULL. Any thread.
 */
TETRESS_API tetress_status tetress_random_opening(const tetress_allocator *allocator, uint64_t seed,
                                                  uint64_t index, uint32_t actions,
                                                  tetress_game **game);

/*
 * Seed `index` of a stream of well mixed seeds that follows from `seed`: independent random numbers
 * for numbered pieces of work, whatever the order in which they are done. Game n of a match has
 * seed n of the match's seed; its engines have seeds 2n and 2n + 1. Any thread.
 */
TETRESS_API uint64_t tetress_derived_seed(uint64_t seed, uint64_t index);

#ifdef __cplusplus
}
#endif

#endif
