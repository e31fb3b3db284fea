/* SPDX-License-Identifier: MIT */
#ifndef TTR_ENDING_H
#define TTR_ENDING_H

#include "search_base.h"

/*
 * The ending rule of report S3: on a full board play the move that leaves the other side the fewest
 * moves, none if possible; of equal ones one that leaves an even number of holes, so that the other
 * side, if each hole is one move, runs out first.
 */

/* Does the rule decide here? With more filled cells than the settings say. */
bool ttr_ending_applies(const ttr_search *search, const ttr_board *root);

/* Play by it: fills search->findings. */
void ttr_ending_run(ttr_search *search, const ttr_board *root);

#endif
