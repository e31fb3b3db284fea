/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_ENGINE_H
#define TETRESS_ENGINE_H

#include "game.h"

/*
 * An engine: one configured player. It owns its tables, its random numbers and the lines of its
 * last search.
 *
 * Threads: different engines are independent, also when they search the same game. One engine is
 * used by one thread at a time; only tetress_engine_stop() and tetress_engine_resume() may be
 * called at any time from any thread. An engine starts no thread that its options did not ask for.
 *
 * Every function accepts NULL for a handle and answers TETRESS_EARG (or what its text says).
 * A function that fails leaves the engine as it was and, unless it takes the engine as const, a
 * sentence in it, see tetress_engine_error(). While a search runs, calls on the same engine (from a
 * callback, say) that would change it or ask for lines and evaluations return TETRESS_EBUSY; its
 * options may be read.
 */
typedef struct tetress_engine tetress_engine;

/* ---- Options --------------------------------------------------------------------------------- */

/* The type of an option. */
#define TETRESS_OPTION_INTEGER 0
#define TETRESS_OPTION_REAL    1
#define TETRESS_OPTION_CHOICE  2

/* One option of an engine. The texts live as long as the engine; a caller sets `size` first. */
typedef struct tetress_option {
    uint32_t size;             /* sizeof(tetress_option) of the caller */
    int32_t type;              /* TETRESS_OPTION_… */
    const char *name;          /* lower case, no blanks */
    const char *default_value; /* the player's value unless it is set, as text */
    const char *minimum;       /* smallest value as text; NULL for a choice */
    const char *maximum;       /* largest value as text; NULL for a choice */
    const char *choices;       /* the values of a choice, separated by blanks; NULL otherwise */
    const char *summary;       /* one sentence, with the unit */
} tetress_option;

/* clang-format off */
#define TETRESS_OPTION_INIT {(uint32_t)sizeof(tetress_option), 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* ---- Budgets --------------------------------------------------------------------------------- */

#define TETRESS_BUDGET_CPU_CLOCK                                                                   \
    1u                             /* clock_ms is CPU time of the searching thread, not wall time */
#define TETRESS_BUDGET_INFINITE 2u /* search until stopped, or until the result is proven */

/*
 * How much one search may spend. Zero in a field means no such limit; any mix is allowed and the
 * first limit that is reached ends the search. Limits given as options of the player (depth, nodes,
 * playouts, wall_ms, cpu_ms) hold too. If there is no limit at all, the option timing may set a
 * time. With node or playout limits alone, one thread and a seed, move, score and node count are
 * the same on every compiler and machine.
 *
 * A node is one position that the search visits; for mcts each playout is one, and each position
 * that it evaluates. Nodes and playouts are exact (with several threads, playouts and nearly
 * nodes). Clocks are read every 1024 nodes, in mcts every 64, about once in a millisecond, with an
 * evaluator of the host every 8 calls of it, and more often for limits of a few milliseconds.
 */
typedef struct tetress_budget {
    uint32_t size;         /* sizeof(tetress_budget) of the caller */
    uint32_t flags;        /* TETRESS_BUDGET_… or 0 */
    uint64_t nodes;        /* positions visited */
    uint64_t playouts;     /* playouts, for mcts also leaves judged without one; other algorithms
                              ignore it */
    uint32_t depth;        /* plies from the root; algorithms without a depth ignore it */
    uint32_t wall_ms;      /* elapsed time, milliseconds */
    uint32_t cpu_ms;       /* CPU time of the searching thread, milliseconds */
    uint32_t clock_ms;     /* time left to the side to move for all the rest of its game; the engine
                              decides what this move is worth and never uses all of it */
    uint32_t increment_ms; /* added to the clock after each own move */
    uint32_t reserved;     /* 0 */
} tetress_budget;

/* clang-format off */
#define TETRESS_BUDGET_INIT {(uint32_t)sizeof(tetress_budget), 0, 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* ---- Results --------------------------------------------------------------------------------- */

