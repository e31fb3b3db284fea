/* SPDX-License-Identifier: MIT */
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
    action->time_ms = result->wall_ms;
}

void game_record_undo(game_record *record, size_t count)
{
    record->count -= count < record->count ? count : record->count;
}

void game_record_finish(game_record *record, const tetress_game *game)
{
    record->winner = tetress_game_winner(game);
    record->reason = tetress_game_reason(game);
    record->forfeit = NULL;
}

const char *forfeit_reason(const char *text)
{
    static const char *const REASONS[] = {"illegal", "time",        "memory",
                                          "crash",   "load",        "protocol",
                                          "flood",   "both_failed", "infrastructure"};

    for (size_t i = 0; i < sizeof REASONS / sizeof REASONS[0]; i++) {
        if (strcmp(REASONS[i], text) == 0)
            return REASONS[i];
    }
    return NULL;
}

void game_record_forfeit(game_record *record, const char *forfeit, int32_t winner)
{
    record->forfeit = forfeit;
    record->winner = winner;
}

const char *game_record_result(const game_record *record)
{
    if (record->winner != TETRESS_NOBODY)
        return colour_name(record->winner);
    if (record->forfeit != NULL)
        return strcmp(record->forfeit, "both_failed") == 0 ? "draw" : "unfinished";
    return record->reason == TETRESS_REASON_NONE ? "unfinished" : "draw";
}

const char *game_record_reason(const game_record *record)
{
    return record->forfeit != NULL ? record->forfeit : reason_name(record->reason);
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
        json_array_append_new(times, json_integer((json_int_t)action->time_ms));
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
