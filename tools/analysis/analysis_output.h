/* SPDX-License-Identifier: MIT */
#ifndef ANALYSIS_OUTPUT_H
#define ANALYSIS_OUTPUT_H

#include <jansson.h>
#include <stdio.h>

#include "analysis.h"

/* How an analysis came about. */
typedef struct analysis_source {
    saved_game *saved;  /* at the end of the game, as every function here leaves it */
    const char *engine; /* the spec of the player that judges */
    const char *budget; /* of each search, as limits_text() has it */
} analysis_source;

/* A table of the actions on standard output, a board at each blunder, and a summary. */
void analysis_print(const analysis *found, const analysis_source *source, bool colour);

/* JSON lines on standard output: the game, its actions, the players (docs/reference/formats.md).
 * False if writing failed. */
bool analysis_print_json(const analysis *found, const analysis_source *source);

/* The same objects as one: {"game": ..., "actions": [...], "players": [...]}. NULL if memory is
 * out; the caller's. */
json_t *analysis_json(const analysis *found, const analysis_source *source);

/* A page of its own, with all in it that it needs. False if writing failed. */
bool analysis_write_page(const analysis *found, const analysis_source *source, FILE *to);

/* What the referee said of the fault that ended the game; NULL if it said nothing, or no fault did.
 */
const char *analysis_evidence(const saved_game *saved);

/* Why the game ended, a sentence without its point. The buffer is returned. */
const char *analysis_ending(const saved_game *saved, char *buffer, size_t size);

#endif
