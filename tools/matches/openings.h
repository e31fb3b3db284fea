/* SPDX-License-Identifier: MIT */
#ifndef OPENINGS_H
#define OPENINGS_H

#include <stdbool.h>
#include <tetress/tetress.h>

/* Where games start: positions of a file, or random actions from the empty board. */
typedef struct openings {
    char (*positions)[TETRESS_POSITION_TEXT]; /* NULL: random */
    size_t count;
    uint64_t seed;
    uint32_t actions;
} openings;

#define OPENINGS_TEXT 64

/* Random openings of this many actions. */
openings openings_random(uint64_t seed, uint32_t actions);

/* Read a file of positions, a line each; empty lines and lines that start with '#' are skipped.
 * Positions in which the game is over are refused unless they may be. Returns an exit code, and
 * says on stderr what is wrong. */
int openings_read(openings *set, const char *path, bool may_be_over);
void openings_free(openings *set);

/* Opening `index`, which depends on nothing but the set and the index. The caller frees it; NULL if
 * memory is out. */
tetress_game *openings_game(const openings *set, uint64_t index);

/* What two sets that start games alike have in common: "4 random actions", or count and checksum of
 * the positions. The buffer has OPENINGS_TEXT bytes and is returned. */
const char *openings_text(const openings *set, char *buffer);

#endif