/* Why a search ended. */
#define TETRESS_STOP_RUNNING   0 /* it has not ended: in an info callback */
#define TETRESS_STOP_COMPLETE  1 /* nothing was left to search */
#define TETRESS_STOP_DEPTH     2 /* the depth limit, or the 64 plies that a search can see */
#define TETRESS_STOP_NODES     3 /* the node limit */
#define TETRESS_STOP_PLAYOUTS  4 /* the playout limit */
#define TETRESS_STOP_TIME      5 /* a time limit: wall, CPU or clock */
#define TETRESS_STOP_REQUESTED 6 /* tetress_engine_stop() */
#define TETRESS_STOP_CALLBACK  7 /* the info callback returned non-zero */
#define TETRESS_STOP_BOOK      8 /* no search: the table of openings has the move (option `book`) */

#define TETRESS_MAX_PV 64

/* A score for a position that is won with the nth action from here at the latest is
 * TETRESS_SCORE_WIN - n, one for a position that is lost so the negative of that. All other scores
 * lie within +-1,000,000. */
#define TETRESS_SCORE_WIN 2000000

/*
 * What a search found. Scores are from the view of the side to move at the root. A caller sets
 * `size` first.
 */
typedef struct tetress_result {
    uint32_t size;       /* sizeof(tetress_result) of the caller */
    int32_t stop_reason; /* TETRESS_STOP_… */
    tetress_move move;   /* the best move; always legal */
    uint16_t reserved;   /* 0 */
    int32_t score;       /* centi-tokens: 100 is one token of advantage */
    double win;          /* probability of winning, 0..1, a draw counting one half */
    int32_t mate;   /* proven: +n, the side to move can win with the nth action from here at the
                       latest, whatever the other plays; -n, it can be beaten so, whatever it plays;
                       else 0 */
    uint32_t depth; /* plies searched completely; for mcts the length of the best line */
    uint32_t selective_depth; /* deepest ply reached */
    uint32_t lines;           /* lines that tetress_engine_line() can tell */
    uint64_t nodes;           /* positions visited */
    uint64_t playouts;        /* playouts made */
    uint64_t wall_ms;         /* elapsed time, milliseconds, rounded down */
    uint64_t cpu_ms;          /* CPU time of the searching thread, milliseconds, rounded down */
    uint32_t hash_permille;   /* share of the table in use, 0..1000; for mcts of the node pool */
    uint32_t reserved2;       /* 0 */
    uint64_t cache_lookups;   /* evaluations looked up in the option's cache; 0 without a cache */
    uint64_t cache_hits;      /* how many of them were found there */
} tetress_result;

/* clang-format off */
#define TETRESS_RESULT_INIT {(uint32_t)sizeof(tetress_result), 0, 0, 0, 0, 0.0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* One line of play, best first. A caller sets `size` first. */
typedef struct tetress_line {
    uint32_t size;                   /* sizeof(tetress_line) of the caller */
    uint32_t rank;                   /* 1 is the best */
    tetress_move move;               /* first move */
    uint16_t pv_length;              /* moves in pv, at least 1 */
    int32_t score;                   /* as in tetress_result, if `move` is played */
    double win;                      /* likewise */
    int32_t mate;                    /* likewise */
    uint32_t depth;                  /* plies searched for this line */
    uint64_t visits;                 /* nodes or playouts spent on this move; 0 if not counted */
    tetress_move pv[TETRESS_MAX_PV]; /* principal variation, first move included */
    double prior;                    /* mcts: share of the visits that was expected of this move
                                        before the first one, 0..1; over all moves they add up to
                                        1. Other algorithms: 0 */
} tetress_line;

/* clang-format off */
#define TETRESS_LINE_INIT {(uint32_t)sizeof(tetress_line), 0, 0, 0, 0, 0.0, 0, 0, 0, {0}, 0.0}
/* clang-format on */

/*
 * Called during a search by the searching thread, after each completed iteration once per line (for
 * mcts: each time the playouts have doubled). The structures live for the call. Non-zero stops the
 * search, which then returns its best move with TETRESS_STOP_CALLBACK. Must not call functions of
 * the same engine but tetress_engine_stop().
 */
typedef int32_t (*tetress_info_fn)(const tetress_result *so_far, const tetress_line *line,
                                   void *user);

/*
 * An evaluator of the host: the value of `position`, which is not over, for the side to move, in
 * centi-tokens; values beyond +-1,000,000 are cut to that. The game lives for the call and may be
 * asked anything and copied, but not kept or freed. Must be a function of the position alone
 * (results are cached), and must not call functions of the same engine but tetress_engine_stop().
 * One that fails calls that: the search ends at once and keeps nothing of the value then returned.
 */
