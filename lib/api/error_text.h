/* SPDX-License-Identifier: MIT */
#ifndef TTR_ERROR_TEXT_H
#define TTR_ERROR_TEXT_H

#include "notation.h"
#include "player_table.h"
#include "rules.h"
#include "tetress/status.h"
#include "text.h"

/* What is told about a NULL handle. */
extern const tetress_error ttr_error_null_handle;

/*
 * Each of these fills an error completely, with a sentence that names the place and, where there is
 * one, the way out, and returns the status that it has filled in. So a function that fails is one
 * line: return ttr_error_...().
 */
tetress_status ttr_error_none(tetress_error *error);
tetress_status ttr_error_plain(tetress_error *error, tetress_status status, const char *sentence);
tetress_status ttr_error_allocator(tetress_error *error); /* one that lacks a function */
/* A structure of the caller has an impossible size. `structure` is what it is called in a sentence
 * ("the limits"), `init` the macro that sets the size. */
tetress_status ttr_error_size(tetress_error *error, const char *structure, const char *init);
/* A structure sets something that only a later version may know: `field` is "reserved" or "a later
 * field". */
tetress_status ttr_error_newer(tetress_error *error, const char *field, const char *structure);
/* The number `name` is not from `low` to `high`; 0 stands for `fallback`, unless that is 0. */
tetress_status ttr_error_range(tetress_error *error, const char *name, uint64_t low, uint64_t high,
                               uint64_t fallback);
/* A number is that of no placement. */
tetress_status ttr_error_no_placement(tetress_error *error);
/* Text could not be read. */
tetress_status ttr_error_misread(tetress_error *error, const ttr_misread *misread);
/* A player spec is wrong. */
tetress_status ttr_error_spec(tetress_error *error, const ttr_spec_fault *fault, const char *spec);
/* A player has no option of this name. */
tetress_status ttr_error_no_option(tetress_error *error, const ttr_player *player,
                                   const char *name);
/* There is no evaluator of the single-player game of this name. */
tetress_status ttr_error_no_evaluator(tetress_error *error, const char *name);
/* An option cannot have this value. */
tetress_status ttr_error_value(tetress_error *error, const ttr_option *option, const char *value);

/* A move was refused. `coordinates` and `count` are the cells that were asked for. */
tetress_status ttr_error_rule(tetress_error *error, ttr_verdict verdict, const int32_t *coordinates,
                              size_t count);

/* The game is over. */
tetress_status ttr_error_over(tetress_error *error, ttr_outcome outcome);

#endif
