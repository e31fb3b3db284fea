/* SPDX-License-Identifier: MIT */
/* Colours neighbouring pieces of one side differently, so that a person can tell them apart. */
#include "piece_map.h"

#include <stdbool.h>
#include <string.h>

static int beside(int cell, int rows, int columns)
{
    int row = (cell / TETRESS_COLUMNS + rows + TETRESS_ROWS) % TETRESS_ROWS;
    int column = (cell % TETRESS_COLUMNS + columns + TETRESS_COLUMNS) % TETRESS_COLUMNS;

    return TETRESS_COLUMNS * row + column;
}

static int32_t holder_of(const tetress_game *game, int cell)
{
    return tetress_game_cell(game, cell / TETRESS_COLUMNS, cell % TETRESS_COLUMNS);
}

/* The first shade that no neighbour of this colour has; should all be taken, it changes with the
 * number of actions. */
static uint8_t free_shade(const piece_map *map, const tetress_game *before, tetress_move move)
{
    static const int STEPS[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    int32_t colour = tetress_game_turn(before);
    bool taken[PIECE_SHADES] = {false};
    uint8_t cells[4] = {0};

    tetress_move_cells(move, cells);
    for (int i = 0; i < 4; i++) {
        for (int step = 0; step < 4; step++) {
            int neighbour = beside(cells[i], STEPS[step][0], STEPS[step][1]);

            if (holder_of(before, neighbour) == colour)
                taken[map->shades[neighbour]] = true;
        }
    }
    for (uint8_t shade = 0; shade < PIECE_SHADES; shade++) {
        if (!taken[shade])
            return shade;
    }
    return (uint8_t)(tetress_game_ply(before) / 2 % PIECE_SHADES);
}

static void place(piece_map *map, tetress_game *game, tetress_move move)
{
    uint8_t shade = free_shade(map, game, move);
    uint8_t cells[4] = {0};

    tetress_move_cells(move, cells);
    for (int i = 0; i < 4; i++)
        map->shades[cells[i]] = shade;
    tetress_game_apply(game, move);
}

piece_map piece_map_of(const tetress_game *game)
{
    piece_map map;
    tetress_game *replay = NULL;
    tetress_move moves[TETRESS_MAX_ACTIONS];
    size_t count = 0;

    memset(&map, 0, sizeof map);
    if (tetress_game_copy(game, &replay) != TETRESS_OK)
        return map; /* if memory is out, all pieces get one shade */
    tetress_game_history(game, moves, TETRESS_MAX_ACTIONS, &count);
    tetress_game_rewind(replay);
    for (size_t i = 0; i < count; i++)
        place(&map, replay, moves[i]);
    tetress_game_free(replay);
    return map;
}
