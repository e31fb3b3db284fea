/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_ENGINE_H
#define TETRESS_ENGINE_H

#include "game.h"

/*
 * An engine: one configured player. It owns its tables, its random numbers and the lines of its
 * last search.
 *
 *     tetress_engine_new(NULL, "negamax:hash=64", &engine, NULL);
 *     budget.wall_ms = 1000;
 *     tetress_engine_search(engine, game, &budget, &result);
 *
 * Threads: different engines are independent, also when they search the same game. One engine is
 * used by one thread at a time; only tetress_engine_stop() and tetress_engine_resume() may be
 * called at any time from any thread. An engine starts no thread that its options did not ask for,
 * and its threads end with the search.
 *
 * Errors: every function accepts NULL for a handle and answers TETRESS_EARG, or what its contract
 * says. A function that fails leaves the engine as it was. Unless it takes the engine as const or
 * returns TETRESS_EBUSY, it leaves a sentence in it, see tetress_engine_error().
 *
 * While a search runs, a callback may read the engine's options. Calls that would change the
 * engine, or that ask for lines and evaluations, return TETRESS_EBUSY.
 *
 * Memory: tables are allocated when an engine is made and when an option changes their size. A
 * search allocates nothing.
 */
typedef struct tetress_engine tetress_engine;

/* ---- Options --------------------------------------------------------------------------------- */

/* The type of an option's value. All values are passed as text. */
#define TETRESS_OPTION_INTEGER 0
#define TETRESS_OPTION_REAL    1
#define TETRESS_OPTION_CHOICE  2

/* One option of an engine. Its texts live as long as the engine. A caller starts it with
 * TETRESS_OPTION_INIT. */
typedef struct tetress_option {
    uint32_t size; /* sizeof(tetress_option) of the caller */
    /* The type of the value, TETRESS_OPTION_…. */
    int32_t type;
    /* The name: lower case letters, digits and underscores. */
    const char *name;
    /* The value unless it is set, as text: the player's own, which may differ from other players'.
     */
    const char *default_value;
    /* The smallest value as text; NULL for a choice. */
    const char *minimum;
    /* The largest value as text; NULL for a choice. */
    const char *maximum;
    /* The values of a choice, separated by blanks; NULL for a number. */
    const char *choices;
    /* What the option does, in a sentence, with the unit of its value. */
    const char *summary;
} tetress_option;

/* clang-format off */
#define TETRESS_OPTION_INIT {(uint32_t)sizeof(tetress_option), 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* ---- Budgets --------------------------------------------------------------------------------- */

/* Flags of a budget, to be combined by |. */
#define TETRESS_BUDGET_CPU_CLOCK 1u /* clock_ms is CPU time of the searching thread */
#define TETRESS_BUDGET_INFINITE  2u /* search until stopped, or until the result is proven */

/*
 * How much one search may spend. 0 in a field means no such limit. Limits can be mixed; the first
 * one that is reached ends the search. Limits that the player's own options set (depth, nodes,
 * playouts, wall_ms, cpu_ms) hold as well. If there is no limit at all, the option `timing` may set
 * a time.
 *
 * With node or playout limits alone, one thread and a seed, move, score and node count are the same
 * with every compiler and on every machine.
 *
 * A node is one position that the search visits. For mcts each playout is one, and each position
 * that it evaluates. With one thread node and playout limits are kept exactly. With several threads
 * playouts are exact, and nodes are exceeded by 1024 a thread at most. Clocks are read every 1024
 * nodes (mcts: 64), which is about once a millisecond; every 8 calls of a host's evaluator; and
 * more often for limits of a few milliseconds.
 */
