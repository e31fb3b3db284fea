/* SPDX-License-Identifier: MIT */
/*
 * Evaluator `s0-intent`: S0's evaluation with what its figures 1 and 2 show and its text wants.
 *
 * The side that is in control of the board avoids lines that are emptied, and leaves gaps that the
 * other side cannot use. The side that is behind empties lines that are full of the other side's
 * tokens. Early in the game, encircle the other side. S0 gives no weights; these are in placements,
 * as the evaluation itself is.
 */
#include "eval.h"
#include "eval_terms.h"

#define GAP       20 /* an empty cell that the other side can never reach */
#define LINE_CELL 6  /* a token of the other side in a nearly full line */
#define FULL_LINE 8  /* cells, of eleven, from which on a line is nearly full */
#define AVOID     6  /* a nearly full line, counted against the side in control */

/* Encirclement: one empty neighbour fewer of the other side is worth this many placements at the
 * start, and nothing from the last action of the early game on. */
#define ENCIRCLE  4
#define EARLY_PLY 40

/* A token of advantage in general, as for the evaluation s0. */
#define TOKEN 30

/* Nearly full lines for the side to move: how many tokens more the other side would lose, and how
 * many lines there are. */
typedef struct pending {
    int32_t gain;
    int32_t lines;
} pending;

static void add_line(pending *p, const ttr_board *board, ttr_cellset line)
{
    int turn = ttr_board_turn(board);
    int own = ttr_cellset_count(ttr_cellset_and(board->tokens[turn], line));
    int other = ttr_cellset_count(ttr_cellset_and(board->tokens[1 - turn], line));

    if (own + other < FULL_LINE)
        return;
    p->gain += other - own;
    p->lines++;
}

static pending pending_lines(const ttr_board *board)
{
    ttr_cellset row = {0x7ff, 0};
    pending found = {0, 0};

    for (int i = 0; i < TTR_ROWS; i++) {
        add_line(&found, board, row);
        add_line(&found, board, ttr_cellset_of_rows(UINT64_C(1) << i));
        row = ttr_cellset_up_bits(row, TTR_COLUMNS);
    }
    return found;
}

static int32_t free_neighbours(const ttr_board *board, int colour)
{
    return ttr_cellset_count(ttr_cellset_minus(ttr_cellset_neighbours(board->tokens[colour]),
                                               ttr_board_occupied(board)));
}

/* How much more the other side is encircled than the side to move. */
static int32_t encirclement(const ttr_board *board)
{
    int turn = ttr_board_turn(board);
    int32_t early = EARLY_PLY - (int32_t)board->ply;

    if (early <= 0)
        return 0;
    return ENCIRCLE * (free_neighbours(board, turn) - free_neighbours(board, 1 - turn)) * early /
           EARLY_PLY;
}

static int32_t score_s0_intent(const ttr_board *board, int *moves, void *context)
{
    int32_t control = ttr_term_control(board, moves);
    int32_t domination = (int32_t)(board->ply / 2) * ttr_term_tokens(board);
    int32_t gaps = ttr_term_exclusive_reach(board, TTR_CELLS);
    pending lines = pending_lines(board);

    (void)context;
    return control + domination + GAP * gaps + LINE_CELL * lines.gain -
           AVOID * lines.lines * ((control > 0) - (control < 0)) + encirclement(board);
}

const ttr_evaluator ttr_eval_s0_intent = {
    .name = "s0-intent",
    .summary = "s0, and gaps that the other side cannot use, lines about to be emptied, and early "
               "encirclement",
    .source = "S0's figures 1 and 2",
    .score = score_s0_intent,
    .token = TOKEN,
    .win_scale = 50,
};
