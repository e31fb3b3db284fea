/* SPDX-License-Identifier: MIT */
#ifndef TTR_FIRST_ACTIONS_H
#define TTR_FIRST_ACTIONS_H

#include "eval.h"

/*
 * What the first actions are worth. A side without tokens may place its first piece anywhere: that
 * it reaches no cell yet does not make it lose. How games go on from there was measured
 * (docs/strength.md), and it says more than any evaluation.
 */

/* Positions after fewer actions are told by what was measured, too. */
#define TTR_FIRST_ACTIONS 4

/* Measured odds for the side to move after fewer than TTR_FIRST_ACTIONS actions: thousandths of
 * their natural logarithm. */
int32_t ttr_first_actions_odds(const ttr_board *board);

/* The same in an evaluator's units. */
int32_t ttr_first_actions_score(const ttr_board *board, const ttr_evaluator *evaluator);

/* How much of what a search says beyond that is believed after so many actions, in permille. */
int32_t ttr_first_actions_trust(uint32_t ply);

#endif
