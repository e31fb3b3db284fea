/* SPDX-License-Identifier: MIT */
#ifndef TTR_TETRIS_TEXT_H
#define TTR_TETRIS_TEXT_H

#include "tetris_game.h"
#include "text.h"

/* A game as one line of text (tetress/tetris.h has its form). */
void ttr_tetris_write(ttr_text *text, const ttr_tetris_game *game);

typedef enum ttr_reading { TTR_READ, TTR_MISREAD, TTR_NO_MEMORY } ttr_reading;

/* Read a game. The sequence is allocated from `memory`. Unless the result is TTR_READ, *game means
 * nothing and holds no memory; TTR_MISREAD sets *misread. */
ttr_reading ttr_tetris_read(const char *string, ttr_tetris_game *game,
                            const tetress_allocator *memory, ttr_misread *misread);

#endif
