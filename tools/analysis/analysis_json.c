/* SPDX-License-Identifier: MIT */
/* Prints an analysis as lines of JSON: the game, each action, and each player. */
#include <string.h>

#include "analysis_output.h"
#include "json_line.h"
#include "names.h"

static json_t *moves_json(const tetress_move *moves, size_t count)
{
    json_t *array = json_array();
    char name[TETRESS_MOVE_TEXT];

    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_string(move_name(moves[i], name)));
    return array;
}

/* The numbers of the bits that are set. */
static json_t *bits_json(uint16_t bits)
{
    json_t *array = json_array();

    for (int i = 0; i < 16; i++) {
        if (bits >> i & 1)
            json_array_append_new(array, json_integer(i));
    }
    return array;
}

static json_t *game_json(const analysis *found, const analysis_source *source)
{
    const game_record *record = &source->saved->record;
    json_t *red_win = json_array();
    char ending[160];

    for (size_t i = 0; i <= found->count; i++)
        json_array_append_new(red_win, json_real(found->red_win[i]));
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s?, s:I, s:o}", "type", "game",
        "library", tetress_version(), "engine", source->engine, "budget", source->budget, "red",
        record->players[0], "blue", record->players[1], "start", record->start, "result",
        game_record_result(record), "reason", game_record_reason(record), "ending",
        analysis_ending(source->saved, ending, sizeof ending), "evidence",
        analysis_evidence(source->saved), "actions", (json_int_t)found->count, "red_win", red_win);
}

static json_t *action_json(const judged_action *action)
{
    const verdict *before = &action->before;
    char move[TETRESS_MOVE_TEXT], best[TETRESS_MOVE_TEXT];
    json_t *object = json_pack(
        "{s:s, s:i, s:s, s:s, s:s, s:f, s:f, s:f, s:b, s:i, s:i, s:s, s:o}", "type", "action",
        "action", (int)action->number, "colour", tetress_colour_name(action->colour), "move",
        move_name(action->move, move), "class", move_class_name(action->class), "loss",
        action->loss, "win_before", before->win, "win_after", action->win_after, "threw_win",
        (int)action->threw_win, "score", (int)before->score, "mate", (int)before->mate, "best",
        move_name(before->line[0], best), "line", moves_json(before->line, before->length));
    json_t *rest =
        json_pack("{s:I, s:I, s:I, s:o, s:o, s:i, s:i}", "depth", (json_int_t)before->depth,
                  "nodes", (json_int_t)before->nodes, "legal", (json_int_t)action->legal, "rows",
                  bits_json(action->cleared.rows), "columns", bits_json(action->cleared.columns),
                  "red_tokens", (int)action->tokens[0], "blue_tokens", (int)action->tokens[1]);

    json_object_update(object, rest);
    json_decref(rest);
    return object;
}

/* A mean over the judged moves of a player; null if there are none. */
static json_t *mean_json(const player_summary *player, double mean)
{
    return player->judged == 0 ? json_null() : json_real(mean);
}

static json_t *player_json(const analysis *found, const analysis_source *source, int32_t colour)
{
    const player_summary *player = &found->players[colour];
    size_t numbers[TETRESS_MAX_ACTIONS];
    size_t count = analysis_blunders(found, colour, numbers);
    json_t *blunders = json_array();
    json_t *classes = json_object();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(blunders, json_integer(found->actions[numbers[i]].number));
    for (int i = 0; i < CLASS_COUNT; i++)
        json_object_set_new(classes, move_class_name((move_class)i),
                            json_integer(player->counts[i]));
    return json_pack("{s:s, s:s, s:s, s:I, s:I, s:o, s:o, s:o, s:o}", "type", "player", "colour",
                     tetress_colour_name(colour), "name", source->saved->record.players[colour],
                     "actions", (json_int_t)player->actions, "judged", (json_int_t)player->judged,
                     "accuracy", mean_json(player, player->accuracy), "average_loss",
                     mean_json(player, player->average_loss), "classes", classes, "blunders",
                     blunders);
}

bool analysis_print_json(const analysis *found, const analysis_source *source)
{
    bool written = write_json_line(game_json(found, source), stdout);

    for (size_t i = 0; i < found->count && written; i++)
        written = write_json_line(action_json(&found->actions[i]), stdout);
    for (int32_t colour = TETRESS_RED; colour <= TETRESS_BLUE && written; colour++)
        written = write_json_line(player_json(found, source, colour), stdout);
    return written;
}

json_t *analysis_json(const analysis *found, const analysis_source *source)
{
    json_t *actions = json_array();

    for (size_t i = 0; i < found->count; i++)
        json_array_append_new(actions, action_json(&found->actions[i]));
    return json_pack("{s:o, s:o, s:[o, o]}", "game", game_json(found, source), "actions", actions,
                     "players", player_json(found, source, TETRESS_RED),
                     player_json(found, source, TETRESS_BLUE));
}
