/* SPDX-License-Identifier: MIT */
/* Words for moves, alike in all output. */
#include "names.h"

#include <string.h>

static const char *styled_name(tetress_move move, int32_t style, char *buffer)
{
    if (tetress_move_to_text(move, style, buffer, TETRESS_MOVE_TEXT, NULL) != TETRESS_OK)
        strcpy(buffer, "none");
    return buffer;
}

const char *move_name(tetress_move move, char *buffer)
{
    return styled_name(move, TETRESS_STYLE_COMPACT, buffer);
}

const char *move_piece_name(tetress_move move, char *buffer)
{
    return styled_name(move, TETRESS_STYLE_PIECE, buffer);
}
