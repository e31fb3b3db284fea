/* SPDX-License-Identifier: MIT */
/* Reads a game record and checks it strictly: a record that contradicts its own moves is
 * refused. */
#include "record_reader.h"

#include <jansson.h>
#include <string.h>

#include "arguments.h"
#include "budget_text.h"
#include "names.h"

#define FORMAT 1

/* A record that is being read. */
typedef struct reader {
    json_t *object;
    saved_game *saved;
    read_fault *fault;
    size_t line;
} reader;

/* ---- Values ---------------------------------------------------------------------------------- */

static const char *const KEYS[] = {"format", "library", "red",   "blue",     "seed",   "start",
                                   "moves",  "scores",  "nodes", "times_ms", "result", "reason"};

#define KEY_COUNT (sizeof KEYS / sizeof KEYS[0])

static bool is_key(const char *word)
{
    for (size_t i = 0; i < KEY_COUNT; i++) {
        if (strcmp(KEYS[i], word) == 0)
            return true;
    }
    return false;
}

/* Unknown keys are refused: their meaning would be lost. Another format number may change the keys.
 */
static bool check_keys(reader *in)
{
    const char *key;
    json_t *value;

    json_object_foreach(in->object, key, value)
    {
        if (!is_key(key) && strcmp(key, "budget") != 0 && strcmp(key, "referee") != 0)
            return read_fault_say(in->fault, in->line, "unknown key '%.60s'", key);
    }
    for (size_t i = 0; i < KEY_COUNT; i++) {
        if (json_object_get(in->object, KEYS[i]) == NULL)
            return read_fault_say(in->fault, in->line, "the key '%s' is missing", KEYS[i]);
    }
    return true;
}

/* The text of a key. NULL with a fault if it is not a text or is empty. */
static const char *read_text(reader *in, const char *key)
{
    const char *text = json_string_value(json_object_get(in->object, key));

    if (text != NULL && text[0] != '\0')
        return text;
    read_fault_say(in->fault, in->line, "'%s' is not a text", key);
    return NULL;
}

/* Element `index` of an array of integers from `low` to `high`. */
static bool read_element(reader *in, const char *key, size_t index, json_int_t low, json_int_t high,
                         json_int_t *value)
{
    const json_t *element = json_array_get(json_object_get(in->object, key), index);

    *value = json_integer_value(element);
    if (json_is_integer(element) && *value >= low && *value <= high)
        return true;
    return read_fault_say(in->fault, in->line,
                          "'%s' of action %zu is not an integer from %" JSON_INTEGER_FORMAT
                          " to %" JSON_INTEGER_FORMAT,
                          key, index + 1, low, high);
}

/* ---- Parts of a record ----------------------------------------------------------------------- */

static bool read_format(reader *in)
{
    const json_t *format = json_object_get(in->object, "format");

    if (!json_is_integer(format) || json_integer_value(format) != FORMAT)
        return read_fault_say(in->fault, in->line, "'format' is not %d", FORMAT);
    return read_text(in, "library") != NULL;
}

static bool read_players(reader *in)
{
    const char *red = read_text(in, "red");
    const char *blue = red == NULL ? NULL : read_text(in, "blue");

    if (blue == NULL)
        return false;
    if (!saved_game_name(in->saved, red, blue))
        return read_fault_say(in->fault, in->line, "out of memory");
    return true;
}

static bool read_seed(reader *in)
{
    const char *seed = read_text(in, "seed");

    if (seed == NULL)
        return false;
    if (!read_integer(seed, UINT64_MAX, &in->saved->record.seed))
        return read_fault_say(in->fault, in->line, "'seed': '%.40s' is not an integer of 64 bits",
                              seed);
    return true;
}

/* What the course's referee adds is its own affair: it may be any object. */
static bool check_referee(reader *in)
{
    const json_t *referee = json_object_get(in->object, "referee");

    if (referee == NULL || json_is_object(referee))
        return true;
    return read_fault_say(in->fault, in->line, "'referee' is not an object");
}

/* What the referee said of a fault, if it said anything. */
static bool read_evidence(reader *in)
{
    const json_t *referee = json_object_get(in->object, "referee");
    const char *evidence = json_string_value(json_object_get(referee, "detail"));

    if (evidence == NULL || evidence[0] == '\0' || saved_game_note(in->saved, evidence))
        return true;
    return read_fault_say(in->fault, in->line, "out of memory");
}

/* This key may be missing: only a match has one budget for all searches. */
static bool read_budget(reader *in)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    char fault[128], limits[BUDGET_TEXT], text[BUDGET_TEXT];
    const char *said;
    size_t own;

    if (json_object_get(in->object, "budget") == NULL)
        return true;
    said = read_text(in, "budget");
    if (said == NULL)
        return false;
    own = strncmp(said, OWN_LIMITS, strlen(OWN_LIMITS)) == 0 ? strlen(OWN_LIMITS) : 0;
    if (!budget_read(said + own, &budget, fault, sizeof fault))
        return read_fault_say(in->fault, in->line, "'budget': %s", fault);
    snprintf(text, sizeof text, "%.*s%.*s", (int)own, said, (int)(sizeof text - sizeof OWN_LIMITS),
             budget_text(&budget, limits));
    game_record_budget(&in->saved->record, text);
    return true;
}

