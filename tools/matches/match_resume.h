/* SPDX-License-Identifier: MIT */
#ifndef MATCH_RESUME_H
#define MATCH_RESUME_H

#include "match_games.h"

/*
 * Open the file of a match that was interrupted, count the pairs that it holds and leave it open to
 * be written on as `run->out`. Every game must be the one that this match would have played there:
 * same players, seed, budget and opening. What follows the last pair, a line that was cut off or a
 * game without its partner, is cut off. A file that is not there is a match that did not begin.
 * Returns an exit code, and says on stderr what is wrong.
 */
int match_resume(match_run *run, const char *path);

#endif
