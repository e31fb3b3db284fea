/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_GAME_H
#define TETRESS_GAME_H

#include "memory.h"
#include "move.h"

/*
 * A game: a position, everything that was played since its start, and the way back.
 *
 *     tetress_game_new(NULL, &game);
 *     while (tetress_game_reason(game) == TETRESS_REASON_NONE) {
 *         tetress_game_random_move(game, &seed, &move);
 *         tetress_game_apply(game, move);
 *     }
 *
 * Memory: a game takes about 8 KiB when it is made and allocates nothing after that.
 *
 * Threads: different games are independent. One game may be read (by functions that take it as
 * const) by any number of threads while no thread changes it.
 *
 * Errors: every function accepts NULL for a handle and answers TETRESS_EARG, or what its contract
 * says. A function that fails leaves the game as it was. Functions that change a game also leave a
 * sentence about the failure in it, see tetress_game_error().
 */
typedef struct tetress_game tetress_game;

/* Why a game is over. */
#define TETRESS_REASON_NONE       0 /* the game goes on */
#define TETRESS_REASON_NO_MOVES   1 /* the side to move has no legal move and loses */
#define TETRESS_REASON_TURN_LIMIT 2 /* 150 actions: more tokens win, equal is a draw */

/* Results of random games, added up. A caller starts it with TETRESS_PLAYOUTS_INIT. */
typedef struct tetress_playouts {
    uint32_t size;     /* sizeof(tetress_playouts) of the caller */
    uint32_t reserved; /* 0 */
    /* Games by result; together the number of games that were played. */
    uint64_t red_wins, blue_wins, draws;
    /* Actions played in all of the games together. */
    uint64_t actions;
} tetress_playouts;

/* clang-format off */
#define TETRESS_PLAYOUTS_INIT {(uint32_t)sizeof(tetress_playouts), 0, 0, 0, 0, 0}
/* clang-format on */

/* Bytes that suffice for any position as text, with its NUL. */
#define TETRESS_POSITION_TEXT 144

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Making and freeing ---------------------------------------------------------------------- */

/*
 * Make a game with an empty board, red to move. `allocator` may be NULL: malloc and free.
 *
 * Returns TETRESS_OK and sets *game, which the caller owns and frees; TETRESS_ENOMEM; TETRESS_EARG
 * if `game` is NULL or the allocator lacks a function. On failure *game is NULL.
 */
TETRESS_API tetress_status tetress_game_new(const tetress_allocator *allocator,
                                            tetress_game **game);

/*
 * Make a game that starts from a position in text: eleven rows from the top, of '.', 'r' and 'b',
 * joined by '/', then a blank, the side to move 'r' or 'b', a blank, and the number of actions
 * played, 0..150:
 *
 *     .../... r 12          (with all eleven rows of eleven cells written out)
 *
 * A position is valid if it has no full row or column and the side to move fits the number of
 * actions (red on even numbers). Whether play can lead to it is not checked. The game's history
 * starts here.
 *
 * Returns as tetress_game_new() does, or TETRESS_ETEXT with the offset of the first mistake in
 * `error`, which may be NULL.
 */
TETRESS_API tetress_status tetress_game_from_text(const tetress_allocator *allocator,
                                                  const char *text, tetress_game **game,
                                                  tetress_error *error);

/*
 * Copy a game with its whole history. The copy uses the same allocator and belongs to the caller.
 * Returns TETRESS_OK, TETRESS_ENOMEM or TETRESS_EARG. On failure *copy is NULL.
 */
TETRESS_API tetress_status tetress_game_copy(const tetress_game *game, tetress_game **copy);

/* Free a game and everything that it returned pointers to. NULL is fine. */
TETRESS_API void tetress_game_free(tetress_game *game);

/*
 * Why the last call that changes a game failed; status TETRESS_OK if it succeeded. The structure
 * belongs to the game and holds until the next call that changes it. Never NULL: for a NULL game it
 * says so.
 */
TETRESS_API const tetress_error *tetress_game_error(const tetress_game *game);

/* ---- Playing --------------------------------------------------------------------------------- */

