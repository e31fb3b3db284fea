/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_TETRIS_H
#define TETRESS_TETRIS_H

#include "memory.h"
#include "status.h"

/*
 * The single-player game of S2, exactly as its program (CS3243) has it: a well of 10 columns and 20
 * rows, and seven pieces that come uniformly at random and are dropped straight down. Only the
 * present piece is known. A placement that stands out above the rows loses before any row is
 * removed. Full rows vanish and score one point each.
 *
 *     tetress_tetris_new(NULL, 0, TETRESS_TETRIS_UNIFORM, 1, &game, NULL);
 *     tetress_tetris_agent_new(NULL, "tetress", NULL, &agent, NULL);
 *     tetress_tetris_agent_play(agent, game, 1000);
 *     printf("%llu rows\n", (unsigned long long)tetress_tetris_lines(game));
 *
 * docs/guide/tetris.md has the rules, the features, the evaluators and what was measured.
 *
 * Threads: different handles are independent. One agent may be used by several threads at a time,
 * since nothing changes it but tetress_tetris_agent_set_weights(). One game is used by one thread
 * at a time.
 *
 * Errors: every function accepts NULL for a handle and answers TETRESS_EARG, or what its contract
 * says. A function that fails has changed nothing.
 */
typedef struct tetress_tetris tetress_tetris;
typedef struct tetress_tetris_agent tetress_tetris_agent;

/* Sizes of the game. Pieces are numbered 0 to 6: O I L J T S Z. */
#define TETRESS_TETRIS_COLUMNS 10
#define TETRESS_TETRIS_ROWS    20
#define TETRESS_TETRIS_PIECES  7  /* O I L J T S Z, 0 to 6 */
#define TETRESS_TETRIS_MOVES   34 /* of one piece, at most */

/* Kinds of weights: for the eleven features of S2, or for nine that go back to Dellacherie and to
 * Thiery and Scherrer. docs/guide/tetris.md lists them in the order of the weights. */
#define TETRESS_TETRIS_S2         0
#define TETRESS_TETRIS_DT         1
#define TETRESS_TETRIS_S2_WEIGHTS 11
#define TETRESS_TETRIS_DT_WEIGHTS 9

/* Bounds of options and measurements: the largest values, and the smallest well for splitting. */
#define TETRESS_TETRIS_MOST_LOOKAHEAD 4
#define TETRESS_TETRIS_MOST_TRIALS    1000000
#define TETRESS_TETRIS_MOST_THREADS   256
#define TETRESS_TETRIS_SPLIT_ROWS     14 /* the fewest rows of a well for splitting */

/* Where pieces come from: each of the seven equally likely every time, or all seven in random order
 * before any comes again. */
#define TETRESS_TETRIS_UNIFORM 0
#define TETRESS_TETRIS_BAG     1

/* How an agent searches. A caller starts it with TETRESS_TETRIS_OPTIONS_INIT: 20 rows, no
 * look-ahead, one thread. */
typedef struct tetress_tetris_options {
    uint32_t size; /* sizeof(tetress_tetris_options) of the caller */
    /* Rows of the well, 4..20; 0 means 20. */
    uint32_t rows;
    /* Pieces beyond the present one that are looked at, 0..4. */
    uint32_t lookahead;
    /* Moves of a piece that are followed, those of best score, 1..34; 0 means 2. */
    uint32_t width;
    /* In a well lower than this the agent does without look-ahead; 0: it always looks ahead. */
    uint32_t shallow;
    /* 1: the agent also sees the next piece, which needs a look-ahead. 0: it does not. */
    uint32_t preview;
    /* Threads that share the first moves of a decision, 1..256; 0 means 1. They do not change
     * it. */
    uint32_t threads;
    uint32_t reserved; /* 0 */
    /*
     * NULL, or a number of the caller's. While it is not 0, whatever its value, calls of the agent
     * return within milliseconds, also those that begin later. A call that has seen it stays
     * stopped. The number must outlive the agent, or the call of tetress_tetris_fitness().
     *
     * The library reads it atomically, so another thread must write it atomically. A signal handler
     * may write it if ATOMIC_INT_LOCK_FREE is 2. In C++ it is a std::atomic<int32_t>.
     *
     *     static _Atomic int32_t stop;             // 0
     *     options.stop = (const int32_t *)&stop;   // before the agent is made
     *     atomic_store(&stop, 1);                  // in another thread or a signal handler
     *     atomic_store(&stop, 0);                  // after the call, for the next one
     *
     * A stopped call returns TETRESS_OK; each function says what it leaves.
     */
    const int32_t *stop;
} tetress_tetris_options;

