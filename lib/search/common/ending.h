/* SPDX-License-Identifier: MIT */
#ifndef TTR_ENDING_H
#define TTR_ENDING_H

#include "one_ahead.h"

/*
 * The ending rule of report S3: on a full board play the move that leaves the other side the fewest
 * moves, none if possible; of equal ones one that leaves an even number of holes, so that the other
 * side, if each hole is one move, runs out first.
 */

/* Does the rule decide here, with more filled cells than the settings say? Then it fills
 * search->findings; moves that `refuse`, unless NULL, refuses come last (one_ahead.h). */
bool ttr_ending_answers(ttr_search *search, const ttr_board *root, ttr_refuse_fn refuse);

/* The same without any that are refused: ttr_algorithm.answer of players that have the rule. */
bool ttr_ending_answer(ttr_search *search, const ttr_board *root);

#endif
