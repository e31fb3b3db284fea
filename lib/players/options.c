/* SPDX-License-Identifier: MIT */
/*
 * Reads and writes options by name. The algorithms list which they have (lib/search); a row of such
 * a list says where in the settings a value stands and which values it may have. Everything here
 * works on those rows, so no option needs code.
 */
#include "options.h"

#include <string.h>

ttr_settings ttr_settings_default(const ttr_algorithm *algorithm)
{
    ttr_settings settings = ttr_settings_common();

    if (algorithm->own_defaults != NULL)
        ttr_settings_set_own(&settings, algorithm->own_defaults, algorithm->own_size);
    return settings;
}

size_t ttr_option_count(const ttr_algorithm *algorithm)
{
    size_t count = 0;

    for (size_t g = 0; g < algorithm->option_groups; g++)
        count += algorithm->options[g].count;
    return count;
}

const ttr_option *ttr_option_at(const ttr_algorithm *algorithm, size_t index)
{
    for (size_t g = 0; g < algorithm->option_groups; g++) {
        const ttr_option_group *group = &algorithm->options[g];

        if (index < group->count)
            return &group->options[index];
        index -= group->count;
    }
    return NULL;
}

const ttr_option *ttr_option_find(const ttr_algorithm *algorithm, const char *name, size_t length)
{
    const ttr_option *option;

    for (size_t i = 0; (option = ttr_option_at(algorithm, i)) != NULL; i++) {
        if (strlen(option->name) == length && memcmp(option->name, name, length) == 0)
            return option;
    }
    return NULL;
}

ttr_nearest ttr_option_nearest(const ttr_algorithm *algorithm, const char *name, size_t length)
{
    ttr_nearest nearest = ttr_nearest_start(name, length);
    const ttr_option *option;

    for (size_t i = 0; (option = ttr_option_at(algorithm, i)) != NULL; i++)
        ttr_nearest_offer(&nearest, option->name, strlen(option->name));
    return nearest;
}

/* The offset of an option's value in the settings. */
static size_t place_of(const ttr_algorithm *algorithm, const ttr_option *option)
{
    for (size_t g = 0; g < algorithm->option_groups; g++) {
        const ttr_option_group *group = &algorithm->options[g];

        for (size_t i = 0; i < group->count; i++) {
            if (&group->options[i] == option)
                return group->base + option->offset;
        }
    }
    TTR_ASSERT(false); /* an option of another algorithm */
    return 0;
}

/* Read an integer and check its bounds, which are text, too: they are written once, in the row. */
static bool read_integer(const ttr_option *option, const char *value, size_t length,
                         uint64_t *number)
{
    uint64_t low = 0;
    uint64_t high = 0;

    ttr_text_read_unsigned(option->minimum, option->minimum + strlen(option->minimum), &low);
    ttr_text_read_unsigned(option->maximum, option->maximum + strlen(option->maximum), &high);
    return ttr_text_read_unsigned(value, value + length, number) && *number >= low &&
           *number <= high;
}

static bool read_real(const ttr_option *option, const char *value, size_t length, double *number)
{
    double low = 0;
    double high = 0;

    ttr_text_read_real(option->minimum, option->minimum + strlen(option->minimum), &low);
    ttr_text_read_real(option->maximum, option->maximum + strlen(option->maximum), &high);
    return ttr_text_read_real(value, value + length, number) && *number >= low && *number <= high;
}

/* Find the index of a value among the choices. */
static bool find_choice(const ttr_option *option, const char *value, size_t length, uint32_t *index)
{
    const char *choice = option->choices;

    for (*index = 0;; ++*index) {
        size_t end = strcspn(choice, " ");

        if (end == length && memcmp(choice, value, length) == 0)
            return true;
        if (choice[end] == '\0')
            return false;
        choice += end + 1;
    }
}

/* Write the choice with this index. */
static void add_choice(const ttr_option *option, uint32_t index, ttr_text *text)
{
    const char *choice = option->choices;

    for (; index > 0; index--)
        choice += strcspn(choice, " ") + 1;
    for (size_t i = 0, end = strcspn(choice, " "); i < end; i++)
        ttr_text_add_char(text, choice[i]);
}

bool ttr_option_set(const ttr_algorithm *algorithm, const ttr_option *option,
                    ttr_settings *settings, const char *value, size_t length)
{
    unsigned char *field = (unsigned char *)settings + place_of(algorithm, option);
    const ttr_evaluator *evaluator;
    uint64_t number = 0;
    uint32_t small;
    double real = 0;

    switch (option->storage) {
    case TTR_STORE_EVALUATOR:
        evaluator = ttr_evaluator_find(value, length);
        if (evaluator == NULL)
            return false;
        memcpy(field, &evaluator, sizeof evaluator);
        return true;
    case TTR_STORE_CHOICE:
        if (!find_choice(option, value, length, &small))
            return false;
        memcpy(field, &small, sizeof small);
        return true;
    case TTR_STORE_REAL:
        if (!read_real(option, value, length, &real))
            return false;
        memcpy(field, &real, sizeof real);
        return true;
    case TTR_STORE_U32:
        if (!read_integer(option, value, length, &number))
            return false;
        small = (uint32_t)number;
        memcpy(field, &small, sizeof small);
        return true;
    case TTR_STORE_U64:
        if (!read_integer(option, value, length, &number))
            return false;
        memcpy(field, &number, sizeof number);
        return true;
    case TTR_STORE_SEED:
        if (!read_integer(option, value, length, &number))
            return false;
        memcpy(field, &number, sizeof number);
        settings->seed_set = true;
        return true;
    }
    return false;
}

void ttr_option_get(const ttr_algorithm *algorithm, const ttr_option *option,
                    const ttr_settings *settings, ttr_text *text)
{
    const unsigned char *field = (const unsigned char *)settings + place_of(algorithm, option);
    const ttr_evaluator *evaluator;
    uint64_t number;
    uint32_t small;
    double real;

    switch (option->storage) {
    case TTR_STORE_EVALUATOR:
        memcpy(&evaluator, field, sizeof evaluator);
        ttr_text_add(text, evaluator->name);
        break;
    case TTR_STORE_CHOICE:
        memcpy(&small, field, sizeof small);
        add_choice(option, small, text);
        break;
    case TTR_STORE_REAL:
        memcpy(&real, field, sizeof real);
        ttr_text_add_real(text, real);
        break;
    case TTR_STORE_U32:
        memcpy(&small, field, sizeof small);
        ttr_text_add_unsigned(text, small);
        break;
    case TTR_STORE_U64:
    case TTR_STORE_SEED:
        memcpy(&number, field, sizeof number);
        ttr_text_add_unsigned(text, number);
        break;
    }
}
