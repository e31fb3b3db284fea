/* SPDX-License-Identifier: MIT */
#ifndef SAVED_GAME_H
#define SAVED_GAME_H

#include "game_record.h"

/* A game that was read from a file. A zeroed structure holds no game. */
typedef struct saved_game {
    game_record record; /* the players' names are in `names` */
    tetress_game *game; /* its start and every action since; all of them can be taken back */
    char *names;
    char *evidence; /* what the referee said of the fault that ended the game; NULL if nothing */
} saved_game;

/* Keep copies of the players' names. False if memory is out. */
bool saved_game_name(saved_game *saved, const char *red, const char *blue);

/* Keep a copy of what the referee said of the fault. False if memory is out. */
bool saved_game_note(saved_game *saved, const char *evidence);

/* Free what it owns and zero it. */
void saved_game_clear(saved_game *saved);

#endif
