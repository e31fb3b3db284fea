/* SPDX-License-Identifier: MIT */
#ifndef TTR_GAME_HANDLE_H
#define TTR_GAME_HANDLE_H

#include "board.h"
#include "tetress/game.h"

/*
 * A game: its start, everything that was played, and the present.
 *
 *     boards   [ start | after moves[0] | ... | present ]   index 0 .. played
 *     moves    [ moves[0] | moves[1] | ... ]                index 0 .. played - 1
 *
 * moves[i] leads from boards[i] to boards[i + 1]. A start at action p leaves room for 150 - p
 * moves, so the arrays never overflow. The whole game lies in one block of about 8 KiB, the only
 * allocation of its life.
 */
struct tetress_game {
    tetress_allocator memory;
    uint32_t played;
    tetress_error error;
    ttr_move moves[TTR_MAX_ACTIONS];
    ttr_board boards[TTR_MAX_ACTIONS + 1];
};

/* The present position. */
static inline const ttr_board *ttr_game_board(const tetress_game *game)
{
    return &game->boards[game->played];
}

#endif
