/* SPDX-License-Identifier: MIT */
/* Budgets of searches as options and records write them, and as people read them. */
#include "budget_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The names are those of tetress_budget's fields; cpu_clock=1 is its flag. */
static const char *const KEYS[] = {"nodes",  "playouts", "depth",        "wall_ms",
                                   "cpu_ms", "clock_ms", "increment_ms", "cpu_clock"};

#define KEY_COUNT (sizeof KEYS / sizeof KEYS[0])

/* The first of them have 64 bits, those after them 32, and the last is the flag. */
#define LARGE_KEYS 2
#define FLAG_KEY   (KEY_COUNT - 1)

const char *budget_key(size_t i)
{
    return i < KEY_COUNT ? KEYS[i] : NULL;
}

/* The number of a key; KEY_COUNT for text that is none. */
static size_t key_number(const char *key, size_t length)
{
    size_t i = 0;

    while (i < KEY_COUNT && (strlen(KEYS[i]) != length || memcmp(KEYS[i], key, length) != 0))
        i++;
    return i;
}

/* The largest value of key `i`; the smallest is 1. */
static uint64_t largest_limit(size_t i)
{
    return i < LARGE_KEYS ? UINT64_MAX : i < FLAG_KEY ? UINT32_MAX : 1;
}

static bool set_limit(tetress_budget *budget, size_t i, uint64_t value)
{
    uint64_t *large[] = {&budget->nodes, &budget->playouts};
    uint32_t *small[] = {&budget->depth, &budget->wall_ms, &budget->cpu_ms, &budget->clock_ms,
                         &budget->increment_ms};

    if (i >= KEY_COUNT || value == 0 || value > largest_limit(i))
        return false;
    if (i < LARGE_KEYS)
        *large[i] = value;
    else if (i < FLAG_KEY)
        *small[i - LARGE_KEYS] = (uint32_t)value;
    else
        budget->flags |= TETRESS_BUDGET_CPU_CLOCK;
    return true;
}

/* What is wrong with the limit at `text`, whose key has this length: the key, or its value. */
static void say_wrong_limit(const char *text, size_t key, char *fault, size_t fault_size)
{
    size_t known = key_number(text, key);
    char name[32];
    const char *meant;

    if (known < KEY_COUNT) {
        int length = (int)strcspn(text + key + 1, ",");

        snprintf(fault, fault_size, "%s takes an integer from 1 to %" PRIu64 ", not '%.*s'",
                 KEYS[known], largest_limit(known), length < 40 ? length : 40, text + key + 1);
        return;
    }
    snprintf(name, sizeof name, "%.*s", (int)(key < sizeof name ? key : sizeof name - 1), text);
    meant = tetress_nearest_name(name, KEYS, KEY_COUNT);
    if (meant != NULL)
        snprintf(fault, fault_size, "'%.60s': there is no key %s; did you mean %s?", text, name,
                 meant);
    else
        snprintf(fault, fault_size,
                 "'%.60s': there is no key %s; keys are nodes, playouts, depth, wall_ms, cpu_ms, "
                 "clock_ms, increment_ms, cpu_clock",
                 text, name);
}

bool budget_read(const char *text, tetress_budget *budget, char *fault, size_t fault_size)
{
    for (;;) {
        size_t key = strcspn(text, "=,");
        size_t digits;
        char number[24] = "";
        uint64_t value;

        if (text[key] != '=') {
            snprintf(fault, fault_size, "expected key=value at '%.40s'", text);
            return false;
        }
        digits = strcspn(text + key + 1, ",");
        if (digits < sizeof number)
            memcpy(number, text + key + 1, digits);
        if (!read_integer(number, UINT64_MAX, &value) ||
            !set_limit(budget, key_number(text, key), value)) {
            say_wrong_limit(text, key, fault, fault_size);
            return false;
        }
        text += key + 1 + digits;
        if (*text == '\0')
            break;
        text++;
    }
    if (budget->clock_ms != 0 ||
        (budget->increment_ms == 0 && (budget->flags & TETRESS_BUDGET_CPU_CLOCK) == 0))
        return true;
    snprintf(fault, fault_size, "%s means nothing without clock_ms",
             budget->increment_ms != 0 ? "increment_ms" : "cpu_clock");
    return false;
}

