/* SPDX-License-Identifier: MIT */
#ifndef BUDGET_TEXT_H
#define BUDGET_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <tetress/tetress.h>

#include "arguments.h"

/* Read "key=value,..." into a budget. False if it makes no sense; `fault` then tells why. */
bool budget_read(const char *text, tetress_budget *budget, char *fault, size_t fault_size);

/* Key `i` of such a text; NULL behind the last. */
const char *budget_key(size_t i);

#define BUDGET_TEXT 160

/* The budget as budget_read() reads it, "" if there is no limit. The buffer has BUDGET_TEXT bytes
 * and is returned. */
const char *budget_text(const tetress_budget *budget, char *buffer);

/* The budget that --budget, --wall-ms, --nodes, --playouts and --depth describe; `fallback`, a text
 * as for --budget, if there is none of them ("" leaves it without limits). Says on stderr what is
 * wrong; returns the exit code. */
int budget_from_options(const cli_command *command, const cli_arguments *arguments,
                        const char *fallback, tetress_budget *budget);

/* What each search of this engine may spend: `given` if the command line set limits. Otherwise the
 * engine keeps its own limits, so the budget is empty; an engine without any gets `fallback`, a
 * text as for --budget. */
tetress_budget engine_budget(const tetress_engine *engine, const tetress_budget *given,
                             const char *fallback);

/* The fallback of matches and selfplay. */
#define TEXT_OF_NUMBER(number) #number
#define NODES_TEXT(number)     "nodes=" TEXT_OF_NUMBER(number)
#define MATCH_FALLBACK         NODES_TEXT(TETRESS_MATCH_NODES)

/* The same in words: "nodes=2000", "its own limits, nodes=500", ... */
#define LIMITS_TEXT (2 * BUDGET_TEXT + 32)
const char *limits_text(const tetress_engine *engine, const tetress_budget *budget, char *buffer);

#endif
