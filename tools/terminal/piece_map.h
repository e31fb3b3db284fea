/* SPDX-License-Identifier: MIT */
#ifndef PIECE_MAP_H
#define PIECE_MAP_H

#include <tetress/tetress.h>

#define PIECE_SHADES 4

/*
 * Which shade each token has, so that pieces of one colour which touch when they are placed can be
 * told apart: 0 to PIECE_SHADES - 1, by cell. Tokens that were there when the game's history began
 * have shade 0.
 */
typedef struct piece_map {
    uint8_t shades[TETRESS_CELLS];
} piece_map;

piece_map piece_map_of(const tetress_game *game);

#endif
