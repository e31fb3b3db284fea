/* SPDX-License-Identifier: MIT */
/* Shows progress on stderr. */
#define _POSIX_C_SOURCE 200809L /* fileno, isatty */

#include "progress_bar.h"

#include <stdio.h>
#include <unistd.h>

#define WIDTH 30

progress_bar progress_bar_start(size_t total, bool quiet)
{
    return progress_bar_start_open(total, (total + 9) / 10, quiet);
}

progress_bar progress_bar_start_open(size_t total, size_t step, bool quiet)
{
    return (progress_bar){quiet, isatty(fileno(stderr)) == 1, total, step, 0};
}

static void draw(size_t done, size_t total, const char *note)
{
    char bar[WIDTH + 1];

    for (size_t i = 0; i < WIDTH; i++)
        bar[i] = i * total < done * WIDTH ? '#' : '.';
    bar[WIDTH] = '\0';
    fprintf(stderr, "\r[%s] %zu/%zu  %s\033[K", bar, done, total, note);
    fflush(stderr);
}

void progress_bar_show(progress_bar *bar, size_t done, const char *note)
{
    size_t steps = done / bar->step;

    if (bar->quiet)
        return;
    if (bar->terminal) {
        draw(done, bar->total, note);
    } else if (steps > bar->steps_shown || done == bar->total) {
        bar->steps_shown = steps;
        fprintf(stderr, "%zu/%zu  %s\n", done, bar->total, note);
    }
}

void progress_bar_end(const progress_bar *bar)
{
    if (bar->terminal && !bar->quiet)
        fputc('\n', stderr);
}
