/* SPDX-License-Identifier: MIT */
#ifndef REFEREE_LOG_H
#define REFEREE_LOG_H

#include "read_fault.h"
#include "saved_game.h"

/*
 * What the course's referee writes, in two forms: what it prints (lines such as
 * "* referee : RED plays action PLACE(3-4, 4-3, 4-4, 4-5)" among boards, colour codes and whatever
 * the agents print), and its log file (-l: time, actor, event and more, with tabs between). The
 * first line tells which it is.
 */

/*
 * Read game `number`, from 1, of such a text; a printed one may hold several.
 * Turns must come in order, actions be legal, and the end be the one that they lead to, unless the
 * referee says that a player failed: then an illegal last action is no part of the game. A log that
 * breaks off, wherever that is, is an unfinished game; an illegal action that is its last is no
 * part of it.
 *
 * True and a game that the caller clears; false, the fault, and no game.
 */
bool referee_log_read(const char *text, size_t size, uint64_t number, saved_game *saved,
                      read_fault *fault);

#endif
