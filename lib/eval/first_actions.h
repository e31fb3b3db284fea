/* SPDX-License-Identifier: MIT */
#ifndef TTR_FIRST_ACTIONS_H
#define TTR_FIRST_ACTIONS_H

#include "eval.h"

/*
 * What the first actions are worth. A side without tokens may place its first piece anywhere, but
 * evaluators only see that it reaches no cell. So the results of games from there were measured
 * (docs/lab/strength/first-actions.md), and scores of the first actions are drawn towards them.
 */

/* Scores of positions after fewer actions than this are drawn towards the measured ones. */
#define TTR_FIRST_ACTIONS 4

/* The side to move's measured log-odds of winning, in thousandths (natural logarithm). Only for
 * positions after fewer than TTR_FIRST_ACTIONS actions. */
int32_t ttr_first_actions_odds(const ttr_board *board);

/* The same in an evaluator's units. */
int32_t ttr_first_actions_score(const ttr_board *board, const ttr_evaluator *evaluator);

/* The weight of a search's log-odds against the measured ones after `ply` actions, in permille: 0
 * tells the measured ones alone, 1000 the search's. */
int32_t ttr_first_actions_trust(uint32_t ply);

#endif