typedef int32_t (*tetress_evaluate_fn)(const tetress_game *position, void *user);

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Making, configuring, freeing ------------------------------------------------------------ */

/*
 * A new engine from a player spec, "NAME" or "NAME:key=value,key=value", for example
 * "negamax:evaluator=s1,hash=64". tetress_player_at() lists the names and tetress_engine_option()
 * an engine's options. Tables are allocated here and not during a search.
 *
 * Returns TETRESS_OK and sets *engine, which the caller owns; TETRESS_EUNKNOWN for a name of no
 * player or option, TETRESS_EVALUE for a value out of bounds, TETRESS_ETEXT for a spec that cannot
 * be read, each with a sentence and the offset in `error`, which may be NULL; TETRESS_ENOMEM;
 * TETRESS_EARG. On failure *engine is NULL. `allocator` may be NULL: malloc and free.
 */
TETRESS_API tetress_status tetress_engine_new(const tetress_allocator *allocator, const char *spec,
                                              tetress_engine **engine, tetress_error *error);

/* Free an engine. NULL is fine. One that is searching is not freed: that is a mistake of the host,
 * answered with a leak instead of a crash. */
TETRESS_API void tetress_engine_free(tetress_engine *engine);

/*
 * What the last call that does not take the engine as const said if it failed; status TETRESS_OK if
 * it succeeded. Belongs to the engine and lives until the next such call, so read it first. Never
 * NULL.
 */
TETRESS_API const tetress_error *tetress_engine_error(const tetress_engine *engine);

/* Number of options that this engine has, 0 for NULL. They are the same for its whole life. */
TETRESS_API uint32_t tetress_engine_option_count(const tetress_engine *engine);

/*
 * Describe option `index` (from 0). Returns TETRESS_OK, or TETRESS_EARG if there is none.
 */
TETRESS_API tetress_status tetress_engine_option(const tetress_engine *engine, uint32_t index,
                                                 tetress_option *option);

/*
 * Set an option by name. Integers are decimal digits, reals decimal with a point and no exponent.
 * A size option allocates at once.
 * Returns TETRESS_OK, TETRESS_EUNKNOWN, TETRESS_EVALUE, TETRESS_ENOMEM, TETRESS_EARG or
 * TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_set(tetress_engine *engine, const char *name,
                                              const char *value);

/*
 * The value of an option as text; `length`, `buffer` and `capacity` as for tetress_move_to_text().
 * Returns TETRESS_OK, TETRESS_EUNKNOWN, TETRESS_ESIZE or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_engine_get(const tetress_engine *engine, const char *name,
                                              char *buffer, size_t capacity, size_t *length);

/*
 * The spec that makes this engine again: its player's name and every option that differs from that
 * player's preset. Buffer as for tetress_move_to_text().
 */
TETRESS_API tetress_status tetress_engine_spec(const tetress_engine *engine, char *buffer,
                                               size_t capacity, size_t *length);

/*
 * Judge positions with a function of the host instead of the option `evaluator` or of weights from
 * memory, until NULL goes back to the option. Empties the table. A search with it runs in the
 * calling thread alone, whatever the option `threads` says. An algorithm that evaluates
 * nothing (random), and one whose options ask for no evaluation, accepts and ignores it. Returns
 * TETRESS_OK, TETRESS_EARG or TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_set_evaluator(tetress_engine *engine,
                                                        tetress_evaluate_fn evaluate, void *user);

/*
 * Judge with the evaluator `region` and these weights, `size` bytes as lab/train/region.py writes
 * them (docs/reference/formats.md), instead of the option `evaluator` or a function of the host,
 * until NULL goes back to the option or tetress_engine_set_evaluator() is called. They are copied,
 * so `data` is the caller's. Empties the table. Returns TETRESS_OK; TETRESS_ETEXT, with nothing
 * changed, for what is no weights, or of another version, or damaged; TETRESS_EUNKNOWN if this
 * player evaluates nothing; TETRESS_EARG; TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_set_weights(tetress_engine *engine, const void *data,
                                                      size_t size);

/*
 * Report progress to `info`; NULL reports to nobody. A callback changes nothing in what is found
 * unless it stops the search. Returns TETRESS_OK, TETRESS_EARG or TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_set_info(tetress_engine *engine, tetress_info_fn info,
                                                   void *user);

/*
 * Forget everything that was learnt: empty the tables, start the random numbers from the seed, drop
 * the lines and a pending stop. Options and callbacks stay. After it the engine plays as if new.
 * Returns TETRESS_OK, TETRESS_EARG or TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_reset(tetress_engine *engine);

/*
 * tetress_engine_reset() for one game of many: the random numbers start from `seed`, unless the
 * option `seed` was set to another value than its default; then they start from that. The option
 * itself does not change. Returns TETRESS_OK, TETRESS_EARG or TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_reseed(tetress_engine *engine, uint64_t seed);

/* ---- Searching ------------------------------------------------------------------------------- */

