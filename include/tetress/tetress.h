/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_TETRESS_H
#define TETRESS_TETRESS_H

/*
 * libtetress: rules, players and search for the board game Tetress.
 *
 * This is the only header that a program includes. The shortest useful program lets a player choose
 * a move and plays it:
 *
 *     #include <stdio.h>
 *     #include <tetress/tetress.h>
 *
 *     int main(void)
 *     {
 *         tetress_game *game;
 *         tetress_engine *engine;
 *         tetress_budget budget = TETRESS_BUDGET_INIT;
 *         tetress_result result = TETRESS_RESULT_INIT;
 *         char text[TETRESS_MOVE_TEXT];
 *
 *         if (tetress_game_new(NULL, &game) != TETRESS_OK ||
 *             tetress_engine_new(NULL, "negamax", &engine, NULL) != TETRESS_OK)
 *             return 1;
 *         budget.nodes = 100000;
 *         tetress_engine_search(engine, game, &budget, &result);
 *         tetress_game_apply(game, result.move);
 *         tetress_move_to_text(result.move, TETRESS_STYLE_COURSE, text, sizeof text, NULL);
 *         printf("%s, %.0f %% for red\n", text, 100 * result.win);
 *         tetress_engine_free(engine);
 *         tetress_game_free(game);
 *         return 0;
 *     }
 *
 * The calls that a newcomer makes first:
 *
 *     tetress_game_new, tetress_game_from_text    a game from the start, or from a position
 *     tetress_game_legal_moves                    what can be played
 *     tetress_game_apply, tetress_game_apply_text play it
 *     tetress_game_reason, tetress_game_winner    is the game over, and who has won?
 *     tetress_engine_new, tetress_engine_search   a player, and its best move
 *
 * What holds for every function:
 *
 * - A function that can fail returns a tetress_status: TETRESS_OK or a negative code. A function
 *   that returns a number returns the negative code instead of the number. Failing changes nothing.
 * - Why it failed is told in a sentence, in a tetress_error: that of the handle, or one that the
 *   caller passes where there is no handle yet.
 * - Handles come from a function named _new, _from_text or _copy and belong to the caller, who
 *   frees them. NULL in place of a handle is answered with TETRESS_EARG, or as the contract says,
 *   and freeing it does nothing.
 * - Structures that may grow begin with `size`. Start them with their TETRESS_..._INIT, which sets
 *   it.
 * - Buffers belong to the caller. Functions that fill one also tell the size that is needed.
 * - Handles are independent: use each in one thread at a time, and any number of them at once.
 * - The library keeps no global state but the choice of a kernel, prints nothing, never exits, and
 *   starts no thread that was not asked for.
 *
 * The headers from simple to advanced:
 *
 *     status.h    codes, rules, errors
 *     move.h      moves, cells and their texts
 *     game.h      positions, legal moves, playing, history
 *     players.h   which players and evaluators there are
 *     engine.h    a configured player: options, budgets, searching, results
 *     match.h     paired games of two players, and what they tell
 *     referee.h   decides a game between players that the host runs
 *     tetris.h    the single-player game of S2
 *     memory.h    allocators of the host
 *     kernels.h   which instruction set is used
 *     version.h   versions of the library and of its binary interface
 *
 * docs/guide/c.md is the tutorial; docs/reference/words.md explains the words that are used here.
 */
#include "engine.h"
#include "game.h"
#include "kernels.h"
#include "match.h"
#include "memory.h"
#include "move.h"
#include "players.h"
#include "referee.h"
#include "status.h"
#include "tetris.h"
#include "version.h"

#endif
