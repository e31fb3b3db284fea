/* SPDX-License-Identifier: MIT */
/*
 * Files of openings, in any encoding: refused with the line, or positions from which games start.
 * The first byte says whether games may be over.
 */
#include <stdbool.h>

#include "arguments.h"
#include "fuzz_file.h"
#include "openings.h"

/* Each position is one that can be written, and games start from it. */
static void check_openings(const openings *set, bool may_be_over)
{
    char text[OPENINGS_TEXT];

    MUST(set->count > 0);
    for (uint64_t i = 0; i < set->count + 1; i++) {
        tetress_game *game = openings_game(set, i);
        char position[TETRESS_POSITION_TEXT];

        MUST(game != NULL);
        MUST(may_be_over || tetress_game_reason(game) == TETRESS_REASON_NONE);
        MUST(tetress_game_to_text(game, position, sizeof position, NULL) == TETRESS_OK);
        MUST(strcmp(position, set->positions[i % set->count]) == 0);
        tetress_game_free(game);
    }
    MUST(strlen(openings_text(set, text)) < sizeof text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    openings set = {0};
    bool may_be_over = size > 0 && data[0] % 2 == 0;
    const char *path = fuzz_file_fill(data + (size > 0), size - (size > 0));

    fuzz_said_start();
    if (openings_read(&set, path, may_be_over) == EXIT_DONE)
        check_openings(&set, may_be_over);
    else
        MUST(strncmp(fuzz_said(), "tetress: /proc/", 15) == 0);
    openings_free(&set);
    MUST(fuzz_file_size() == size - (size > 0));
    return 0;
}
