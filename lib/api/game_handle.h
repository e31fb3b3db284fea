/* SPDX-License-Identifier: MIT */
#ifndef TTR_GAME_HANDLE_H
#define TTR_GAME_HANDLE_H

#include "board.h"
#include "tetress/game.h"

/* boards[0] is the start, boards[played] the present; moves[i] leads from boards[i] to
 * boards[i + 1]. A start at action p leaves room for 150 - p moves, so this never overflows. */
struct tetress_game {
    tetress_allocator memory;
    uint32_t played;
    tetress_error error;
    ttr_move moves[TTR_MAX_ACTIONS];
    ttr_board boards[TTR_MAX_ACTIONS + 1];
};

static inline const ttr_board *ttr_game_board(const tetress_game *game)
{
    return &game->boards[game->played];
}

#endif
