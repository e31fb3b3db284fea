/* SPDX-License-Identifier: MIT */
#ifndef PROGRESS_BAR_H
#define PROGRESS_BAR_H

#include <stdbool.h>
#include <stddef.h>

/* Progress on stderr: a bar that is drawn over itself on a terminal, a line for each tenth
 * elsewhere.
 */
typedef struct progress_bar {
    bool quiet;
    bool terminal;
    size_t total;
    size_t step; /* items per line of output */
    size_t steps_shown;
} progress_bar;

progress_bar progress_bar_start(size_t total, bool quiet);

/* The same for work that may end long before the total: without a terminal it prints a line after
 * each `step`. */
progress_bar progress_bar_start_open(size_t total, size_t step, bool quiet);

/* `done` of the total are done; `note` says how it stands. */
void progress_bar_show(progress_bar *bar, size_t done, const char *note);

/* End the terminal's line. */
void progress_bar_end(const progress_bar *bar);

#endif
