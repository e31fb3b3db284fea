/* SPDX-License-Identifier: MIT */
#ifndef TTR_OPTIONS_H
#define TTR_OPTIONS_H

#include "nearest.h"
#include "search_base.h"
#include "tetress/status.h"
#include "text.h"

/* An upper bound on the options of an algorithm, for arrays. A test checks that none has more. */
#define TTR_MOST_OPTIONS 80

/* Room for the value of any option as text, with its NUL. */
#define TTR_OPTION_TEXT 32

/* The defaults of an algorithm, before a player or user sets anything. */
ttr_settings ttr_settings_default(const ttr_algorithm *algorithm);

/* The number of options of an algorithm, option `index`, and the option of a name; NULL if there is
 * none. */
size_t ttr_option_count(const ttr_algorithm *algorithm);
const ttr_option *ttr_option_at(const ttr_algorithm *algorithm, size_t index);
const ttr_option *ttr_option_find(const ttr_algorithm *algorithm, const char *name, size_t length);

/* The option that may have been meant by a name that none has. */
ttr_nearest ttr_option_nearest(const ttr_algorithm *algorithm, const char *name, size_t length);

/* Set a value from text. False, with nothing changed, if the text is no value of the option or out
 * of bounds. */
bool ttr_option_set(const ttr_algorithm *algorithm, const ttr_option *option,
                    ttr_settings *settings, const char *value, size_t length);

/* Append the value as text. */
void ttr_option_get(const ttr_algorithm *algorithm, const ttr_option *option,
                    const ttr_settings *settings, ttr_text *text);

#endif
