/* SPDX-License-Identifier: MIT */
#ifndef MOVE_LIST_H
#define MOVE_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <tetress/tetress.h>

/* Play moves, of any style and separated by blanks, from text. False, with the message, at the
 * first that fails. */
bool apply_moves(tetress_game *game, const char *text, char *fault, size_t fault_size);

#endif
