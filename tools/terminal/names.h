/* SPDX-License-Identifier: MIT */
#ifndef NAMES_H
#define NAMES_H

#include <tetress/tetress.h>

/* 1-2,... or "none". The buffer has TETRESS_MOVE_TEXT bytes and is returned. */
const char *move_name(tetress_move move, char *buffer);

/* The same for people: T 3-4 d. */
const char *move_piece_name(tetress_move move, char *buffer);

/* Bytes for told_error(). */
#define TOLD_ERROR (TETRESS_ERROR_TEXT + 64)

/* The sentence of an error about a player. Where it names the C function that lists the players, or
 * the options of the one in `spec`, the command of this program stands instead. The buffer is
 * returned. */
const char *told_error(const tetress_error *error, const char *spec, char buffer[TOLD_ERROR]);

#endif
