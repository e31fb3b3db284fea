/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_TETRESS_H
#define TETRESS_TETRESS_H

/*
 * libtetress: rules, players and search for the board game Tetress. This is the only header that a
 * program includes; docs/guide/tour.md is the tour.
 *
 *     tetress_game *game;
 *     tetress_engine *engine;
 *     tetress_budget budget = TETRESS_BUDGET_INIT;
 *     tetress_result result = TETRESS_RESULT_INIT;
 *
 *     tetress_game_new(NULL, &game);
 *     tetress_engine_new(NULL, "negamax", &engine, NULL);
 *     budget.nodes = 100000;
 *     tetress_engine_search(engine, game, &budget, &result);
 *     tetress_game_apply(game, result.move);
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
