/* SPDX-License-Identifier: MIT */
/* Owns a game that was read from a file, together with the names in it. */
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

void saved_game_clear(saved_game *saved)
{
    tetress_game_free(saved->game);
    free(saved->names);
    memset(saved, 0, sizeof *saved);
}