/* The mean of independent measurements, and how well it is known. A caller starts it with
 * TETRESS_TETRIS_MEAN_INIT. */
typedef struct tetress_tetris_mean {
    uint32_t size;     /* sizeof(tetress_tetris_mean) of the caller */
    uint32_t reserved; /* 0 */
    /* The number of measurements. */
    uint64_t count;
    double mean;
    /* The standard error of the mean, from the spread of the measurements; 0 for a single one. */
    double error;
    /* The 95 % interval of the mean, by Student's t; the mean itself for a single measurement. */
    double low, high;
} tetress_tetris_mean;

/* What weights are to be good at. */
#define TETRESS_TETRIS_SPLIT 0 /* the mean rows of a game, by multilevel splitting */
#define TETRESS_TETRIS_LINES 1 /* rows removed in a game of limited length */
#define TETRESS_TETRIS_SPACE 2 /* cells of the well less its heights, summed over the moves */

/* How the fitness of weights is measured. A caller starts it with TETRESS_TETRIS_OBJECTIVE_INIT. */
typedef struct tetress_tetris_objective {
    uint32_t size; /* sizeof(tetress_tetris_objective) of the caller */
    /* TETRESS_TETRIS_SPLIT, TETRESS_TETRIS_LINES or TETRESS_TETRIS_SPACE. */
    uint32_t kind;
    /* The seed of the random numbers, the same for all weights of one call. */
    uint64_t seed;
    /* Games for each set of weights; with SPLIT, estimates. 0 means 1. */
    uint32_t games;
    /* With SPLIT, trials a level; 0 means 1,000. */
    uint32_t trials;
    /* With the others, pieces of the longest game; 0 means 10,000. */
    uint64_t pieces;
    /* Threads that share the work, 1..256; 0 means 1. They change no result. */
    uint32_t threads;
    uint32_t reserved; /* 0 */
} tetress_tetris_objective;

/* clang-format off */
#define TETRESS_TETRIS_OPTIONS_INIT {(uint32_t)sizeof(tetress_tetris_options), 0, 0, 0, 0, 0, 0, 0, NULL}
#define TETRESS_TETRIS_MEAN_INIT {(uint32_t)sizeof(tetress_tetris_mean), 0, 0, 0, 0, 0, 0}
#define TETRESS_TETRIS_OBJECTIVE_INIT {(uint32_t)sizeof(tetress_tetris_objective), 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* Bytes that suffice for any game as text, with its NUL, without the letters of a sequence that is
 * left. */
#define TETRESS_TETRIS_TEXT 384

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Games ----------------------------------------------------------------------------------- */

/*
 * Make a game in an empty well of `rows` rows (4..20; 0 means 20). Its pieces come from `source`,
 * TETRESS_TETRIS_UNIFORM (the game of S2) or TETRESS_TETRIS_BAG, and follow from `seed` on every
 * machine. `allocator` may be NULL: malloc and free.
 *
 * Returns TETRESS_OK and sets *game, which the caller owns and frees. Returns TETRESS_EARG for
 * another number of rows or source, with a sentence in `error`, which may be NULL; TETRESS_ENOMEM.
 */
TETRESS_API tetress_status tetress_tetris_new(const tetress_allocator *allocator, uint32_t rows,
                                              int32_t source, uint64_t seed, tetress_tetris **game,
                                              tetress_error *error);

