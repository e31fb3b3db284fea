/* SPDX-License-Identifier: MIT */
#ifndef TTR_OPTIONS_H
#define TTR_OPTIONS_H

#include "nearest.h"
#include "search_base.h"
#include "tetress/status.h"
#include "text.h"

/* The types; the values are those of the public header. */
typedef enum ttr_option_type {
    TTR_OPTION_INTEGER,
    TTR_OPTION_REAL,
    TTR_OPTION_CHOICE
} ttr_option_type;

/* One option of some algorithms. */
typedef struct ttr_option {
    const char *name;
    ttr_option_type type;
    const char *minimum; /* as text, the one place where the bounds stand; NULL for a choice */
    const char *maximum;
    const char *choices; /* separated by blanks; NULL but for a choice */
    const char *summary;
    const ttr_algorithm *algorithms[8]; /* those that have it, NULL after the last */
} ttr_option;

/* No algorithm has more options. */
#define TTR_MOST_OPTIONS 80

/* Room for the value of any option as text, with its NUL. */
#define TTR_OPTION_TEXT 32

/* Values before any player or user has set one. */
ttr_settings ttr_settings_default(void);

/* Options of an algorithm: how many, the index'th, the one of a name; NULL if there is none. */
size_t ttr_option_count(const ttr_algorithm *algorithm);
const ttr_option *ttr_option_at(const ttr_algorithm *algorithm, size_t index);
const ttr_option *ttr_option_find(const ttr_algorithm *algorithm, const char *name, size_t length);

/* Which option of the algorithm may have been meant by a name that is none. */
ttr_nearest ttr_option_nearest(const ttr_algorithm *algorithm, const char *name, size_t length);

/* Set from text; false, with nothing changed, if it is no value or out of bounds. */
bool ttr_option_set(const ttr_option *option, ttr_settings *settings, const char *value,
                    size_t length);

/* Write the value. */
void ttr_option_get(const ttr_option *option, const ttr_settings *settings, ttr_text *text);

#endif
