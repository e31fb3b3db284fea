/* SPDX-License-Identifier: MIT */
#ifndef BENCH_WORK_H
#define BENCH_WORK_H

/* The work that the signatures of `bench` and `tetris bench` sign: fixed positions, seeds and
 * budgets. What is signed is what no compiler, machine or build may change. It needs nothing but
 * the library, so that a program without the rest of the command line can compute the signatures
 * too. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <tetress/tetress.h>
#include <tetress/tetris.h>

#define BENCH_UNSIGNED UINT64_C(0xcbf29ce484222325)

/* Add a number to a signature, which starts as BENCH_UNSIGNED. */
void bench_sign(uint64_t *signature, uint64_t number);

/* A player that searches every position with a budget in nodes. */
typedef struct bench_search {
    const char *row; /* its name in the table */
    const char *spec;
    uint64_t nodes;
} bench_search;

/* The searches in the order in which they are signed; NULL past the last. */
const bench_search *bench_search_at(size_t index);

/* Sign the number of action sequences of length 2 from each position, which comes before all
 * searches. Sets the sum of them. False if there is no memory. */
bool bench_work_perft(uint64_t *signature, uint64_t *nodes);

/* Search every position with the kernels that are chosen, and sign move, score, proof, depth and
 * nodes. Sets all nodes and the seconds that passed. False if there is no memory. */
bool bench_work_search(const bench_search *search, uint64_t *signature, uint64_t *nodes,
                       double *seconds);

/* Games of single-player Tetris with the seeds 1, 2, 3, ..., until `pieces` pieces are placed in
 * all. */
typedef struct bench_well {
    const char *row;
    const char *evaluator;
    uint32_t lookahead;
    uint64_t pieces;
} bench_well;

/* The cases in the order in which they are signed; NULL past the last. */
const bench_well *bench_well_at(size_t index);

/* A new agent for the case, which the caller frees. It keeps the kernels that are chosen now. NULL
 * if there is no memory. */
tetress_tetris_agent *bench_well_agent(const bench_well *well);

/* Play the case's games and sign how each ends. Sets the seconds of CPU time. False if there is no
 * memory. */
bool bench_work_well(const bench_well *well, const tetress_tetris_agent *agent, uint64_t *signature,
                     double *seconds);

#endif
