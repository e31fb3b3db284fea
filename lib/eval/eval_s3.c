/* SPDX-License-Identifier: MIT */
/* Evaluators `s3` and `s3-coded`: the ratio of cells and the parity of holes, by S3
 * and by its program. */
#include "eval.h"
#include "eval_terms.h"
#include "movegen.h"

/*
 * S3's heuristic: the ratio of own to opposing cells, plus 1 if the number of holes is right for
 * the side that has just moved and minus 1 if not. The value for one side is not the negative of
 * that for the other: twice as many cells are a ratio of 2, half as many of 1/2. So a search that
 * knows where it began asks for the side that was to move there, and any other for the side to
 * move. 1 is subtracted, so that 0 stands for equal sides as in all other evaluators.
 */
#define UNIT 1000

/* Units in one token. With about fifty tokens a side, one more changes the ratio by 1/50. */
#define TOKEN 20

/* Holes as S3 writes and as its program does it, see docs/lab/experiments.md. */
#define HOLE_REPORT  5 /* "more than 4" */
#define HOLE_PROGRAM 4
#define FILLED       80 /* the program counts holes with more tokens than this, S3 always */

/* The ratio in units, minus that of equal sides. S3 does not say what it is without opposing cells:
 * they count as half a cell here, which is worse for the opponent than one cell. */
static int32_t ratio_report(int own, int other)
{
    if (own == 0 && other == 0)
        return 0;
    return other == 0 ? 2 * own * UNIT - UNIT : own * UNIT / other - UNIT;
}

/* The program adds a thousandth of a cell to both. */
static int32_t ratio_program(int own, int other)
{
    int64_t ratio = (INT64_C(1000) * own + 1) * UNIT / (1000 * other + 1) - UNIT;

    return ratio < TTR_EVAL_LIMIT ? (int32_t)ratio : TTR_EVAL_LIMIT;
}

/* If each hole takes one action, the side that has just moved also makes the last one with an even
 * number of holes. */
static int32_t holes(ttr_cellset occupied, int least, bool to_move)
{
    bool even = ttr_term_holes(occupied, least) % 2 == 0;

    return even == to_move ? -UNIT : UNIT;
}

static int32_t score_for(const ttr_board *board, int side, bool of_program)
{
    int own = ttr_cellset_count(board->tokens[side]);
    int other = ttr_cellset_count(board->tokens[1 - side]);
    bool to_move = side == ttr_board_turn(board);
    ttr_cellset occupied = ttr_board_occupied(board);

    if (!of_program)
        return ratio_report(own, other) + holes(occupied, HOLE_REPORT, to_move);
    if (own + other <= FILLED)
        return ratio_program(own, other);
    return ratio_program(own, other) + holes(occupied, HOLE_PROGRAM, to_move);
}

static int32_t score_since(const ttr_board *root, const ttr_board *board, int *moves,
                           bool of_program)
{
    int turn = ttr_board_turn(board), side = ttr_board_turn(root);
    int32_t score = score_for(board, side, of_program);

    *moves = ttr_movegen_count(board, turn);
    return side == turn ? score : -score;
}

static int32_t score_s3_since(const ttr_board *root, const ttr_board *board, int *moves,
                              void *context)
{
    (void)context;
    return score_since(root, board, moves, false);
}

static int32_t score_s3(const ttr_board *board, int *moves, void *context)
{
    return score_s3_since(board, board, moves, context);
}

static int32_t score_s3_coded_since(const ttr_board *root, const ttr_board *board, int *moves,
                                    void *context)
{
    (void)context;
    return score_since(root, board, moves, true);
}

static int32_t score_s3_coded(const ttr_board *board, int *moves, void *context)
{
    return score_s3_coded_since(board, board, moves, context);
}

const ttr_evaluator ttr_eval_s3 = {
    .name = "s3",
    .summary = "the ratio of own to opposing tokens, and who has the last hole of more than four "
               "empty cells, if each takes one action",
    .source = "S3",
    .score = score_s3,
    .score_since = score_s3_since,
    .token = TOKEN,
    .win_scale = 640,
};

const ttr_evaluator ttr_eval_s3_coded = {
    .name = "s3-coded",
    .summary = "the same as S3's program has it: holes of four cells or more, counted on a board "
               "with more than 80 tokens",
    .source = "S3's program",
    .score = score_s3_coded,
    .score_since = score_s3_coded_since,
    .token = TOKEN,
    .win_scale = 120,
};
