/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_TETRIS_H
#define TETRESS_TETRIS_H

#include "memory.h"
#include "status.h"

/*
 * The single-player game of report S2, exactly as its program (CS3243) has it: a well of 10 columns
 * and 20 rows, seven pieces that come uniformly at random and are dropped straight down, only the
 * present one known. A placement that stands out above the rows loses before any row is removed;
 * full rows vanish, one point each. docs/tetris.md has the rules, the features and what was
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
#define TETRESS_TETRIS_PIECES  7 /* O I L J T S Z, 0 to 6 */

/* Kinds of weights: report S2's eleven features, or nine of Dellacherie's, Thiery and Scherrer's.
 */
#define TETRESS_TETRIS_S2 0
#define TETRESS_TETRIS_DT 1

/* How an agent searches. A caller sets `size` first. */
typedef struct tetress_tetris_options {
    uint32_t size;      /* sizeof(tetress_tetris_options) of the caller */
    uint32_t rows;      /* of the well, 4..20; 0 is 20 */
    uint32_t lookahead; /* pieces beyond the present one, 0..4 */
    uint32_t width;     /* moves of a piece that are followed, best score first, 1..34; 0 is 2 */
    uint32_t shallow;   /* below this height it does without look-ahead; 0: never */
    uint32_t reserved;  /* 0 */
} tetress_tetris_options;

/* clang-format off */
#define TETRESS_TETRIS_OPTIONS_INIT {(uint32_t)sizeof(tetress_tetris_options), 0, 0, 0, 0, 0}
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Games ----------------------------------------------------------------------------------- */

/*
 * A game in an empty well of `rows` rows (4..20; 0 is 20), whose pieces follow from `seed` on every
 * machine. `allocator` may be NULL. Returns TETRESS_OK and sets *game, which the caller owns;
 * TETRESS_ENOMEM; TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_new(const tetress_allocator *allocator, uint32_t rows,
                                              uint64_t seed, tetress_tetris **game);

/* A copy that goes on with the same pieces, from the same allocator. TETRESS_OK, TETRESS_ENOMEM or
 * TETRESS_EARG. */
TETRESS_API tetress_status tetress_tetris_copy(const tetress_tetris *game, tetress_tetris **copy);

/* Free a game. NULL is fine. */
TETRESS_API void tetress_tetris_free(tetress_tetris *game);

/* The piece to be placed, 0..6. */
TETRESS_API int32_t tetress_tetris_piece(const tetress_tetris *game);

/* Have another piece to be placed, 0..6: for sequences of one's own. TETRESS_OK, TETRESS_EARG or,
 * when the game is over, TETRESS_EOVER. */
TETRESS_API tetress_status tetress_tetris_set_piece(tetress_tetris *game, int32_t piece);

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
 * Place the piece. A move that loses ends the game and leaves the well as it was; it counts as a
 * turn. Otherwise the next piece is drawn. TETRESS_OK; TETRESS_EOVER if the game was over;
 * TETRESS_EARG if there is no such move.
 */
TETRESS_API tetress_status tetress_tetris_play(tetress_tetris *game, int32_t move);

/* 1 if the game is over, else 0. */
TETRESS_API int32_t tetress_tetris_over(const tetress_tetris *game);

/* Rows removed so far; 0 for NULL. */
TETRESS_API uint64_t tetress_tetris_lines(const tetress_tetris *game);

/* Moves made so far; 0 for NULL. */
TETRESS_API uint64_t tetress_tetris_turns(const tetress_tetris *game);

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
 * Play by `count` weights of a kind, TETRESS_TETRIS_S2 (11, in the order of docs/tetris.md) or
 * TETRESS_TETRIS_DT (9). They are scaled and rounded to whole numbers, so that every processor
 * decides alike; only their proportions matter. TETRESS_OK; TETRESS_EARG for another kind or count,
 * or weights that are not finite or all 0.
 */
TETRESS_API tetress_status tetress_tetris_agent_set_weights(tetress_tetris_agent *agent,
                                                            int32_t kind, const double *weights,
                                                            size_t count);

/*
 * The move for the piece of `game`, -1 if all lose, and what it is worth in units of the
 * evaluator's weights (may be NULL). TETRESS_OK; TETRESS_EOVER; TETRESS_EARG, also if the well has
 * other rows than the agent's.
 */
TETRESS_API tetress_status tetress_tetris_agent_choose(const tetress_tetris_agent *agent,
                                                       const tetress_tetris *game, int32_t *move,
                                                       double *value);

/* Play `game` on, at most `pieces`, until it is over. Returns as tetress_tetris_agent_choose()
 * does. */
TETRESS_API tetress_status tetress_tetris_agent_play(const tetress_tetris_agent *agent,
                                                     tetress_tetris *game, uint64_t pieces);

/*
 * Rows removed in `count` whole games, of at most `pieces` each, numbered from `first` on: lines[i]
 * for game first + i. A game follows from seed and number alone, so games may be shared out to
 * threads. TETRESS_OK or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_agent_games(const tetress_tetris_agent *agent,
                                                      uint64_t seed, uint64_t first, size_t count,
                                                      uint64_t pieces, uint64_t *lines);

/*
 * An estimate of the mean number of rows of a game by multilevel splitting with `trials`
 * (1..1,000,000) a level, for means that cannot be waited for; -1 if that was too few to see a
 * loss. The same seed gives the same estimate; several seeds give its spread. Wells of at least 14
 * rows. TETRESS_OK; TETRESS_ENOMEM; TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_tetris_agent_split(const tetress_tetris_agent *agent,
                                                      uint64_t seed, uint32_t trials,
                                                      double *lines);

#ifdef __cplusplus
}
#endif

#endif
