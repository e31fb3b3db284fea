/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

/* Files of games, the course referee's logs above all: refused with a reason, or games that are
 * written as records and read again as the same. */
#include "fuzz_common.h"
#include "fuzz_saved_game.h"
#include "game_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_bytes(data, size);
    saved_game saved;
    read_fault fault = {.text = ""};

    if (game_file_pick(text, size, 1 + size % 2, &saved, &fault)) {
        check_saved(&saved);
        check_written(&saved);
    } else {
        check_fault(&saved, &fault);
    }
    saved_game_clear(&saved);
    free(text);
    return 0;
}