/*
 * Make a game from text, as tetress_tetris_to_text() writes it; it goes on with the same pieces.
 * The text has seven parts separated by blanks, of which those from the third on may be left out:
 * then no piece is known but the first, nothing was played so far, and the pieces are uniform from
 * seed 0.
 *
 *   well     rows from the top, of '.' and '#', joined by '/'; 4..20 of them, none full
 *   piece    to be placed, a letter of OILJTSZ; "x" if the game is over
 *   pieces   that come next, letters, "-" if none is fixed yet
 *   lines    rows removed
 *   turns    moves made
 *   source   "uniform" or "bag"
 *   state    of the generator, 64 hexadecimal digits
 *
 * Returns as tetress_tetris_new() does, or TETRESS_ETEXT with the offset of the first mistake in
 * `error`, which may be NULL.
 */
TETRESS_API tetress_status tetress_tetris_from_text(const tetress_allocator *allocator,
                                                    const char *text, tetress_tetris **game,
                                                    tetress_error *error);

/*
 * Write the game as text. `buffer`, `capacity`, `length` and the result are as for
 * tetress_move_to_text(). TETRESS_TETRIS_TEXT bytes, and one more for each letter of a sequence
 * that is left, always suffice.
 */
TETRESS_API tetress_status tetress_tetris_to_text(const tetress_tetris *game, char *buffer,
                                                  size_t capacity, size_t *length);

/*
 * Copy a game. The copy goes on with the same pieces, uses the same allocator and belongs to the
 * caller. Returns TETRESS_OK, TETRESS_ENOMEM or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_copy(const tetress_tetris *game, tetress_tetris **copy);

/* Free a game. NULL is fine. */
TETRESS_API void tetress_tetris_free(tetress_tetris *game);

/* The piece to be placed, 0..6; TETRESS_EARG for NULL. */
TETRESS_API int32_t tetress_tetris_piece(const tetress_tetris *game);

/* The piece after that, 0..6; TETRESS_EARG for NULL. An agent without preview never looks at it. */
TETRESS_API int32_t tetress_tetris_next(const tetress_tetris *game);

/*
 * Replace the current piece by another, 0..6; the queue of following pieces stays.
 * Returns TETRESS_OK; TETRESS_EOVER when the game is over; TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_set_piece(tetress_tetris *game, int32_t piece);

/*
 * Replace the current piece by a sequence, letters of OILJTSZ: the first is to be placed, and after
 * the last one come the pieces that would have followed. For sequences of one's own. Returns
 * TETRESS_OK; TETRESS_ETEXT for another letter or none; TETRESS_ENOMEM; TETRESS_EOVER when the game
 * is over; TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_insert(tetress_tetris *game, const char *letters);

/* The number of moves of a piece: 9 for O, 17 for I, S and Z, 34 for L, J and T. Each may be played
 * in every well, but may lose. TETRESS_EARG for another number. */
TETRESS_API int32_t tetress_tetris_move_count(int32_t piece);

/*
 * Orientation and leftmost column of a move of a piece. Moves are numbered from 0 by orientation,
 * then by column. Either pointer may be NULL. Returns TETRESS_OK, or TETRESS_EARG if there is no
 * such piece or move.
 */
TETRESS_API tetress_status tetress_tetris_move(int32_t piece, int32_t move, int32_t *orientation,
                                               int32_t *slot);

/*
 * The features of the well that a move of the current piece leads to: 11 numbers for
 * TETRESS_TETRIS_S2, 9 for TETRESS_TETRIS_DT, in the order of docs/guide/tetris.md. All are whole
 * numbers but the landing height of DT, which may end in one half.
 *
 * Returns TETRESS_OK; TETRESS_EOVER if the game is over or the move would end it; TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_features(const tetress_tetris *game, int32_t move,
                                                   int32_t kind, double *features);

/*
 * Place the current piece. A move that loses ends the game and leaves the well as it was; it counts
 * as a turn. Otherwise full rows vanish and the next piece is drawn. Returns TETRESS_OK;
 * TETRESS_EOVER if the game was over; TETRESS_EARG if there is no such move.
 */
TETRESS_API tetress_status tetress_tetris_play(tetress_tetris *game, int32_t move);

/* The number of rows of the well, 4..20; TETRESS_EARG for NULL. */
TETRESS_API int32_t tetress_tetris_rows(const tetress_tetris *game);

/* Is the game over? 1 if it is, else 0; TETRESS_EARG for NULL. */
TETRESS_API int32_t tetress_tetris_over(const tetress_tetris *game);

