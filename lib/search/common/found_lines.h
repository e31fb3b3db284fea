/* SPDX-License-Identifier: MIT */
#ifndef TTR_FOUND_LINES_H
#define TTR_FOUND_LINES_H

#include "search_base.h"

/* Set score, mate and win of a line from a score in the evaluator's units. */
void ttr_search_score_line(const ttr_search *search, ttr_line *line, int32_t score);

/*
 * Insert a line of `length` moves among the best ones, of which the option multipv says how many
 * are kept: best first, and among equals the earlier one first. `scores` has room for
 * TTR_MAX_LINES, in the evaluator's units, and is kept in the same order.
 */
void ttr_search_keep_line(ttr_search *search, int32_t *scores, int32_t score, uint32_t depth,
                          const ttr_move *pv, uint16_t length);

/* Call the host's callback once for each line. Ends the budget if the callback says stop. */
void ttr_search_tell(ttr_search *search);

#endif
