/* SPDX-License-Identifier: MIT */
/* Recorded facts: files of JSON, one record after another. */
#ifndef GOLDEN_RECORDS_H
#define GOLDEN_RECORDS_H

#include <jansson.h>
#include <stdio.h>

#include "cmocka_all.h"

typedef void (*record_fn)(const json_t *record);

/* Check every record of a file below tests/data. Returns their number. */
static inline size_t each_record(const char *name, record_fn check)
{
    char path[512];
    FILE *file;
    json_t *record;
    size_t count = 0;

    snprintf(path, sizeof path, "%s/%s", TEST_DATA, name);
    file = fopen(path, "r");
    assert_non_null(file);
    for (; (record = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)) != NULL; count++) {
        check(record);
        json_decref(record);
    }
    fclose(file);
    return count;
}

static inline int number_of(const json_t *record, const char *key)
{
    const json_t *number = json_object_get(record, key);

    assert_true(json_is_integer(number));
    return (int)json_integer_value(number);
}

#endif
