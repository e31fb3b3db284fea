/* SPDX-License-Identifier: MIT */
/* Owns a game that was read from a file, together with the texts in it. */
#include "saved_game.h"

#include <stdlib.h>
#include <string.h>

bool saved_game_name(saved_game *saved, const char *red, const char *blue)
{
    size_t room = strlen(red) + 1;
    char *names = malloc(room + strlen(blue) + 1);

    if (names == NULL)
        return false;
    strcpy(names, red);
    strcpy(names + room, blue);
    free(saved->names);
    saved->names = names;
    saved->record.players[0] = names;
    saved->record.players[1] = names + room;
    return true;
}

bool saved_game_note(saved_game *saved, const char *evidence)
{
    char *copy = malloc(strlen(evidence) + 1);

    if (copy == NULL)
        return false;
    strcpy(copy, evidence);
    free(saved->evidence);
    saved->evidence = copy;
    return true;
}

void saved_game_clear(saved_game *saved)
{
    tetress_game_free(saved->game);
    free(saved->names);
    free(saved->evidence);
    memset(saved, 0, sizeof *saved);
}
