/* SPDX-License-Identifier: MIT */
#ifndef GAME_FILE_H
#define GAME_FILE_H

#include "read_fault.h"
#include "saved_game.h"

/*
 * Game `number`, from 1, of a file in memory: game records, a line each, or either log of the
 * course's referee. Its content tells which it is.
 *
 * True and a game that the caller clears; false, the fault, and no game.
 */
bool game_file_pick(const char *text, size_t size, uint64_t number, saved_game *saved,
                    read_fault *fault);

/* game_file_pick() for a file on disk. */
bool game_file_read(const char *path, uint64_t number, saved_game *saved, read_fault *fault);

#endif
