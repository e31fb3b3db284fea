/* SPDX-License-Identifier: MIT */
#ifndef TTR_OPTIONS_H
#define TTR_OPTIONS_H

#include "nearest.h"
#include "search_base.h"
#include "tetress/status.h"
#include "text.h"

/* No algorithm has more options; a test says so. */
#define TTR_MOST_OPTIONS 80

/* Room for the value of any option as text, with its NUL. */
#define TTR_OPTION_TEXT 32

/* Values before any player or user has set one. */
ttr_settings ttr_settings_default(const ttr_algorithm *algorithm);

/* Options of an algorithm: how many, the index'th, the one of a name; NULL if there is none. */
size_t ttr_option_count(const ttr_algorithm *algorithm);
const ttr_option *ttr_option_at(const ttr_algorithm *algorithm, size_t index);
const ttr_option *ttr_option_find(const ttr_algorithm *algorithm, const char *name, size_t length);

/* Which option of the algorithm may have been meant by a name that is none. */
ttr_nearest ttr_option_nearest(const ttr_algorithm *algorithm, const char *name, size_t length);

/* Set from text; false, with nothing changed, if it is no value or out of bounds. */
bool ttr_option_set(const ttr_algorithm *algorithm, const ttr_option *option,
                    ttr_settings *settings, const char *value, size_t length);

/* Write the value. */
void ttr_option_get(const ttr_algorithm *algorithm, const ttr_option *option,
                    const ttr_settings *settings, ttr_text *text);

#endif