/*
 * Play `move` for the side to move. Every row and column that is full with the piece on the board
 * is then emptied, all at once.
 *
 * Returns TETRESS_OK; TETRESS_EOVER if the game is over; TETRESS_EILLEGAL if a cell is occupied or,
 * from the third action on, no cell is next to a token of the mover, with rule and cell in
 * tetress_game_error(); TETRESS_EARG if `move` is no placement. On failure the game is unchanged.
 */
TETRESS_API tetress_status tetress_game_apply(tetress_game *game, tetress_move move);

/*
 * Play the placement that covers `count` cells, given as for tetress_move_from_cells(). *move,
 * unless NULL, receives the move that was played, TETRESS_MOVE_NONE on failure.
 *
 * Returns and fails as tetress_game_apply() and tetress_move_from_cells() do; rule and cell are in
 * tetress_game_error().
 */
TETRESS_API tetress_status tetress_game_apply_cells(tetress_game *game, const int32_t *coordinates,
                                                    size_t count, tetress_move *move);

/*
 * Play a move given as text in any style. *move, unless NULL, receives the move that was played,
 * TETRESS_MOVE_NONE on failure. Returns and fails as tetress_game_apply() and
 * tetress_move_from_text() do.
 */
TETRESS_API tetress_status tetress_game_apply_text(tetress_game *game, const char *text,
                                                   tetress_move *move);

/*
 * Take back the last action; tokens that it removed come back. The whole history can be taken back.
 * Returns TETRESS_OK; TETRESS_ENOUNDO at the start of this game's history; TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_game_undo(tetress_game *game);

/* Take back all actions since the start of this game's history. Returns TETRESS_OK or
 * TETRESS_EARG. */
TETRESS_API tetress_status tetress_game_rewind(tetress_game *game);

/*
 * Check cells as tetress_game_apply_cells() would, without playing. Returns the same status and the
 * same move, fills `error` and changes nothing, so readers may call it. `move` and `error` may be
 * NULL.
 */
TETRESS_API tetress_status tetress_game_check_cells(const tetress_game *game,
                                                    const int32_t *coordinates, size_t count,
                                                    tetress_move *move, tetress_error *error);

/* ---- Legal moves ----------------------------------------------------------------------------- */

/*
 * List the legal moves of the side to move, ascending, in `moves`.
 *
 * *count receives their number, 0 when the game is over. With moves NULL and capacity 0 only the
 * number is told. TETRESS_PLACEMENTS entries always suffice.
 *
 * Returns TETRESS_OK; TETRESS_ESIZE if `capacity` is too small, with nothing written but *count;
 * TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_game_legal_moves(const tetress_game *game, tetress_move *moves,
                                                    size_t capacity, size_t *count);

/*
 * The legal moves as a mask: mask[m] is 1 if move m is legal, else 0; all 0 when the game is over.
 * `size` is the size of `mask` in bytes and must be TETRESS_PLACEMENTS. Returns TETRESS_OK,
 * TETRESS_ESIZE for another size, or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_game_legal_mask(const tetress_game *game, uint8_t *mask,
                                                   size_t size);

/* Is `move` legal now? 1 if it is, 0 if not or if it is no placement; TETRESS_EARG for a NULL
 * game. */
TETRESS_API int32_t tetress_game_is_legal(const tetress_game *game, tetress_move move);

/*
 * The number of placements that `colour` could make on this board if it were its turn after the
 * same number of actions. 0 once 150 actions have been played. TETRESS_EARG for a NULL game or no
 * colour.
 */
TETRESS_API int32_t tetress_game_mobility(const tetress_game *game, int32_t colour);

/*
 * Choose a legal move uniformly at random. *seed is the state of the generator: any value starts
 * it, each call advances it, and the same value gives the same move on every machine.
 *
 * Returns TETRESS_OK; TETRESS_EOVER if the game is over, with *move TETRESS_MOVE_NONE;
 * TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_game_random_move(const tetress_game *game, uint64_t *seed,
                                                    tetress_move *move);

/*
 * Play `count` random games from this position to their ends and add up their results. Each game
 * has random numbers of its own. *seed is as for tetress_game_random_move() and advances by one
 * step a game, so that one call for 1000 games plays the games of two calls for 500. From a
 * position that is over, all games end at once. A game takes a few microseconds; the call runs
 * until it is done.
 *
 * Returns TETRESS_OK and sets *results; TETRESS_EARG if an argument is NULL or results->size makes
 * no sense.
 */
