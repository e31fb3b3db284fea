/* SPDX-License-Identifier: MIT */
#ifndef TTR_ONE_AHEAD_H
#define TTR_ONE_AHEAD_H

#include "search_base.h"

/* A rule that refuses moves. Returns 0 for a move that is allowed, else the score with which the
 * move comes after all that are allowed, whatever its evaluation. */
typedef int32_t (*ttr_refuse_fn)(ttr_search *search, const ttr_board *root, ttr_move move);

/*
 * Judge every move by the evaluation of the position after it and look no further. Fills
 * search->findings. Moves of equal value are equally likely to come first. `refuse`, unless NULL,
 * is asked about the moves from the best one on, until enough of them are allowed to fill the
 * lines.
 */
void ttr_one_ahead(ttr_search *search, const ttr_board *root, ttr_refuse_fn refuse);

/* The lines have been found: set the depth of the findings and tell the host. */
void ttr_one_ahead_tell(ttr_search *search);

#endif
