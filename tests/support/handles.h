/* SPDX-License-Identifier: MIT */
/* Handles that tests of the public header begin with; the caller frees them. */
#ifndef HANDLES_H
#define HANDLES_H

#include <tetress/tetress.h>

#include "cmocka_all.h"

static inline tetress_game *new_game(void)
{
    tetress_game *game = NULL;

    assert_int_equal(tetress_game_new(NULL, &game), TETRESS_OK);
    return game;
}

/* The game after so many random actions, or fewer if it is over before. */
static inline tetress_game *game_after(uint64_t seed, int actions)
{
    tetress_game *game = new_game();
    tetress_move move;

    for (int i = 0; i < actions && tetress_game_reason(game) == TETRESS_REASON_NONE; i++) {
        assert_int_equal(tetress_game_random_move(game, &seed, &move), TETRESS_OK);
        assert_int_equal(tetress_game_apply(game, move), TETRESS_OK);
    }
    return game;
}

static inline tetress_engine *new_engine(const char *spec)
{
    tetress_engine *engine = NULL;
    tetress_error error = TETRESS_ERROR_INIT;

    assert_int_equal(tetress_engine_new(NULL, spec, &engine, &error), TETRESS_OK);
    assert_int_equal(error.status, TETRESS_OK);
    return engine;
}

/* A match of these settings; NULL: of the default ones. */
static inline tetress_match *new_match(const tetress_match_settings *settings)
{
    tetress_match *match = NULL;

    assert_int_equal(tetress_match_new(NULL, settings, &match, NULL), TETRESS_OK);
    return match;
}

/* A referee of the game that goes on from `start` (NULL: the empty board) under limits (NULL:
 * none). */
static inline tetress_referee *new_referee(const tetress_game *start,
                                           const tetress_referee_limits *limits)
{
    tetress_referee *referee = NULL;

    assert_int_equal(tetress_referee_new(NULL, start, limits, &referee, NULL), TETRESS_OK);
    return referee;
}

#endif
