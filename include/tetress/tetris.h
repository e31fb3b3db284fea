/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_TETRIS_H
#define TETRESS_TETRIS_H

#include "memory.h"
#include "status.h"

/*
 * The single-player game of S2, exactly as its program (CS3243) has it: a well of 10 columns
 * and 20 rows, seven pieces that come uniformly at random and are dropped straight down, only the
 * present one known. A placement that stands out above the rows loses before any row is removed;
 * full rows vanish, one point each. docs/guide/tetris.md has the rules, the features and what was
 * measured.
 *
 * Threads: different handles are independent; one agent may be used by several threads at a time,
 * since it never changes but by tetress_tetris_agent_set_weights(). Every function accepts NULL for
 * a handle and answers TETRESS_EARG (or what its text says); one that fails has changed nothing.
 */
typedef struct tetress_tetris tetress_tetris;
typedef struct tetress_tetris_agent tetress_tetris_agent;

#define TETRESS_TETRIS_COLUMNS 10
#define TETRESS_TETRIS_ROWS    20
#define TETRESS_TETRIS_PIECES  7  /* O I L J T S Z, 0 to 6 */
#define TETRESS_TETRIS_MOVES   34 /* of a piece, at most */

/* Kinds of weights: S2's eleven features, or nine of Dellacherie's, Thiery and Scherrer's.
 */
#define TETRESS_TETRIS_S2         0
#define TETRESS_TETRIS_DT         1
#define TETRESS_TETRIS_S2_WEIGHTS 11
#define TETRESS_TETRIS_DT_WEIGHTS 9

/* Bounds of options and measurements. */
#define TETRESS_TETRIS_MOST_LOOKAHEAD 4
#define TETRESS_TETRIS_MOST_TRIALS    1000000
#define TETRESS_TETRIS_MOST_THREADS   256
#define TETRESS_TETRIS_SPLIT_ROWS     14 /* the least rows of a well for splitting */

/* Where pieces come from: each of the seven as likely as any other, or all seven in random order,
 * then again all seven. */
#define TETRESS_TETRIS_UNIFORM 0
#define TETRESS_TETRIS_BAG     1

/* How an agent searches. A caller sets `size` first. */
typedef struct tetress_tetris_options {
    uint32_t size;      /* sizeof(tetress_tetris_options) of the caller */
    uint32_t rows;      /* of the well, 4..20; 0 is 20 */
    uint32_t lookahead; /* pieces beyond the present one, 0..4 */
    uint32_t width;     /* moves of a piece that are followed, best score first, 1..34; 0 is 2 */
    uint32_t shallow;   /* below this height it does without look-ahead; 0: never */
    uint32_t preview;   /* 1: it also sees the next piece, and needs a look-ahead; 0: it does not */
    uint32_t threads;   /* that share the first moves of a decision, 1..256; 0 is 1 */
    uint32_t reserved;  /* 0 */
} tetress_tetris_options;

/* A mean of independent measurements. Set by the library; a caller sets `size` first. */
typedef struct tetress_tetris_mean {
    uint32_t size;     /* sizeof(tetress_tetris_mean) of the caller */
    uint32_t reserved; /* 0 */
    uint64_t count;    /* of the measurements */
    double mean;
    double error;     /* its standard error, from their spread; 0 of one alone */
    double low, high; /* its 95 % interval, by Student's t; the mean itself of one alone */
} tetress_tetris_mean;

/* What weights are to be good at. */
#define TETRESS_TETRIS_SPLIT 0 /* the mean rows of a game, by multilevel splitting */
#define TETRESS_TETRIS_LINES 1 /* rows removed in a game of limited length */
#define TETRESS_TETRIS_SPACE 2 /* cells of the well less its heights, summed over the moves */

