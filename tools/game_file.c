/* SPDX-License-Identifier: MIT */
#include "game_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_reader.h"
#include "referee_log.h"
#include "text_lines.h"

/* Record `number` stands in that line; the lines before it are not looked at. */
static bool pick_record(const char *text, size_t size, uint64_t number, saved_game *saved,
                        read_fault *fault)
{
    text_lines lines = text_lines_of(text, size);

    while (text_lines_next(&lines)) {
        if (lines.number == number)
            return record_read(lines.line, lines.length, lines.number, saved, fault);
    }
    read_fault_say(fault, 0, "the file has %zu game%s, not %" PRIu64, lines.number,
                   lines.number == 1 ? "" : "s", number);
    fault->past_end = true;
    return false;
}

bool game_file_pick(const char *text, size_t size, uint64_t number, saved_game *saved,
                    read_fault *fault)
{
    memset(saved, 0, sizeof *saved);
    if (size == 0)
        return read_fault_say(fault, 0, "the file is empty");
    if (text[0] == '{')
        return pick_record(text, size, number, saved, fault);
    return referee_log_read(text, size, number, saved, fault);
}

/* The whole file; NULL if it cannot be read or there is no memory for it. */
static char *read_whole(FILE *file, size_t *size)
{
    char *text = NULL;
    size_t room = 0;

    *size = 0;
    for (;;) {
        if (*size == room) {
            char *grown = realloc(text, room = room == 0 ? 65536 : 2 * room);

            if (grown == NULL)
                break;
            text = grown;
        }
        *size += fread(text + *size, 1, room - *size, file);
        if (*size < room) {
            if (feof(file) && !ferror(file))
                return text;
            break;
        }
    }
    free(text);
    return NULL;
}

char *game_file_load(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text;

    if (file == NULL)
        return NULL;
    text = read_whole(file, size);
    fclose(file);
    return text;
}

bool game_file_read(const char *path, uint64_t number, saved_game *saved, read_fault *fault)
{
    size_t size = 0;
    char *text = game_file_load(path, &size);
    bool good;

    memset(saved, 0, sizeof *saved);
    if (text == NULL)
        return read_fault_say(fault, 0, "cannot be read");
    good = game_file_pick(text, size, number, saved, fault);
    free(text);
    return good;
}
