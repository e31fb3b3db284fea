/* SPDX-License-Identifier: MIT */
/* Words the reason why a file cannot be read, without letting its text control the terminal. */
#include "read_fault.h"

#include <stdarg.h>
#include <stdio.h>

#include "shown_text.h"

bool read_fault_say(read_fault *fault, size_t line, const char *format, ...)
{
    size_t used = 0;
    va_list list;

    fault->past_end = false;
    if (line > 0)
        used = (size_t)snprintf(fault->text, sizeof fault->text, "line %zu: ", line);
    va_start(list, format);
    vsnprintf(fault->text + used, sizeof fault->text - used, format, list);
    va_end(list);
    show_text(fault->text);
    return false;
}
