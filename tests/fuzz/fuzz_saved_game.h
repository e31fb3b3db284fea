/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_SAVED_GAME_H
#define FUZZ_SAVED_GAME_H

#include "fuzz_common.h"
#include "read_fault.h"
#include "record_reader.h"
#include "saved_game.h"

/* What holds for every game that a reader gives. */
static inline void check_saved(const saved_game *saved)
{
    const game_record *record = &saved->record;
    tetress_game *game;

    MUST(record->players[0] != NULL && record->players[1] != NULL);
    MUST(record->winner >= TETRESS_RED && record->winner <= TETRESS_NOBODY);
    MUST(tetress_game_from_text(NULL, record->start, &game, NULL) == TETRESS_OK);
    for (size_t i = 0; i < record->count; i++)
        MUST(tetress_game_apply(game, record->actions[i].move) == TETRESS_OK);
    MUST(tetress_game_hash(game) == tetress_game_hash(saved->game));
    MUST(game_record_is_forfeit(record) || (tetress_game_reason(game) == record->outcome &&
                                            tetress_game_winner(game) == record->winner));
    tetress_game_free(game);
}

/* The same game, whatever names who wrote it. */
static inline void check_same(const saved_game *a, const saved_game *b)
{
    MUST(strcmp(a->record.players[0], b->record.players[0]) == 0);
    MUST(strcmp(a->record.players[1], b->record.players[1]) == 0);
    MUST(strcmp(a->record.start, b->record.start) == 0);
    MUST(strcmp(a->record.budget, b->record.budget) == 0);
    MUST(a->record.seed == b->record.seed && a->record.count == b->record.count);
    MUST(a->record.winner == b->record.winner && a->record.outcome == b->record.outcome);
    for (size_t i = 0; i < a->record.count; i++) {
        const action_record *one = &a->record.actions[i], *other = &b->record.actions[i];

        MUST(one->move == other->move && one->score == other->score);
        MUST(one->nodes == other->nodes && one->wall_ms == other->wall_ms);
    }
    MUST(tetress_game_hash(a->game) == tetress_game_hash(b->game));
}

/* What is written of a game is read as the same. */
static inline void check_written(const saved_game *saved)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    saved_game again;
    read_fault fault;

    MUST(memory != NULL && game_record_write(&saved->record, memory));
    fclose(memory);
    MUST(record_read(text, size - 1, 1, &again, &fault));
    check_same(saved, &again);
    saved_game_clear(&again);
    free(text);
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
