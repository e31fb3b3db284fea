/* SPDX-License-Identifier: MIT */
/* Lists players and evaluators, so that a host can offer them without knowing their names. */
#include "player_table.h"
#include "struct_io.h"
#include "struct_sizes.h"
#include "tetress/players.h"

uint32_t tetress_player_count(void)
{
    return (uint32_t)ttr_player_count();
}

tetress_status tetress_player_at(uint32_t index, tetress_player *player)
{
    const ttr_player *row;
    tetress_player found = TETRESS_PLAYER_INIT;

    if (player == NULL || index >= ttr_player_count() ||
        !ttr_struct_fits(player, TTR_OLDEST(tetress_player)))
        return TETRESS_EARG;
    row = ttr_player_at(index);
    found.name = row->name;
    found.description = row->description;
    found.source = row->source;
    found.algorithm = row->algorithm->name;
    found.options = row->options;
    ttr_struct_write(player, &found, sizeof found);
    return TETRESS_OK;
}

uint32_t tetress_evaluator_count(void)
{
    return (uint32_t)ttr_evaluator_count();
}

tetress_status tetress_evaluator_at(uint32_t index, tetress_evaluator *evaluator)
{
    const ttr_evaluator *row;
    tetress_evaluator found = TETRESS_EVALUATOR_INIT;

    if (evaluator == NULL || index >= ttr_evaluator_count() ||
        !ttr_struct_fits(evaluator, TTR_OLDEST(tetress_evaluator)))
        return TETRESS_EARG;
    row = ttr_evaluator_at(index);
    found.name = row->name;
    found.summary = row->summary;
    found.source = row->source;
    ttr_struct_write(evaluator, &found, sizeof found);
    return TETRESS_OK;
}
