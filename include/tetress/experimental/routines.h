/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_EXPERIMENTAL_ROUTINES_H
#define TETRESS_EXPERIMENTAL_ROUTINES_H

#include <tetress/game.h>

/*
 * Entry points for measuring the library and for training its evaluator. They carry no promise: a
 * later version may change or remove them, whatever its ABI version. tetress.h does not include
 * them. The static library has them always, the shared library only if it was built with
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
TETRESS_EXPERIMENTAL_API tetress_status tetress_region_terms(const uint64_t *tokens,
                                                             const uint8_t *plies, size_t count,
                                                             int16_t *terms);

/* The name of routine `index` (from 0) that tetress_routine_run() can run; NULL beyond. Static
 * text. Any thread. */
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
 * are `count` handles, the caller's, that nobody changes meanwhile. Without positions or rounds
 * both numbers are 0. Any thread; runs until it is done and allocates nothing. Returns TETRESS_OK,
 * or TETRESS_EARG if something is NULL or there is no such routine; then nothing is written.
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
