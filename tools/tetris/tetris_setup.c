/* SPDX-License-Identifier: MIT */
/* Makes single-player games and agents from the options of a command. */
#include "tetris_setup.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "text_file.h"

#define EVALUATOR "tetress" /* the default */

/* ---- Games ----------------------------------------------------------------------------------- */

char tetris_letter(int32_t piece)
{
    return "OILJTSZ"[piece];
}

char *tetris_text(const tetress_tetris *game)
{
    size_t length = 0;
    char *text;

    tetress_tetris_to_text(game, NULL, 0, &length);
    text = malloc(length + 1);
    if (text != NULL)
        tetress_tetris_to_text(game, text, length + 1, &length);
    return text;
}

static int start_from_text(const cli_command *command, const cli_arguments *arguments,
                           tetress_tetris **game)
{
    tetress_error error = TETRESS_ERROR_INIT;

    if (arguments_has(arguments, OPTION_ROWS) || arguments_has(arguments, OPTION_SOURCE) ||
        arguments_has(arguments, OPTION_SEED))
        return usage_error(command, "takes --position, or --rows, --source and --seed, which a "
                                    "position has already");
    if (tetress_tetris_from_text(NULL, arguments->values[OPTION_POSITION], game, &error) !=
        TETRESS_OK)
        return problem("--position: %s", error.text);
    return EXIT_DONE;
}

static int start_empty(const cli_command *command, const cli_arguments *arguments,
                       tetress_tetris **game)
{
    const char *source = arguments->values[OPTION_SOURCE];
    uint64_t rows, seed;
    tetress_error error = TETRESS_ERROR_INIT;

    if (!arguments_integer(arguments, OPTION_ROWS, 4, TETRESS_TETRIS_ROWS, TETRESS_TETRIS_ROWS,
                           &rows) ||
        !arguments_integer(arguments, OPTION_SEED, 0, UINT64_MAX, 1, &seed))
        return EXIT_USAGE;
    if (source != NULL && strcmp(source, "uniform") != 0 && strcmp(source, "bag") != 0)
        return usage_error(command, "--source is uniform or bag, not '%s'", source);
    if (tetress_tetris_new(NULL, (uint32_t)rows,
                           source != NULL && strcmp(source, "bag") == 0 ? TETRESS_TETRIS_BAG
                                                                        : TETRESS_TETRIS_UNIFORM,
                           seed, game, &error) != TETRESS_OK)
        return problem("%s", error.text);
    return EXIT_DONE;
}

static int have_sequence(const cli_arguments *arguments, tetress_tetris *game)
{
    const char *letters = arguments->values[OPTION_SEQUENCE];

    switch (letters == NULL ? TETRESS_OK : tetress_tetris_insert(game, letters)) {
    case TETRESS_OK:
        return EXIT_DONE;
    case TETRESS_ETEXT:
        return problem("--sequence takes letters of OILJTSZ, not '%s'", letters);
    case TETRESS_EOVER:
        return problem("--sequence: the game of the position is over");
    default:
        return problem("out of memory");
    }
}

int tetris_setup_game(const cli_command *command, const cli_arguments *arguments,
                      tetress_tetris **game)
{
    int exit_code;

    *game = NULL;
    exit_code = (arguments_has(arguments, OPTION_POSITION) ? start_from_text
                                                           : start_empty)(command, arguments, game);
    if (exit_code == EXIT_DONE)
        exit_code = have_sequence(arguments, *game);
    if (exit_code != EXIT_DONE) {
        tetress_tetris_free(*game);
        *game = NULL;
    }
    return exit_code;
}

/* ---- Weights --------------------------------------------------------------------------------- */

/* Kinds of weights as files name them; an evaluator of the kind to put them into. */
static const struct {
    const char *name;
    const char *evaluator;
    int32_t kind;
    size_t count;
} KINDS[] = {{"s2", "s2", TETRESS_TETRIS_S2, TETRESS_TETRIS_S2_WEIGHTS},
             {"dt", "dt20", TETRESS_TETRIS_DT, TETRESS_TETRIS_DT_WEIGHTS}};

#define KINDS_COUNT (sizeof KINDS / sizeof KINDS[0])

typedef struct weights {
    size_t kind; /* row of KINDS */
    double values[TETRESS_TETRIS_S2_WEIGHTS];
} weights;

static int read_values(const char *path, const json_t *list, weights *w)
{
    size_t count = KINDS[w->kind].count;

    if (!json_is_array(list) || json_array_size(list) != count)
        return problem("--weights %s: \"weights\" of kind %s is not a list of %zu numbers", path,
                       KINDS[w->kind].name, count);
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(list, i);

        if (!json_is_number(value))
            return problem("--weights %s: weight %zu is not a number", path, i);
        w->values[i] = json_number_value(value);
    }
    return EXIT_DONE;
}

