/* SPDX-License-Identifier: MIT */
#ifndef RECORD_READER_H
#define RECORD_READER_H

#include "read_fault.h"
#include "saved_game.h"

/*
 * Read a game record (docs/reference/formats.md), one line without its end, as game_record_write()
 * writes it. All keys must be there and no others but `budget` and `referee`, each of its type and
 * within bounds, arrays as long as there are actions, every action legal, result and reason those
 * of the position that they lead to or, if the reason is a fault, the result that this fault gives.
 *
 * True and a game that the caller clears; false, the fault, for which the line is `number`, and no
 * game.
 */
bool record_read(const char *line, size_t length, size_t number, saved_game *saved,
                 read_fault *fault);

#endif
