/* SPDX-License-Identifier: MIT */
#ifndef TEXT_FILE_H
#define TEXT_FILE_H

#include <stddef.h>

/*
 * The text of a whole file as UTF-8, `size` bytes that the caller frees; NULL if it cannot be read.
 * A byte order mark is left out, and UTF-16 of either order is converted: programs of Windows write
 * both, above all `>` of PowerShell. Ends of lines stay as they are.
 */
char *text_file_load(const char *path, size_t *size);

/* The same for bytes in memory from malloc(), which it takes over. NULL if memory is out. */
char *text_file_decode(char *bytes, size_t *size);

#endif
