/* SPDX-License-Identifier: MIT */
/* Evaluator `s4`: judges a position together with an earlier one, as S4 does. */
#include "eval.h"
#include "movegen.h"

/* S4 judges a pair of positions: before the action in question, and after it. What a side lost in
 * between counts, and the search tells what came before. TOKEN is the weight of a token, in S4's
 * own units. */
#define TOKEN 125

/* The weights of S4, in its order: of an open side, a token, a token fewer than before, a nearly
 * full line. */
const int32_t ttr_eval_s4_weights[TTR_EVAL_WEIGHTS] = {10, TOKEN, 300, 5};

#define FULL_LINE  8 /* a line with at least this many tokens is nearly full */
#define EMPTY_LINE 2 /* a line with at most this many is nearly empty */

/* Sides of tokens next to which no token lies. */
static int32_t open_sides(ttr_cellset tokens, ttr_cellset empty)
{
    return ttr_cellset_count(ttr_cellset_and(tokens, ttr_cellset_view_rows(empty, 1))) +
           ttr_cellset_count(ttr_cellset_and(tokens, ttr_cellset_view_rows(empty, 10))) +
           ttr_cellset_count(ttr_cellset_and(tokens, ttr_cellset_view_columns(empty, 1))) +
           ttr_cellset_count(ttr_cellset_and(tokens, ttr_cellset_view_columns(empty, 10)));
}

static int32_t line_kind(ttr_cellset occupied, ttr_cellset line)
{
    int cells = ttr_cellset_count(ttr_cellset_and(occupied, line));

    return (cells >= FULL_LINE) - (cells <= EMPTY_LINE);
}

/* Lines that are nearly full minus lines that are nearly empty. */
static int32_t line_kinds(ttr_cellset occupied)
{
    ttr_cellset row = {0x7ff, 0};
    int32_t kinds = 0;

    for (int i = 0; i < TTR_ROWS; i++) {
        kinds +=
            line_kind(occupied, row) + line_kind(occupied, ttr_cellset_of_rows(UINT64_C(1) << i));
        row = ttr_cellset_up_bits(row, TTR_COLUMNS);
    }
    return kinds;
}

static int32_t tokens_lost(ttr_cellset before, ttr_cellset after)
{
    int lost = ttr_cellset_count(before) - ttr_cellset_count(after);

    return lost > 0 ? lost : 0;
}

/* S4's utility of what has happened since `root`, for the side that was to move there. */
static int32_t utility(const ttr_board *root, const ttr_board *board, const int32_t *weights)
{
    int own = ttr_board_turn(root), other = 1 - own;
    ttr_cellset occupied = ttr_board_occupied(board);
    ttr_cellset empty = ttr_cellset_complement(occupied);
    int32_t sides = open_sides(board->tokens[own], empty) - open_sides(board->tokens[other], empty);
    int32_t tokens =
        ttr_cellset_count(board->tokens[own]) - ttr_cellset_count(board->tokens[other]);
    int32_t gained = tokens_lost(root->tokens[other], board->tokens[other]) -
                     tokens_lost(root->tokens[own], board->tokens[own]);

    return weights[0] * sides + weights[1] * tokens + weights[2] * gained +
           weights[3] * line_kinds(occupied);
}

static int32_t score_s4_since(const ttr_board *root, const ttr_board *board, int *moves,
                              void *context)
{
    int turn = ttr_board_turn(board);
    int32_t value = utility(root, board, context != NULL ? context : ttr_eval_s4_weights);

    *moves = ttr_movegen_count(board, turn);
    return turn == ttr_board_turn(root) ? value : -value;
}

static int32_t score_s4(const ttr_board *board, int *moves, void *context)
{
    return score_s4_since(board, board, moves, context);
}

const ttr_evaluator ttr_eval_s4 = {
    .name = "s4",
    .summary = "open sides of tokens, tokens, those lost since the search began, and lines that "
               "are nearly full or empty",
    .source = "S4",
    .score = score_s4,
    .score_since = score_s4_since,
    .weighted = true,
    .token = TOKEN,
    .win_scale = 60,
};
