/* SPDX-License-Identifier: MIT */
/* Position text: refused with an offset inside it, or read to a game that writes back. */
#include <tetress/tetress.h>

#include "fuzz_common.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_string(data, size);
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_game *game, *again;
    char written[TETRESS_POSITION_TEXT];

    if (tetress_game_from_text(NULL, text, &game, &error) != TETRESS_OK) {
        MUST(error.status == TETRESS_ETEXT);
        MUST(error.offset >= 0 && (size_t)error.offset <= strlen(text));
        MUST(game == NULL && error.text[0] != '\0');
    } else {
        MUST(tetress_game_to_text(game, written, sizeof written, NULL) == TETRESS_OK);
        MUST(tetress_game_from_text(NULL, written, &again, NULL) == TETRESS_OK);
        MUST(tetress_game_hash(game) == tetress_game_hash(again));
        MUST(strncmp(text, written, 134) == 0);
        tetress_game_free(again);
        tetress_game_free(game);
    }
    free(text);
    return 0;
}
