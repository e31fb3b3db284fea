/* SPDX-License-Identifier: MIT */
#ifndef TTR_KERNEL_H
#define TTR_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board.h"
#include "kernel_kind.h"
#include "rng.h"

/*
 * The routines on which every search spends its time, written for each kind of processor. All
 * kernels give the same results, move by move and random number by random number; only their speed
 * differs (docs/design/kernels.md, docs/design/adr/0007-kernels.md).
 *
 * How legal moves are found. For each of the 19 pieces, the anchors at which it may be played are a
 * set of cells: those at which all of the piece's cells are empty, without those at which all of
 * them are empty and apart from the mover's tokens. Both are the same question, "where does the
 * piece fit into this set?", and are answered together in one wide register by and-ing four
 * views of the set. So all moves are found at once, counting them costs the same on any board,
 * and moves come out in ascending order.
 *
 * The files. kernel_shapes.inc has the views of the torus and the shapes, kernel_moves.inc and
 * kernel_playouts.inc the routines; all are written once, on a few operations that
 * kernel_sets_*.inc define for one instruction set. A kernel file includes them and makes a table
 * of the result.
 */

/* The room that a move list needs beyond the most moves there are, because kernels write whole
 * vectors. */
#define TTR_LIST_SLACK 64
#define TTR_LIST_ROOM  (TTR_PLACEMENTS + TTR_LIST_SLACK)

/* Results of random games, added up. */
typedef struct ttr_tally {
    uint64_t wins[2];
    uint64_t draws;
    uint64_t actions; /* actions played in all games together */
} ttr_tally;

/* A kernel of this layer. */
typedef struct ttr_kernel {
    /* The number of moves that `colour` would have if it were its turn; 0 after action 150. */
    int (*count)(const ttr_board *board, int colour);

    /* The same for both colours, by colour. Cheaper than two calls: neighbours are found for both
     * at once. */
    void (*count_both)(const ttr_board *board, int counts[2]);

    /* Has the side to move a legal move? Faster than counting, because the answer is usually an
     * early yes. */
    bool (*any)(const ttr_board *board);

    /* List the legal moves of the side to move, ascending. `moves` has room for TTR_LIST_ROOM;
     * entries behind the last move are overwritten. Returns their number. */
    size_t (*list)(const ttr_board *board, ttr_move *moves);

    /* A legal move of the side to move, all equally likely: the move of rank ttr_rng_below(count)
     * in ascending order. TTR_MOVE_NONE, with no number drawn, if there is none. */
    ttr_move (*random)(const ttr_board *board, ttr_rng *rng);

    /* Play random moves to the end of the game. Returns the winner, TTR_NOBODY for a draw. */
    int (*playout)(const ttr_board *board, ttr_rng *rng);

    /* Play `count` such games from one position, each with a generator of its own that is seeded by
     * the next number of ttr_rng_mix(seed). Adds their results to the tally. */
    void (*playouts)(const ttr_board *board, uint64_t *seed, uint64_t count, ttr_tally *tally);
} ttr_kernel;

extern const ttr_kernel ttr_kernel_portable;
extern const ttr_kernel ttr_kernel_avx2;
extern const ttr_kernel ttr_kernel_avx512;

/* Inlines the parts of a routine into one function. A call between them would leave the wide
 * registers in use, where every later instruction on narrow ones is held up until they are cleared:
 * perft took three times as long. No kernel needs all of them. */
#if defined(__GNUC__)
#define KERNEL_INLINE static inline __attribute__((always_inline, unused))
#else
#define KERNEL_INLINE static inline
#endif

/* ---- Which one runs -------------------------------------------------------------------------- */

/* Kernels by kind; NULL for kinds that were not built. */
extern const ttr_kernel *const ttr_kernels[TTR_KERNEL_KINDS];

static inline const ttr_kernel *ttr_kernel_now(void)
{
    return ttr_kernels[ttr_kernel_kind_now()];
}

#endif
