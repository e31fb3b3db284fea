/* SPDX-License-Identifier: MIT */
/*
 * Measured odds of the first few actions, where evaluations know too little.
 *
 * A side that has not placed its first piece may place it anywhere, but reaches no cell, so
 * evaluators take the empty board for 2 % or 99 %. Games between equal players were played from
 * each kind of first piece instead (about 6,300 games, docs/lab/strength/first-actions.md), and
 * what red scored in them is told.
 */
#include "first_actions.h"

/* Red's log-odds in thousandths after its first piece, by piece (I O T J L S Z): it scored 50, 56,
 * 58, 55, 55, 57 and 57 %, drawn towards the mean by how much pieces differ at all. Before that
 * piece, or if it cannot be told, red scores 55 %; after both first pieces 57 %. */
static const int16_t AFTER_PIECE[] = {0, 241, 322, 201, 201, 282, 282};
#define RED_BEFORE 201
#define RED_AFTER  282

/* The weight of the search's log-odds beyond the measured ones after 0, 1, 2 and 3 actions, in
 * thousandths. Fitted slopes were 0.38 (+-0.63) after two actions and 0.95 (+-0.71) after three;
 * from four on the search is believed. */
static const int16_t TRUST[TTR_FIRST_ACTIONS] = {0, 0, 250, 500};

/* The piece of a move among the seven, whatever way it lies. */
static int kind_of(ttr_move move)
{
    static const char KINDS[] = "IOTJLSZ";
    char first = ttr_piece_name(ttr_placement_piece(move))[0];
    int kind = 0;

    while (KINDS[kind] != first)
        kind++;
    return kind;
}

/* Red's measured log-odds in a position of the first actions. */
static int32_t odds_of_red(const ttr_board *board)
{
    ttr_move piece;

    if (board->ply >= TTR_OPENING_ACTIONS)
        return RED_AFTER;
    if (board->ply == 1 && ttr_cellset_is_empty(board->tokens[TTR_BLUE]) &&
        ttr_placement_find(board->tokens[TTR_RED], &piece))
        return AFTER_PIECE[kind_of(piece)];
    return RED_BEFORE;
}

int32_t ttr_first_actions_odds(const ttr_board *board)
{
    int32_t red = odds_of_red(board);

    TTR_ASSERT(board->ply < TTR_FIRST_ACTIONS);
    return ttr_board_turn(board) == TTR_RED ? red : -red;
}

int32_t ttr_first_actions_score(const ttr_board *board, const ttr_evaluator *evaluator)
{
    return (int32_t)(ttr_first_actions_odds(board) * evaluator->win_scale * evaluator->token /
                     1000);
}

int32_t ttr_first_actions_trust(uint32_t ply)
{
    return ply < TTR_FIRST_ACTIONS ? TRUST[ply] : 1000;
}