static bool read_start(reader *in)
{
    const char *start = read_text(in, "start");
    tetress_error error = TETRESS_ERROR_INIT;
    saved_game *saved = in->saved;

    if (start == NULL)
        return false;
    if (tetress_game_from_text(NULL, start, &saved->game, &error) != TETRESS_OK)
        return read_fault_say(in->fault, in->line, "'start': %s", error.text);
    tetress_game_to_text(saved->game, saved->record.start, sizeof saved->record.start, NULL);
    return true;
}

static bool check_lengths(reader *in)
{
    static const char *const ARRAYS[] = {"moves", "scores", "nodes", "times_ms"};
    size_t length = json_array_size(json_object_get(in->object, ARRAYS[0]));

    for (size_t i = 0; i < sizeof ARRAYS / sizeof ARRAYS[0]; i++) {
        const json_t *array = json_object_get(in->object, ARRAYS[i]);

        if (!json_is_array(array))
            return read_fault_say(in->fault, in->line, "'%s' is not an array", ARRAYS[i]);
        if (json_array_size(array) != length)
            return read_fault_say(in->fault, in->line, "'%s' has %zu values for %zu moves",
                                  ARRAYS[i], json_array_size(array), length);
    }
    return true;
}

/* Play action `index`, and note what is kept of it. The game has room for its move: a game that is
 * over after 150 actions takes none. */
static bool read_action(reader *in, size_t index)
{
    saved_game *saved = in->saved;
    action_record *action = &saved->record.actions[index];
    const json_t *move = json_array_get(json_object_get(in->object, "moves"), index);
    json_int_t score, nodes, time;

    if (!json_is_string(move))
        return read_fault_say(in->fault, in->line, "move %zu is not a text", index + 1);
    if (tetress_game_apply_text(saved->game, json_string_value(move), &action->move) != TETRESS_OK)
        return read_fault_say(in->fault, in->line, "move %zu, '%.40s': %s", index + 1,
                              json_string_value(move), tetress_game_error(saved->game)->text);
    if (!read_element(in, "scores", index, -TETRESS_SCORE_WIN, TETRESS_SCORE_WIN, &score) ||
        !read_element(in, "nodes", index, 0, INT64_MAX, &nodes) ||
        !read_element(in, "times_ms", index, 0, INT64_MAX, &time))
        return false;
    action->score = (int32_t)score;
    action->nodes = (uint64_t)nodes;
    action->wall_ms = (uint64_t)time;
    saved->record.count++;
    return true;
}

static bool read_actions(reader *in)
{
    size_t count = json_array_size(json_object_get(in->object, "moves"));

    for (size_t i = 0; i < count; i++) {
        if (!read_action(in, i))
            return false;
    }
    return true;
}

/* The end that the record states must be the one that the moves lead to. */
static bool check_end(reader *in, const char *key, const char *found)
{
    const char *said = read_text(in, key);

    if (said == NULL)
        return false;
    if (strcmp(said, found) != 0)
        return read_fault_say(in->fault, in->line, "'%s' is '%.20s', but the moves lead to '%s'",
                              key, said, found);
    return true;
}

/* Who wins a game with this result. */
static int32_t winner_of(const char *result)
{
    return strcmp(result, "red") == 0    ? TETRESS_RED
           : strcmp(result, "blue") == 0 ? TETRESS_BLUE
                                         : TETRESS_NOBODY;
}

/* A game that a fault ended: the fault gives the result, not the position. */
static bool read_forfeit(reader *in, int32_t outcome)
{
    game_record *record = &in->saved->record;
    const char *result = read_text(in, "result");
    bool is_players = tetress_outcome_kind(outcome) == TETRESS_OUTCOME_KIND_FAULT;

    if (result == NULL)
        return false;
    game_record_end(record, outcome, winner_of(result));
    if (strcmp(result, game_record_result(record)) != 0 ||
        (record->winner != TETRESS_NOBODY) != is_players)
        return read_fault_say(in->fault, in->line,
                              "'result' is '%.20s', which '%s' does not lead to", result,
                              game_record_reason(record));
    if (outcome == TETRESS_OUTCOME_ILLEGAL && record->winner == tetress_game_turn(in->saved->game))
        return read_fault_say(in->fault, in->line, "%s wins with an illegal action", result);
    return read_evidence(in);
}

static bool read_end(reader *in)
{
    saved_game *saved = in->saved;
    const char *reason = read_text(in, "reason");
    int32_t kind = reason == NULL ? TETRESS_EARG : tetress_outcome_kind(outcome_named(reason));

    game_record_finish(&saved->record, saved->game);
    if (kind == TETRESS_OUTCOME_KIND_FAULT || kind == TETRESS_OUTCOME_KIND_HOST)
        return read_forfeit(in, outcome_named(reason));
    return check_end(in, "result", game_record_result(&saved->record)) &&
           check_end(in, "reason", game_record_reason(&saved->record));
}

bool record_read(const char *line, size_t length, size_t number, saved_game *saved,
                 read_fault *fault)
{
    json_error_t error;
    reader in = {json_loadb(line, length, JSON_REJECT_DUPLICATES, &error), saved, fault, number};
    bool good;

    memset(saved, 0, sizeof *saved);
    if (in.object == NULL)
        return read_fault_say(fault, number, "not JSON at byte %d: %s", error.position, error.text);
    if (!json_is_object(in.object))
        good = read_fault_say(fault, number, "not a JSON object");
    else
        good = check_keys(&in) && read_format(&in) && read_players(&in) && read_seed(&in) &&
               check_referee(&in) && read_budget(&in) && read_start(&in) && check_lengths(&in) &&
               read_actions(&in) && read_end(&in);
    json_decref(in.object);
    if (!good)
        saved_game_clear(saved);
    return good;
}
