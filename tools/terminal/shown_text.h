/* SPDX-License-Identifier: MIT */
#ifndef SHOWN_TEXT_H
#define SHOWN_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

/* Text of files and of other programs, in UTF-8, may hold what a terminal obeys or what makes a
 * line look like another one. Shown text has '?' in place of each control character, of each
 * character that changes the direction of text, has no width or is for private use, of each blank
 * but the usual one, and of each byte that is no UTF-8. */

/* Make the text shown, in place. It gets no longer. Returns it. */
char *show_text(char *text);

/* Put a question mark in place of each zero byte. Readers that treat lines as strings call this, so
 * that a zero byte does not hide what follows. */
void show_zeros(char *line, size_t length);

/* vfprintf() with all that comes of it shown, on one line. */
void print_shown(FILE *to, const char *format, va_list list);

/* The same on stderr. printf-like. */
void say_shown(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
