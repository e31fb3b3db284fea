/* SPDX-License-Identifier: MIT */
/* The solver as a player. It first picks the move that looks best by evaluation, then tries to
 * prove who wins; a proof replaces the guess. */
#include "solver_player.h"

#include "alloc.h"
#include "found_lines.h"
#include "movegen.h"
#include "proof_line.h"
#include "rules.h"
#include "solver.h"

static void set_line(ttr_search *search, ttr_move move, int32_t score, uint32_t depth)
{
    ttr_line *line = &search->findings.lines[0];

    *line = (ttr_line){.depth = depth, .length = 1};
    line->pv[0] = move;
    ttr_search_score_line(search, line, score);
    search->findings.depth = search->findings.selective_depth = depth;
    search->findings.line_count = 1;
}

/* Choose the move after which the evaluation is best. */
static void guess(ttr_search *search, const ttr_board *root)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count = ttr_movegen_list(root, moves);
    int32_t best = -TTR_SCORE_INFINITE;

    set_line(search, moves[0], 0, 0);
    for (size_t i = 0; i < count && ttr_budget_node(&search->budget); i++) {
        ttr_board child = ttr_board_after(root, moves[i]);
        int replies;
        int32_t score = ttr_search_value_after(search, &child, 1, &replies);

        if (search->budget.over)
            return;
        if (score > best) {
            best = score;
            set_line(search, moves[i], score, 1);
        }
    }
}

static void solver_run(ttr_search *search, const ttr_board *root)
{
    ttr_proof proof;

    guess(search, root);
    ttr_search_tell(search);
    if (search->findings.lines[0].mate > 0) /* the move wins at once */
        return;
    proof = ttr_solver_run(search->work, root, &search->budget, 0);
    if (proof.outcome == TTR_SOLVED_UNKNOWN || proof.move == TTR_MOVE_NONE)
        return;
    ttr_proof_tell(search, search->work, root, &proof);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static void *solver_create(const tetress_allocator *memory, const ttr_settings *settings)
{
    ttr_solver *solver = ttr_alloc_zeroed(memory, 1, sizeof *solver);

    if (solver == NULL)
        return NULL;
    if (!ttr_solver_init(solver, memory, ttr_alloc_mebibytes(settings->hash))) {
        ttr_alloc_free(memory, solver, 1, sizeof *solver);
        return NULL;
    }
    return solver;
}

static void solver_destroy(const tetress_allocator *memory, void *work)
{
    ttr_solver_free(work, memory);
    ttr_alloc_free(memory, work, 1, sizeof(ttr_solver));
}

static void solver_reset(void *work)
{
    ttr_solver_clear(work);
}

static const ttr_option_group OPTIONS[] = {
    TTR_COMMON_OPTIONS(ttr_options_evaluator), TTR_COMMON_OPTIONS(ttr_option_hash),
    TTR_COMMON_OPTIONS(ttr_option_last_look),  TTR_COMMON_OPTIONS(ttr_option_nodes),
    TTR_COMMON_OPTIONS(ttr_options_time),
};

const ttr_algorithm ttr_algorithm_solver = {
    .name = "solver",
    .endless = true,
    .evaluates = true,
    .looks_ahead = true,
    .options = OPTIONS,
    .option_groups = TTR_COUNT_OF(OPTIONS),
    .look_every = 256,
    .create = solver_create,
    .destroy = solver_destroy,
    .reset = solver_reset,
    .run = solver_run,
};
