/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_PLAYERS_H
#define TETRESS_PLAYERS_H

#include "status.h"

/*
 * The players and evaluators that the library has by name. They are the same for the whole life of
 * the library; a program lists them to offer a choice or to check a name. tetress_engine_new()
 * makes a player ready to search.
 */

/* A named player: an algorithm and the options that make it what it is. All texts are static. A
 * caller starts it with TETRESS_PLAYER_INIT. */
typedef struct tetress_player {
    uint32_t size;     /* sizeof(tetress_player) of the caller */
    uint32_t reserved; /* 0 */
    /* The name by which a player spec asks for it. */
    const char *name;
    /* What it does, in a sentence. */
    const char *description;
    /* Where it comes from: a seed report (S0 to S4), a paper, or our own measurements. */
    const char *source;
    /* The algorithm: random, greedy, beam, negamax, mcts, hybrid or solver. */
    const char *algorithm;
    /* The options in which it differs from the algorithm's defaults, "key=value,..."; may be
     * empty. */
    const char *options;
} tetress_player;

/* clang-format off */
#define TETRESS_PLAYER_INIT {(uint32_t)sizeof(tetress_player), 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* A named evaluator: a way to judge positions without search. All texts are static. A caller starts
 * it with TETRESS_EVALUATOR_INIT. */
typedef struct tetress_evaluator {
    uint32_t size;     /* sizeof(tetress_evaluator) of the caller */
    uint32_t reserved; /* 0 */
    /* The name, a value of the option `evaluator`. */
    const char *name;
    /* What it adds up, in a sentence. */
    const char *summary;
    /* Where it comes from: a seed report or our own measurements. */
    const char *source;
} tetress_evaluator;

/* clang-format off */
#define TETRESS_EVALUATOR_INIT {(uint32_t)sizeof(tetress_evaluator), 0, 0, 0, 0}
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

/* The number of named players. Never fails. Any thread. */
TETRESS_API uint32_t tetress_player_count(void);

/*
 * Describe player `index`, counted from 0. *player is filled as far as its `size` says. Returns
 * TETRESS_OK, or TETRESS_EARG if there is no such player, `player` is NULL or its size makes no
 * sense. Any thread.
 */
TETRESS_API tetress_status tetress_player_at(uint32_t index, tetress_player *player);

/* The number of evaluators that the option `evaluator` can name. Never fails. Any thread. */
TETRESS_API uint32_t tetress_evaluator_count(void);

/*
 * Describe evaluator `index`, counted from 0. *evaluator is filled as far as its `size` says.
 * Returns TETRESS_OK, or TETRESS_EARG if there is no such evaluator, `evaluator` is NULL or its
 * size makes no sense. Any thread.
 */
TETRESS_API tetress_status tetress_evaluator_at(uint32_t index, tetress_evaluator *evaluator);

#ifdef __cplusplus
}
#endif

#endif
