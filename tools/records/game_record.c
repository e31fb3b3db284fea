/* SPDX-License-Identifier: MIT */
/* Collects a game while it is played and writes it as one line of JSON. */
#include "game_record.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "json_line.h"
#include "names.h"

void game_record_start(game_record *record, const tetress_game *game, const char *red,
                       const char *blue, uint64_t seed)
{
    *record = (game_record){.players = {red, blue}, .seed = seed, .winner = TETRESS_NOBODY};
    tetress_game_to_text(game, record->start, sizeof record->start, NULL);
}

void game_record_budget(game_record *record, const char *budget)
{
    snprintf(record->budget, sizeof record->budget, "%s", budget);
}

void game_record_add(game_record *record, tetress_move move, const tetress_result *result)
{
    action_record *action = &record->actions[record->count++];

    *action = (action_record){.move = move};
    if (result == NULL)
        return;
    action->score = result->score;
    action->nodes = result->nodes;
    action->wall_ms = result->wall_ms;
}

void game_record_undo(game_record *record, size_t count)
{
    record->count -= count < record->count ? count : record->count;
}

void game_record_finish(game_record *record, const tetress_game *game)
{
    record->winner = tetress_game_winner(game);
    record->outcome = tetress_game_reason(game); /* outcomes and reasons share their numbers */
}

int32_t outcome_named(const char *text)
{
    for (int32_t i = 0; tetress_outcome_kind(i) != TETRESS_EARG; i++) {
        if (strcmp(tetress_outcome_name(i), text) == 0)
            return i;
    }
    return TETRESS_EARG;
}

void game_record_end(game_record *record, int32_t outcome, int32_t winner)
{
    record->outcome = outcome;
    record->winner = winner;
}

bool game_record_is_forfeit(const game_record *record)
{
    int32_t kind = tetress_outcome_kind(record->outcome);

    return kind == TETRESS_OUTCOME_KIND_FAULT || kind == TETRESS_OUTCOME_KIND_HOST;
}

const char *game_record_result(const game_record *record)
{
    if (record->winner != TETRESS_NOBODY)
        return tetress_colour_name(record->winner);
    if (record->outcome == TETRESS_OUTCOME_OPEN ||
        record->outcome == TETRESS_OUTCOME_INFRASTRUCTURE)
        return "unfinished";
    return "draw";
}

const char *game_record_reason(const game_record *record)
{
    return record->outcome == TETRESS_OUTCOME_OPEN ? "none" : tetress_outcome_name(record->outcome);
}

bool game_record_write(const game_record *record, FILE *to)
{
    json_t *moves = json_array(), *scores = json_array();
    json_t *nodes = json_array(), *times = json_array();
    json_t *object;
    char name[TETRESS_MOVE_TEXT];
    char seed[24];

    for (size_t i = 0; i < record->count; i++) {
        const action_record *action = &record->actions[i];

        json_array_append_new(moves, json_string(move_name(action->move, name)));
        json_array_append_new(scores, json_integer(action->score));
        json_array_append_new(nodes, json_integer((json_int_t)action->nodes));
        json_array_append_new(times, json_integer((json_int_t)action->wall_ms));
    }
    object = json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o}", "format", 1,
                       "library", tetress_version(), "red", record->players[0], "blue",
                       record->players[1], "start", record->start, "result",
                       game_record_result(record), "reason", game_record_reason(record), "moves",
                       moves, "scores", scores, "nodes", nodes, "times_ms", times);
    /* A seed is 64 bits without sign, which JSON readers of doubles would round: text keeps it. */
    snprintf(seed, sizeof seed, "%" PRIu64, record->seed);
    json_object_set_new(object, "seed", json_string(seed));
    if (record->budget[0] != '\0')
        json_object_set_new(object, "budget", json_string(record->budget));
    return write_json_line(object, to);
}

bool game_record_append(const game_record *record, const char *path)
{
    FILE *file = fopen(path, "a");
    bool written = file != NULL && game_record_write(record, file);

    if (file != NULL)
        written = fclose(file) == 0 && written;
    return written;
}
