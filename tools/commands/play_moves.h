/* SPDX-License-Identifier: MIT */
#ifndef PLAY_MOVES_H
#define PLAY_MOVES_H

#include "play_table.h"

/* How its filters are written, for help. */
#define PLAY_MOVES_WORDS "[T] [T r] [3-4] [row 3] [column 4] [lines 1]"

/* List the legal moves that fit all of the words, in which blanks end each; it says so if they make
 * no sense. */
void play_moves_list(const play_table *t, char *words);

#endif
