/* SPDX-License-Identifier: MIT */
/*
 * What is known of the root before a search: the table of the opening, and proofs of the end
 * solver.
 *
 * Neither may take the place of a search that the caller has asked for. The table answers on a
 * game's clock only, where time that is saved now is worth something later. The solver may spend a
 * part of any budget, because a proof saves the rest of it and a move that is proven to win is
 * better than one that only seems best; but it is not asked where the caller wants a depth or
 * several lines.
 */
#include "found_lines.h"
#include "movegen.h"
#include "negamax.h"
#include "opening.h"
#include "proof_line.h"
#include "temper.h"

/* ---- The table of the opening ---------------------------------------------------------------- */

/* The book answers only on a game's clock, where time that is not spent is worth something later.
 * Any other limit asks for a search. The table knows one line a position, and its moves are not
 * those of a host's evaluator. */
static bool may_be_in_book(const ttr_worker *w)
{
    const ttr_limits *limits = &w->budget->limits;

    return w->settings.book && w->search->settings.multipv == 1 && !w->search->host_evaluator &&
           limits->on_clock && limits->nodes == 0 && limits->depth == 0;
}

static bool book_answers(ttr_worker *w, const ttr_board *root)
{
    ttr_findings *findings = &w->search->findings;
    ttr_line *line = &findings->lines[0];
    ttr_opening found;

    if (!may_be_in_book(w) || !ttr_opening_find(root, &found))
        return false;
    *line = (ttr_line){
        .score = found.score, .win = found.win / 1000.0, .depth = found.depth, .length = 1};
    line->pv[0] = found.move;
    ttr_search_temper(w->search, line);
    findings->line_count = 1;
    findings->depth = findings->selective_depth = found.depth;
    ttr_search_tell(w->search);
    ttr_budget_end(w->budget, TTR_STOP_BOOK);
    return true;
}

/* ---- The end solver -------------------------------------------------------------------------- */

/*
 * When to ask the solver, and for how long. Proofs are found soon or not at all, and hardly ever
 * where both sides together have 90 moves or more: below 90 more than half of the positions near an
 * end were proven, from 90 to 149 6 to 12 %, above none (docs/lab/strength/solver.md).
 *
 * MOST_MOVES: higher asks the solver more often in vain. MOST_POSITIONS: ten times as many proved
 * hardly more. PART: the solver gets at most one part in PART of the budget; a tenth was worth +26
 * (-19, +72) and +16 (-27, +59) Elo, a thirtieth -4 (-51, +43), a third -83 (-134, -36).
 */
#define MOST_MOVES     90
#define MOST_POSITIONS 10000
#define PART           10

#define LOOK_EVERY 256 /* positions between two looks at the clock: about 0.15 ms */

static uint64_t part_of(uint64_t limit)
{
    return limit > 0 && limit < PART ? 1 : limit / PART;
}

/* The solver's share of the budget. On a game's clock it is a share of the planned time (the soft
 * limit), not of the most that the move may take. */
static ttr_limits solver_limits(const ttr_limits *all)
{
    ttr_limits limits = {
        .nodes = MOST_POSITIONS,
        .wall = part_of(all->wall_soft != 0 ? all->wall_soft : all->wall),
        .cpu = part_of(all->cpu_soft != 0 ? all->cpu_soft : all->cpu),
    };

    if (all->nodes != 0 && all->nodes / PART < limits.nodes)
        limits.nodes = all->nodes / PART;
    return limits;
}

/* Is it worth asking the solver? A depth limit asks for a search of that depth, and a forced move
 * on a game's clock needs no thought. */
static bool may_be_proven(const ttr_worker *w, const ttr_board *root)
{
    const ttr_negamax *n = w->search->work;
    const ttr_limits *limits = &w->budget->limits;
    int own, both;

    if (!w->settings.solver || w->search->settings.multipv > 1 || limits->depth != 0 ||
        root->ply < TTR_OPENING_ACTIONS)
        return false;
    own = ttr_movegen_count(root, ttr_board_turn(root));
    if (own == 1 && limits->on_clock)
        return false;
    both = own + ttr_movegen_count(root, 1 - ttr_board_turn(root));
    /* A proof of the last move is followed to its end, however many moves there are on the way. */
    return both < MOST_MOVES || ttr_solver_next(&n->solver, root) != TTR_MOVE_NONE;
}

/* Run the solver on a budget of its own. Its positions count as nodes of the search. */
static ttr_proof ask_solver(ttr_worker *w, const ttr_board *root)
{
    ttr_search *search = w->search;
    ttr_negamax *n = search->work;
    ttr_limits limits = solver_limits(&w->budget->limits);
    ttr_budget part;
    ttr_proof proof = {TTR_SOLVED_UNKNOWN, TTR_MOVE_NONE, 0, 0};

    if (limits.nodes == 0)
        return proof;
    ttr_budget_start(&part, &limits, &search->clock, &search->stop, LOOK_EVERY);
    proof = ttr_solver_run(&n->solver, root, &part, 0);
    w->budget->nodes += part.nodes;
    return proof;
}

/* A proven win or draw is the answer. A proven loss is not: the search still has to choose a
 * move, and tells a score that is no better than the loss. */
static bool solver_answers(ttr_worker *w, const ttr_board *root)
{
    ttr_negamax *n = w->search->work;
    ttr_proof proof;

    if (!may_be_proven(w, root))
        return false;
    proof = ask_solver(w, root);
    if (proof.outcome == TTR_SOLVED_LOSS) {
        w->lost_within = proof.length;
        return false;
    }
    if (proof.outcome == TTR_SOLVED_UNKNOWN || proof.move == TTR_MOVE_NONE)
        return false;
    ttr_proof_tell(w->search, &n->solver, root, &proof);
    return true;
}

bool ttr_negamax_known(ttr_worker *w, const ttr_board *root)
{
    w->lost_within = 0;
    return book_answers(w, root) || solver_answers(w, root);
}