/* How the fitness of weights is measured. A caller sets `size` first. */
typedef struct tetress_tetris_objective {
    uint32_t size;     /* sizeof(tetress_tetris_objective) of the caller */
    uint32_t kind;     /* TETRESS_TETRIS_SPLIT, _LINES or _SPACE */
    uint64_t seed;     /* of all weights that are measured in one call */
    uint32_t games;    /* for each; with SPLIT, estimates; 0 is 1 */
    uint32_t trials;   /* with SPLIT, a level; 0 is 1,000 */
    uint64_t pieces;   /* with the others, the longest game; 0 is 10,000 */
    uint32_t threads;  /* that share the work, 1..256; 0 is 1 */
    uint32_t reserved; /* 0 */
} tetress_tetris_objective;

/* clang-format off */
#define TETRESS_TETRIS_OPTIONS_INIT {(uint32_t)sizeof(tetress_tetris_options), 0, 0, 0, 0, 0, 0, 0}
#define TETRESS_TETRIS_MEAN_INIT {(uint32_t)sizeof(tetress_tetris_mean), 0, 0, 0, 0, 0, 0}
#define TETRESS_TETRIS_OBJECTIVE_INIT {(uint32_t)sizeof(tetress_tetris_objective), 0, 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* Enough room for any game as text, with its NUL, but for the letters of a sequence. */
#define TETRESS_TETRIS_TEXT 384

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Games ----------------------------------------------------------------------------------- */

/*
 * A game in an empty well of `rows` rows (4..20; 0 is 20), whose pieces come from `source`
 * (TETRESS_TETRIS_UNIFORM, the game of S2, or TETRESS_TETRIS_BAG) and follow from `seed` on
 * every machine. `allocator` may be NULL. Returns TETRESS_OK and sets *game, which the caller owns;
 * TETRESS_ENOMEM; TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_new(const tetress_allocator *allocator, uint32_t rows,
                                              int32_t source, uint64_t seed, tetress_tetris **game);

/*
 * A game from text, as tetress_tetris_to_text() writes it: it goes on with the same pieces. Of the
 * seven parts, separated by blanks, those from the third on may be left out: then no piece is known
 * but the first, nothing was played so far, and the pieces are uniform from seed 0.
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

/* The game as text. `length`, `buffer` and `capacity` are as for tetress_move_to_text();
 * TETRESS_TETRIS_TEXT bytes and one for each letter of a sequence that is left always suffice. */
TETRESS_API tetress_status tetress_tetris_to_text(const tetress_tetris *game, char *buffer,
                                                  size_t capacity, size_t *length);

/* A copy that goes on with the same pieces, from the same allocator. TETRESS_OK, TETRESS_ENOMEM or
 * TETRESS_EARG. */
TETRESS_API tetress_status tetress_tetris_copy(const tetress_tetris *game, tetress_tetris **copy);

/* Free a game. NULL is fine. */
TETRESS_API void tetress_tetris_free(tetress_tetris *game);

/* The piece to be placed, 0..6. */
TETRESS_API int32_t tetress_tetris_piece(const tetress_tetris *game);

/* The piece after that, 0..6. An agent without preview never looks at it. */
TETRESS_API int32_t tetress_tetris_next(const tetress_tetris *game);

/* Have another piece to be placed, 0..6; those that follow stay. TETRESS_OK, TETRESS_EARG or, when
 * the game is over, TETRESS_EOVER. */
TETRESS_API tetress_status tetress_tetris_set_piece(tetress_tetris *game, int32_t piece);

/*
 * Have pieces, letters of OILJTSZ, come in place of the present one: the first is to be placed, and
 * after the last come those that would have followed. For sequences of one's own. TETRESS_OK;
 * TETRESS_ETEXT for another letter or none; TETRESS_ENOMEM; TETRESS_EARG; TETRESS_EOVER.
 */
TETRESS_API tetress_status tetress_tetris_insert(tetress_tetris *game, const char *letters);

/* How many moves a piece has, all of them legal: 9 for O, 17 for I, S and Z, 34 for L, J and T.
 * TETRESS_EARG for another number. */
TETRESS_API int32_t tetress_tetris_move_count(int32_t piece);

