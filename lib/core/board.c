/* SPDX-License-Identifier: MIT */
/* Makes boards, and empties full lines with the key kept up to date. */
#include "board.h"

ttr_board ttr_board_of(ttr_cellset red, ttr_cellset blue, uint32_t ply)
{
    ttr_board board = {{red, blue}, 0, ply};

    TTR_ASSERT(!ttr_cellset_meets(red, blue) && ply <= TTR_MAX_ACTIONS);
    board.key =
        ttr_zobrist_of(TTR_RED, red) ^ ttr_zobrist_of(TTR_BLUE, blue) ^ ttr_zobrist_ply[ply];
    return board;
}

ttr_board ttr_board_start(void)
{
    return ttr_board_of(ttr_cellset_empty(), ttr_cellset_empty(), 0);
}

void ttr_board_empty_lines(ttr_board *board)
{
    ttr_cellset lines = ttr_cellset_full_lines(ttr_board_occupied(board));

    for (int colour = TTR_RED; colour <= TTR_BLUE; colour++) {
        ttr_cellset *tokens = &board->tokens[colour];

        board->key ^= ttr_zobrist_of(colour, ttr_cellset_and(*tokens, lines));
        *tokens = ttr_cellset_minus(*tokens, lines);
    }
}
