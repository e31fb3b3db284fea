/* SPDX-License-Identifier: MIT */
/*
 * Playouts: random or guided games from a leaf to their ends.
 *
 * A playout of random moves that nobody records runs inside the kernel, in the time of ten
 * evaluations. All others choose one move after the other here. Guided playouts are slower, and
 * most are not even better: with 200 playouts each, policy `evaluation` scores 65 % against random
 * ones, `lines` and `first` 40 % (+-15 %).
 */
#include "playout.h"

#include "movegen.h"
#include "real.h"

/* Random moves among which the policy `evaluation` chooses the best. More choose better and make
 * fewer playouts in the same time. Other values were not measured. */
#define TRIES 4

double ttr_playout_result(int winner, int colour)
{
    if (winner == TTR_NOBODY)
        return 0.5;
    return winner == colour ? 1 : 0;
}

static bool empties_lines(const ttr_board *board, ttr_move move)
{
    return ttr_cellset_has_full_line(
        ttr_cellset_or(ttr_board_occupied(board), ttr_placement_cells[move]));
}

/* A random move among those that fill a line, or among all if none does; TTR_MOVE_NONE if there is
 * no move. */
static ttr_move choose_line(const ttr_board *board, ttr_rng *rng)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count = ttr_movegen_list(board, moves);
    size_t emptying = 0;

    for (size_t i = 0; i < count; i++) {
        ttr_move move = moves[i];

        if (!empties_lines(board, move))
            continue;
        moves[i] = moves[emptying];
        moves[emptying++] = move;
    }
    if (count == 0)
        return TTR_MOVE_NONE;
    return moves[ttr_rng_below(rng, (uint32_t)(emptying > 0 ? emptying : count))];
}

/* The best of a few random moves by evaluation; TTR_MOVE_NONE if there is no move or no budget. */
static ttr_move choose_by_evaluation(ttr_search *search, ttr_budget *budget, const ttr_board *board,
                                     ttr_rng *rng)
{
    ttr_move best = TTR_MOVE_NONE;
    int32_t best_value = 0;

    for (int i = 0; i < TRIES; i++) {
        ttr_move move = ttr_movegen_random(board, rng);
        ttr_board child;
        int32_t value;
        int replies;

        if (move == TTR_MOVE_NONE || !ttr_budget_node(budget))
            break;
        child = ttr_board_after(board, move);
        value = ttr_search_value_after(search, &child, 1, &replies);
        if (best == TTR_MOVE_NONE || value > best_value) {
            best = move;
            best_value = value;
        }
    }
    return best;
}

/* The next move of a playout by the policy; TTR_MOVE_NONE if the game is over. */
static ttr_move choose(ttr_search *search, const ttr_mcts_settings *settings, ttr_budget *budget,
                       const ttr_board *board, ttr_rng *rng)
{
    ttr_move moves[TTR_LIST_ROOM];

    switch (settings->policy) {
    case TTR_POLICY_FIRST:
        return ttr_movegen_list(board, moves) > 0 ? moves[0] : TTR_MOVE_NONE;
    case TTR_POLICY_LINES:
        return choose_line(board, rng);
    case TTR_POLICY_EVALUATION:
        return choose_by_evaluation(search, budget, board, rng);
    default:
        return ttr_movegen_random(board, rng);
    }
}

/* The chance of winning that a score means, by the option evaluationscale or the evaluator's own
 * scale. */
static double chance_of(const ttr_search *search, const ttr_mcts_settings *settings, int32_t score)
{
    double scale = settings->evaluation_scale;

    if (scale > 0)
        return ttr_real_logistic((double)score / search->evaluator->token, scale);
    return ttr_evaluator_win(search->evaluator, score);
}

double ttr_playout_worth(const ttr_search *search, const ttr_mcts_settings *settings, int32_t score)
{
    double scale = settings->evaluation_scale;

    if (settings->evaluation_form == TTR_FORM_MIX)
        return chance_of(search, settings, score);
    if (scale <= 0)
        scale = search->evaluator->win_scale;
    return 1 + (double)score / search->evaluator->token / scale;
}

double ttr_playout_worth_of_result(const ttr_mcts_settings *settings, double result)
{
    return settings->evaluation_form == TTR_FORM_MIX ? result : 2 * result;
}

double ttr_playout_worth_to_other(const ttr_mcts_settings *settings, double worth)
{
    return ttr_playout_worth_of_result(settings, 1) - worth;
}

double ttr_playout_run(ttr_search *search, const ttr_mcts_settings *settings, ttr_budget *budget,
                       const ttr_board *board, ttr_rng *rng, ttr_played *played)
{
    int colour = ttr_board_turn(board);
    ttr_board at = *board;
    int32_t score;
    int moves;
    double chance;

    if (settings->policy == TTR_POLICY_RANDOM && settings->cutoff == 0 && played == NULL)
        return ttr_playout_result(ttr_kernel_now()->playout(board, rng), colour);
    for (uint32_t i = 0; settings->cutoff == 0 || i < settings->cutoff; i++) {
        ttr_move move =
            at.ply < TTR_MAX_ACTIONS ? choose(search, settings, budget, &at, rng) : TTR_MOVE_NONE;

        if (move == TTR_MOVE_NONE || budget->over)
            return ttr_playout_result(ttr_rules_outcome(&at).winner, colour);
        if (played != NULL)
            ttr_played_add(played, ttr_board_turn(&at), move);
        ttr_board_apply(&at, move);
    }
    score = ttr_search_evaluate(search, &at, &moves);
    if (moves == 0)
        return ttr_playout_result(ttr_rules_outcome(&at).winner, colour);
    chance = chance_of(search, settings, score);
    return ttr_board_turn(&at) == colour ? chance : 1 - chance;
}
