/* SPDX-License-Identifier: MIT */
#ifndef TTR_SOLVER_H
#define TTR_SOLVER_H

#include "board.h"
#include "budget.h"
#include "proof_table.h"

/*
 * The end solver: who wins? A search for proofs (docs/design/adr/0008-end-solver.md) without
 * evaluation and without horizon. Its answer is exact, or it has none.
 */

/* The outcome with best play, for the side to move. */
typedef enum ttr_solved {
    TTR_SOLVED_UNKNOWN,
    TTR_SOLVED_WIN,
    TTR_SOLVED_LOSS,
    TTR_SOLVED_DRAW
} ttr_solved;

typedef struct ttr_proof {
    ttr_solved outcome;
    ttr_move move; /* a move that keeps the outcome; TTR_MOVE_NONE if it is not known */
    uint32_t
        /* the winner can end the game within this many actions, not always the fewest; for a draw
         * the actions that are left */
        length;
    uint64_t nodes; /* positions looked at */
} ttr_proof;

struct ttr_solver_child;

typedef struct ttr_solver {
    ttr_proof_table table;
    struct ttr_solver_child *children; /* a stack: the moves of all positions on the current path */
    size_t used;

    /* The current run: */
    ttr_budget *budget;
    uint64_t nodes;
    uint64_t node_limit; /* 0: none but the budget's */
    bool stopped;
    bool near_limit;   /* action 150 can be met, so keys include the number of actions */
    int draw_winner;   /* the colour that is taken to win a draw, in the present question */
    uint32_t root_ply; /* actions played before the run */
} ttr_solver;

/* Make a solver with a table of at most `bytes`. False, with nothing left allocated, if there is no
 * memory. */
bool ttr_solver_init(ttr_solver *solver, const tetress_allocator *memory, size_t bytes);
void ttr_solver_free(ttr_solver *solver, const tetress_allocator *memory);

/* Forget all proofs. Otherwise a run uses those of earlier runs, which hold in any game. */
void ttr_solver_clear(ttr_solver *solver);

/*
 * Try to prove who wins from a position that is not over. Ends with a proof, when the budget is
 * over, after `nodes` positions (0: no such limit), or when the proof is out of reach. Each
 * position that is looked at counts as a node of the budget. Never allocates.
 */
ttr_proof ttr_solver_run(ttr_solver *solver, const ttr_board *root, ttr_budget *budget,
                         uint64_t nodes);

/* The move that keeps what earlier runs have proven about this position, or TTR_MOVE_NONE. With it
 * the line of a proof can be followed as far as the table has kept it. */
ttr_move ttr_solver_next(const ttr_solver *solver, const ttr_board *board);

#endif
