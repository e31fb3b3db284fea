/* SPDX-License-Identifier: MIT */
/*
 * Moves the scores of the first four actions towards measured chances.
 *
 * A side without a piece on the board reaches nothing, so evaluators take the empty board for
 * nearly won or nearly lost, while red scores 50 to 58 % there between equal players. What a search
 * says hardly predicts the winner that early. So the log-odds of the line are taken as the measured
 * log-odds plus a share of what the search says beyond them: 0, 0, a quarter and a half for the
 * first, second, third and fourth action (docs/lab/strength/first-actions.md).
 */
#include "temper.h"

#include "first_actions.h"
#include "real.h"

/* The search's own chance is clipped to 0.2 .. 0.8 before that share is taken, even if its only
 * random game was won. Higher trusts the search less in the third and fourth action. Not
 * measured. */
#define LEAST_CHANCE 0.2

/* The log-odds of a clipped chance. */
static double log_odds(double chance)
{
    if (chance < LEAST_CHANCE)
        chance = LEAST_CHANCE;
    if (chance > 1 - LEAST_CHANCE)
        chance = 1 - LEAST_CHANCE;
    return ttr_real_log(chance / (1 - chance));
}

/* Log-odds between the measured ones and the search's, by the trust of this action. */
static double tempered(double measured, double chance, uint32_t ply)
{
    return measured + ttr_first_actions_trust(ply) / 1000.0 * (log_odds(chance) - measured);
}

/* Measured log-odds of the root for its side to move; on the empty board those of the line's first
 * move. */
static double measured_odds(const ttr_board *root, const ttr_line *line)
{
    ttr_board child;

    if (root->ply > 0)
        return ttr_first_actions_odds(root) / 1000.0;
    child = ttr_board_after(root, line->pv[0]);
    return -ttr_first_actions_odds(&child) / 1000.0;
}

void ttr_search_temper(const ttr_search *search, ttr_line *line)
{
    const ttr_board *root = search->root;
    double odds;

    if (root == NULL || root->ply >= TTR_FIRST_ACTIONS || search->host_evaluator)
        return;
    odds = tempered(measured_odds(root, line), line->win, root->ply);
    line->win = ttr_real_logistic(odds, 1);
    line->score = ttr_centi_of(100 * search->evaluator->win_scale * odds);
}

int32_t ttr_search_static(ttr_search *search, const ttr_board *board)
{
    int moves;
    int32_t score = ttr_search_evaluate(search, board, &moves);
    double odds;

    if (board->ply >= TTR_FIRST_ACTIONS || search->host_evaluator)
        return ttr_evaluator_centi(search->evaluator, score);
    odds = tempered(ttr_first_actions_odds(board) / 1000.0,
                    ttr_evaluator_win(search->evaluator, score), board->ply);
    return ttr_centi_of(100 * search->evaluator->win_scale * odds);
}
