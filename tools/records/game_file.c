/* SPDX-License-Identifier: MIT */
/* Recognises the format of a file of games and reads one of them. */
#include "game_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "record_reader.h"
#include "referee_log.h"
#include "text_file.h"
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

bool game_file_read(const char *path, uint64_t number, saved_game *saved, read_fault *fault)
{
    size_t size = 0;
    char *text = text_file_load(path, &size);
    bool good;

    memset(saved, 0, sizeof *saved);
    if (text == NULL)
        return read_fault_say(fault, 0, "cannot be read: %s", strerror(errno));
    good = game_file_pick(text, size, number, saved, fault);
    free(text);
    return good;
}
