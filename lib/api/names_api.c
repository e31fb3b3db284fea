/* SPDX-License-Identifier: MIT */
/* The names of the numbers in the public headers. Bindings and tools take them from here, so that
 * each is spelt in one place. */
#include "tetress/tetress.h"

/* The name of `number` in a list that starts at 0. */
static const char *name_of(const char *const *names, int32_t count, int32_t number)
{
    return number >= 0 && number < count ? names[number] : "unknown";
}

#define NAME_OF(names, number) name_of(names, (int32_t)(sizeof(names) / sizeof(names)[0]), number)

const char *tetress_rule_name(int32_t rule)
{
    static const char *const NAMES[] = {
        [TETRESS_RULE_NONE] = "none",
        [TETRESS_RULE_GAME_OVER] = "game_over",
        [TETRESS_RULE_OUT_OF_RANGE] = "out_of_range",
        [TETRESS_RULE_DUPLICATE] = "duplicate",
        [TETRESS_RULE_NOT_TETROMINO] = "not_tetromino",
        [TETRESS_RULE_OCCUPIED] = "occupied",
        [TETRESS_RULE_NOT_ADJACENT] = "not_adjacent",
    };

    return NAME_OF(NAMES, rule);
}

const char *tetress_colour_name(int32_t colour)
{
    static const char *const NAMES[] = {
        [TETRESS_RED] = "red",
        [TETRESS_BLUE] = "blue",
        [TETRESS_NOBODY] = "nobody",
        [TETRESS_BOTH] = "both",
    };

    return NAME_OF(NAMES, colour);
}

const char *tetress_reason_name(int32_t reason)
{
    static const char *const NAMES[] = {
        [TETRESS_REASON_NONE] = "none",
        [TETRESS_REASON_NO_MOVES] = "no_moves",
        [TETRESS_REASON_TURN_LIMIT] = "turn_limit",
    };

    return NAME_OF(NAMES, reason);
}

const char *tetress_sprt_name(int32_t verdict)
{
    static const char *const NAMES[] = {
        [TETRESS_SPRT_UNDECIDED] = "undecided",
        [TETRESS_SPRT_H0] = "H0",
        [TETRESS_SPRT_H1] = "H1",
    };

    return NAME_OF(NAMES, verdict);
}

const char *tetress_stop_name(int32_t stop_reason)
{
    static const char *const NAMES[] = {
        [TETRESS_STOP_RUNNING] = "running",     [TETRESS_STOP_COMPLETE] = "complete",
        [TETRESS_STOP_DEPTH] = "depth",         [TETRESS_STOP_NODES] = "nodes",
        [TETRESS_STOP_PLAYOUTS] = "playouts",   [TETRESS_STOP_TIME] = "time",
        [TETRESS_STOP_REQUESTED] = "requested", [TETRESS_STOP_CALLBACK] = "callback",
        [TETRESS_STOP_BOOK] = "book",
    };

    return NAME_OF(NAMES, stop_reason);
}
