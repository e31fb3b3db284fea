/* SPDX-License-Identifier: MIT */
#include "eval_terms.h"

#include "movegen.h"

int32_t ttr_term_tokens(const ttr_board *board)
{
    int turn = ttr_board_turn(board);

    return ttr_cellset_count(board->tokens[turn]) - ttr_cellset_count(board->tokens[1 - turn]);
}

int32_t ttr_term_log_mobility(const ttr_board *board, int *moves)
{
    int turn = ttr_board_turn(board), counts[2];

    ttr_kernel_now()->count_both(board, counts);
    *moves = counts[turn];
    return ttr_log_table[counts[turn]] - ttr_log_table[counts[1 - turn]];
}

int32_t ttr_term_exclusive_reach(const ttr_board *board, int steps)
{
    return ttr_kernel_now()->exclusive_reach(board, steps);
}
