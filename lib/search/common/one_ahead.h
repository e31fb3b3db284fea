/* SPDX-License-Identifier: MIT */
#ifndef TTR_ONE_AHEAD_H
#define TTR_ONE_AHEAD_H

#include "search_base.h"

/* The score of a move that comes after all others whatever the evaluation says of it, or 0 for any
 * other move. */
typedef int32_t (*ttr_refuse_fn)(ttr_search *search, const ttr_board *root, ttr_move move);

/*
 * Judge every move by the evaluation after it, and nothing beyond: fills search->findings. Equal
 * moves are equally likely to be the best. `refuse`, unless NULL, is asked about one move after the
 * other, the best first, until there are lines enough without those that it refuses.
 */
void ttr_one_ahead(ttr_search *search, const ttr_board *root, ttr_refuse_fn refuse);

/* The lines of such a search are found: say how deep it looked, and tell the host. */
void ttr_one_ahead_tell(ttr_search *search);

#endif
