/* SPDX-License-Identifier: MIT */
/* Terms that several evaluators share: token difference, mobility, reach and holes. */
#include "eval_terms.h"

#include "eval_kernel.h"
#include "movegen.h"

int32_t ttr_term_tokens(const ttr_board *board)
{
    int turn = ttr_board_turn(board);

    return ttr_cellset_count(board->tokens[turn]) - ttr_cellset_count(board->tokens[1 - turn]);
}

int32_t ttr_term_control(const ttr_board *board, int *moves)
{
    int turn = ttr_board_turn(board), counts[2];

    ttr_kernel_now()->count_both(board, counts);
    *moves = counts[turn];
    return counts[turn] - counts[1 - turn];
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
    return ttr_eval_kernel_now()->exclusive_reach(board, steps);
}

int ttr_term_holes(ttr_cellset occupied, int least)
{
    ttr_cellset left = ttr_cellset_complement(occupied);
    int holes = 0;

    while (!ttr_cellset_is_empty(left)) {
        ttr_cellset rest = left, hole;
        ttr_cellset wider = ttr_cellset_of(ttr_cellset_pop(&rest));

        do {
            hole = wider;
            wider = ttr_cellset_or(hole, ttr_cellset_and(ttr_cellset_neighbours(hole), left));
        } while (!ttr_cellset_equal(hole, wider));
        holes += ttr_cellset_count(hole) >= least;
        left = ttr_cellset_minus(left, hole);
    }
    return holes;
}