typedef struct tetress_budget {
    uint32_t size; /* sizeof(tetress_budget) of the caller */
    /* TETRESS_BUDGET_…, combined; 0 for none. */
    uint32_t flags;
    uint64_t nodes; /* positions visited */
    /* Playouts, for mcts also leaves that are judged without one. Other algorithms ignore it. */
    uint64_t playouts;
    /* Plies from the root. Algorithms without a depth ignore it. */
    uint32_t depth;
    /* Elapsed time in milliseconds. */
    uint32_t wall_ms;
    uint32_t cpu_ms; /* CPU time of the searching thread, milliseconds */
    /* Time in milliseconds that the side to move has left for the rest of its game. The engine
     * plans how much of it this move deserves, and never uses all of it. */
    uint32_t clock_ms;
    /* Milliseconds that are added to the clock after each own move. */
    uint32_t increment_ms;
    uint32_t reserved; /* 0 */
} tetress_budget;

/* clang-format off */
#define TETRESS_BUDGET_INIT {(uint32_t)sizeof(tetress_budget), 0, 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* ---- Results --------------------------------------------------------------------------------- */

/* Why a search ended. */
#define TETRESS_STOP_RUNNING   0 /* it has not ended: told in an info callback only */
#define TETRESS_STOP_COMPLETE  1 /* nothing was left to search, or the result is proven */
#define TETRESS_STOP_DEPTH     2 /* the depth limit, or the 64 plies that a search can see */
#define TETRESS_STOP_NODES     3 /* the node limit */
#define TETRESS_STOP_PLAYOUTS  4 /* the playout limit */
#define TETRESS_STOP_TIME      5 /* a time limit: wall, CPU or clock */
#define TETRESS_STOP_REQUESTED 6 /* tetress_engine_stop() */
#define TETRESS_STOP_CALLBACK  7 /* the info callback returned non-zero */
#define TETRESS_STOP_BOOK      8 /* no search: the table of openings has the move */

/* The most moves in a line. */
#define TETRESS_MAX_PV 64

/*
 * Scores of proven positions. A position that is won with the nth action from here at the latest
 * has the score TETRESS_SCORE_WIN - n; one that is lost with the nth action at the latest has n -
 * TETRESS_SCORE_WIN. All other scores lie within +-1,000,000: what is told is clipped to that,
 * whichever evaluator, weights or function of the host judges.
 */
#define TETRESS_SCORE_WIN 2000000

/*
 * What a search found. Scores are from the view of the side to move at the root. A caller starts it
 * with TETRESS_RESULT_INIT and may use it again for the next search.
 */
typedef struct tetress_result {
    uint32_t size; /* sizeof(tetress_result) of the caller */
    /* Why the search ended, TETRESS_STOP_…. */
    int32_t stop_reason;
    /* The best move that was found. Always a legal move. */
    tetress_move move;
    uint16_t reserved; /* 0 */
    /* The score in centi-tokens: 100 is one token of advantage. Proven positions: see
     * TETRESS_SCORE_WIN. */
    int32_t score;
    /* The probability of winning, 0..1, where a draw counts one half. */
    double win;
    /* Proven results. +n: the side to move can force a win within n actions. -n: it loses within n
     * actions, whatever it plays, if the other side plays well. 0: nothing is proven. */
    int32_t mate;
    /* Plies that were searched completely; for mcts the length of the best line. */
    uint32_t depth;
    /* The deepest ply that was reached, also by earlier searches of which the table knows: at least
     * `depth`, and at least the depth of every line. */
    uint32_t selective_depth;
    /* The number of lines that tetress_engine_line() can tell. */
    uint32_t lines;
    uint64_t nodes; /* positions visited */
    /* Playouts that were made. */
    uint64_t playouts;
    /* Elapsed time in milliseconds, rounded down. */
    uint64_t wall_ms;
    /* CPU time of the searching thread in milliseconds, rounded down. */
    uint64_t cpu_ms;
    /* The share of the transposition table that this search has filled, 0..1000; for mcts of the
     * node pool. */
    uint32_t hash_permille;
    uint32_t reserved2; /* 0 */
    /* Evaluations that were looked up in the cache of the option `cache`; 0 without a cache. */
    uint64_t cache_lookups;
    /* The number of them that were found. */
    uint64_t cache_hits;
} tetress_result;

