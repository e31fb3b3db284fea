/* SPDX-License-Identifier: MIT */
#ifndef TTR_TEMPER_H
#define TTR_TEMPER_H

#include "search_base.h"

/* In the first four actions of a game, move score and win of a line towards the measured chances of
 * such games (first_actions.h). The line's first move must be set. Lines by a host's evaluator stay
 * as they are. */
void ttr_search_temper(const ttr_search *search, ttr_line *line);

/* The evaluation of a position that is not over in centi-tokens, tempered like the score of a
 * search. */
int32_t ttr_search_static(ttr_search *search, const ttr_board *board);

#endif
