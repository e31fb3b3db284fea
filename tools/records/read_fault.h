/* SPDX-License-Identifier: MIT */
#ifndef READ_FAULT_H
#define READ_FAULT_H

#include <stdbool.h>
#include <stddef.h>

/* Why a file could not be read: one sentence that names the line. */
typedef struct read_fault {
    char text[320];
    bool past_end; /* the file is sound, but has fewer games than were asked for */
} read_fault;

/* Note what is wrong in a line (from 1; 0 for the file as a whole) and return false. printf-like.
 * The sentence is shown text (shown_text.h). */
bool read_fault_say(read_fault *fault, size_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
