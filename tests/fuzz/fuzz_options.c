/* SPDX-License-Identifier: MIT */
/* What the sanitizers are told by the targets themselves, whoever starts them. */

const char *__asan_default_options(void);

/* Freed blocks wait in a quarantine, to be told apart from reused ones. A target frees all that it
 * took within one input, so a few mebibytes see every use after free; the preset 256 would touch
 * fresh pages for every game and take a tenth of the time. */
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=8";
}
