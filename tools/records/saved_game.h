/* SPDX-License-Identifier: MIT */
#ifndef SAVED_GAME_H
#define SAVED_GAME_H

#include "game_record.h"

/* A game that was read from a file. A zeroed structure holds no game. */
typedef struct saved_game {
    game_record record; /* the players' names are in `names` */
    tetress_game *game; /* its start and every action since; all of them can be taken back */
    char *names;
} saved_game;

/* Keep copies of the players' names. False if memory is out. */
bool saved_game_name(saved_game *saved, const char *red, const char *blue);

/* Free what it owns and zero it. */
void saved_game_clear(saved_game *saved);

#endif
