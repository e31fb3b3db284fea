/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* dprintf */

/* What the sanitizers are told by the targets themselves, whoever starts them, and how a target
 * ends. */
#include "fuzz_common.h"

void fuzz_broken(const char *file, int line, const char *condition)
{
    dprintf(2, "%s:%d: %s\n", file, line, condition);
    abort();
}

const char *__asan_default_options(void);

/* Freed blocks wait in a quarantine, to be told apart from reused ones. A target frees all that it
 * took within one input, so a few mebibytes see every use after free; the preset 256 would touch
 * fresh pages for every game and take a tenth of the time. */
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=8";
}
