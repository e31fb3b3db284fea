/* SPDX-License-Identifier: MIT */
/* Loads a text file as UTF-8, whatever encoding Windows gave it. */
#include "text_file.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- UTF-16 ---------------------------------------------------------------------------------- */

#define REPLACEMENT 0xfffd /* stands for an invalid character */

/* Units of two bytes. */
typedef struct units {
    const unsigned char *at, *end;
    int low; /* which byte of a unit is the lower one, 0 or 1 */
} units;

static uint32_t unit_at(const units *in)
{
    return (uint32_t)in->at[in->low] | (uint32_t)in->at[1 - in->low] << 8;
}

/* An incomplete unit at the end of a cut file is skipped. */
static bool has_unit(const units *in)
{
    return in->end - in->at >= 2;
}

static uint32_t next_character(units *in)
{
    uint32_t high = unit_at(in), low;

    in->at += 2;
    if (high < 0xd800 || high > 0xdfff)
        return high;
    if (high > 0xdbff || !has_unit(in))
        return REPLACEMENT;
    low = unit_at(in);
    if (low < 0xdc00 || low > 0xdfff)
        return REPLACEMENT;
    in->at += 2;
    return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}

static char *put_character(char *to, uint32_t character)
{
    static const unsigned char LEADS[] = {0, 0, 0xc0, 0xe0, 0xf0}; /* by length */
    int length = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;

    for (int i = length - 1; i > 0; i--) {
        to[i] = (char)(0x80 | (character & 0x3f));
        character >>= 6;
    }
    to[0] = (char)(LEADS[length] | character);
    return to + length;
}

/* A unit becomes three bytes at most, two units four. */
static char *from_units(units in, size_t *size)
{
    char *text = malloc((size_t)(in.end - in.at) / 2 * 3 + 1);
    char *end = text;

    if (text == NULL)
        return NULL;
    while (has_unit(&in))
        end = put_character(end, next_character(&in));
    *size = (size_t)(end - text);
    return text;
}

/* ---- Marks ----------------------------------------------------------------------------------- */

static bool starts_with(const char *bytes, size_t size, const char *mark, size_t length)
{
    return size >= length && memcmp(bytes, mark, length) == 0;
}

/* No text starts with a NUL or has one behind its first byte, but for UTF-16. */
static bool is_utf16(const char *bytes, size_t size, int *low, size_t *mark)
{
    *mark = 2;
    *low = 0;
    if (starts_with(bytes, size, "\xff\xfe", 2))
        return true;
    *low = 1;
    if (starts_with(bytes, size, "\xfe\xff", 2))
        return true;
    *mark = 0;
    *low = size >= 2 && bytes[1] == '\0' ? 0 : 1;
    return size >= 4 && bytes[1 - *low] == '\0' && bytes[*low] != '\0' && bytes[3 - *low] == '\0' &&
           bytes[2 + *low] != '\0';
}

char *text_file_decode(char *bytes, size_t *size)
{
    int low;
    size_t mark;

    if (is_utf16(bytes, *size, &low, &mark)) {
        const unsigned char *at = (const unsigned char *)bytes;
        char *text = from_units((units){at + mark, at + *size, low}, size);

        free(bytes);
        return text;
    }
    if (starts_with(bytes, *size, "\xef\xbb\xbf", 3)) {
        *size -= 3;
        memmove(bytes, bytes + 3, *size);
    }
    return bytes;
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* The whole file; NULL if it cannot be read or there is no memory for it. */
static char *read_whole(FILE *file, size_t *size)
{
    char *text = NULL;
    size_t room = 0;

    *size = 0;
    for (;;) {
        if (*size == room) {
            char *grown = realloc(text, room = room == 0 ? 65536 : 2 * room);

            if (grown == NULL)
                break;
            text = grown;
        }
        *size += fread(text + *size, 1, room - *size, file);
        if (*size < room) {
            if (feof(file) && !ferror(file))
                return text;
            break;
        }
    }
    free(text);
    return NULL;
}

char *text_file_load(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *bytes;

    if (file == NULL)
        return NULL;
    bytes = read_whole(file, size);
    fclose(file);
    return bytes == NULL ? NULL : text_file_decode(bytes, size);
}
