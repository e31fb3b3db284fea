/* SPDX-License-Identifier: MIT */
/* Words for moves, colours and reasons, alike in all output. */
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

const char *colour_name(int32_t colour)
{
    return colour == TETRESS_RED ? "red" : colour == TETRESS_BLUE ? "blue" : "nobody";
}

const char *reason_name(int32_t reason)
{
    return reason == TETRESS_REASON_NONE ? "none" : tetress_outcome_name(reason);
}

const char *stop_name(int32_t stop_reason)
{
    static const char *const NAMES[] = {"complete", "depth",     "nodes",    "playouts",
                                        "time",     "requested", "callback", "book"};

    if (stop_reason < 0 || stop_reason > TETRESS_STOP_BOOK)
        return "unknown";
    return NAMES[stop_reason];
}
