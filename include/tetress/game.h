/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_GAME_H
#define TETRESS_GAME_H

#include "memory.h"
#include "move.h"

/*
 * A game: a position, everything that was played since its start, and the way back.
 *
 * Threads: different games are independent. One game may be read (functions that take it as
 * const) by any number of threads while none changes it.
 *
 * Every function accepts NULL for a handle and answers TETRESS_EARG (or what its text says).
 * A function that fails leaves the game as it was; functions that change a game also leave a
 * sentence about the failure in it, see tetress_game_error().
 */
typedef struct tetress_game tetress_game;

/* Why a game is over. */
#define TETRESS_REASON_NONE       0 /* it is not */
#define TETRESS_REASON_NO_MOVES   1 /* the side to move has no legal move and loses */
#define TETRESS_REASON_TURN_LIMIT 2 /* 150 actions: more tokens win, equal is a draw */

/* Results of random games; a caller sets `size` first. */
typedef struct tetress_playouts {
    uint32_t size;     /* sizeof(tetress_playouts) of the caller */
    uint32_t reserved; /* 0 */
    uint64_t red_wins, blue_wins, draws;
    uint64_t actions; /* played in all of them together */
} tetress_playouts;

/* clang-format off */
#define TETRESS_PLAYOUTS_INIT {(uint32_t)sizeof(tetress_playouts), 0, 0, 0, 0, 0}
/* clang-format on */

/* Enough room for any position as text, with its NUL. */
#define TETRESS_POSITION_TEXT 144

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Making and freeing ---------------------------------------------------------------------- */

/*
 * A new game with an empty board, red to move. `allocator` may be NULL: malloc and free.
 * Returns TETRESS_OK and sets *game, which the caller owns; TETRESS_ENOMEM; TETRESS_EARG if `game`
 * is NULL or the allocator lacks a function. On failure *game is NULL.
 */
TETRESS_API tetress_status tetress_game_new(const tetress_allocator *allocator,
                                            tetress_game **game);

/*
 * A new game that starts from a position in text: eleven rows of '.', 'r', 'b' joined by '/', a
 * blank, the side to move 'r' or 'b', a blank, the number of actions played (0..150), for example
 * ".../... r 12" with all rows written out.
 *
 * A position is valid if it has no full row or column and the side to move fits the number of
 * actions (red on even ones); whether play can lead to it is not asked.
 * Returns as tetress_game_new() does, or TETRESS_ETEXT with the offset of the first mistake in
 * `error`, which may be NULL.
 */
TETRESS_API tetress_status tetress_game_from_text(const tetress_allocator *allocator,
                                                  const char *text, tetress_game **game,
                                                  tetress_error *error);

/*
 * A copy of a game with its whole history, from the same allocator, owned by the caller.
 * Returns TETRESS_OK, TETRESS_ENOMEM or TETRESS_EARG. On failure *copy is NULL.
 */
TETRESS_API tetress_status tetress_game_copy(const tetress_game *game, tetress_game **copy);

/* Free a game. NULL is fine. */
TETRESS_API void tetress_game_free(tetress_game *game);

/*
 * What the last failed call that changes a game said about it; status TETRESS_OK if the last such
 * call succeeded. The structure belongs to the game and lives until the next call that changes it.
 * Never NULL: for a NULL game it says so.
 */
TETRESS_API const tetress_error *tetress_game_error(const tetress_game *game);

/* ---- Playing --------------------------------------------------------------------------------- */

/*
 * Play `move` for the side to move; every row and column that it fills is emptied at once.
 *
 * Returns TETRESS_OK; TETRESS_EOVER if the game is over; TETRESS_EILLEGAL if a cell is occupied or,
 * from the third action on, no cell is next to a token of the mover (tetress_game_error() has rule
 * and cell); TETRESS_EARG if `move` is no placement.
 */
TETRESS_API tetress_status tetress_game_apply(tetress_game *game, tetress_move move);

/*
 * Play the placement that covers `count` cells given as pairs (row, column) in any order. *move
 * (which may be NULL) receives the move that was played, TETRESS_MOVE_NONE on failure. Fails as
 * tetress_game_apply() and tetress_move_from_cells() do; the rule is in tetress_game_error().
 */
TETRESS_API tetress_status tetress_game_apply_cells(tetress_game *game, const int32_t *coordinates,
                                                    size_t count, tetress_move *move);

/*
 * Play a move given as text in any style; *move as for tetress_game_apply_cells(). Fails as
 * tetress_game_apply() and tetress_move_from_text() do.
 */
TETRESS_API tetress_status tetress_game_apply_text(tetress_game *game, const char *text,
                                                   tetress_move *move);

/*
 * Take back the last action; tokens that it removed come back. Returns TETRESS_OK or, at the start
 * of this game's history, TETRESS_ENOUNDO.
 */
TETRESS_API tetress_status tetress_game_undo(tetress_game *game);

/* Back to the position from which this game started. Returns TETRESS_OK. */
TETRESS_API tetress_status tetress_game_rewind(tetress_game *game);

/*
 * Judge cells as tetress_game_apply_cells() would, without playing: returns the same status and
 * move, fills `error` (which may be NULL, as may `move`) and changes nothing.
 */
TETRESS_API tetress_status tetress_game_check_cells(const tetress_game *game,
                                                    const int32_t *coordinates, size_t count,
                                                    tetress_move *move, tetress_error *error);

/* ---- Legal moves ----------------------------------------------------------------------------- */

