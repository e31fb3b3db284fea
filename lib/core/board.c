/* SPDX-License-Identifier: MIT */
#include "board.h"

#include "zobrist.h"

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

static void board_remove(ttr_board *board, ttr_cellset lines)
{
    for (int colour = TTR_RED; colour <= TTR_BLUE; colour++) {
        ttr_cellset *tokens = &board->tokens[colour];

        board->key ^= ttr_zobrist_of(colour, ttr_cellset_and(*tokens, lines));
        *tokens = ttr_cellset_minus(*tokens, lines);
    }
}

/* Lines are found with the whole piece down: a piece may fill a row and a column at once, and the
 * cell that they share goes once. Emptying row by row would leave the column unfilled. */
void ttr_board_apply(ttr_board *board, ttr_move move)
{
    int turn = ttr_board_turn(board);
    const uint8_t *cells = ttr_placement_list[move];
    const uint64_t *keys = ttr_zobrist_token[turn];
    ttr_cellset lines;

    TTR_ASSERT(board->ply < TTR_MAX_ACTIONS);
    TTR_ASSERT(!ttr_cellset_meets(ttr_board_occupied(board), ttr_placement_cells[move]));
    board->tokens[turn] = ttr_cellset_or(board->tokens[turn], ttr_placement_cells[move]);
    board->key ^= keys[cells[0]] ^ keys[cells[1]] ^ keys[cells[2]] ^ keys[cells[3]];
    board->key ^= ttr_zobrist_ply[board->ply] ^ ttr_zobrist_ply[board->ply + 1];
    board->ply++;
    lines = ttr_cellset_full_lines(ttr_board_occupied(board));
    if (!ttr_cellset_is_empty(lines))
        board_remove(board, lines);
}
