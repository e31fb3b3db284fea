/* SPDX-License-Identifier: MIT */
#include "setup.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game_file.h"

/* ---- Games and engines ----------------------------------------------------------------------- */

#define MOVE_LENGTH_LIMIT 256

/* Between moves of a list; but for the semicolon they may also stand inside of one. */
static const char BETWEEN[] = " \t\r\n,;";
static const char INSIDE[] = " \t\r\n,";

static size_t count_of(const char *text, size_t length, bool (*counts)(char character))
{
    size_t count = 0;

    for (size_t i = 0; i < length; i++)
        count += counts(text[i]);
    return count;
}

static bool is_letter(char character)
{
    return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z');
}

static bool is_comma(char character)
{
    return character == ',';
}

/* Cells, by the '-' after their rows; the sign of a row is none. */
static size_t cells_count(const char *text, size_t length)
{
    size_t count = 0;
    bool after_digit = false;

    for (size_t i = 0; i < length; i++) {
        count += text[i] == '-' && after_digit;
        if (strchr(" \t\r\n", text[i]) == NULL)
            after_digit = text[i] >= '0' && text[i] <= '9';
    }
    return count;
}

/* Is this a whole move, though another word follows? A piece has a cell and, but for O, a rotation.
 * Cells are four, or have commas between them where none follows. */
static bool is_whole_move(const char *text, size_t length)
{
    const char *after = text + length;
    size_t cells = cells_count(text, length);

    if (is_letter(text[0]))
        return cells > 0 &&
               (text[0] == 'O' || text[0] == 'o' || count_of(text, length, is_letter) > 1);
    return cells >= 4 || (count_of(text, length, is_comma) > 0 &&
                          count_of(after, strspn(after, INSIDE), is_comma) == 0);
}

/* How long the move is with which a list begins. */
static size_t move_length(const char *text)
{
    size_t length = strcspn(text, BETWEEN);

    if (strncmp(text, "PLACE(", 6) == 0) {
        length = strcspn(text, ");");
        return length + (text[length] == ')');
    }
    while (!is_whole_move(text, length)) {
        const char *next = text + length + strspn(text + length, INSIDE);

        if (*next == '\0' || *next == ';')
            break;
        length = (size_t)(next - text) + strcspn(next, BETWEEN);
    }
    return length;
}

bool apply_moves(tetress_game *game, const char *text, char *fault, size_t fault_size)
{
    int number = 0;

    for (;;) {
        char move[MOVE_LENGTH_LIMIT];
        size_t length;

        text += strspn(text, BETWEEN);
        if (*text == '\0')
            return true;
        number++;
        length = move_length(text);
        if (length >= sizeof move) {
            snprintf(fault, fault_size, "move %d is too long to be one", number);
            return false;
        }
        memcpy(move, text, length);
        move[length] = '\0';
        if (tetress_game_apply_text(game, move) != TETRESS_OK) {
            snprintf(fault, fault_size, "move %d, '%s': %s", number, move,
                     tetress_game_error(game)->text);
            return false;
        }
        text += length;
    }
}

bool apply_text(tetress_game *game, const char *text, tetress_move *move)
{
    tetress_move history[TETRESS_MAX_ACTIONS];
    size_t count = 0;

    if (tetress_game_apply_text(game, text) != TETRESS_OK)
        return false;
    tetress_game_history(game, history, TETRESS_MAX_ACTIONS, &count);
    *move = history[count - 1];
    return true;
}

/* The same position as a game of its own, without the history that led to it. */
static int forget_history(tetress_game **game)
{
    char text[TETRESS_POSITION_TEXT];

    tetress_game_to_text(*game, text, sizeof text, NULL);
    tetress_game_free(*game);
    if (tetress_game_from_text(NULL, text, game, NULL) != TETRESS_OK)
        return problem("out of memory");
    return EXIT_DONE;
}

static int start_from_position(const char *position, tetress_game **game)
{
    tetress_error error = TETRESS_ERROR_INIT;

    if (tetress_game_from_text(NULL, position, game, &error) != TETRESS_OK)
        return problem("--position: %s", error.text);
    return EXIT_DONE;
}

/* Back to where only the first `wanted` actions of a saved game were played. */
static int take_back(saved_game *saved, uint64_t wanted, const char *path)
{
    if (wanted > saved->record.count)
        return problem("--game %s: the game has %zu actions, not %" PRIu64, path,
                       saved->record.count, wanted);
    for (uint64_t i = wanted; i < saved->record.count; i++)
        tetress_game_undo(saved->game);
    return EXIT_DONE;
}

