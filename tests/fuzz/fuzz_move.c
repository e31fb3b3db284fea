/* SPDX-License-Identifier: MIT */
/* Move text: refused with offset or rule, or a move that reads back from every style. */
#include <tetress/tetress.h>

#include "fuzz_common.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_string(data, size);
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_move move = TETRESS_MOVE_NONE, again;
    tetress_status status = tetress_move_from_text(text, &move, &error);

    MUST(status == error.status);
    if (status == TETRESS_ETEXT) {
        MUST(error.offset >= 0 && (size_t)error.offset <= strlen(text));
    } else if (status == TETRESS_EILLEGAL) {
        MUST(error.rule >= TETRESS_RULE_OUT_OF_RANGE && error.rule <= TETRESS_RULE_NOT_TETROMINO);
    } else {
        MUST(status == TETRESS_OK && move < TETRESS_PLACEMENTS);
        for (int32_t style = 0; style <= TETRESS_STYLE_PIECE; style++) {
            char written[TETRESS_MOVE_TEXT];

            MUST(tetress_move_to_text(move, style, written, sizeof written, NULL) == TETRESS_OK);
            MUST(tetress_move_from_text(written, &again, NULL) == TETRESS_OK && again == move);
        }
    }
    MUST(status == TETRESS_OK || move == TETRESS_MOVE_NONE);
    free(text);
    return 0;
}
