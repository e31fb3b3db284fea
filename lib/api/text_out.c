/* SPDX-License-Identifier: MIT */
/* Hands finished texts to the host, under the one rule that all functions with a buffer share: the
 * length is always told, nothing is written unless everything fits, and NULL with capacity 0 only
 * asks. */
#include "text_out.h"

#include <string.h>

#include "check.h"

tetress_status ttr_text_give(const ttr_text *text, char *buffer, size_t capacity, size_t *length)
{
    TTR_ASSERT(ttr_text_fits(text));
    if (buffer == NULL && capacity > 0)
        return TETRESS_EARG;
    if (length != NULL)
        *length = text->length;
    if (buffer == NULL)
        return TETRESS_OK;
    if (capacity <= text->length)
        return TETRESS_ESIZE;
    memcpy(buffer, text->buffer, text->length + 1);
    return TETRESS_OK;
}