/* clang-format off */
#define TETRESS_RESULT_INIT {(uint32_t)sizeof(tetress_result), 0, 0, 0, 0, 0.0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* One line of play of the last search. A caller starts it with TETRESS_LINE_INIT. */
typedef struct tetress_line {
    uint32_t size; /* sizeof(tetress_line) of the caller */
    /* 1 for the best line. */
    uint32_t rank;
    /* The first move of the line. */
    tetress_move move;
    /* The number of moves in pv, at least 1. */
    uint16_t pv_length;
    /* Score, probability and proof as in tetress_result, if `move` is played. */
    int32_t score;
    double win;   /* likewise */
    int32_t mate; /* likewise */
    /* Plies that were searched for this line. */
    uint32_t depth;
    /* Nodes or playouts that were spent on this move; 0 if the algorithm does not count them. */
    uint64_t visits;
    /* The principal variation, `move` included. Entries from pv_length on mean nothing. */
    tetress_move pv[TETRESS_MAX_PV];
    /* mcts: the share of visits that was expected of this move before the first one, 0..1; over all
     * moves they add up to 1. Other algorithms: 0. */
    double prior;
} tetress_line;

/* clang-format off */
#define TETRESS_LINE_INIT {(uint32_t)sizeof(tetress_line), 0, 0, 0, 0, 0.0, 0, 0, 0, {0}, 0.0}
/* clang-format on */

/*
 * Reports progress. Called during a search by the thread that called tetress_engine_search(), after
 * each completed iteration once for each line (mcts: each time the playouts have doubled). The
 * structures live for the call. `user` is what was given to tetress_engine_set_info().
 *
 * Return 0 to go on; anything else ends the search, which then returns its best move with
 * TETRESS_STOP_CALLBACK. The callback may read the engine's options and call tetress_engine_stop(),
 * and nothing else of the same engine.
 */
typedef int32_t (*tetress_info_fn)(const tetress_result *so_far, const tetress_line *line,
                                   void *user);

/*
 * An evaluator of the host. Returns the value of `position`, which is not over, for the side to
 * move, in centi-tokens; values beyond +-1,000,000 are clipped. `user` is what was given to
 * tetress_engine_set_evaluator().
 *
 * The game lives for the call: it may be asked anything and copied, but not kept or freed. The
 * value must depend on the position alone, because results are cached. The function must not call
 * functions of the same engine but tetress_engine_stop().
 *
 * To report a failure, call tetress_engine_stop() and return anything: the search ends at once and
 * does not use that value.
 */
typedef int32_t (*tetress_evaluate_fn)(const tetress_game *position, void *user);

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Making, configuring, freeing ------------------------------------------------------------ */

/*
 * Make an engine from a player spec: "NAME" or "NAME:key=value,key=value", for example
 * "negamax:evaluator=s1,hash=64". tetress_player_at() lists the names, tetress_engine_option() an
 * engine's options. Tables are allocated here and not during a search.
 *
 * Returns TETRESS_OK and sets *engine, which the caller owns and frees. Returns TETRESS_EUNKNOWN if
 * no player or option has that name, TETRESS_EVALUE for a value out of bounds, TETRESS_ETEXT for a
 * spec that cannot be read, each with a sentence and the offset in `error`, which may be NULL (the
 * sentence about an unknown name tells a near one, or else the C function that lists all names);
 * TETRESS_ENOMEM; TETRESS_EARG. On failure *engine is NULL. `allocator` may be NULL: malloc and
 * free.
 */
TETRESS_API tetress_status tetress_engine_new(const tetress_allocator *allocator, const char *spec,
                                              tetress_engine **engine, tetress_error *error);

/*
 * Free an engine. NULL is fine. Freeing an engine that is searching is a mistake of the host: it is
 * ignored, and the engine leaks.
 */
TETRESS_API void tetress_engine_free(tetress_engine *engine);

/*
 * Why the last call that does not take the engine as const failed; status TETRESS_OK if it
 * succeeded. Calls that return TETRESS_EBUSY, tetress_engine_stop() and tetress_engine_resume()
 * leave it as it is. The structure belongs to the engine and holds until the next other call. Never
 * NULL: for a NULL engine it says so.
 */
TETRESS_API const tetress_error *tetress_engine_error(const tetress_engine *engine);

