/* SPDX-License-Identifier: MIT */
#ifndef TTR_TEXT_H
#define TTR_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Text written into a buffer of the caller. What does not fit is counted but not written, so the
 * same code serves both "how long is it" and "write it". Numbers never depend on the locale.
 */
typedef struct ttr_text {
    char *buffer;
    size_t capacity;
    size_t length; /* characters of the whole text, without the NUL */
} ttr_text;

/* Start an empty text. `buffer` may be NULL when `capacity` is 0. */
ttr_text ttr_text_start(char *buffer, size_t capacity);

void ttr_text_add(ttr_text *text, const char *string);
void ttr_text_add_span(ttr_text *text, const char *string, size_t length);
void ttr_text_add_char(ttr_text *text, char character);
void ttr_text_add_int(ttr_text *text, int64_t number);
void ttr_text_add_unsigned(ttr_text *text, uint64_t number);

/* A decimal with at most six digits after the point and no needless zeros, such as 0.5 or 12. */
void ttr_text_add_real(ttr_text *text, double number);

/* The same for number / unit, of any size; `unit` is at most 2^32. What six digits cannot show is
 * rounded up. */
void ttr_text_add_quotient(ttr_text *text, uint64_t number, uint64_t unit);

/* The number that a macro stands for, as a literal: a sentence that tells a bound takes it from
 * where the check does. */
#define TTR_TEXT_OF(number)      TTR_TEXT_OF_THIS(number)
#define TTR_TEXT_OF_THIS(number) #number

/* Do text and NUL fit? */
bool ttr_text_fits(const ttr_text *text);

/* If the text did not fit, cut off a UTF-8 character that is there in part only. */
void ttr_text_end_whole(ttr_text *text);

/* Where and why reading failed. */
typedef struct ttr_misread {
    size_t offset;      /* bytes from the start of the text */
    const char *reason; /* static; what was expected there */
} ttr_misread;

/*
 * Read decimal digits, with an optional sign for the real one, up to `end` exactly. False if
 * anything else stands there or the number does not fit: 64 bits, or 12 digits before and 6 after
 * the point.
 */
bool ttr_text_read_unsigned(const char *start, const char *end, uint64_t *number);
bool ttr_text_read_real(const char *start, const char *end, double *number);

#endif
