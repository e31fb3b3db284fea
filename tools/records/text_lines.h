/* SPDX-License-Identifier: MIT */
#ifndef TEXT_LINES_H
#define TEXT_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* Lines of text in memory, which need not end with a NUL. */
typedef struct text_lines {
    const char *next;
    const char *end;
    size_t number;    /* of the line that was read last, from 1 */
    const char *line; /* that line */
    size_t length;    /* without "\n" or "\r\n" */
    bool torn;        /* the text ends in it, without "\n" */
} text_lines;

text_lines text_lines_of(const char *text, size_t size);

/* Go to the next line; false at the end of the text. What follows the last "\n" is a line if there
 * is anything. */
bool text_lines_next(text_lines *lines);

#endif
