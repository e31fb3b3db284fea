/* SPDX-License-Identifier: MIT */
#ifndef TTR_TETRIS_GAME_H
#define TTR_TETRIS_GAME_H

#include "alloc.h"
#include "rng.h"
#include "well.h"

/* The letters of pieces 0 to 6. */
#define TTR_PIECE_LETTERS "OILJTSZ"

/* The piece of a letter; -1 for any other character. */
int ttr_piece_of_letter(char letter);

typedef enum ttr_source { TTR_SOURCE_UNIFORM, TTR_SOURCE_BAG } ttr_source;

/* Pieces that come before any from the source: a sequence that the host has inserted. */
typedef struct ttr_sequence {
    uint8_t *pieces; /* NULL if there are none */
    size_t count, at;
} ttr_sequence;

/* A game: the well, where its pieces come from, and what was played. The current piece and the next
 * are drawn always: a player with preview may see the latter. */
typedef struct ttr_tetris_game {
    ttr_well well;
    int rows;
    ttr_source source;
    ttr_rng rng;
    uint8_t bag[TTR_WELL_PIECES], bag_left; /* what is left of the bag, taken from the end */
    ttr_sequence sequence;
    int piece, next;
    bool over;
    uint64_t lines, turns;
} ttr_tetris_game;

/* Begin a game in an empty well and draw its first two pieces. It has no sequence. */
void ttr_tetris_start(ttr_tetris_game *game, int rows, ttr_source source, uint64_t seed);

/* Draw the piece that comes after those that are drawn already. */
int ttr_tetris_draw(ttr_tetris_game *game);

/* Place the current piece by one of its moves. Then the next piece comes, unless the game is
 * over. */
void ttr_tetris_play(ttr_tetris_game *game, int move);

/* Replace the current piece by a sequence of at least one letter; the pieces that would have
 * followed come after it. False, with nothing changed, if there is no memory. */
bool ttr_tetris_insert(ttr_tetris_game *game, const char *letters, const tetress_allocator *memory);

/* Give a copied game a sequence of its own. False if there is no memory. */
bool ttr_tetris_own_sequence(ttr_tetris_game *game, const tetress_allocator *memory);

void ttr_tetris_free_sequence(ttr_tetris_game *game, const tetress_allocator *memory);

/* A key of well, rows and current piece, or that the game is over. */
uint64_t ttr_tetris_hash(const ttr_tetris_game *game);

#endif