static int start_from_file(const cli_arguments *arguments, tetress_game **game)
{
    const char *path = arguments->values[OPTION_GAME];
    saved_game saved;
    read_fault fault;
    uint64_t number, actions;
    int exit_code = EXIT_DONE;

    if (!arguments_integer(arguments, OPTION_NUMBER, 1, UINT64_MAX, 1, &number) ||
        !arguments_integer(arguments, OPTION_ACTIONS, 0, TETRESS_MAX_ACTIONS, 0, &actions))
        return EXIT_USAGE;
    if (!game_file_read(path, number, &saved, &fault))
        return problem("--game %s: %s", path, fault.text);
    if (arguments_has(arguments, OPTION_ACTIONS))
        exit_code = take_back(&saved, actions, path);
    if (exit_code == EXIT_DONE) {
        *game = saved.game;
        saved.game = NULL;
    }
    saved_game_clear(&saved);
    return exit_code;
}

static int start_game(const cli_command *command, const cli_arguments *arguments,
                      tetress_game **game)
{
    bool from_file = arguments_has(arguments, OPTION_GAME);

    if (from_file && arguments_has(arguments, OPTION_POSITION))
        return usage_error(command, "takes --position or --game, not both");
    if (!from_file &&
        (arguments_has(arguments, OPTION_NUMBER) || arguments_has(arguments, OPTION_ACTIONS)))
        return usage_error(command, "--number and --actions are of a --game");
    if (from_file)
        return start_from_file(arguments, game);
    if (arguments_has(arguments, OPTION_POSITION))
        return start_from_position(arguments->values[OPTION_POSITION], game);
    if (tetress_game_new(NULL, game) != TETRESS_OK)
        return problem("out of memory");
    return EXIT_DONE;
}

int setup_game(const cli_command *command, const cli_arguments *arguments, tetress_game **game)
{
    const char *moves = arguments->values[OPTION_MOVES];
    char fault[512];
    int exit_code = start_game(command, arguments, game);

    if (exit_code != EXIT_DONE)
        return exit_code;
    if (moves != NULL && !apply_moves(*game, moves, fault, sizeof fault)) {
        tetress_game_free(*game);
        *game = NULL;
        return problem("--moves: %s", fault);
    }
    return forget_history(game);
}

/* Weights are far smaller than this; what is not is no weights. */
#define LARGEST_WEIGHTS 65536

/* Why nothing came of a file that was opened, or not. */
static const char *why_unread(FILE *file)
{
    return file != NULL && !ferror(file) ? "it is empty" : strerror(errno);
}

static bool load_weights(tetress_engine *engine, const char *path, char *fault, size_t fault_size)
{
    unsigned char *data = malloc(LARGEST_WEIGHTS);
    FILE *file = fopen(path, "rb");
    size_t size = data != NULL && file != NULL ? fread(data, 1, LARGEST_WEIGHTS, file) : 0;
    bool loaded = size > 0 && tetress_engine_set_weights(engine, data, size) == TETRESS_OK;

    if (!loaded && size > 0)
        snprintf(fault, fault_size, "%s: %s", path, tetress_engine_error(engine)->text);
    else if (!loaded)
        snprintf(fault, fault_size, "%s: cannot be read: %s", path, why_unread(file));
    if (file != NULL)
        fclose(file);
    free(data);
    return loaded;
}

bool make_engine(const char *spec, tetress_engine **engine, char *fault, size_t fault_size)
{
    tetress_error error = TETRESS_ERROR_INIT;
    const char *path = strchr(spec, '@');
    size_t length = path != NULL ? (size_t)(path - spec) : strlen(spec);
    char *player = malloc(length + 1);

    *engine = NULL;
    if (player == NULL) {
        snprintf(fault, fault_size, "out of memory");
        return false;
    }
    memcpy(player, spec, length);
    player[length] = '\0';
    if (tetress_engine_new(NULL, player, engine, &error) != TETRESS_OK)
        snprintf(fault, fault_size, "%s", error.text);
    free(player);
    if (*engine == NULL)
        return false;
    if (path == NULL || load_weights(*engine, path + 1, fault, fault_size))
        return true;
    tetress_engine_free(*engine);
    *engine = NULL;
    return false;
}

int setup_engine(const char *spec, tetress_engine **engine)
{
    char fault[256];

    if (make_engine(spec, engine, fault, sizeof fault))
        return EXIT_DONE;
    return problem("'%s': %s", spec, fault);
}

