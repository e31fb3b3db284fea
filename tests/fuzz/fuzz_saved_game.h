/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_SAVED_GAME_H
#define FUZZ_SAVED_GAME_H

#include "fuzz_common.h"
#include "read_fault.h"
#include "saved_game.h"

/* What holds for every game that a reader gives. */
static inline void check_saved(const saved_game *saved)
{
    const game_record *record = &saved->record;
    tetress_game *game;

    MUST(record->players[0] != NULL && record->players[1] != NULL);
    MUST(saved->winner >= TETRESS_NOBODY && saved->winner <= TETRESS_BLUE);
    MUST(tetress_game_from_text(NULL, record->start, &game, NULL) == TETRESS_OK);
    for (size_t i = 0; i < record->count; i++)
        MUST(tetress_game_apply(game, record->actions[i].move) == TETRESS_OK);
    MUST(tetress_game_hash(game) == tetress_game_hash(saved->game));
    MUST(tetress_game_reason(game) == record->reason);
    MUST(tetress_game_winner(game) == record->winner);
    tetress_game_free(game);
}

/* What holds when it gives none: a sentence that a terminal can show, and nothing to free. */
static inline void check_fault(const saved_game *saved, const read_fault *fault)
{
    MUST(saved->game == NULL && saved->names == NULL && saved->record.count == 0);
    MUST(fault->text[0] != '\0' && strlen(fault->text) < sizeof fault->text);
    for (const char *at = fault->text; *at != '\0'; at++)
        MUST((unsigned char)*at >= ' ');
}

#endif
