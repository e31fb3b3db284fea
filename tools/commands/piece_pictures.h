/* SPDX-License-Identifier: MIT */
#ifndef PIECE_PICTURES_H
#define PIECE_PICTURES_H

#include "screen.h"

/* Draw every piece in every rotation, side by side as far as the screen is wide, the first cell of
 * each marked. */
void piece_pictures_draw(const screen *s);

#endif
