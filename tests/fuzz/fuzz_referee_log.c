/* SPDX-License-Identifier: MIT */
/* Files of games, the course referee's logs above all: refused with a reason, or games. */
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
        MUST(saved.failed || saved.winner == saved.record.winner);
    } else {
        check_fault(&saved, &fault);
    }
    saved_game_clear(&saved);
    free(text);
    return 0;
}