/* The number of options of this engine, which stays the same for its whole life; 0 for NULL. */
TETRESS_API uint32_t tetress_engine_option_count(const tetress_engine *engine);

/*
 * Describe option `index`, counted from 0. *option is filled as far as its `size` says.
 * Returns TETRESS_OK, or TETRESS_EARG if there is no such option or an argument is NULL.
 */
TETRESS_API tetress_status tetress_engine_option(const tetress_engine *engine, uint32_t index,
                                                 tetress_option *option);

/*
 * Set an option by name. Integers are decimal digits; reals are decimal with a point and without an
 * exponent; choices are one of their words. An option that sets the size of a table allocates it at
 * once, and the old table with what it holds is gone.
 *
 * Returns TETRESS_OK; TETRESS_EUNKNOWN if the engine has no such option; TETRESS_EVALUE if it
 * cannot have this value; TETRESS_ENOMEM; TETRESS_EARG; TETRESS_EBUSY. On failure the option keeps
 * its value.
 */
TETRESS_API tetress_status tetress_engine_set(tetress_engine *engine, const char *name,
                                              const char *value);

/*
 * The value of an option as text. `buffer`, `capacity` and `length` are as for
 * tetress_move_to_text(). Returns TETRESS_OK; TETRESS_EUNKNOWN if the engine has no such option,
 * with a sentence in `error`, which may be NULL; TETRESS_ESIZE or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_engine_get(const tetress_engine *engine, const char *name,
                                              char *buffer, size_t capacity, size_t *length,
                                              tetress_error *error);

/*
 * The shortest spec that makes this engine again: its player's name, every option whose value
 * differs from the player's, and a seed that was set, even to the player's own. A host's evaluator
 * or weights are not part of it. `buffer`, `capacity`, `length` and the result are as for
 * tetress_move_to_text().
 */
TETRESS_API tetress_status tetress_engine_spec(const tetress_engine *engine, char *buffer,
                                               size_t capacity, size_t *length);

/*
 * Judge positions with a function of the host instead of the option `evaluator` or of given
 * weights; NULL goes back to the option. Empties the tables. A search with it runs in the calling
 * thread alone, whatever the option `threads` says. Players that evaluate nothing, such as random,
 * accept it and never call it.
 *
 * Returns TETRESS_OK, TETRESS_EARG or TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_set_evaluator(tetress_engine *engine,
                                                        tetress_evaluate_fn evaluate, void *user);

/*
 * Judge positions with the evaluator `region` and these weights, instead of the option `evaluator`
 * or a function of the host. `data` are `size` bytes as lab/train/region.py writes them
 * (docs/reference/formats.md). They are copied, so `data` may go. NULL, or a later
 * tetress_engine_set_evaluator(), goes back. Empties the tables.
 *
 * Any weights are taken with which no sum of the network can leave 32 bits in any position; scores
 * that are told stay within +-1,000,000.
 *
 * Returns TETRESS_OK; TETRESS_ETEXT, with nothing changed, for bytes that are not weights, are of
 * another version or damaged, or could overflow; TETRESS_EUNKNOWN if this player evaluates nothing;
 * TETRESS_EARG; TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_set_weights(tetress_engine *engine, const void *data,
                                                      size_t size);

/*
 * Report progress to `info` from now on; NULL reports to nobody. A callback changes nothing in what
 * is found unless it stops the search. Returns TETRESS_OK, TETRESS_EARG or TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_set_info(tetress_engine *engine, tetress_info_fn info,
                                                   void *user);

/*
 * Forget everything that was learnt: empty the tables, start the random numbers from the seed, drop
 * the lines and a pending stop. Options and callbacks stay. The engine then plays as if it were
 * new. Returns TETRESS_OK, TETRESS_EARG or TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_reset(tetress_engine *engine);

/*
 * The same for one game of many: the random numbers start from `seed`, unless the option `seed` was
 * set, in the spec or by tetress_engine_set(), even to its default: then they start from the
 * option. The option itself does not change.
 * Returns TETRESS_OK, TETRESS_EARG or TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_reseed(tetress_engine *engine, uint64_t seed);

/* ---- Searching ------------------------------------------------------------------------------- */

