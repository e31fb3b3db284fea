/* SPDX-License-Identifier: MIT */
/* One single-player game: the well, its source of pieces, and the moves played. */
#include "tetris_game.h"

#include <string.h>

#include "check.h"

int ttr_piece_of_letter(char letter)
{
    const char *found = letter == '\0' ? NULL : strchr(TTR_PIECE_LETTERS, letter);

    return found == NULL ? -1 : (int)(found - TTR_PIECE_LETTERS);
}

/* Fill the bag with all seven pieces in random order (Fisher and Yates). */
static void fill_bag(ttr_tetris_game *game)
{
    for (uint8_t i = 0; i < TTR_WELL_PIECES; i++) {
        uint32_t other = ttr_rng_below(&game->rng, i + 1U);

        game->bag[i] = game->bag[other];
        game->bag[other] = i;
    }
    game->bag_left = TTR_WELL_PIECES;
}

int ttr_tetris_draw(ttr_tetris_game *game)
{
    ttr_sequence *sequence = &game->sequence;

    if (sequence->at < sequence->count)
        return sequence->pieces[sequence->at++];
    if (game->source == TTR_SOURCE_UNIFORM)
        return (int)ttr_rng_below(&game->rng, TTR_WELL_PIECES);
    if (game->bag_left == 0)
        fill_bag(game);
    return game->bag[--game->bag_left];
}

void ttr_tetris_start(ttr_tetris_game *game, int rows, ttr_source source, uint64_t seed)
{
    memset(game, 0, sizeof *game);
    game->rows = rows;
    game->source = source;
    ttr_rng_seed(&game->rng, seed);
    game->piece = ttr_tetris_draw(game);
    game->next = ttr_tetris_draw(game);
}

void ttr_tetris_play(ttr_tetris_game *game, int move)
{
    ttr_dropped dropped = ttr_well_drop(&game->well, game->rows, game->piece, move);

    game->turns++;
    game->over = dropped.lost;
    game->lines += dropped.cleared;
    if (!dropped.lost) {
        game->piece = game->next;
        game->next = ttr_tetris_draw(game);
    }
}

void ttr_tetris_free_sequence(ttr_tetris_game *game, const tetress_allocator *memory)
{
    if (game->sequence.pieces != NULL)
        ttr_alloc_free(memory, game->sequence.pieces, game->sequence.count, 1);
    memset(&game->sequence, 0, sizeof game->sequence);
}

bool ttr_tetris_insert(ttr_tetris_game *game, const char *letters, const tetress_allocator *memory)
{
    const ttr_sequence *old = &game->sequence;
    size_t length = strlen(letters), left = old->count - old->at;
    ttr_sequence made = {NULL, length + 1 + left, 2};

    TTR_ASSERT(length > 0);
    made.pieces = ttr_alloc_array(memory, made.count, 1);
    if (made.pieces == NULL)
        return false;
    for (size_t i = 0; i < length; i++)
        made.pieces[i] = (uint8_t)ttr_piece_of_letter(letters[i]);
    made.pieces[length] = (uint8_t)game->next;
    if (left > 0)
        memcpy(made.pieces + length + 1, old->pieces + old->at, left);
    ttr_tetris_free_sequence(game, memory);
    game->piece = made.pieces[0];
    game->next = made.pieces[1];
    game->sequence = made;
    return true;
}

bool ttr_tetris_own_sequence(ttr_tetris_game *game, const tetress_allocator *memory)
{
    ttr_sequence *sequence = &game->sequence;
    size_t left = sequence->count - sequence->at;
    uint8_t *pieces = NULL;

    if (left > 0) {
        pieces = ttr_alloc_array(memory, left, 1);
        if (pieces == NULL)
            return false;
        memcpy(pieces, sequence->pieces + sequence->at, left);
    }
    *sequence = (ttr_sequence){pieces, left, 0};
    return true;
}

uint64_t ttr_tetris_hash(const ttr_tetris_game *game)
{
    int piece = game->over ? TTR_WELL_PIECES : game->piece;
    uint64_t key = (uint64_t)(game->rows * (TTR_WELL_PIECES + 1) + piece);

    for (int c = 0; c < TTR_WELL_COLUMNS; c++) {
        uint64_t state = key ^ game->well.columns[c];

        key = ttr_rng_mix(&state);
    }
    return key;
}
