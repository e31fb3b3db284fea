/* SPDX-License-Identifier: MIT */
#ifndef GAME_RECORD_H
#define GAME_RECORD_H

#include <stdbool.h>
#include <stdio.h>
#include <tetress/tetress.h>

#include "budget_text.h"

/* Before the budget of a record: only players without limits of their own had it. */
#define OWN_LIMITS "own or "

/* What is kept of one action. */
typedef struct action_record {
    tetress_move move;
    int32_t score; /* centi-tokens for the mover; 0 if nobody searched */
    uint64_t nodes;
    uint64_t wall_ms;
} action_record;

/* A game as it is written to files, one JSON line each (docs/reference/formats.md). */
typedef struct game_record {
    const char *players[2]; /* specs, red's first */
    uint64_t seed;
    char budget[BUDGET_TEXT]; /* of every search, as budget_text() has it, perhaps after OWN_LIMITS;
                                 "" if it is not known */
    char start[TETRESS_POSITION_TEXT];
    action_record actions[TETRESS_MAX_ACTIONS];
    size_t count;
    int32_t winner;
    int32_t outcome; /* TETRESS_OUTCOME_… */
} game_record;

/* A record that starts at the position of `game`. The specs must outlive it. */
void game_record_start(game_record *record, const tetress_game *game, const char *red,
                       const char *blue, uint64_t seed);

/* Note the budget of every search. */
void game_record_budget(game_record *record, const char *budget);

/* Add an action; `result` is NULL if no engine chose it. */
void game_record_add(game_record *record, tetress_move move, const tetress_result *result);

/* Take back the last `count` actions. */
void game_record_undo(game_record *record, size_t count);

/* Note the present result of the game. */
void game_record_finish(game_record *record, const tetress_game *game);

/* The outcome of this name, as tetress_outcome_name() has it; TETRESS_EARG for another text. */
int32_t outcome_named(const char *text);

/* Note how it ended, perhaps with an outcome that no position shows. `winner` is TETRESS_NOBODY if
 * nobody won. */
void game_record_end(game_record *record, int32_t outcome, int32_t winner);

/* Did a fault end it, which no position shows? */
bool game_record_is_forfeit(const game_record *record);

/* "red", "blue", "draw" or "unfinished". */
const char *game_record_result(const game_record *record);

/* The name of the outcome, or "none" if it has not ended. */
const char *game_record_reason(const game_record *record);

/* Write it as one JSON line. False if writing failed. */
bool game_record_write(const game_record *record, FILE *to);

/* Append it to a file as one JSON line. False if that failed. */
bool game_record_append(const game_record *record, const char *path);

#endif
