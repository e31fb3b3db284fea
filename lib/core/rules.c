/* SPDX-License-Identifier: MIT */
/* Decides whether a game is over and who won, and says which rule an illegal action breaks. */
#include "rules.h"

#include "movegen.h"

static ttr_outcome count_tokens(const ttr_board *board)
{
    int red = ttr_cellset_count(board->tokens[TTR_RED]);
    int blue = ttr_cellset_count(board->tokens[TTR_BLUE]);
    ttr_outcome outcome = {TTR_TURN_LIMIT, TTR_NOBODY};

    if (red != blue)
        outcome.winner = red > blue ? TTR_RED : TTR_BLUE;
    return outcome;
}

ttr_outcome ttr_rules_outcome(const ttr_board *board)
{
    if (board->ply >= TTR_MAX_ACTIONS)
        return count_tokens(board);
    if (!ttr_movegen_any(board))
        return (ttr_outcome){TTR_NO_MOVES, 1 - ttr_board_turn(board)};
    return (ttr_outcome){TTR_ONGOING, TTR_NOBODY};
}

ttr_verdict ttr_rules_judge(const ttr_board *board, ttr_move move)
{
    ttr_cellset cells = ttr_placement_cells[move];
    ttr_cellset taken = ttr_cellset_and(cells, ttr_board_occupied(board));
    ttr_cellset own = board->tokens[ttr_board_turn(board)];

    if (!ttr_cellset_is_empty(taken))
        return (ttr_verdict){TTR_RULE_OCCUPIED, ttr_cellset_pop(&taken)};
    if (!ttr_board_is_opening(board) && !ttr_cellset_meets(ttr_cellset_neighbours(own), cells))
        return (ttr_verdict){TTR_RULE_NOT_ADJACENT, -1};
    return (ttr_verdict){TTR_RULE_NONE, -1};
}

static bool is_on_board(int32_t row, int32_t column)
{
    return row >= 0 && row < TTR_ROWS && column >= 0 && column < TTR_COLUMNS;
}

ttr_verdict ttr_rules_judge_cells(const int32_t *coordinates, size_t count, ttr_move *move)
{
    ttr_cellset seen = ttr_cellset_empty();

    if (count != 4)
        return (ttr_verdict){TTR_RULE_NOT_TETROMINO, -1};
    for (size_t i = 0; i < count; i++) {
        if (!is_on_board(coordinates[2 * i], coordinates[2 * i + 1]))
            return (ttr_verdict){TTR_RULE_OUT_OF_RANGE, -1};
    }
    for (size_t i = 0; i < count; i++) {
        int cell = coordinates[2 * i] * TTR_COLUMNS + coordinates[2 * i + 1];

        if (ttr_cellset_has(seen, cell))
            return (ttr_verdict){TTR_RULE_DUPLICATE, cell};
        seen = ttr_cellset_or(seen, ttr_cellset_of(cell));
    }
    if (!ttr_placement_find(seen, move))
        return (ttr_verdict){TTR_RULE_NOT_TETROMINO, -1};
    return (ttr_verdict){TTR_RULE_NONE, -1};
}
