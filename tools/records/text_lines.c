/* SPDX-License-Identifier: MIT */
/* Walks through a text line by line. */
#include "text_lines.h"

#include <string.h>

text_lines text_lines_of(const char *text, size_t size)
{
    return (text_lines){.next = text, .end = text + size};
}

bool text_lines_next(text_lines *lines)
{
    const char *stop;

    if (lines->next == lines->end)
        return false;
    lines->number++;
    lines->line = lines->next;
    stop = memchr(lines->next, '\n', (size_t)(lines->end - lines->next));
    lines->torn = stop == NULL;
    lines->next = stop == NULL ? lines->end : stop + 1;
    if (stop == NULL)
        stop = lines->end;
    if (stop > lines->line && stop[-1] == '\r')
        stop--;
    lines->length = (size_t)(stop - lines->line);
    return true;
}
