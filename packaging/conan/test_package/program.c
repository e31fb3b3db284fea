/* SPDX-License-Identifier: MIT */
/* A program that uses the package. */
#include <stdio.h>
#include <tetress/tetress.h>

int main(void)
{
    tetress_game *game;

    if (tetress_game_new(NULL, &game) != TETRESS_OK)
        return 1;
    printf("tetress %s\n", tetress_version());
    tetress_game_free(game);
    return 0;
}
