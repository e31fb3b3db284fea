/* SPDX-License-Identifier: MIT */
/* Counts the leaves of the game tree to a depth, the standard test of a move generator. */
#include "perft.h"

#include "movegen.h"

uint64_t ttr_perft(const ttr_board *board, uint32_t depth)
{
    ttr_move moves[TTR_LIST_ROOM];
    uint64_t nodes = 0;
    size_t count;

    if (depth == 0)
        return 1;
    if (depth == 1)
        return (uint64_t)ttr_movegen_count(board, ttr_board_turn(board));
    count = ttr_movegen_list(board, moves);
    for (size_t i = 0; i < count; i++) {
        ttr_board child = ttr_board_after(board, moves[i]);

        nodes += ttr_perft(&child, depth - 1);
    }
    return nodes;
}