/*
 * The legal moves of the side to move, ascending, into `moves`.
 *
 * *count receives how many there are (0 when the game is over). With moves NULL and capacity 0 only
 * the count is returned. TETRESS_PLACEMENTS entries always suffice.
 * Returns TETRESS_OK; TETRESS_ESIZE if `capacity` is too small (nothing written); TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_game_legal_moves(const tetress_game *game, tetress_move *moves,
                                                    size_t capacity, size_t *count);

/*
 * The legal moves as a mask: mask[m] is 1 if move m is legal, else 0. `size` must be
 * TETRESS_PLACEMENTS, the size of `mask` in bytes. All zero when the game is over.
 * Returns TETRESS_OK, TETRESS_ESIZE or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_game_legal_mask(const tetress_game *game, uint8_t *mask,
                                                   size_t size);

/* 1 if `move` is legal now, 0 if not or if it is no placement, TETRESS_EARG for NULL. */
TETRESS_API int32_t tetress_game_is_legal(const tetress_game *game, tetress_move move);

/*
 * How many placements `colour` could make on this board if it were its turn with the same number of
 * actions played; 0 once 150 actions were played. TETRESS_EARG for NULL or no colour.
 */
TETRESS_API int32_t tetress_game_mobility(const tetress_game *game, int32_t colour);

/*
 * A legal move chosen uniformly at random. *seed is the state of the generator: any value starts
 * it, each call advances it, and the same value gives the same move on every machine.
 * Returns TETRESS_OK, TETRESS_EOVER (then *move is TETRESS_MOVE_NONE) or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_game_random_move(const tetress_game *game, uint64_t *seed,
                                                    tetress_move *move);

/*
 * Play `count` random games from here to their ends, each with random numbers of its own, and add
 * up their results. *seed is as for tetress_game_random_move(); it advances by one step a game, so
 * that 1000 games are those of two calls for 500. From a position that is over, all end at once.
 * Takes a few microseconds a game.
 * Returns TETRESS_OK, or TETRESS_EARG if something is NULL or the size in *results makes no sense.
 */
TETRESS_API tetress_status tetress_game_playouts(const tetress_game *game, uint64_t *seed,
                                                 uint64_t count, tetress_playouts *results);

/*
 * Number of sequences of exactly `depth` actions from here into *nodes. A sequence that ends the
 * game earlier counts for nothing. Depth 0 counts 1. Runs until it is done: depth 3 from the empty
 * board takes about a second, depth 4 minutes.
 * Returns TETRESS_OK, or TETRESS_EARG for NULL or a depth above TETRESS_MAX_ACTIONS.
 */
TETRESS_API tetress_status tetress_game_perft(const tetress_game *game, uint32_t depth,
                                              uint64_t *nodes);

/* ---- The position ---------------------------------------------------------------------------- */

/* The side to move, TETRESS_RED or TETRESS_BLUE, also when the game is over; or TETRESS_EARG. */
TETRESS_API int32_t tetress_game_turn(const tetress_game *game);

/* Number of actions played since the beginning, 0..150; or TETRESS_EARG. */
TETRESS_API int32_t tetress_game_ply(const tetress_game *game);

/* Number of tokens of `colour` on the board, 0..121; or TETRESS_EARG. */
TETRESS_API int32_t tetress_game_tokens(const tetress_game *game, int32_t colour);

/*
 * Who holds the cell: TETRESS_RED, TETRESS_BLUE or TETRESS_NOBODY; TETRESS_EARG for a cell outside
 * the board.
 */
TETRESS_API int32_t tetress_game_cell(const tetress_game *game, int32_t row, int32_t column);

/*
 * The cells of `colour` as 121 bits, bit i of bits[i / 64] for cell i = 11 * row + column.
 * Returns TETRESS_OK or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_game_bits(const tetress_game *game, int32_t colour,
                                             uint64_t bits[2]);

/* TETRESS_REASON_…: why the game is over, TETRESS_REASON_NONE if it is not; or TETRESS_EARG. */
TETRESS_API int32_t tetress_game_reason(const tetress_game *game);

/*
 * The name of a reason: "none", "no_moves" or "turn_limit"; "unknown" for a number that is none.
 * Static text, never NULL. Any thread.
 */
TETRESS_API const char *tetress_reason_name(int32_t reason);

/*
 * Who has won: TETRESS_RED, TETRESS_BLUE, or TETRESS_NOBODY while the game goes on and after a draw
 * (ask tetress_game_reason()); TETRESS_EARG for NULL.
 */
TETRESS_API int32_t tetress_game_winner(const tetress_game *game);

/*
 * A 64-bit Zobrist key of board and number of actions (and so of the side to move): equal positions
 * have equal keys on every machine and in every version with the same ABI. 0 for NULL.
 */
TETRESS_API uint64_t tetress_game_hash(const tetress_game *game);

/*
 * The position as text, as tetress_game_from_text() reads it. `length`, `buffer` and `capacity` are
 * as for tetress_move_to_text(); TETRESS_POSITION_TEXT bytes always suffice.
 */
TETRESS_API tetress_status tetress_game_to_text(const tetress_game *game, char *buffer,
                                                size_t capacity, size_t *length);

/* ---- History --------------------------------------------------------------------------------- */

/*
 * The moves played since this game's start, first to last, as tetress_game_legal_moves() returns
 * them. At most TETRESS_MAX_ACTIONS.
 */
TETRESS_API tetress_status tetress_game_history(const tetress_game *game, tetress_move *moves,
                                                size_t capacity, size_t *count);

/* Number of actions played before this game's history starts, 0..150; or TETRESS_EARG. */
TETRESS_API int32_t tetress_game_start_ply(const tetress_game *game);

#ifdef __cplusplus
}
#endif

#endif
