/* SPDX-License-Identifier: MIT */
#ifndef FUZZ_FILE_H
#define FUZZ_FILE_H

#include "fuzz_common.h"

/*
 * A file in memory that a target hands to code that opens files by name, and what that code says on
 * stderr. Both are made once and used again: a run costs a few system calls.
 */

/* Give the file these bytes and no others. Returns its name. */
const char *fuzz_file_fill(const uint8_t *data, size_t size);

/* How many bytes it has now. */
size_t fuzz_file_size(void);

/* Read `size` bytes from `at` on; the file must have them. */
void fuzz_file_read(uint8_t *bytes, size_t size, size_t at);

/* Keep what is said on stderr from here on. */
void fuzz_said_start(void);

/* What was said since: whole lines that a terminal can show. It holds until the next start. */
const char *fuzz_said(void);

#endif
