/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_KERNELS_H
#define TETRESS_KERNELS_H

#include "game.h"

/*
 * Move generation is there several times over, once for each kind of processor: "portable" runs
 * everywhere, "avx2" and "avx512" on x86-64 processors that have what they need. The fastest that
 * can run is chosen when the first one is needed, unless the environment variable TETRESS_ISA names
 * another one; a name that is unknown or cannot run is ignored. The variable is read when kernels
 * are first needed and by tetress_isa_select(NULL), and no thread may change the environment
 * meanwhile. All give equal results in everything that the library does, random numbers included:
 * only time differs.
 */

#ifdef __cplusplus
extern "C" {
#endif

/* The name of the kernels that run. Static text, never NULL. Any thread. */
TETRESS_API const char *tetress_isa(void);

/* The name of number `index` (from 0, the fastest first) of the kernels that can run here,
 * "portable" last; NULL beyond. Static text. Any thread. */
TETRESS_API const char *tetress_isa_at(uint32_t index);

/*
 * Run the kernels of this name from now on, in the whole process, or for NULL those that would have
 * been chosen without this call. For measuring and testing; the only setting of the library that is
 * not in a handle, because it changes no result. Any thread, also while others search.
 * Returns TETRESS_OK, or TETRESS_EUNKNOWN, with nothing changed, if none of this name can run here.
 */
TETRESS_API tetress_status tetress_isa_select(const char *name);

/* Numbers that the evaluator `region` makes its score of. */
#define TETRESS_REGION_TERMS 14

/*
 * What the evaluator `region` sees of positions, for whoever trains its weights or others on it.
 * `tokens` has four words a position: red cells 0..63 and 64..120, blue cells likewise, a bit a
 * cell. `plies` has the actions played, 0..149. `terms` gets TETRESS_REGION_TERMS numbers a
 * position, first pairs of the side to move's and the other side's: tokens; 62.5 * ln(moves + 1);
 * 62.5 * ln(placements within the cells of the next + 1); empty cells that only this side reaches
 * in 8 steps; that it reaches in 4; that only it reaches in 4. Then the actions played, and 64 if
 * blue is to move, 0 if red is. Any thread.
 * Returns TETRESS_OK, or TETRESS_EARG if something is NULL or not a position; then nothing is
 * written.
 */
TETRESS_API tetress_status tetress_region_terms(const uint64_t *tokens, const uint8_t *plies,
                                                size_t count, int16_t *terms);

/* The name of number `index` (from 0) of what tetress_kernel_run() can run; NULL beyond. Static
 * text. Any thread. */
TETRESS_API const char *tetress_kernel_at(uint32_t index);

/*
 * Run one kernel over positions, `rounds` times over all of them, for whoever measures it:
 *
 *     name         does for a position              *operations counts
 *     count        number of the mover's moves      positions
 *     count_both   of both sides' moves             positions
 *     any          has the mover a move?            positions
 *     list         the mover's moves in a list      moves
 *     random       a random move                    positions
 *     apply        every move, each on a copy       moves
 *     reach        cells that one side reaches      positions
 *     survey       what evaluator `region` makes    positions
 *     playout      a random game to its end         games
 *
 * *checksum is made of the results: the same call gives the same one on every processor. `games`
 * are `count` handles, the caller's, that nobody changes meanwhile. Without positions or rounds
 * both numbers are 0. Any thread; runs until it is done and allocates nothing. Returns TETRESS_OK,
 * or TETRESS_EARG if something is NULL or there is no such kernel; then nothing is written.
 */
TETRESS_API tetress_status tetress_kernel_run(const char *name, const tetress_game *const *games,
                                              size_t count, uint64_t rounds, uint64_t *operations,
                                              uint64_t *checksum);

#ifdef __cplusplus
}
#endif

#endif
