/* SPDX-License-Identifier: MIT */
#ifndef TTR_TETRIS_GAME_H
#define TTR_TETRIS_GAME_H

#include "alloc.h"
#include "rng.h"
#include "well.h"

/* The letters of pieces 0 to 6. */
#define TTR_PIECE_LETTERS "OILJTSZ"

/* The piece of a letter, -1 if it is none. */
int ttr_piece_of_letter(char letter);

typedef enum ttr_source { TTR_SOURCE_UNIFORM, TTR_SOURCE_BAG } ttr_source;

/* Pieces that are fixed before any comes from the source: of a sequence. */
typedef struct ttr_sequence {
    uint8_t *pieces; /* NULL if there are none */
    size_t count, at;
} ttr_sequence;

/* A game: the well, where its pieces come from, and what was played. */
typedef struct ttr_tetris_game {
    ttr_well well;
    int rows;
    ttr_source source;
    ttr_rng rng;
    uint8_t bag[TTR_WELL_PIECES], bag_left; /* the last one comes first */
    ttr_sequence sequence;
    int piece, next;
    bool over;
    uint64_t lines, turns;
} ttr_tetris_game;

/* A game in an empty well whose first two pieces are drawn. It has no sequence. */
void ttr_tetris_start(ttr_tetris_game *game, int rows, ttr_source source, uint64_t seed);

/* The piece that comes after those that are drawn. */
int ttr_tetris_draw(ttr_tetris_game *game);

/* Place the piece by a move that is there. The next one comes, unless that ends the game. */
void ttr_tetris_play(ttr_tetris_game *game, int move);

/* Have pieces, letters of them, at least one, come in place of the present one; those that would
 * have followed come after them. False, and nothing done, if there is no memory. */
bool ttr_tetris_insert(ttr_tetris_game *game, const char *letters, const tetress_allocator *memory);

/* Make the sequence of a copied game its own. False if there is no memory. */
bool ttr_tetris_own_sequence(ttr_tetris_game *game, const tetress_allocator *memory);

void ttr_tetris_free_sequence(ttr_tetris_game *game, const tetress_allocator *memory);

/* A key of well, rows and piece, or that there is none since the game is over. */
uint64_t ttr_tetris_hash(const ttr_tetris_game *game);

#endif
