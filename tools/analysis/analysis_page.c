/* SPDX-License-Identifier: MIT */
/* Writes an analysis as one HTML page that needs no network. */
#include <stdlib.h>
#include <string.h>

#include "analysis_output.h"

/* The files of which a page is made (tools/CMakeLists.txt). */
extern const unsigned char embedded_analysis_page[];
extern const size_t embedded_analysis_page_size;
extern const unsigned char embedded_replay_script[];
extern const size_t embedded_replay_script_size;
extern const unsigned char embedded_replay_style[];
extern const size_t embedded_replay_style_size;

/* JSON in ASCII, in which no "<" is left to end a script or start a comment. */
static bool write_data(const char *json, FILE *to)
{
    for (; *json != '\0'; json++) {
        if (*json == '<' || *json == '>' || *json == '&')
            fprintf(to, "\\u%04x", (unsigned)*json);
        else
            putc(*json, to);
    }
    return ferror(to) == 0;
}

/* The text that replaces a mark in the template. */
static bool write_part(const char *mark, size_t length, const char *json, FILE *to)
{
    static const struct {
        const char *name;
        const unsigned char *data;
        const size_t *size;
    } PARTS[] = {{"replay.js", embedded_replay_script, &embedded_replay_script_size},
                 {"replay.css", embedded_replay_style, &embedded_replay_style_size}};

    for (size_t i = 0; i < sizeof PARTS / sizeof PARTS[0]; i++) {
        if (strlen(PARTS[i].name) == length && memcmp(PARTS[i].name, mark, length) == 0)
            return fwrite(PARTS[i].data, 1, *PARTS[i].size, to) == *PARTS[i].size;
    }
    return write_data(json, to);
}

/* The template with its marks, each {{name}}, replaced. */
static bool write_template(const char *json, FILE *to)
{
    const char *at = (const char *)embedded_analysis_page;
    const char *end = at + embedded_analysis_page_size;
    bool written = true;

    while (at < end && written) {
        if (end - at > 4 && memcmp(at, "{{", 2) == 0) {
            const char *mark = at + 2;

            for (at = mark; at[0] != '}'; at++)
                continue;
            written = write_part(mark, (size_t)(at - mark), json, to);
            at += 2;
        } else {
            written = putc(*at++, to) != EOF;
        }
    }
    return written;
}

bool analysis_write_page(const analysis *found, const analysis_source *source, FILE *to)
{
    json_t *object = analysis_json(found, source);
    char *json = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII | JSON_REAL_PRECISION(6));
    bool written = json != NULL && write_template(json, to);

    free(json);
    json_decref(object);
    return written;
}
