/* SPDX-License-Identifier: MIT */
#include "perft.h"

#include "movegen.h"

uint64_t ttr_perft(const ttr_board *board, uint32_t depth)
{
    ttr_legal legal;
    uint64_t nodes = 0;

    if (depth == 0)
        return 1;
    ttr_movegen_legal(board, ttr_board_turn(board), &legal);
    if (depth == 1)
        return (uint64_t)ttr_legal_count(&legal);
    for (int piece = 0; piece < TTR_PIECES; piece++) {
        ttr_cellset anchors = legal.anchors[piece];

        while (!ttr_cellset_is_empty(anchors)) {
            ttr_board child = *board;

            ttr_board_apply(&child, (ttr_move)(piece * TTR_CELLS + ttr_cellset_pop(&anchors)));
            nodes += ttr_perft(&child, depth - 1);
        }
    }
    return nodes;
}