TETRESS_API tetress_status tetress_game_playouts(const tetress_game *game, uint64_t *seed,
                                                 uint64_t count, tetress_playouts *results);

/*
 * Count the sequences of exactly `depth` actions from this position (perft). A sequence that ends
 * the game earlier does not count. Depth 0 counts 1. The call runs until it is done: depth 3 from
 * the empty board takes about a second, depth 4 minutes.
 *
 * Returns TETRESS_OK and sets *nodes; TETRESS_EARG for NULL or a depth above TETRESS_MAX_ACTIONS.
 */
TETRESS_API tetress_status tetress_game_perft(const tetress_game *game, uint32_t depth,
                                              uint64_t *nodes);

/* ---- The position ---------------------------------------------------------------------------- */

/* The side to move, TETRESS_RED or TETRESS_BLUE, also when the game is over; TETRESS_EARG for
 * NULL. */
TETRESS_API int32_t tetress_game_turn(const tetress_game *game);

/* The number of actions played since the beginning of the game, 0..150, those before this game's
 * history included; TETRESS_EARG for NULL. */
TETRESS_API int32_t tetress_game_ply(const tetress_game *game);

/* The number of tokens of `colour` on the board, 0..121; TETRESS_EARG for NULL or no colour. */
TETRESS_API int32_t tetress_game_tokens(const tetress_game *game, int32_t colour);

/*
 * Who holds a cell: TETRESS_RED, TETRESS_BLUE or TETRESS_NOBODY. TETRESS_EARG for NULL, or for a
 * row or column outside 0..10.
 */
TETRESS_API int32_t tetress_game_cell(const tetress_game *game, int32_t row, int32_t column);

/*
 * The cells of `colour` as 121 bits: bit i % 64 of bits[i / 64] is cell i = 11 * row + column. The
 * other bits are 0. Returns TETRESS_OK or TETRESS_EARG.
 */
TETRESS_API tetress_status tetress_game_bits(const tetress_game *game, int32_t colour,
                                             uint64_t bits[2]);

/* Why the game is over, TETRESS_REASON_…; TETRESS_REASON_NONE while it goes on; TETRESS_EARG for
 * NULL. */
TETRESS_API int32_t tetress_game_reason(const tetress_game *game);

/*
 * The name of a reason: "none", "no_moves" or "turn_limit"; "unknown" for a number that is no
 * reason. Static text, never NULL. Any thread.
 */
TETRESS_API const char *tetress_reason_name(int32_t reason);

/*
 * Who has won: TETRESS_RED or TETRESS_BLUE; TETRESS_NOBODY while the game goes on and after a draw,
 * which tetress_game_reason() tells apart; TETRESS_EARG for NULL.
 */
TETRESS_API int32_t tetress_game_winner(const tetress_game *game);

/*
 * A 64-bit Zobrist key of the board and the number of actions, and so of the side to move. Equal
 * positions have equal keys on every machine and in every version with the same ABI. Different
 * positions may share a key, which is improbable. 0 for NULL.
 */
TETRESS_API uint64_t tetress_game_hash(const tetress_game *game);

/*
 * Write the position as text, in the form that tetress_game_from_text() reads. The history is not
 * part of it. `buffer`, `capacity`, `length` and the result are as for tetress_move_to_text();
 * TETRESS_POSITION_TEXT bytes always suffice.
 */
TETRESS_API tetress_status tetress_game_to_text(const tetress_game *game, char *buffer,
                                                size_t capacity, size_t *length);

/* ---- History --------------------------------------------------------------------------------- */

/*
 * List the moves played since the start of this game's history, first to last. `moves`, `capacity`,
 * `count` and the result are as for tetress_game_legal_moves(); TETRESS_MAX_ACTIONS entries always
 * suffice.
 */
TETRESS_API tetress_status tetress_game_history(const tetress_game *game, tetress_move *moves,
                                                size_t capacity, size_t *count);

/* The number of actions played before this game's history starts, 0..150; TETRESS_EARG for NULL. */
TETRESS_API int32_t tetress_game_start_ply(const tetress_game *game);

#ifdef __cplusplus
}
#endif

#endif
