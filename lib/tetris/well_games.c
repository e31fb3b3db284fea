/* SPDX-License-Identifier: MIT */
/* Plays whole single-player games from reproducible streams of random pieces. */
#include "well_games.h"

ttr_rng ttr_well_stream(uint64_t seed, uint64_t number)
{
    uint64_t state = seed;
    ttr_rng rng;

    ttr_rng_seed(&rng, ttr_rng_mix(&state) ^ (number * UINT64_C(0x9e3779b97f4a7c15) + 1));
    return rng;
}

bool ttr_well_step(const ttr_well_player *player, ttr_rng *rng, ttr_well_game *game, uint64_t *rows)
{
    int piece = game->next >= 0 ? game->next : (int)ttr_rng_below(rng, TTR_WELL_PIECES);
    ttr_well_choice choice;
    ttr_dropped dropped;

    if (ttr_well_stopped(player))
        return false;
    game->next = player->preview ? (int)ttr_rng_below(rng, TTR_WELL_PIECES) : -1;
    choice = ttr_well_choose(player, &game->well, piece, game->next);
    if (choice.move < 0)
        return false;
    dropped = ttr_well_drop(&game->well, player->tables.rows, piece, choice.move);
    *rows += dropped.cleared;
    return !dropped.lost;
}

uint64_t ttr_well_lines(const ttr_well_player *player, ttr_rng *rng, uint64_t pieces)
{
    ttr_well_game game = TTR_WELL_START;
    uint64_t rows = 0;

    while (pieces > 0 && ttr_well_step(player, rng, &game, &rows))
        pieces--;
    return rows;
}

double ttr_well_space(const ttr_well_player *player, ttr_rng *rng, uint64_t pieces)
{
    ttr_well_game game = TTR_WELL_START;
    uint64_t ignored = 0;
    double space = 0;

    for (; pieces > 0 && ttr_well_step(player, rng, &game, &ignored); pieces--) {
        int heights = 0;

        for (int c = 0; c < TTR_WELL_COLUMNS; c++)
            heights += ttr_column_height(game.well.columns[c]);
        space += TTR_WELL_COLUMNS * player->tables.rows - heights;
    }
    return space;
}

typedef struct games {
    const ttr_well_player *player;
    uint64_t seed, first, pieces;
    uint64_t *rows;
} games;

static void game_job(void *shared, size_t index, size_t worker)
{
    const games *g = shared;
    ttr_rng rng = ttr_well_stream(g->seed, g->first + index);
    uint64_t rows;

    (void)worker;
    rows = ttr_well_lines(g->player, &rng, g->pieces);
    if (!ttr_well_stopped(g->player))
        g->rows[index] = rows;
}

void ttr_well_games(const ttr_well_player *player, uint64_t seed, uint64_t first, size_t count,
                    uint64_t pieces, size_t threads, uint64_t *rows)
{
    games g = {player, seed, first, pieces, rows};

    ttr_share_work(count, threads, game_job, &g, player->halt);
}
