/* SPDX-License-Identifier: MIT */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>

/*
 * Standard output as a person reads it. Texts are wrapped at words to the width of the terminal,
 * asked anew each time; what is no terminal gets them as they are.
 */
typedef struct screen {
    bool terminal;
    bool in_place; /* draw each board over the last one */
    bool colour;
} screen;

/* `plain`: let everything scroll by, even on a terminal. */
screen screen_of_output(bool plain);

/* Columns of the terminal; 0 if there is none, or if it does not tell. */
int screen_width(const screen *s);

/* Scroll the terminal's content away before the first board is drawn in place. */
void screen_open(const screen *s);

/* Start again at the top of the terminal, if boards are drawn in place. */
void screen_clear(const screen *s);

/* A line, wrapped; the further ones are indented by `indent`. printf-like. */
void screen_say(const screen *s, int indent, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A text of many lines. Lines follow one another in a paragraph until one begins with a blank or is
 * empty; on a terminal that is too narrow for them, paragraphs are wrapped. */
void screen_text(const screen *s, const char *text);

/* A row of two columns: `left`, and from `column` on `right`, wrapped. */
void screen_row(const screen *s, int column, const char *left, const char *right);

#endif