/*
 * A move of a piece: orientation and leftmost column. Moves are numbered from 0 by orientation,
 * then by column. Either pointer may be NULL. TETRESS_OK or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_move(int32_t piece, int32_t move, int32_t *orientation,
                                               int32_t *slot);

/*
 * The features of a kind (TETRESS_TETRIS_S2: 11, TETRESS_TETRIS_DT: 9, in the order of
 * docs/guide/tetris.md) of the well that a move of the piece leads to; the landing height of DT is
 * a half. TETRESS_OK; TETRESS_EOVER if the game is over, or the move would end it; TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_features(const tetress_tetris *game, int32_t move,
                                                   int32_t kind, double *features);

/*
 * Place the piece. A move that loses ends the game and leaves the well as it was; it counts as a
 * turn. Otherwise the next piece is drawn. TETRESS_OK; TETRESS_EOVER if the game was over;
 * TETRESS_EARG if there is no such move.
 */
TETRESS_API tetress_status tetress_tetris_play(tetress_tetris *game, int32_t move);

/* Rows of the well, 4..20. */
TETRESS_API int32_t tetress_tetris_rows(const tetress_tetris *game);

/* 1 if the game is over, else 0. */
TETRESS_API int32_t tetress_tetris_over(const tetress_tetris *game);

/* Rows removed so far; 0 for NULL. */
TETRESS_API uint64_t tetress_tetris_lines(const tetress_tetris *game);

/* Moves made so far; 0 for NULL. */
TETRESS_API uint64_t tetress_tetris_turns(const tetress_tetris *game);

/* A 64-bit key of the well, its rows and the piece to be placed, or that the game is over: equal
 * ones have equal keys on every machine. 0 for NULL. */
TETRESS_API uint64_t tetress_tetris_hash(const tetress_tetris *game);

/* The well: bit r of columns[c], c = 0..9, is the cell in row r (0 at the bottom) of column c.
 * TETRESS_OK or TETRESS_EARG. */
TETRESS_API tetress_status tetress_tetris_columns(const tetress_tetris *game, uint32_t *columns);

/* ---- Agents ---------------------------------------------------------------------------------- */

/* The name of a shipped evaluator, index 0..; NULL beyond them. Static text. */
TETRESS_API const char *tetress_tetris_evaluator_name(uint32_t index);

/* Its sentence; NULL beyond them. Static text. */
TETRESS_API const char *tetress_tetris_evaluator_summary(uint32_t index);

/*
 * A player with the named evaluator and `options` (NULL: no look-ahead, 20 rows). Without
 * look-ahead it takes the move of the best score; with it, the move after which the mean over the
 * next pieces of the best that they can reach is greatest. S2 counts the last level alone, as its
 * program does, the others also landing and eroded cells on the way.
 *
 * Returns TETRESS_OK and sets *agent, which the caller owns; TETRESS_EUNKNOWN for another name;
 * TETRESS_ENOMEM; TETRESS_EARG for options out of bounds; TETRESS_EVERSION.
 */
TETRESS_API tetress_status tetress_tetris_agent_new(const tetress_allocator *allocator,
                                                    const char *evaluator,
                                                    const tetress_tetris_options *options,
                                                    tetress_tetris_agent **agent);

/* Free an agent. NULL is fine. */
TETRESS_API void tetress_tetris_agent_free(tetress_tetris_agent *agent);

/*
 * Play by `count` weights of a kind, TETRESS_TETRIS_S2 (11, in the order of docs/guide/tetris.md)
 * or TETRESS_TETRIS_DT (9). They are scaled and rounded to whole numbers, so that every processor
 * decides alike; only their proportions matter. TETRESS_OK; TETRESS_EARG for another kind or count,
 * or weights that are not finite or all 0.
 */
TETRESS_API tetress_status tetress_tetris_agent_set_weights(tetress_tetris_agent *agent,
                                                            int32_t kind, const double *weights,
                                                            size_t count);

