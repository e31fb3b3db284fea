/* SPDX-License-Identifier: MIT */
/* Words for moves and errors, alike in all output. */
#include "names.h"

#include <stdbool.h>
#include <stdio.h>
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

/* Cut `ending` off the text; false if it does not end so. */
static bool cut_ending(char *text, const char *ending)
{
    size_t length = strlen(text), cut = strlen(ending);

    if (length < cut || strcmp(text + length - cut, ending) != 0)
        return false;
    text[length - cut] = '\0';
    return true;
}

const char *told_error(const tetress_error *error, const char *spec, char buffer[TOLD_ERROR])
{
    char text[TETRESS_ERROR_TEXT];

    strcpy(text, error->text);
    if (cut_ending(text, TETRESS_SEE_PLAYERS))
        snprintf(buffer, TOLD_ERROR, "%s'tetress players'", text);
    else if (cut_ending(text, TETRESS_SEE_OPTIONS))
        snprintf(buffer, TOLD_ERROR, "%s'tetress players %.*s'", text, (int)strcspn(spec, ":@"),
                 spec);
    else
        strcpy(buffer, text);
    return buffer;
}
