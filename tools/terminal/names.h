/* SPDX-License-Identifier: MIT */
#ifndef NAMES_H
#define NAMES_H

#include <tetress/tetress.h>

/* 1-2,... or "none". The buffer has TETRESS_MOVE_TEXT bytes and is returned. */
const char *move_name(tetress_move move, char *buffer);

/* The same for people: T 3-4 d. */
const char *move_piece_name(tetress_move move, char *buffer);

#endif
