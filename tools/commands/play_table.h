/* SPDX-License-Identifier: MIT */
#ifndef PLAY_TABLE_H
#define PLAY_TABLE_H

#include <stdbool.h>

#include "game_record.h"
#include "screen.h"

#define PLAY_NOTE 320

/* A game at the terminal. An engine is NULL where a person plays. */
typedef struct play_table {
    tetress_game *game;
    tetress_engine *engines[2];
    tetress_engine *adviser;   /* for hints; made when first asked */
    tetress_budget given;      /* by the command line */
    tetress_budget budgets[2]; /* of each engine's searches */
    game_record record;
    action_record undone[TETRESS_MAX_ACTIONS]; /* what redo plays again, the next one last */
    size_t undone_count;
    char notes[2][PLAY_NOTE]; /* what each side did last, a sentence */
    screen screen;
    bool show; /* the board after each action */
} play_table;

/* For players without limits of their own. */
#define PLAY_FALLBACK "wall_ms=500"

/* Show the board where it changed: over the last one with the last actions below it, or, where
 * everything scrolls, after the last action. */
void play_table_show(const play_table *t);

/* Play a move. `found` is the engine's result, NULL for a person. */
void play_table_apply(play_table *t, tetress_move move, const tetress_result *found);

/* Back to a person's turn before, or on to the one after; the number of actions. */
size_t play_table_undo(play_table *t);
size_t play_table_redo(play_table *t);

/* How a search sees the game, for the side that moves. The buffer is returned. */
const char *play_verdict(const tetress_result *found, char *buffer, size_t size);

#endif
