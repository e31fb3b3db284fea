/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

/* Game records: refused with the line, or a game that is written and read again as the same. */
#include "fuzz_common.h"
#include "fuzz_saved_game.h"
#include "record_reader.h"

static void check_same(const saved_game *a, const saved_game *b)
{
    MUST(strcmp(a->record.players[0], b->record.players[0]) == 0);
    MUST(strcmp(a->record.players[1], b->record.players[1]) == 0);
    MUST(strcmp(a->record.start, b->record.start) == 0);
    MUST(strcmp(a->record.budget, b->record.budget) == 0);
    MUST(a->record.seed == b->record.seed && a->record.count == b->record.count);
    MUST(a->record.winner == b->record.winner && a->record.reason == b->record.reason);
    for (size_t i = 0; i < a->record.count; i++) {
        const action_record *one = &a->record.actions[i], *other = &b->record.actions[i];

        MUST(one->move == other->move && one->score == other->score);
        MUST(one->nodes == other->nodes && one->time_ms == other->time_ms);
    }
    MUST(tetress_game_hash(a->game) == tetress_game_hash(b->game));
}

static void check_written(const saved_game *saved)
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *line = fuzz_bytes(data, size);
    saved_game saved;
    read_fault fault = {.text = ""};

    if (record_read(line, size, 1, &saved, &fault)) {
        check_saved(&saved);
        MUST(!saved.failed && saved.winner == saved.record.winner);
        check_written(&saved);
    } else {
        check_fault(&saved, &fault);
        MUST(strncmp(fault.text, "line 1: ", 8) == 0);
    }
    saved_game_clear(&saved);
    free(line);
    return 0;
}