void engine_as_new(tetress_engine *engine, uint64_t seed)
{
    char text[24];

    snprintf(text, sizeof text, "%" PRIu64, seed);
    tetress_engine_set(engine, "seed", text); /* players without random numbers have none */
    tetress_engine_reset(engine);
}

/* ---- Budgets --------------------------------------------------------------------------------- */

static const char *const KEYS[] = {"nodes", "playouts", "depth",     "time",
                                   "cpu",   "clock",    "increment", "cpu_clock"};

#define KEY_COUNT (sizeof KEYS / sizeof KEYS[0])

static bool set_limit(tetress_budget *budget, const char *key, size_t length, uint64_t value)
{
    uint32_t *small[] = {NULL,
                         NULL,
                         &budget->depth,
                         &budget->wall_ms,
                         &budget->cpu_ms,
                         &budget->clock_ms,
                         &budget->increment_ms,
                         &budget->clock_ms};
    uint64_t *large[] = {&budget->nodes, &budget->playouts};

    for (size_t i = 0; i < KEY_COUNT; i++) {
        if (strlen(KEYS[i]) != length || memcmp(KEYS[i], key, length) != 0)
            continue;
        if (i >= 2 && value > UINT32_MAX)
            return false;
        if (i < 2)
            *large[i] = value;
        else
            *small[i] = (uint32_t)value;
        if (strcmp(KEYS[i], "clock") == 0)
            budget->flags &= ~TETRESS_BUDGET_CPU_CLOCK;
        if (strcmp(KEYS[i], "cpu_clock") == 0)
            budget->flags |= TETRESS_BUDGET_CPU_CLOCK;
        return true;
    }
    return false;
}

/* The key of this length at `text`, or what may have been meant. */
static void say_wrong_limit(const char *text, size_t key, char *fault, size_t fault_size)
{
    char name[32];
    const char *meant;

    snprintf(name, sizeof name, "%.*s", (int)(key < sizeof name ? key : sizeof name - 1), text);
    meant = tetress_nearest_name(name, KEYS, KEY_COUNT);
    if (meant != NULL && strcmp(meant, name) != 0)
        snprintf(fault, fault_size, "'%.60s': there is no key %s; did you mean %s?", text, name,
                 meant);
    else
        snprintf(
            fault, fault_size,
            "'%.60s': keys are nodes, playouts, depth, time, cpu, clock, cpu_clock, increment; "
            "values integers above 0",
            text);
}

bool budget_read(const char *text, tetress_budget *budget, char *fault, size_t fault_size)
{
    for (;;) {
        size_t key = strcspn(text, "=,");
        size_t digits;
        char number[24] = "";
        uint64_t value;

        if (text[key] != '=') {
            snprintf(fault, fault_size, "expected key=value at '%.40s'", text);
            return false;
        }
        digits = strcspn(text + key + 1, ",");
        if (digits < sizeof number)
            memcpy(number, text + key + 1, digits);
        if (!read_integer(number, UINT64_MAX, &value) || value == 0 ||
            !set_limit(budget, text, key, value)) {
            say_wrong_limit(text, key, fault, fault_size);
            return false;
        }
        text += key + 1 + digits;
        if (*text == '\0')
            break;
        text++;
    }
    if (budget->increment_ms == 0 || budget->clock_ms != 0)
        return true;
    snprintf(fault, fault_size,
             "increment needs the clock that it is added to: clock or cpu_clock");
    return false;
}

const char *budget_text(const tetress_budget *budget, char *buffer)
{
    const char *clock = budget->flags & TETRESS_BUDGET_CPU_CLOCK ? "cpu_clock" : "clock";
    const struct {
        const char *key;
        uint64_t value;
    } LIMITS[] = {{"nodes", budget->nodes},
                  {"playouts", budget->playouts},
                  {"depth", budget->depth},
                  {"time", budget->wall_ms},
                  {"cpu", budget->cpu_ms},
                  {clock, budget->clock_ms},
                  {"increment", budget->increment_ms}};
    size_t length = 0;

    buffer[0] = '\0';
    for (size_t i = 0; i < sizeof LIMITS / sizeof LIMITS[0]; i++) {
        if (LIMITS[i].value == 0)
            continue;
        length += (size_t)snprintf(buffer + length, BUDGET_TEXT - length, "%s%s=%" PRIu64,
                                   length == 0 ? "" : ",", LIMITS[i].key, LIMITS[i].value);
    }
    return buffer;
}