static int read_object(const char *path, const json_t *object, weights *w)
{
    const char *kind = json_string_value(json_object_get(object, "kind"));

    for (w->kind = 0; w->kind < KINDS_COUNT; w->kind++) {
        if (kind != NULL && strcmp(kind, KINDS[w->kind].name) == 0)
            return read_values(path, json_object_get(object, "weights"), w);
    }
    return problem("--weights %s: not an object whose \"kind\" is \"s2\" or \"dt\"", path);
}

static int read_weights(const char *path, weights *w)
{
    json_error_t error;
    size_t size = 0;
    char *text = text_file_load(path, &size);
    json_t *object;
    int exit_code;

    if (text == NULL)
        return problem("--weights %s: cannot be read: %s", path, strerror(errno));
    object = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    free(text);
    if (object == NULL)
        return problem("--weights %s: line %d: %s", path, error.line, error.text);
    exit_code = read_object(path, object, w);
    json_decref(object);
    return exit_code;
}

/* ---- Agents ---------------------------------------------------------------------------------- */

static int read_options(const cli_command *command, const cli_arguments *arguments,
                        tetress_tetris_options *options)
{
    uint64_t lookahead, width, shallow;

    if (!arguments_integer(arguments, OPTION_LOOKAHEAD, 0, TETRESS_TETRIS_MOST_LOOKAHEAD, 0,
                           &lookahead) ||
        !arguments_integer(arguments, OPTION_WIDTH, 1, TETRESS_TETRIS_MOVES, 2, &width) ||
        !arguments_integer(arguments, OPTION_SHALLOW, 0, TETRESS_TETRIS_ROWS, 0, &shallow))
        return EXIT_USAGE;
    options->lookahead = (uint32_t)lookahead;
    options->width = (uint32_t)width;
    options->shallow = (uint32_t)shallow;
    options->preview = arguments_has(arguments, OPTION_PREVIEW) ? 1 : 0;
    if (options->preview == 1 && lookahead == 0)
        return usage_error(command, "--preview needs a --lookahead of 1 or more");
    if (arguments_has(arguments, OPTION_WEIGHTS) && arguments_has(arguments, OPTION_EVALUATOR))
        return usage_error(command, "takes --evaluator or --weights, not both");
    return EXIT_DONE;
}

static int make_agent(const char *evaluator, const tetress_tetris_options *options,
                      tetress_tetris_agent **agent)
{
    tetress_error error = TETRESS_ERROR_INIT;

    if (tetress_tetris_agent_new(NULL, evaluator, options, agent, &error) == TETRESS_OK)
        return EXIT_DONE;
    return problem("%s", error.text);
}

static int make_weighted(const char *path, const tetress_tetris_options *options,
                         tetress_tetris_agent **agent)
{
    weights w;
    int exit_code = read_weights(path, &w);

    if (exit_code == EXIT_DONE)
        exit_code = make_agent(KINDS[w.kind].evaluator, options, agent);
    if (exit_code != EXIT_DONE)
        return exit_code;
    if (tetress_tetris_agent_set_weights(*agent, KINDS[w.kind].kind, w.values,
                                         KINDS[w.kind].count) == TETRESS_OK)
        return EXIT_DONE;
    tetress_tetris_agent_free(*agent);
    *agent = NULL;
    /* JSON has no number that is not finite */
    return problem("--weights %s: all weights are 0", path);
}

int tetris_setup_agent(const cli_command *command, const cli_arguments *arguments, uint32_t rows,
                       uint64_t threads, tetress_tetris_agent **agent)
{
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    int exit_code = read_options(command, arguments, &options);

    *agent = NULL;
    options.rows = rows;
    options.threads = (uint32_t)threads;
    if (exit_code != EXIT_DONE)
        return exit_code;
    if (arguments_has(arguments, OPTION_WEIGHTS))
        return make_weighted(arguments->values[OPTION_WEIGHTS], &options, agent);
    return make_agent(arguments_has(arguments, OPTION_EVALUATOR)
                          ? arguments->values[OPTION_EVALUATOR]
                          : EVALUATOR,
                      &options, agent);
}

const char *tetris_agent_name(const cli_arguments *arguments)
{
    if (arguments_has(arguments, OPTION_WEIGHTS))
        return arguments->values[OPTION_WEIGHTS];
    return arguments_has(arguments, OPTION_EVALUATOR) ? arguments->values[OPTION_EVALUATOR]
                                                      : EVALUATOR;
}
