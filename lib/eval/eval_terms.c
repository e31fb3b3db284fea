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

/* Empty cells within `steps` steps of a set of tokens. */
static ttr_cellset reach(ttr_cellset tokens, ttr_cellset empty, int steps)
{
    ttr_cellset reached = ttr_cellset_and(ttr_cellset_neighbours(tokens), empty);

    for (int step = 1; step < steps; step++) {
        ttr_cellset next = ttr_cellset_and(ttr_cellset_neighbours(reached), empty);

        reached = ttr_cellset_or(reached, next);
    }
    return reached;
}

int32_t ttr_term_exclusive_reach(const ttr_board *board, int steps)
{
    int turn = ttr_board_turn(board);
    ttr_cellset empty = ttr_cellset_complement(ttr_board_occupied(board));
    ttr_cellset own = reach(board->tokens[turn], empty, steps);
    ttr_cellset theirs = reach(board->tokens[1 - turn], empty, steps);

    return ttr_cellset_count(ttr_cellset_minus(own, theirs)) -
           ttr_cellset_count(ttr_cellset_minus(theirs, own));
}
