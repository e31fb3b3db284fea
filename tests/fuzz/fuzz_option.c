/* SPDX-License-Identifier: MIT */
/*
 * Options by name: the first byte takes a player, the rest is NAME=VALUE. A value is taken if and
 * only if the option's own description allows it, reads back, and sets the same again; one that is
 * refused changes nothing.
 */
#include <stdbool.h>

#include <tetress/tetress.h>

#include "fuzz_common.h"
#include "fuzz_memory.h"

#define PLAYERS 5

static const size_t memory_limit = 4u << 20; /* a thread of negamax takes about three mebibytes */

static tetress_engine *engine_of(unsigned player)
{
    static const char *const SPECS[PLAYERS] = {"negamax:hash=1", "mcts:memory=1", "greedy",
                                               "random", "beam"};
    static tetress_engine *engines[PLAYERS];
    const tetress_allocator memory = fuzz_memory(&memory_limit);

    if (engines[player] == NULL)
        MUST(tetress_engine_new(&memory, SPECS[player], &engines[player], NULL) == TETRESS_OK);
    return engines[player];
}

/* The description of an option; false if the engine has none of that name. */
static bool find_option(const tetress_engine *engine, const char *name, tetress_option *option)
{
    for (uint32_t i = 0; i < tetress_engine_option_count(engine); i++) {
        *option = (tetress_option)TETRESS_OPTION_INIT;
        MUST(tetress_engine_option(engine, i, option) == TETRESS_OK);
        if (strcmp(option->name, name) == 0)
            return true;
    }
    return false;
}

/* ---- What the description allows ------------------------------------------------------------- */

static bool is_digits(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
    }
    return length > 0;
}

/* Decimal digits of any length compared as numbers. */
static int compare_digits(const char *a, const char *b)
{
    a += strspn(a, "0");
    b += strspn(b, "0");
    if (strlen(a) != strlen(b))
        return strlen(a) < strlen(b) ? -1 : 1;
    return strcmp(a, b);
}

static bool allows_integer(const tetress_option *option, const char *value)
{
    return is_digits(value, strlen(value)) && compare_digits(value, option->minimum) >= 0 &&
           compare_digits(value, option->maximum) <= 0;
}

static bool allows_choice(const tetress_option *option, const char *value)
{
    size_t length = strlen(value);

    if (length == 0 || strchr(value, ' ') != NULL)
        return false;
    for (const char *at = option->choices; (at = strstr(at, value)) != NULL; at++) {
        if ((at == option->choices || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    }
    return false;
}

/* A sign, at most 12 digits, and perhaps a point and at most 6 more. */
static bool allows_real(const tetress_option *option, const char *value)
{
    const char *digits = value + (*value == '-');
    const char *point = strchr(digits, '.');
    size_t whole = point == NULL ? strlen(digits) : (size_t)(point - digits);

    if (!is_digits(digits, whole) || whole > 12)
        return false;
    if (point != NULL && (!is_digits(point + 1, strlen(point + 1)) || strlen(point + 1) > 6))
        return false;
    return strtod(value, NULL) >= strtod(option->minimum, NULL) &&
           strtod(value, NULL) <= strtod(option->maximum, NULL);
}

static bool allows(const tetress_option *option, const char *value)
{
    switch (option->type) {
    case TETRESS_OPTION_INTEGER:
        return allows_integer(option, value);
    case TETRESS_OPTION_CHOICE:
        return allows_choice(option, value);
    default:
        return allows_real(option, value);
    }
}

/* ---- The engine ------------------------------------------------------------------------------ */

static void check_read_back(tetress_engine *engine, const char *name, const char *before)
{
    char value[64], again[64];

    MUST(tetress_engine_get(engine, name, value, sizeof value, NULL, NULL) == TETRESS_OK);
    MUST(tetress_engine_set(engine, name, value) == TETRESS_OK);
    MUST(tetress_engine_get(engine, name, again, sizeof again, NULL, NULL) == TETRESS_OK);
    MUST(strcmp(value, again) == 0);
    /* The next input finds the engine as this one did. */
    MUST(tetress_engine_set(engine, name, before) == TETRESS_OK);
}

static void check_value(tetress_engine *engine, const tetress_option *option, const char *value)
{
    char before[64], after[64];
    tetress_status status;

    MUST(tetress_engine_get(engine, option->name, before, sizeof before, NULL, NULL) == TETRESS_OK);
    status = tetress_engine_set(engine, option->name, value);
    MUST(tetress_engine_error(engine)->status == status);
    if (status == TETRESS_OK) {
        MUST(allows(option, value));
        if (option->type == TETRESS_OPTION_INTEGER) {
            MUST(tetress_engine_get(engine, option->name, after, sizeof after, NULL, NULL) == 0);
            MUST(compare_digits(after, value) == 0);
        }
        check_read_back(engine, option->name, before);
        return;
    }
    MUST(status == (allows(option, value) ? TETRESS_ENOMEM : TETRESS_EVALUE));
    MUST(tetress_engine_error(engine)->text[0] != '\0');
    MUST(tetress_engine_get(engine, option->name, after, sizeof after, NULL, NULL) == TETRESS_OK);
    MUST(strcmp(before, after) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tetress_engine *engine = engine_of(size == 0 ? 0 : data[0] % PLAYERS);
    char *name = size == 0 ? fuzz_string(data, 0) : fuzz_string(data + 1, size - 1);
    char *value = strchr(name, '=');
    tetress_option option;

    if (value != NULL)
        *value++ = '\0';
    else
        value = name + strlen(name);
    if (find_option(engine, name, &option)) {
        check_value(engine, &option, value);
    } else {
        char spare[64];

        MUST(tetress_engine_set(engine, name, value) == TETRESS_EUNKNOWN);
        MUST(tetress_engine_get(engine, name, spare, sizeof spare, NULL, NULL) == TETRESS_EUNKNOWN);
        MUST(tetress_engine_error(engine)->text[0] != '\0');
    }
    free(name);
    return 0;
}