/* The number of rows removed so far, which is the score; 0 for NULL. */
TETRESS_API uint64_t tetress_tetris_lines(const tetress_tetris *game);

/* The number of moves made so far; 0 for NULL. */
TETRESS_API uint64_t tetress_tetris_turns(const tetress_tetris *game);

/* A 64-bit key of the well, its number of rows and the current piece, or that the game is over.
 * Equal games have equal keys on every machine. What comes next is not part of it. 0 for NULL. */
TETRESS_API uint64_t tetress_tetris_hash(const tetress_tetris *game);

/* The cells of the well: bit r of columns[c], c = 0..9, is the cell in row r (0 at the bottom) of
 * column c. Returns TETRESS_OK or TETRESS_EARG. */
TETRESS_API tetress_status tetress_tetris_columns(const tetress_tetris *game, uint32_t *columns);

/* ---- Agents ---------------------------------------------------------------------------------- */

/* The name of shipped evaluator `index`, counted from 0; NULL beyond the last. Static text. Any
 * thread. */
TETRESS_API const char *tetress_tetris_evaluator_name(uint32_t index);

/* What shipped evaluator `index` is, in a sentence; NULL beyond the last. Static text. Any
 * thread. */
TETRESS_API const char *tetress_tetris_evaluator_summary(uint32_t index);

/*
 * Make an agent with the named evaluator and `options` (NULL: no look-ahead, 20 rows). `allocator`
 * may be NULL: malloc and free.
 *
 * Without look-ahead it plays the move of the best score. With look-ahead it plays the move after
 * which the mean, over the pieces that may come next, of the best score that they can reach is
 * greatest. S2 counts the last level alone, as its program does; the others also add landing and
 * eroded cells on the way.
 *
 * Returns TETRESS_OK and sets *agent, which the caller owns and frees. Returns TETRESS_EUNKNOWN for
 * another name, TETRESS_EARG for options out of bounds, TETRESS_EVERSION for options that this
 * version does not know, each with a sentence in `error`, which may be NULL; TETRESS_ENOMEM.
 */
TETRESS_API tetress_status tetress_tetris_agent_new(const tetress_allocator *allocator,
                                                    const char *evaluator,
                                                    const tetress_tetris_options *options,
                                                    tetress_tetris_agent **agent,
                                                    tetress_error *error);

/* Free an agent. NULL is fine. */
TETRESS_API void tetress_tetris_agent_free(tetress_tetris_agent *agent);

/*
 * Play by these weights from now on: `count` numbers for TETRESS_TETRIS_S2 (11) or
 * TETRESS_TETRIS_DT (9), in the order of docs/guide/tetris.md. They are scaled and rounded to whole
 * numbers, so that every processor decides alike; only their proportions matter. Weights of any
 * finite size are taken, denormal ones too; after scaling the greatest is 24 in size, and one below
 * 1/49,152 of the greatest becomes 0.
 *
 * Returns TETRESS_OK; TETRESS_EARG for another kind or count, or for weights that are not finite or
 * all 0.
 */
TETRESS_API tetress_status tetress_tetris_agent_set_weights(tetress_tetris_agent *agent,
                                                            int32_t kind, const double *weights,
                                                            size_t count);

/*
 * The weights by which an agent plays. *kind receives their kind, `weights` the numbers:
 * TETRESS_TETRIS_S2_WEIGHTS or TETRESS_TETRIS_DT_WEIGHTS of them, in room for the former. They are
 * whole 1024ths, as given weights were rounded to: tetress_tetris_agent_set_weights() scales so
 * that the greatest is 24 or -24, shipped ones have scales of their own. Returns TETRESS_OK or
 * TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_agent_weights(const tetress_tetris_agent *agent,
                                                        int32_t *kind, double *weights);

/*
 * Choose a move for the current piece of `game`, which is not changed. *move receives it, -1 if
 * every move loses; *value, unless NULL, what it is worth in units of the evaluator's weights, at
 * least -2147483648. If the call is stopped, *move is -1 and *value -2147483648.
 *
 * Returns TETRESS_OK; TETRESS_EOVER if the game is over; TETRESS_EARG for NULL, or if the game's
 * well has another number of rows than the agent's.
 */
