/* SPDX-License-Identifier: MIT */
#ifndef TTR_FOUND_LINES_H
#define TTR_FOUND_LINES_H

#include "search_base.h"

/* Fill score, mate and win of a line from a score in the evaluator's units. */
void ttr_search_score_line(const ttr_search *search, ttr_line *line, int32_t score);

/*
 * Keep a line of `length` moves among the best: as many lines as are wanted, best first, among
 * equals the one that came first. `scores` has room for TTR_MAX_LINES, in the evaluator's units,
 * and is kept along.
 */
void ttr_search_keep_line(ttr_search *search, int32_t *scores, int32_t score, uint32_t depth,
                          const ttr_move *pv, uint16_t length);

/* Tell the host how it stands, a line at a time; ends the budget if the host says stop. */
void ttr_search_tell(ttr_search *search);

#endif
