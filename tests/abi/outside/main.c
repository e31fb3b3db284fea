/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include <tetress/tetress.h>

int main(void)
{
    tetress_game *game;
    uint64_t nodes = 0;

    if (tetress_game_new(NULL, &game) != TETRESS_OK)
        return 1;
    tetress_game_perft(game, 2, &nodes);
    tetress_game_free(game);
    printf("%s %llu\n", tetress_version(), (unsigned long long)nodes);
    return nodes == 4808298 ? 0 : 1;
}
