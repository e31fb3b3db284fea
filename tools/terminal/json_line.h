/* SPDX-License-Identifier: MIT */
#ifndef JSON_LINE_H
#define JSON_LINE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Write an object as one line, flush, and release it. False if writing failed or it is NULL. */
bool write_json_line(json_t *object, FILE *to);

#endif
