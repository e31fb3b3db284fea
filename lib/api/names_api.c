/* SPDX-License-Identifier: MIT */
/* The names of the public header's numbers. Bindings and tools take them from here, so that each is
 * spelt in one place. */
#include "tetress/tetress.h"

/* The name of `number` in a list that starts at 0. */
static const char *name_of(const char *const *names, int32_t count, int32_t number)
{
    return number >= 0 && number < count ? names[number] : "unknown";
}

#define NAME_OF(names, number) name_of(names, (int32_t)(sizeof(names) / sizeof(names)[0]), number)

const char *tetress_rule_name(int32_t rule)
{
    static const char *const NAMES[] = {"none",          "game_over", "out_of_range", "duplicate",
                                        "not_tetromino", "occupied",  "not_adjacent"};

    return NAME_OF(NAMES, rule);
}

const char *tetress_colour_name(int32_t colour)
{
    static const char *const NAMES[] = {"red", "blue", "nobody", "both"};

    return NAME_OF(NAMES, colour);
}

const char *tetress_reason_name(int32_t reason)
{
    static const char *const NAMES[] = {"none", "no_moves", "turn_limit"};

    return NAME_OF(NAMES, reason);
}

const char *tetress_stop_name(int32_t stop_reason)
{
    static const char *const NAMES[] = {"running", "complete",  "depth",    "nodes", "playouts",
                                        "time",    "requested", "callback", "book"};

    return NAME_OF(NAMES, stop_reason);
}
