/* SPDX-License-Identifier: MIT */
#ifndef TTR_TEMPER_H
#define TTR_TEMPER_H

#include "search_base.h"

/* In the first actions of a game, draw score and win of a line towards those that were measured
 * (first_actions.h). The line's first move is set. Scores of a host's evaluator are left alone. */
void ttr_search_temper(const ttr_search *search, ttr_line *line);

/* The evaluation of a position that is not over, in centi-tokens, as a search tells it. */
int32_t ttr_search_static(ttr_search *search, const ttr_board *board);

#endif