/*
 * Fill *limits, which may be NULL, with the limits that the engine's own options set (depth, nodes,
 * playouts, wall_ms, cpu_ms); a field without a limit is 0. Limits that this player ignores are
 * left out, and so is a time that depends on the position (option timing), which no budget can
 * hold.
 *
 * Returns 1 if every search of this engine ends without a budget: by these limits, by such a time,
 * or because the player needs no limit (greedy, say). Returns 0 if tetress_engine_search() needs a
 * budget; TETRESS_EARG if `engine` is NULL or the structure has a wrong size; TETRESS_EBUSY.
 */
TETRESS_API int32_t tetress_engine_own_limits(const tetress_engine *engine, tetress_budget *limits);

/*
 * Search for the best move of `game`, which is not changed, within `budget`, and fill `result`
 * (which may be NULL).
 *
 * `budget` may be NULL or empty if tetress_engine_own_limits() returns 1. A search always returns a
 * legal move, however small its budget.
 *
 * After the search, players that look ahead (all but those of the algorithms random and greedy, and
 * not where the option `ending` decides) check the move by the rules: they play a move that wins at
 * once if there is one, and avoid a move that loses at once, by itself or by the reply, if there is
 * another. This takes microseconds and counts no nodes. The option `lastlook` can limit it to
 * searches that are cut short, as in players of the seed reports, or turn it off.
 *
 * Returns TETRESS_OK; TETRESS_EOVER if the game is over; TETRESS_EARG for NULL, a structure of
 * wrong size, or when no limit is set that would end this player's search; TETRESS_EVERSION if the
 * budget asks for something that this version lacks; TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_search(tetress_engine *engine, const tetress_game *game,
                                                 const tetress_budget *budget,
                                                 tetress_result *result);

/*
 * The name of a stop reason: "running", "complete", "depth", "nodes", "playouts", "time",
 * "requested", "callback" or "book"; "unknown" for a number that is none. Static text, never NULL.
 * Any thread.
 */
TETRESS_API const char *tetress_stop_name(int32_t stop_reason);

/*
 * Line `index` (from 0, best first) of the last search. Their number is in tetress_result.lines;
 * the option `multipv` asks for more than one. A search that ends in the middle of an iteration
 * leaves the last lines with depth and score of the iteration before. Returns TETRESS_OK,
 * TETRESS_EARG if there is no such line, or TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_line(const tetress_engine *engine, uint32_t index,
                                               tetress_line *line);

/*
 * The engine's static evaluation of `game` for the side to move into *score, centi-tokens. In the
 * first four actions it is drawn towards measured results, as are scores of searches; scores of a
 * host's evaluator are not.
 * Returns TETRESS_OK; TETRESS_EOVER if the game is over; TETRESS_EUNKNOWN if this player evaluates
 * nothing; TETRESS_EARG; TETRESS_EBUSY.
 */
TETRESS_API tetress_status tetress_engine_evaluate(tetress_engine *engine, const tetress_game *game,
                                                   int32_t *score);

/*
 * Ask the running search to return its best move as soon as it can, within microseconds. If none
 * runs, the next search returns at once. The request is dropped when a search or an evaluation
 * returns, and by tetress_engine_resume() and tetress_engine_reset(). Any thread; also from a
 * signal handler. NULL is fine.
 */
TETRESS_API void tetress_engine_stop(tetress_engine *engine);

/*
 * Drop a request to stop that no search has consumed. A host that starts searches in other threads
 * calls it before each, so that a stop meant for the search before cannot end the next. NULL is
 * fine.
 */
TETRESS_API void tetress_engine_resume(tetress_engine *engine);

#ifdef __cplusplus
}
#endif

#endif
