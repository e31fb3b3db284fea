/* SPDX-License-Identifier: MIT */
/* Chooses the positions from which the pairs of a match start. */
#include "openings.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "shown_text.h"
#include "text_file.h"
#include "text_lines.h"

/* Longer than any position: the start of a longer line is already wrong. */
#define LINE_LENGTH 1024

openings openings_random(uint64_t seed, uint32_t actions)
{
    return (openings){NULL, 0, seed, actions};
}

/* Check one line and keep it. */
static int add_position(openings *set, const text_lines *lines, const char *path, bool may_be_over)
{
    char line[LINE_LENGTH];
    size_t length = lines->length < LINE_LENGTH ? lines->length : LINE_LENGTH - 1;
    size_t number = lines->number;
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_game *game;
    void *grown;
    int32_t reason;

    memcpy(line, lines->line, length);
    line[length] = '\0';
    show_zeros(line, length);
    if (length == 0 || line[0] == '#')
        return EXIT_DONE;
    if (tetress_game_from_text(NULL, line, &game, &error) != TETRESS_OK)
        return problem("%s:%zu: %s", path, number, error.text);
    reason = tetress_game_reason(game);
    grown = realloc(set->positions, (set->count + 1) * sizeof set->positions[0]);
    if (grown != NULL) {
        set->positions = grown;
        tetress_game_to_text(game, set->positions[set->count++], sizeof set->positions[0], NULL);
    }
    tetress_game_free(game);
    if (grown == NULL)
        return problem("out of memory");
    if (reason != TETRESS_REASON_NONE && !may_be_over)
        return problem("%s:%zu: the game is over in this position", path, number);
    return EXIT_DONE;
}

int openings_read(openings *set, const char *path, bool may_be_over)
{
    size_t size = 0;
    char *text = text_file_load(path, &size);
    text_lines lines;
    int exit_code = EXIT_DONE;

    if (text == NULL)
        return problem("%s: cannot be read: %s", path, strerror(errno));
    lines = text_lines_of(text, size);
    while (exit_code == EXIT_DONE && text_lines_next(&lines))
        exit_code = add_position(set, &lines, path, may_be_over);
    free(text);
    if (exit_code == EXIT_DONE && set->count == 0)
        return problem("%s has no positions", path);
    return exit_code;
}

void openings_free(openings *set)
{
    free(set->positions);
    set->positions = NULL;
}

tetress_game *openings_game(const openings *set, uint64_t index)
{
    tetress_game *game;

    if (set->positions == NULL)
        tetress_random_opening(NULL, set->seed, index, set->actions, &game);
    else
        tetress_game_from_text(NULL, set->positions[index % set->count], &game, NULL);
    return game;
}

const char *openings_text(const openings *set, char *buffer)
{
    uint64_t sum = 0;

    if (set->positions == NULL) {
        snprintf(buffer, OPENINGS_TEXT, "%" PRIu32 " random actions", set->actions);
        return buffer;
    }
    for (size_t i = 0; i < set->count; i++) {
        for (const char *c = set->positions[i]; *c != '\0'; c++)
            sum = tetress_derived_seed(sum, (unsigned char)*c);
    }
    snprintf(buffer, OPENINGS_TEXT, "%zu positions %016" PRIx64, set->count, sum);
    return buffer;
}
