/* SPDX-License-Identifier: MIT */
#ifndef INTERRUPTION_H
#define INTERRUPTION_H

#include <stdbool.h>
#include <tetress/tetress.h>

/*
 * Ctrl-C, a closed terminal and a request to end, for a command that has something to keep: it
 * learns of them here and ends in its own way. One command of a process does so.
 */

/* Start to catch these signals. A signal that the program was started to ignore stays ignored. */
void interruption_catch(void);

/* The signal that came, or 0. */
int interruption_signal(void);

/* tetress_engine_search(), which such a signal stops: then the result is not to be used. */
tetress_status interruption_search(tetress_engine *engine, const tetress_game *game,
                                   const tetress_budget *budget, tetress_result *result);

/*
 * Read a line of standard input, with its end of line if it has one. False at the end of the input,
 * and if a signal came. Nothing else may read standard input. A line that has no room in `room`
 * bytes is cut and *whole is false: it is not to be used.
 */
bool interruption_read_line(char *line, size_t room, bool *whole);

/* If a signal came, end the program by it, so that its parent sees the signal; else return. */
void interruption_pass_on(void);

#endif
