/* SPDX-License-Identifier: MIT */
#ifndef TETRESS_PLAYERS_H
#define TETRESS_PLAYERS_H

#include "status.h"

/* A named player. All texts are static; a caller sets `size` first. */
typedef struct tetress_player {
    uint32_t size;           /* sizeof(tetress_player) of the caller */
    uint32_t reserved;       /* 0 */
    const char *name;        /* the name in a player spec */
    const char *description; /* one sentence */
    const char *source;      /* the seed report or paper that it comes from */
    const char *algorithm;   /* random, greedy, beam, negamax, mcts, hybrid or solver */
    const char *options;     /* the options that make it, "key=value,…"; may be empty */
} tetress_player;

/* clang-format off */
#define TETRESS_PLAYER_INIT {(uint32_t)sizeof(tetress_player), 0, 0, 0, 0, 0, 0}
/* clang-format on */

/* A named evaluator. All texts are static; a caller sets `size` first. */
typedef struct tetress_evaluator {
    uint32_t size;       /* sizeof(tetress_evaluator) of the caller */
    uint32_t reserved;   /* 0 */
    const char *name;    /* the value of the option `evaluator` */
    const char *summary; /* what it adds up */
    const char *source;  /* the seed report or measurement that it comes from */
} tetress_evaluator;

/* clang-format off */
#define TETRESS_EVALUATOR_INIT {(uint32_t)sizeof(tetress_evaluator), 0, 0, 0, 0}
/* clang-format on */

#ifdef __cplusplus
extern "C" {
#endif

/* Number of players that a spec can name. Any thread. */
TETRESS_API uint32_t tetress_player_count(void);

/* Describe player `index` (from 0). Returns TETRESS_OK, or TETRESS_EARG if there is none. Any
 * thread. */
TETRESS_API tetress_status tetress_player_at(uint32_t index, tetress_player *player);

/* Number of evaluators that the option `evaluator` can name. Any thread. */
TETRESS_API uint32_t tetress_evaluator_count(void);

/* Describe evaluator `index` (from 0). Returns TETRESS_OK, or TETRESS_EARG if there is none. */
TETRESS_API tetress_status tetress_evaluator_at(uint32_t index, tetress_evaluator *evaluator);

#ifdef __cplusplus
}
#endif

#endif