/*
 * The weights that an agent plays by: *kind, and TETRESS_TETRIS_S2_WEIGHTS or _DT_WEIGHTS numbers
 * in `weights`, which has room for TETRESS_TETRIS_S2_WEIGHTS: whole 1024ths, as those given were
 * rounded to. tetress_tetris_agent_set_weights() scales them so that the greatest is 24 or -24,
 * shipped ones have scales of their own. TETRESS_OK or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_agent_weights(const tetress_tetris_agent *agent,
                                                        int32_t *kind, double *weights);

/*
 * The move for the piece of `game`, -1 if all lose, and what it is worth in units of the
 * evaluator's weights (may be NULL). TETRESS_OK; TETRESS_EOVER; TETRESS_EARG, also if the well has
 * other rows than the agent's.
 */
TETRESS_API tetress_status tetress_tetris_agent_choose(const tetress_tetris_agent *agent,
                                                       const tetress_tetris *game, int32_t *move,
                                                       double *value);

/*
 * What every move of the piece of `game` is worth to it, values[i] for move i in units of the
 * evaluator's weights; `capacity` numbers, of which tetress_tetris_move_count() are written. Moves
 * that lose, and with a look-ahead moves that it does not follow, get -2147483648. TETRESS_OK;
 * TETRESS_ESIZE; else as tetress_tetris_agent_choose().
 */
TETRESS_API tetress_status tetress_tetris_agent_values(const tetress_tetris_agent *agent,
                                                       const tetress_tetris *game, double *values,
                                                       size_t capacity);

/* Play `game` on, at most `pieces`, until it is over. Returns as tetress_tetris_agent_choose()
 * does. */
TETRESS_API tetress_status tetress_tetris_agent_play(const tetress_tetris_agent *agent,
                                                     tetress_tetris *game, uint64_t pieces);

/*
 * Rows removed in `count` whole games of uniform pieces, of at most `pieces` each, numbered from
 * `first` on: lines[i] for game first + i. A game follows from seed and number alone: `threads`
 * (1..256; 0 is 1) share them and change nothing. TETRESS_OK or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_agent_games(const tetress_tetris_agent *agent,
                                                      uint64_t seed, uint64_t first, size_t count,
                                                      uint64_t pieces, uint32_t threads,
                                                      uint64_t *lines);

/*
 * `count` independent estimates of the mean number of rows of a game, for means that cannot be
 * waited for, by multilevel splitting with `trials` (1..1,000,000) a level: lines[i] from seed + i,
 * -1 where trials were too few. Their spread tells how good they are (tetress_tetris_interval());
 * one alone does not. `threads` (1..256; 0 is 1) share them and change nothing. Wells of at least
 * 14 rows. TETRESS_OK; TETRESS_ENOMEM; TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_agent_split(const tetress_tetris_agent *agent,
                                                      uint64_t seed, size_t count, uint32_t trials,
                                                      uint32_t threads, double *lines);

/* The mean of `count` independent measurements, at least one, all finite, and how well it is known.
 * Fills *mean. TETRESS_OK; TETRESS_EARG; TETRESS_EVERSION. */
TETRESS_API tetress_status tetress_tetris_interval(const double *measured, size_t count,
                                                   tetress_tetris_mean *mean);

/*
 * The fitness of `count` sets of weights of a kind (TETRESS_TETRIS_S2 or _DT), one after the other
 * in `weights`, measured with the same random numbers: fitness[i] of set i, -1 for a set that is
 * not finite or all 0, or of which splitting saw too little. `options` and `objective` may be NULL.
 * `threads` of the objective share the sets and change nothing; those of `options` are left alone.
 * TETRESS_OK; TETRESS_ENOMEM; TETRESS_EARG; TETRESS_EVERSION.
 */
TETRESS_API tetress_status tetress_tetris_fitness(const tetress_allocator *allocator,
                                                  const tetress_tetris_options *options,
                                                  int32_t kind, const double *weights, size_t count,
                                                  const tetress_tetris_objective *objective,
                                                  double *fitness);

#ifdef __cplusplus
}
#endif

#endif
