/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

/* Game records: refused with the line, or a game that is written and read again as the same. */
#include "fuzz_common.h"
#include "fuzz_saved_game.h"
#include "record_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *line = fuzz_bytes(data, size);
    saved_game saved;
    read_fault fault = {.text = ""};

    if (record_read(line, size, 1, &saved, &fault)) {
        check_saved(&saved);
        check_written(&saved);
    } else {
        check_fault(&saved, &fault);
        MUST(strncmp(fault.text, "line 1: ", 8) == 0);
    }
    saved_game_clear(&saved);
    free(line);
    return 0;
}