TETRESS_API tetress_status tetress_tetris_agent_choose(const tetress_tetris_agent *agent,
                                                       const tetress_tetris *game, int32_t *move,
                                                       double *value);

/*
 * What every move of the current piece of `game` is worth to the agent: values[i] for move i, in
 * units of the evaluator's weights. `capacity` is the room in `values`, of which
 * tetress_tetris_move_count() numbers are written. Moves that lose get -2147483648, and so do moves
 * that a look-ahead does not follow, and those after which it finds every end lost. If the call is
 * stopped, all moves get it.
 *
 * Returns TETRESS_OK; TETRESS_ESIZE if there is too little room; else as
 * tetress_tetris_agent_choose().
 */
TETRESS_API tetress_status tetress_tetris_agent_values(const tetress_tetris_agent *agent,
                                                       const tetress_tetris *game, double *values,
                                                       size_t capacity);

/* Play `game` on until it is over, but at most `pieces` pieces. If the call is stopped, fewer are
 * played, and the game can go on. Returns as tetress_tetris_agent_choose() does. */
TETRESS_API tetress_status tetress_tetris_agent_play(const tetress_tetris_agent *agent,
                                                     tetress_tetris *game, uint64_t pieces);

/*
 * Play `count` whole games of uniform pieces, each of at most `pieces` pieces, and tell the rows
 * removed: lines[i] for game first + i. A game follows from `seed` and its number alone, so games
 * can be shared out among calls and machines. `threads` (1..256; 0 means 1) share them and change
 * nothing. Runs until all are done or the call is stopped: then lines[i] is as it was for every
 * game that was not played to its end.
 *
 * Returns TETRESS_OK or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_agent_games(const tetress_tetris_agent *agent,
                                                      uint64_t seed, uint64_t first, size_t count,
                                                      uint64_t pieces, uint32_t threads,
                                                      uint64_t *lines);

/*
 * Estimate the mean number of rows of a game, for games too long to play out, by multilevel
 * splitting with `trials` (1..1,000,000) a level. Makes `count` independent estimates: lines[i]
 * from seed + i, -1 where trials were too few. Their spread tells how good they are
 * (tetress_tetris_interval()); a single one does not. `threads` (1..256; 0 means 1) share them and
 * change nothing. For wells of at least 14 rows. Runs until all are done or the call is stopped:
 * then lines[i] is as it was for every estimate that was not made.
 *
 * Returns TETRESS_OK; TETRESS_ENOMEM; TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_agent_split(const tetress_tetris_agent *agent,
                                                      uint64_t seed, size_t count, uint32_t trials,
                                                      uint32_t threads, double *lines);

/*
 * The mean of `count` independent measurements, and how well it is known. There must be at least
 * one, and each must lie between -1e150 and 1e150, so that squares are finite. *mean is filled as
 * far as its `size` says. Returns TETRESS_OK or TETRESS_EARG. Any thread.
 */
TETRESS_API tetress_status tetress_tetris_interval(const double *measured, size_t count,
                                                   tetress_tetris_mean *mean);

/*
 * Measure the fitness of `count` sets of weights of a kind (TETRESS_TETRIS_S2 or
 * TETRESS_TETRIS_DT), which stand one after the other in `weights`, with the same random numbers
 * for all. fitness[i] is that of set i; -1 for a set that is not finite or all 0, or for which
 * splitting had too few trials. `options` and `objective` may be NULL: their defaults. The threads
 * of the objective share the sets and change nothing; those of `options` are ignored. If the
 * number at `stop` of the options ends the call, fitness[i] is as it was for every set that was not
 * measured.
 *
 * Returns TETRESS_OK. Returns TETRESS_EARG for what is out of bounds and TETRESS_EVERSION for what
 * this version does not know, each with a sentence in `error`, which may be NULL; TETRESS_ENOMEM.
 */
TETRESS_API tetress_status tetress_tetris_fitness(const tetress_allocator *allocator,
                                                  const tetress_tetris_options *options,
                                                  int32_t kind, const double *weights, size_t count,
                                                  const tetress_tetris_objective *objective,
                                                  double *fitness, tetress_error *error);

#ifdef __cplusplus
}
#endif

#endif