/*
 * Which limits does this engine bring itself? *limits, unless NULL, receives those that its options
 * set (depth, nodes, playouts, wall_ms, cpu_ms), 0 where there is none. Limits that this player
 * ignores are left out, and so is a time that depends on the position (option `timing`), which no
 * budget can hold.
 *
 * Returns 1 if every search of this engine ends without a budget: by these limits, by such a time,
 * or because the player needs no limit (greedy, say). Returns 0 if tetress_engine_search() needs a
 * budget. Returns TETRESS_EARG if `engine` is NULL or the structure has a wrong size;
 * TETRESS_EBUSY.
 */
TETRESS_API int32_t tetress_engine_own_limits(const tetress_engine *engine, tetress_budget *limits);

/*
 * Search for the best move of `game`, which is not changed, within `budget`, and fill `result`,
 * which may be NULL. The call returns when the search has ended. It always finds a legal move,
 * however small its budget. `budget` may be NULL or empty if tetress_engine_own_limits() returns 1.
 *
 * After the search, players that look ahead check the move by the rules: they play a move that wins
 * at once if there is one, and avoid a move that loses at once, by itself or by the reply, if there
 * is another. This takes microseconds and counts no nodes. Players that look ahead are all but
 * those of the algorithms random and greedy, except where the option `ending` decides. The option
 * `lastlook` can restrict the check to searches that were cut short, as in players of the seed
 * reports, or turn it off.
 *
 * Returns TETRESS_OK; TETRESS_EOVER if the game is over; TETRESS_EARG for NULL, a structure of
 * wrong size, or when no limit is set that would end this player's search; TETRESS_EVERSION if the
 * budget asks for something that this version lacks; TETRESS_EBUSY if the engine is searching
 * already.
 */
TETRESS_API tetress_status tetress_engine_search(tetress_engine *engine, const tetress_game *game,
                                                 const tetress_budget *budget,
                                                 tetress_result *result);

/*
 * The name of a stop reason: "running", "complete", "depth", "nodes", "playouts", "time",
 * "requested", "callback" or "book"; "unknown" for a number that is no reason. Static text, never
 * NULL. Any thread.
 */
TETRESS_API const char *tetress_stop_name(int32_t stop_reason);

/*
 * Line `index` of the last search, counted from 0, best first. tetress_result.lines has their
 * number; the option `multipv` asks for more than one. A search that ends in the middle of an
 * iteration leaves its last lines with depth and score of the iteration before.
 *
 * Returns TETRESS_OK and fills *line as far as its `size` says; TETRESS_EARG if there is no such
 * line; TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_line(const tetress_engine *engine, uint32_t index,
                                               tetress_line *line);

/*
 * Evaluate `game` without searching: *score receives the engine's evaluation for the side to move,
 * in centi-tokens, within +-1,000,000. In the first four actions it is drawn towards measured
 * results, as are scores of searches; scores of a host's evaluator are not.
 *
 * Returns TETRESS_OK; TETRESS_EOVER if the game is over; TETRESS_EUNKNOWN if this player evaluates
 * nothing; TETRESS_EARG; TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_evaluate(tetress_engine *engine, const tetress_game *game,
                                                   int32_t *score);

/*
 * Ask the running search to return its best move as soon as it can, within microseconds unless a
 * host's evaluator is slow. If no search runs, the next one returns at once. The request is dropped
 * when a search or an evaluation returns, and by tetress_engine_resume() and
 * tetress_engine_reset(). Any thread; also from a signal handler. NULL is fine.
 */
TETRESS_API void tetress_engine_stop(tetress_engine *engine);

/*
 * Drop a request to stop that no search has consumed. A host that starts searches in other threads
 * calls this before each, in the thread that also says stop, so that a stop meant for the last
 * search cannot end the next. Any thread. NULL is fine.
 */
TETRESS_API void tetress_engine_resume(tetress_engine *engine);

#ifdef __cplusplus
}
#endif

#endif
