/* SPDX-License-Identifier: MIT */
#ifndef SEARCH_LINES_H
#define SEARCH_LINES_H

#include <jansson.h>
#include <stdio.h>
#include <tetress/tetress.h>

/* "info depth ... pv ..." as UGI and `best` print it, with a newline. */
void print_info_line(FILE *to, const tetress_result *result, const tetress_line *line);

/* The same as a JSON object, owned by the caller. */
json_t *info_json(const tetress_result *result, const tetress_line *line);

#endif
