/* SPDX-License-Identifier: MIT */
#ifndef TTR_ERROR_TEXT_H
#define TTR_ERROR_TEXT_H

#include "notation.h"
#include "player_table.h"
#include "rules.h"
#include "tetress/status.h"
#include "text.h"

/* What a NULL handle has to say. */
extern const tetress_error ttr_error_null_handle;

/* Each of these fills an error and returns its status. */
tetress_status ttr_error_none(tetress_error *error);
tetress_status ttr_error_plain(tetress_error *error, tetress_status status, const char *sentence);
/* A structure of the caller has an impossible size: "the limits", TETRESS_REFEREE_LIMITS_INIT. */
tetress_status ttr_error_size(tetress_error *error, const char *structure, const char *init);
/* It sets what a later version may know: "reserved", "a later field". */
tetress_status ttr_error_newer(tetress_error *error, const char *field, const char *structure);
tetress_status ttr_error_misread(tetress_error *error, const ttr_misread *misread);
tetress_status ttr_error_spec(tetress_error *error, const ttr_spec_fault *fault, const char *spec);
tetress_status ttr_error_no_option(tetress_error *error, const ttr_player *player,
                                   const char *name);
tetress_status ttr_error_value(tetress_error *error, const ttr_option *option, const char *value);

/* A move was refused. `coordinates` and `count` are the cells that were asked for. */
tetress_status ttr_error_rule(tetress_error *error, ttr_verdict verdict, const int32_t *coordinates,
                              size_t count);

/* The game is over. */
tetress_status ttr_error_over(tetress_error *error, ttr_outcome outcome);

#endif