const char *budget_text(const tetress_budget *budget, char *buffer)
{
    const struct {
        const char *key;
        uint64_t value;
    } LIMITS[] = {{"nodes", budget->nodes},
                  {"playouts", budget->playouts},
                  {"depth", budget->depth},
                  {"wall_ms", budget->wall_ms},
                  {"cpu_ms", budget->cpu_ms},
                  {"clock_ms", budget->clock_ms},
                  {"increment_ms", budget->increment_ms},
                  {"cpu_clock", (budget->flags & TETRESS_BUDGET_CPU_CLOCK) != 0}};
    size_t length = 0;

    buffer[0] = '\0';
    for (size_t i = 0; i < sizeof LIMITS / sizeof LIMITS[0]; i++) {
        if (LIMITS[i].value == 0)
            continue;
        length += (size_t)snprintf(buffer + length, BUDGET_TEXT - length, "%s%s=%" PRIu64,
                                   length == 0 ? "" : ",", LIMITS[i].key, LIMITS[i].value);
    }
    return buffer;
}

int budget_from_options(const cli_command *command, const cli_arguments *arguments,
                        const char *fallback, tetress_budget *budget)
{
    static const struct {
        option_id id;
        const char *key, *option;
    } SHORT[] = {{OPTION_WALL_MS, "wall_ms", "wall-ms"},
                 {OPTION_NODES, "nodes", "nodes"},
                 {OPTION_PLAYOUTS, "playouts", "playouts"},
                 {OPTION_DEPTH, "depth", "depth"}};
    const char *text = arguments->values[OPTION_BUDGET];
    bool any = text != NULL;
    char fault[256];

    *budget = (tetress_budget)TETRESS_BUDGET_INIT;
    if (text != NULL && !budget_read(text, budget, fault, sizeof fault))
        return usage_error(command, "--budget %s", fault);
    for (size_t i = 0; i < sizeof SHORT / sizeof SHORT[0]; i++) {
        const char *number = arguments->values[SHORT[i].id];
        uint64_t value;
        size_t key;

        if (number == NULL)
            continue;
        any = true;
        key = key_number(SHORT[i].key, strlen(SHORT[i].key));
        if (!read_integer(number, UINT64_MAX, &value) || !set_limit(budget, key, value))
            return usage_error(command, "--%s takes an integer from 1 to %" PRIu64 ", not '%s'",
                               SHORT[i].option, largest_limit(key), number);
    }
    if (!any && *fallback != '\0')
        budget_read(fallback, budget, fault, sizeof fault);
    return EXIT_DONE;
}

tetress_budget engine_budget(const tetress_engine *engine, const tetress_budget *given,
                             const char *fallback)
{
    tetress_budget budget = *given;
    char text[BUDGET_TEXT];

    if (budget_text(given, text)[0] == '\0' && tetress_engine_own_limits(engine, NULL) != 1)
        budget_read(fallback, &budget, text, sizeof text);
    return budget;
}

/* Only algorithms that can search without end have this option. */
static bool may_search_long(const tetress_engine *engine)
{
    return tetress_engine_get(engine, "wall_ms", NULL, 0, NULL, NULL) == TETRESS_OK;
}

const char *limits_text(const tetress_engine *engine, const tetress_budget *budget, char *buffer)
{
    tetress_budget own = TETRESS_BUDGET_INIT;
    char given_text[BUDGET_TEXT], own_text[BUDGET_TEXT];
    bool ends = tetress_engine_own_limits(engine, &own) == 1;
    bool given = budget_text(budget, given_text)[0] != '\0';
    bool limited = budget_text(&own, own_text)[0] != '\0';

    if (given && limited)
        snprintf(buffer, LIMITS_TEXT, "%s, and its own limits, %s", given_text, own_text);
    else if (given)
        snprintf(buffer, LIMITS_TEXT, "%s", given_text);
    else if (limited)
        snprintf(buffer, LIMITS_TEXT, "its own limits, %s", own_text);
    else
        snprintf(buffer, LIMITS_TEXT, "%s",
                 ends && may_search_long(engine) ? "its own limits, which depend on the position"
                                                 : "no limit (it needs none)");
    return buffer;
}
