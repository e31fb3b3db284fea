/* SPDX-License-Identifier: MIT */
#ifndef TTR_PLAYOUT_H
#define TTR_PLAYOUT_H

#include "mcts_settings.h"

/* The moves that each side has played, one bit for each placement. */
#define TTR_PLAYED_WORDS ((TTR_PLACEMENTS + 63) / 64)

typedef struct ttr_played {
    uint64_t bits[2][TTR_PLAYED_WORDS];
} ttr_played;

static inline void ttr_played_add(ttr_played *played, int colour, ttr_move move)
{
    played->bits[colour][move / 64] |= UINT64_C(1) << move % 64;
}

static inline bool ttr_played_has(const ttr_played *played, int colour, ttr_move move)
{
    return played->bits[colour][move / 64] >> move % 64 & 1;
}

/* The result of a game for a colour: 1 won, 0 lost, 1/2 drawn. */
double ttr_playout_result(int winner, int colour);

/*
 * The unit in which mcts compares evaluations with results: a chance of winning, or in TTR_FORM_ADD
 * a ratio, 1 where both sides are equal and 2 for a win. From a score of the evaluator, and from
 * the result of a game.
 */
double ttr_playout_worth(const ttr_search *search, const ttr_mcts_settings *settings,
                         int32_t score);
double ttr_playout_worth_of_result(const ttr_mcts_settings *settings, double result);

/* What a position is worth to the other side, if it is worth `worth` to one and nothing else is
 * known. */
double ttr_playout_worth_to_other(const ttr_mcts_settings *settings, double worth);

/*
 * Play on from a position that is not over, to the end, or for `cutoff` actions and then let the
 * evaluator judge. Returns the result for the side to move: 1 won, 0 lost, 1/2 drawn, or a chance
 * of winning. Evaluations count as nodes of `budget`; the result means nothing if it is over on
 * return. `played`, unless NULL, gets the moves.
 */
double ttr_playout_run(ttr_search *search, const ttr_mcts_settings *settings, ttr_budget *budget,
                       const ttr_board *board, ttr_rng *rng, ttr_played *played);

#endif
