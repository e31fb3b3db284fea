/* SPDX-License-Identifier: MIT */
/* Takes out of text of others what a terminal would obey or what nobody would see. */
#include "shown_text.h"

#include <stdbool.h>
#include <stdint.h>

/* Longer messages are cut. */
#define LONGEST_MESSAGE 8192

#define NO_CHARACTER UINT32_MAX

/* First and last character that is not shown, in order: Unicode's control and format characters
 * (Cc, Cf), separators (Zl, Zp, Zs but the blank), what is for private use or never assigned, and
 * letters and marks that are drawn as nothing. */
static const uint32_t HIDDEN[][2] = {
    {0x0000, 0x001f},   {0x007f, 0x00a0},   {0x00ad, 0x00ad},        {0x034f, 0x034f},
    {0x0600, 0x0605},   {0x061c, 0x061c},   {0x06dd, 0x06dd},        {0x070f, 0x070f},
    {0x0890, 0x0891},   {0x08e2, 0x08e2},   {0x115f, 0x1160},        {0x1680, 0x1680},
    {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x2000, 0x200f},        {0x2028, 0x202f},
    {0x205f, 0x206f},   {0x2800, 0x2800},   {0x3000, 0x3000},        {0x3164, 0x3164},
    {0xd800, 0xf8ff},   {0xfdd0, 0xfdef},   {0xfe00, 0xfe0f},        {0xfeff, 0xfeff},
    {0xffa0, 0xffa0},   {0xfff0, 0xfffb},   {0xfffe, 0xffff},        {0x110bd, 0x110bd},
    {0x110cd, 0x110cd}, {0x13430, 0x1345f}, {0x1bca0, 0x1bca3},      {0x1d173, 0x1d17a},
    {0x1fffe, 0x1ffff}, {0x2fffe, 0x2ffff}, {0x3fffe, NO_CHARACTER},
};

static bool is_hidden(uint32_t character)
{
    size_t i = 0;

    while (character > HIDDEN[i][1])
        i++;
    return character >= HIDDEN[i][0];
}

/* How many bytes the character at `at` takes by its first byte; 0 if no character starts so. */
static size_t length_of(unsigned char first)
{
    return first < 0x80   ? 1
           : first < 0xc2 ? 0
           : first < 0xe0 ? 2
           : first < 0xf0 ? 3
           : first < 0xf5 ? 4
                          : 0;
}

/* The character at `at`, with its bytes in *length. If none is there, NO_CHARACTER and one byte. */
static uint32_t read_character(const char *at, size_t *length)
{
    static const uint32_t LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *bytes = (const unsigned char *)at;
    size_t count = length_of(bytes[0]);
    uint32_t character = count < 2 ? bytes[0] : bytes[0] & (0x7fu >> count);

    *length = 1;
    for (size_t i = 1; i < count; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return NO_CHARACTER;
        character = character << 6 | (bytes[i] & 0x3fu);
    }
    if (count == 0 || character < LEAST[count])
        return NO_CHARACTER;
    *length = count;
    return character;
}

char *show_text(char *text)
{
    const char *from = text;
    char *to = text;

    while (*from != '\0') {
        size_t length;
        bool hidden = is_hidden(read_character(from, &length));

        if (hidden)
            *to++ = '?';
        for (size_t i = 0; i < length && !hidden; i++)
            *to++ = from[i];
        from += length;
    }
    *to = '\0';
    return text;
}

void show_zeros(char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\0')
            line[i] = '?';
    }
}

void print_shown(FILE *to, const char *format, va_list list)
{
    char text[LONGEST_MESSAGE];

    vsnprintf(text, sizeof text, format, list);
    fputs(show_text(text), to);
}

void say_shown(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    print_shown(stderr, format, list);
    va_end(list);
}
