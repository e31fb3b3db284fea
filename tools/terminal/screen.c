/* SPDX-License-Identifier: MIT */
/* Wraps and clears text on standard output, as far as that is a terminal. */
#define _DEFAULT_SOURCE /* struct winsize, fileno, isatty */

#include "screen.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define NARROWEST     20 /* columns; a smaller width is taken for a mistake of the terminal */
#define LONGEST_TEXT  2048
#define LOWEST_SCREEN 20 /* rows; a board and a few lines need as many */

static struct winsize window(void)
{
    struct winsize size = {0, 0, 0, 0};

    if (ioctl(fileno(stdout), TIOCGWINSZ, &size) != 0)
        size.ws_col = size.ws_row = 0;
    return size;
}

screen screen_of_output(bool plain)
{
    const char *kind = getenv("TERM");
    bool terminal = isatty(fileno(stdout)) == 1;
    bool smart = terminal && kind != NULL && kind[0] != '\0' && strcmp(kind, "dumb") != 0;

    return (screen){
        .terminal = terminal,
        .in_place = smart && !plain && window().ws_row >= LOWEST_SCREEN,
        .colour = smart && getenv("NO_COLOR") == NULL,
    };
}

int screen_width(const screen *s)
{
    int columns = s->terminal ? window().ws_col : 0;

    return columns < NARROWEST ? 0 : columns;
}

void screen_open(const screen *s)
{
    for (int row = s->in_place ? window().ws_row : 0; row > 0; row--)
        putchar('\n');
}

/* Home, and erase what is below: what scrolled away before stays where it is. */
void screen_clear(const screen *s)
{
    if (s->in_place)
        fputs("\033[H\033[J", stdout);
}

/* Words from `at` on, the first one at column `used`. */
static void put_words(const char *text, int used, int indent, int width)
{
    int start = used;

    while (*text != '\0') {
        int blanks = (int)strspn(text, " ");
        int length = (int)strcspn(text + blanks, " ");

        if (width > 0 && used > start && used + blanks + length > width) {
            printf("\n%*s", indent, "");
            used = start = indent;
            blanks = 0;
            text += strspn(text, " ");
        }
        printf("%.*s", blanks + length, text);
        used += blanks + length;
        text += blanks + length;
    }
    putchar('\n');
}

void screen_say(const screen *s, int indent, const char *format, ...)
{
    char text[LONGEST_TEXT];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    put_words(text, 0, indent, screen_width(s));
}

#define WIDEST_LINE 96 /* of the program's own texts */

/* The length of the paragraph that starts here, with its last line feed. */
static size_t paragraph_length(const char *text)
{
    size_t length = strcspn(text, "\n") + 1;

    if (text[0] == ' ' || text[0] == '\n')
        return length;
    while (strchr(" \n", text[length]) == NULL) /* also ends at the end of the text */
        length += strcspn(text + length, "\n") + 1;
    return length;
}

static void put_paragraph(const char *text, size_t length, int width)
{
    char flat[LONGEST_TEXT];

    snprintf(flat, sizeof flat, "%.*s", (int)length - 1, text);
    for (char *at = flat; (at = strchr(at, '\n')) != NULL;)
        *at = ' ';
    put_words(flat, 0, (int)strspn(flat, " "), width);
}

void screen_text(const screen *s, const char *text)
{
    int width = screen_width(s);

    if (width == 0 || width >= WIDEST_LINE) {
        fputs(text, stdout);
        return;
    }
    while (*text != '\0') {
        size_t length = paragraph_length(text);

        put_paragraph(text, length, width);
        text += length;
    }
}

void screen_row(const screen *s, int column, const char *left, const char *right)
{
    int used = printf("%s", left);

    if (used >= column) {
        putchar('\n');
        used = 0;
    }
    printf("%*s", column - used, "");
    put_words(right, column, column, screen_width(s));
}
