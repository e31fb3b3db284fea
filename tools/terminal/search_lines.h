/* SPDX-License-Identifier: MIT */
#ifndef SEARCH_LINES_H
#define SEARCH_LINES_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <tetress/tetress.h>

/* "info depth ... pv ..." with a newline: as UGI has it, or as `best` prints it for people, whose
 * moves are T 3-4 d with commas between them. */
void print_info_line(FILE *to, const tetress_result *result, const tetress_line *line,
                     bool for_people);

/* The same as a JSON object, owned by the caller. */
json_t *info_json(const tetress_result *result, const tetress_line *line);

#endif
