/* SPDX-License-Identifier: MIT */
/* Turns a proof of the solver into the result of a search. */
#include "proof_line.h"

#include "found_lines.h"

/* Lengthen the line with the stored moves of the proof, until one is missing or the game is
 * over. */
static void line_lengthen(ttr_line *line, const ttr_solver *solver, const ttr_board *root,
                          uint32_t length)
{
    ttr_board board = ttr_board_after(root, line->pv[0]);

    while (line->length < TTR_MAX_PV && line->length < length) {
        ttr_move move = ttr_solver_next(solver, &board);

        if (move == TTR_MOVE_NONE)
            return;
        line->pv[line->length++] = move;
        ttr_board_apply(&board, move);
    }
}

/* The score of a proof: a distance to the end, 0 for a draw. */
static int32_t proof_score(const ttr_proof *proof)
{
    if (proof->outcome == TTR_SOLVED_DRAW)
        return 0;
    return proof->outcome == TTR_SOLVED_WIN ? TTR_SCORE_WIN - (int32_t)proof->length
                                            : (int32_t)proof->length - TTR_SCORE_WIN;
}

void ttr_proof_tell(ttr_search *search, const ttr_solver *solver, const ttr_board *root,
                    const ttr_proof *proof)
{
    ttr_line *line = &search->findings.lines[0];

    *line = (ttr_line){.depth = proof->length, .length = 1};
    line->pv[0] = proof->move;
    line_lengthen(line, solver, root, proof->length);
    ttr_search_score_line(search, line, proof_score(proof));
    search->findings.depth = search->findings.selective_depth = proof->length;
    search->findings.line_count = 1;
    ttr_search_tell(search);
}
