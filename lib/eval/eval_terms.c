/* SPDX-License-Identifier: MIT */
#include "eval_terms.h"

#include "movegen.h"

int32_t ttr_term_tokens(const ttr_board *board)
{
    int turn = ttr_board_turn(board);

    return ttr_cellset_count(board->tokens[turn]) - ttr_cellset_count(board->tokens[1 - turn]);
}

int32_t ttr_term_log_mobility(const ttr_board *board, int moves)
{
    int replies = ttr_movegen_count(board, 1 - ttr_board_turn(board));

    return ttr_log_table[moves] - ttr_log_table[replies];
}

int32_t ttr_term_exclusive_reach(const ttr_board *board, int steps)
{
    return ttr_kernel_now()->exclusive_reach(board, steps);
}