int setup_budget(const cli_command *command, const cli_arguments *arguments, const char *preset,
                 tetress_budget *budget)
{
    static const struct {
        option_id id;
        const char *key;
    } SHORT[] = {{OPTION_TIME, "time"},
                 {OPTION_NODES, "nodes"},
                 {OPTION_PLAYOUTS, "playouts"},
                 {OPTION_DEPTH, "depth"}};
    const char *text = arguments->values[OPTION_BUDGET];
    bool any = text != NULL;
    char fault[256];

    *budget = (tetress_budget)TETRESS_BUDGET_INIT;
    if (text != NULL && !budget_read(text, budget, fault, sizeof fault))
        return usage_error(command, "--budget %s", fault);
    for (size_t i = 0; i < sizeof SHORT / sizeof SHORT[0]; i++) {
        const char *number = arguments->values[SHORT[i].id];
        uint64_t value;

        if (number == NULL)
            continue;
        any = true;
        if (!read_integer(number, UINT64_MAX, &value) || value == 0 ||
            !set_limit(budget, SHORT[i].key, strlen(SHORT[i].key), value))
            return usage_error(command, "--%s takes an integer above 0, not '%s'", SHORT[i].key,
                               number);
    }
    if (!any && *preset != '\0')
        budget_read(preset, budget, fault, sizeof fault);
    return EXIT_DONE;
}

tetress_budget engine_budget(const tetress_engine *engine, const tetress_budget *given,
                             const char *fallback)
{
    tetress_budget budget = *given;
    char text[BUDGET_TEXT];

    if (budget_text(given, text)[0] == '\0' && tetress_engine_own_limits(engine, NULL) != 1)
        budget_read(fallback, &budget, text, sizeof text);
    return budget;
}

/* A player whose algorithm searches as long as it is allowed to has this option. */
static bool may_search_long(const tetress_engine *engine)
{
    return tetress_engine_get(engine, "movetime", NULL, 0, NULL) == TETRESS_OK;
}

const char *limits_text(const tetress_engine *engine, const tetress_budget *budget, char *buffer)
{
    tetress_budget own = TETRESS_BUDGET_INIT;
    char given_text[BUDGET_TEXT], own_text[BUDGET_TEXT];
    bool ends = tetress_engine_own_limits(engine, &own) == 1;
    bool given = budget_text(budget, given_text)[0] != '\0';
    bool limited = budget_text(&own, own_text)[0] != '\0';

    if (given && limited)
        snprintf(buffer, LIMITS_TEXT, "%s, and its own limits, %s", given_text, own_text);
    else if (given)
        snprintf(buffer, LIMITS_TEXT, "%s", given_text);
    else if (limited)
        snprintf(buffer, LIMITS_TEXT, "its own limits, %s", own_text);
    else
        snprintf(buffer, LIMITS_TEXT, "%s",
                 ends && may_search_long(engine) ? "its own limits, by the position"
                                                 : "no limit (it needs none)");
    return buffer;
}

/* ---- Names ----------------------------------------------------------------------------------- */

static const char *styled_name(tetress_move move, int32_t style, char *buffer)
{
    if (tetress_move_to_text(move, style, buffer, TETRESS_MOVE_TEXT, NULL) != TETRESS_OK)
        strcpy(buffer, "none");
    return buffer;
}

const char *move_name(tetress_move move, char *buffer)
{
    return styled_name(move, TETRESS_STYLE_COMPACT, buffer);
}

const char *move_piece_name(tetress_move move, char *buffer)
{
    return styled_name(move, TETRESS_STYLE_PIECE, buffer);
}

int check_writable(const char *path)
{
    FILE *file = path == NULL ? NULL : fopen(path, "a");

    if (path == NULL)
        return EXIT_DONE;
    if (file == NULL)
        return problem_writing(path);
    fclose(file);
    return EXIT_DONE;
}

const char *colour_name(int32_t colour)
{
    return colour == TETRESS_RED ? "red" : colour == TETRESS_BLUE ? "blue" : "nobody";
}

const char *reason_name(int32_t reason)
{
    return reason == TETRESS_REASON_NO_MOVES     ? "no_moves"
           : reason == TETRESS_REASON_TURN_LIMIT ? "turn_limit"
                                                 : "none";
}

const char *stop_name(int32_t stop_reason)
{
    static const char *const NAMES[] = {"complete", "depth",     "nodes",    "playouts",
                                        "time",     "requested", "callback", "book"};

    if (stop_reason < 0 || stop_reason > TETRESS_STOP_BOOK)
        return "unknown";
    return NAMES[stop_reason];
}
