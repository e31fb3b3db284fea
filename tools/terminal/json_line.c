/* SPDX-License-Identifier: MIT */
/* Writes one JSON object as one line. */
#include "json_line.h"

bool write_json_line(json_t *object, FILE *to)
{
    bool written = object != NULL &&
                   json_dumpf(object, to, JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9)) == 0 &&
                   fputc('\n', to) != EOF && fflush(to) == 0;

    json_decref(object);
    return written;
}
