/* SPDX-License-Identifier: MIT */
#ifndef TTR_TEXT_OUT_H
#define TTR_TEXT_OUT_H

#include "tetress/status.h"
#include "text.h"

/*
 * Hand a finished text to the caller under the rule that all functions with `buffer`, `capacity`
 * and `length` share: *length is always set (if not NULL); a NULL buffer of capacity 0 only asks
 * for it; a buffer that is too small is not written.
 */
tetress_status ttr_text_give(const ttr_text *text, char *buffer, size_t capacity, size_t *length);

#endif
