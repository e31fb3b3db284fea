/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_EXPERIMENTAL_ROUTINES_H
#define TETRESS_EXPERIMENTAL_ROUTINES_H

#include <tetress/game.h>

/*
 * Entry points for measuring the library and for training its evaluator. They carry no promise: a
 * later version may change or remove them, whatever its ABI version. tetress.h does not include
 * them. The static library always has them, the shared library only if it was built with
 * -DTETRESS_EXPERIMENTAL=ON.
 */

#ifdef TETRESS_EXPERIMENTAL
#define TETRESS_EXPERIMENTAL_API TETRESS_API
#else
#define TETRESS_EXPERIMENTAL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The number of terms from which the evaluator `region` makes its score. */
#define TETRESS_REGION_TERMS 14

/*
 * What the evaluator `region` sees of `count` positions, for whoever trains its weights or others
 * on them.
 *
 * `tokens` has four words a position: red cells 0..63 and 64..120, blue cells 0..63 and 64..120, a
 * bit a cell. `plies` has the actions played, 0..149. `terms` gets TETRESS_REGION_TERMS numbers a
 * position, for the side to move and then for the other side each:
 *
 *      0,  1   tokens
 *      2,  3   62.5 * ln(moves + 1)
 *      4,  5   62.5 * ln(placements within the cells of 6, 7 + 1)
 *      6,  7   empty cells that only this side reaches in 8 steps
 *      8,  9   empty cells that it reaches in 4 steps
 *     10, 11   empty cells that only it reaches in 4 steps
 *     12       actions played
 *     13       64 if blue is to move, 0 if red is
 *
 * Returns TETRESS_OK; TETRESS_EARG if something is NULL or not a position, with nothing written.
 * Any thread.
 */
TETRESS_EXPERIMENTAL_API tetress_status tetress_region_terms(const uint64_t *tokens,
                                                             const uint8_t *plies, size_t count,
                                                             int16_t *terms);

/* The name of routine `index`, counted from 0, that tetress_routine_run() can run; NULL beyond the
 * last. Static text. Any thread. */
TETRESS_EXPERIMENTAL_API const char *tetress_routine_at(uint32_t index);

/*
 * Run one routine over positions, `rounds` times over all of them, for whoever measures it:
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
 * are `count` handles of the caller that no thread changes meanwhile. Without positions or rounds
 * both numbers are 0. Runs until it is done and allocates nothing. Any thread.
 *
 * Returns TETRESS_OK; TETRESS_EARG if something is NULL or there is no such routine, with nothing
 * written.
 */
TETRESS_EXPERIMENTAL_API tetress_status tetress_routine_run(const char *name,
                                                            const tetress_game *const *games,
                                                            size_t count, uint64_t rounds,
                                                            uint64_t *operations,
                                                            uint64_t *checksum);

#ifdef __cplusplus
}
#endif

#endif
