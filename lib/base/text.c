/* SPDX-License-Identifier: MIT */
/* Writes numbers and strings into a bounded buffer and reads numbers, independently of the
 * locale. */
#include "text.h"

#include <string.h>

#include "check.h"

#define REAL_SCALE 1000000 /* six digits after the point */

ttr_text ttr_text_start(char *buffer, size_t capacity)
{
    ttr_text text = {buffer, capacity, 0};

    if (capacity > 0)
        buffer[0] = '\0';
    return text;
}

void ttr_text_add_char(ttr_text *text, char character)
{
    if (text->length + 1 < text->capacity) {
        text->buffer[text->length] = character;
        text->buffer[text->length + 1] = '\0';
    }
    text->length++;
}

void ttr_text_add_span(ttr_text *text, const char *string, size_t length)
{
    for (size_t i = 0; i < length; i++)
        ttr_text_add_char(text, string[i]);
}

void ttr_text_add(ttr_text *text, const char *string)
{
    ttr_text_add_span(text, string, strlen(string));
}

void ttr_text_add_unsigned(ttr_text *text, uint64_t number)
{
    char digits[20];
    size_t count = 0;

    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0)
        ttr_text_add_char(text, digits[--count]);
}

void ttr_text_add_int(ttr_text *text, int64_t number)
{
    if (number < 0)
        ttr_text_add_char(text, '-');
    ttr_text_add_unsigned(text, number < 0 ? (uint64_t) - (number + 1) + 1 : (uint64_t)number);
}

/* Write a point and the digits of fraction / REAL_SCALE, without zeros at the end; nothing for
 * 0. */
static void add_fraction(ttr_text *text, uint64_t fraction)
{
    if (fraction == 0)
        return;
    ttr_text_add_char(text, '.');
    for (uint64_t digit = REAL_SCALE / 10; fraction > 0; digit /= 10) {
        ttr_text_add_char(text, (char)('0' + fraction / digit));
        fraction %= digit;
    }
}

void ttr_text_add_real(ttr_text *text, double number)
{
    uint64_t scaled;

    TTR_ASSERT(number > -1e12 && number < 1e12);
    if (number < 0) {
        ttr_text_add_char(text, '-');
        number = -number;
    }
    scaled = (uint64_t)(number * REAL_SCALE + 0.5);
    ttr_text_add_unsigned(text, scaled / REAL_SCALE);
    add_fraction(text, scaled % REAL_SCALE);
}

void ttr_text_add_quotient(ttr_text *text, uint64_t number, uint64_t unit)
{
    uint64_t fraction = (number % unit * REAL_SCALE + unit - 1) / unit;

    TTR_ASSERT(unit <= UINT64_C(1) << 32);
    ttr_text_add_unsigned(text, number / unit + fraction / REAL_SCALE);
    add_fraction(text, fraction % REAL_SCALE);
}

bool ttr_text_fits(const ttr_text *text)
{
    return text->length < text->capacity;
}

/* Bytes of a UTF-8 character by its first byte. */
static size_t utf8_length(unsigned char first)
{
    return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
}

void ttr_text_end_whole(ttr_text *text)
{
    size_t end = text->capacity - 1;
    size_t first = end;

    if (text->capacity == 0 || ttr_text_fits(text))
        return;
    while (first > 0 && ((unsigned char)text->buffer[first - 1] & 0xc0) == 0x80)
        first--;
    if (first > 0 && end - (first - 1) < utf8_length((unsigned char)text->buffer[first - 1]))
        text->buffer[first - 1] = '\0';
}

bool ttr_text_read_unsigned(const char *start, const char *end, uint64_t *number)
{
    uint64_t value = 0;

    if (start == end)
        return false;
    for (; start != end; start++) {
        uint64_t digit;

        if (*start < '0' || *start > '9')
            return false;
        digit = (uint64_t)(*start - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

/* At most 12 digits before and 6 after the point: every such number is exact in a 64-bit integer
 * and is rounded once, by the one division. So all machines read the same number. */
bool ttr_text_read_real(const char *start, const char *end, double *number)
{
    const char *point;
    uint64_t whole = 0;
    uint64_t fraction = 0;
    uint64_t scale = 1;
    bool negative = start != end && *start == '-';

    if (negative)
        start++;
    point = memchr(start, '.', (size_t)(end - start));
    if (point == NULL)
        point = end;
    if (point - start > 12 || !ttr_text_read_unsigned(start, point, &whole))
        return false;
    if (point != end) {
        if (end - point - 1 > 6 || !ttr_text_read_unsigned(point + 1, end, &fraction))
            return false;
        for (const char *digit = point + 1; digit != end; digit++)
            scale *= 10;
    }
    *number = (double)(whole * scale + fraction) / (double)scale;
    if (negative)
        *number = -*number;
    return true;
}
