/* SPDX-License-Identifier: MIT */
#ifndef TTR_SOLVER_H
#define TTR_SOLVER_H

#include "board.h"
#include "budget.h"
#include "proof_table.h"

/*
 * Who wins? A search for proofs (docs/design/adr/0008-end-solver.md): no evaluation, no horizon,
 * and an answer that is exact or none at all.
 */

/* For the side to move. */
typedef enum ttr_solved {
    TTR_SOLVED_UNKNOWN,
    TTR_SOLVED_WIN,
    TTR_SOLVED_LOSS,
    TTR_SOLVED_DRAW
} ttr_solved;

typedef struct ttr_proof {
    ttr_solved outcome;
    ttr_move move; /* keeps the outcome; TTR_MOVE_NONE if that is not known */
    uint32_t
        length; /* the winner ends the game within so many actions; of a draw all that are left */
    uint64_t nodes; /* positions looked at */
} ttr_proof;

struct ttr_solver_child;

typedef struct ttr_solver {
    ttr_proof_table table;
    struct ttr_solver_child *children; /* a stack: the moves of the positions on the current path */
    size_t used;

    /* Of the current run */
    ttr_budget *budget;
    uint64_t nodes;
    uint64_t node_limit; /* 0: none but the budget's */
    bool stopped;
    bool near_limit;   /* action 150 can be met: keys tell the number of actions */
    int draw_winner;   /* the colour for which a draw counts as a win */
    uint32_t root_ply; /* actions played before the run */
} ttr_solver;

/* A solver with a table of at most `bytes`. False, with nothing allocated, if there is no memory.
 */
bool ttr_solver_init(ttr_solver *solver, const tetress_allocator *memory, size_t bytes);
void ttr_solver_free(ttr_solver *solver, const tetress_allocator *memory);

/* Forget all proofs. Without it a run finds those of earlier ones, whatever the game. */
void ttr_solver_clear(ttr_solver *solver);

/*
 * Prove who wins from a position that is not over. It ends with a proof, when the budget is over,
 * when `nodes` positions have been looked at (0: no such limit), or when the proof is out of reach.
 * Each position is taken from the budget. Never allocates.
 */
ttr_proof ttr_solver_run(ttr_solver *solver, const ttr_board *root, ttr_budget *budget,
                         uint64_t nodes);

/* The move that keeps what earlier runs have proven of this position, or TTR_MOVE_NONE: with it
 * the line of a proof can be followed as far as the table has kept it. */
ttr_move ttr_solver_next(const ttr_solver *solver, const ttr_board *board);

#endif
