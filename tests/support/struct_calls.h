/* SPDX-License-Identifier: MIT */
/* Every public structure with a size field, and a call that takes it: for the test of sizes and for
 * its fuzz target. */
#ifndef STRUCT_CALLS_H
#define STRUCT_CALLS_H

#include <tetress/tetress.h>

#include "handles.h"

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

/* Beyond this no size makes sense. */
#define LARGEST 4096

/* ---- Calls ----------------------------------------------------------------------------------- */

/* Each calls one function with `given`, sound arguments for the rest, and everything new. */

/* A call with a handle, `made`. Where the call itself makes the handle, `making` is `given`, which
 * the call must replace: it is no handle, and free would crash. */
#define CALL(name, type, making, calling)                                                          \
    static int32_t name(void *given)                                                               \
    {                                                                                              \
        type *made = making;                                                                       \
        int32_t answer = calling;                                                                  \
                                                                                                   \
        assert_ptr_not_equal(made, given);                                                         \
        type##_free(made);                                                                         \
        return answer;                                                                             \
    }

static const int32_t CELLS[] = {0, 0, 0, 1, 0, 2, 0, 3};

static int32_t move_from_cells(void *given)
{
    tetress_move move;

    return tetress_move_from_cells(CELLS, 4, &move, given);
}

static int32_t move_from_text(void *given)
{
    tetress_move move;

    return tetress_move_from_text("0-0,0-1,0-2,0-3", &move, given);
}

static int32_t game_from_text(void *given)
{
    tetress_game *game = new_game(), *again;
    char text[TETRESS_POSITION_TEXT];
    int32_t status;

    assert_int_equal(tetress_game_to_text(game, text, sizeof text, NULL), TETRESS_OK);
    status = tetress_game_from_text(NULL, text, &again, given);
    tetress_game_free(game);
    tetress_game_free(again);
    return status;
}

static int32_t game_check_cells(void *given)
{
    tetress_game *game = new_game();
    tetress_move move;
    int32_t status = tetress_game_check_cells(game, CELLS, 4, &move, given);

    tetress_game_free(game);
    return status;
}

static int32_t game_playouts(void *given)
{
    tetress_game *game = new_game();
    uint64_t seed = 1;
    int32_t status = tetress_game_playouts(game, &seed, 1, given);

    tetress_game_free(game);
    return status;
}

CALL(engine_new, tetress_engine, given, tetress_engine_new(NULL, "random", &made, given))
CALL(engine_option, tetress_engine, new_engine("random:seed=1"),
     tetress_engine_option(made, 0, given))
CALL(engine_get, tetress_engine, new_engine("random:seed=1"),
     tetress_engine_get(made, "seed", NULL, 0, NULL, given))
CALL(engine_own_limits, tetress_engine, new_engine("random:seed=1"),
     tetress_engine_own_limits(made, given))

static int32_t search(const tetress_budget *budget, tetress_result *result, tetress_line *line)
{
    tetress_engine *engine = new_engine("random:seed=1");
    tetress_game *game = new_game();
    int32_t status = tetress_engine_search(engine, game, budget, result);

    if (line != NULL)
        status = tetress_engine_line(engine, 0, line);
    tetress_game_free(game);
    tetress_engine_free(engine);
    return status;
}

static int32_t engine_search_budget(void *given)
{
    return search(given, NULL, NULL);
}

static int32_t engine_search_result(void *given)
{
    return search(NULL, given, NULL);
}

static int32_t engine_line(void *given)
{
    return search(NULL, NULL, given);
}

CALL(match_new_settings, tetress_match, given, tetress_match_new(NULL, given, &made, NULL))
CALL(match_new_error, tetress_match, given, tetress_match_new(NULL, NULL, &made, given))
CALL(match_next, tetress_match, new_match(NULL), tetress_match_next(made, given))
CALL(match_task_of, tetress_match, new_match(NULL), tetress_match_task_of(made, 3, given))
CALL(match_summary_standing, tetress_match, new_match(NULL),
     tetress_match_summary(made, given, NULL))
CALL(match_summary_comparison, tetress_match, new_match(NULL),
     tetress_match_summary(made, NULL, given))

static int32_t compare_pairs(void *given)
{
    static const uint64_t PAIRS[TETRESS_PAIR_OUTCOMES] = {1, 2, 3, 4, 5};

    return tetress_compare_pairs(PAIRS, given);
}

static int32_t player_at(void *given)
{
    return tetress_player_at(0, given);
}

static int32_t evaluator_at(void *given)
{
    return tetress_evaluator_at(0, given);
}

CALL(referee_new_limits, tetress_referee, given,
     tetress_referee_new(NULL, NULL, given, &made, NULL))
CALL(referee_new_error, tetress_referee, given, tetress_referee_new(NULL, NULL, NULL, &made, given))
CALL(referee_play, tetress_referee, new_referee(NULL, NULL), tetress_referee_play(made, 0, given))
CALL(referee_play_cells, tetress_referee, new_referee(NULL, NULL),
     tetress_referee_play_cells(made, CELLS, 4, given))
CALL(referee_play_text, tetress_referee, new_referee(NULL, NULL),
     tetress_referee_play_text(made, "0-0,0-1,0-2,0-3", given))
CALL(referee_charge, tetress_referee, new_referee(NULL, NULL),
     tetress_referee_charge(made, TETRESS_RED, given))
CALL(referee_check_spent, tetress_referee, new_referee(NULL, NULL),
     tetress_referee_check(made, TETRESS_RED, given, NULL))
CALL(referee_check_evidence, tetress_referee, new_referee(NULL, NULL),
     tetress_referee_check(made, TETRESS_RED, NULL, given))
CALL(referee_spent, tetress_referee, new_referee(NULL, NULL),
     tetress_referee_spent(made, TETRESS_RED, given))

static int32_t tetris_from_text(void *given)
{
    char text[TETRESS_TETRIS_TEXT];
    tetress_tetris *game, *again;
    int32_t status;

    assert_int_equal(tetress_tetris_new(NULL, 0, TETRESS_TETRIS_BAG, 1, &game, NULL), TETRESS_OK);
    assert_int_equal(tetress_tetris_to_text(game, text, sizeof text, NULL), TETRESS_OK);
    status = tetress_tetris_from_text(NULL, text, &again, given);
    tetress_tetris_free(game);
    tetress_tetris_free(again);
    return status;
}

CALL(tetris_new, tetress_tetris, given,
     tetress_tetris_new(NULL, 0, TETRESS_TETRIS_BAG, 1, &made, given))
CALL(tetris_agent_new_error, tetress_tetris_agent, given,
     tetress_tetris_agent_new(NULL, "s2", NULL, &made, given))
CALL(tetris_agent_new, tetress_tetris_agent, given,
     tetress_tetris_agent_new(NULL, "s2", given, &made, NULL))

static int32_t tetris_interval(void *given)
{
    static const double MEASURED[] = {1, 2, 3};

    return tetress_tetris_interval(MEASURED, COUNT_OF(MEASURED), given);
}

static const tetress_tetris_objective SHORT_GAME = {
    sizeof SHORT_GAME, TETRESS_TETRIS_LINES, 1, 1, 0, 1, 1, 0};

static int32_t tetris_fitness(const tetress_tetris_options *options,
                              const tetress_tetris_objective *objective, tetress_error *error)
{
    static const double WEIGHTS[TETRESS_TETRIS_S2_WEIGHTS];
    double fitness;

    return tetress_tetris_fitness(NULL, options, TETRESS_TETRIS_S2, WEIGHTS, 1, objective, &fitness,
                                  error);
}

static int32_t tetris_fitness_options(void *given)
{
    return tetris_fitness(given, &SHORT_GAME, NULL);
}

static int32_t tetris_fitness_objective(void *given)
{
    return tetris_fitness(NULL, given, NULL);
}

static int32_t tetris_fitness_error(void *given)
{
    return tetris_fitness(NULL, &SHORT_GAME, given);
}

/* ---- The table ------------------------------------------------------------------------------- */

static const tetress_match_settings SETTINGS = TETRESS_MATCH_SETTINGS_INIT;

/* `oldest` is the structure's size in the first release, which no later one changes. Read
 * structures begin as `values`, by default as zeros. */
static const struct {
    const char *structure, *argument;
    size_t oldest, today;
    int32_t (*call)(void *given);
    enum { READ, WRITTEN } use;
    const void *values;
} ROWS[] = {
#define STARTED(values, type, oldest, call, use)                                                   \
    {                                                                                              \
#type, #call, oldest, sizeof(type), call, use, values                                      \
    }
#define ROW(type, oldest, call, use)     STARTED(NULL, type, oldest, call, use)
#define FROM(values, type, oldest, call) STARTED(values, type, oldest, call, READ)
    ROW(tetress_error, 192, move_from_cells, WRITTEN),
    ROW(tetress_error, 192, move_from_text, WRITTEN),
    ROW(tetress_error, 192, game_from_text, WRITTEN),
    ROW(tetress_error, 192, game_check_cells, WRITTEN),
    ROW(tetress_error, 192, engine_new, WRITTEN),
    ROW(tetress_error, 192, engine_get, WRITTEN),
    ROW(tetress_error, 192, match_new_error, WRITTEN),
    ROW(tetress_error, 192, referee_new_error, WRITTEN),
    ROW(tetress_error, 192, referee_check_evidence, WRITTEN),
    ROW(tetress_error, 192, tetris_from_text, WRITTEN),
    ROW(tetress_error, 192, tetris_new, WRITTEN),
    ROW(tetress_error, 192, tetris_agent_new_error, WRITTEN),
    ROW(tetress_error, 192, tetris_fitness_error, WRITTEN),
    ROW(tetress_playouts, 40, game_playouts, WRITTEN),
    ROW(tetress_option, 8 + 6 * sizeof(char *), engine_option, WRITTEN),
    ROW(tetress_budget, 48, engine_search_budget, READ),
    ROW(tetress_budget, 48, engine_own_limits, WRITTEN),
    ROW(tetress_result, 96, engine_search_result, WRITTEN),
    ROW(tetress_line, 176, engine_line, WRITTEN),
    FROM(&SETTINGS, tetress_match_settings, 56, match_new_settings),
    ROW(tetress_match_task, 40, match_next, WRITTEN),
    ROW(tetress_match_task, 40, match_task_of, WRITTEN),
    ROW(tetress_standing, 96, match_summary_standing, WRITTEN),
    ROW(tetress_comparison, 64, match_summary_comparison, WRITTEN),
    ROW(tetress_comparison, 64, compare_pairs, WRITTEN),
    ROW(tetress_player, 8 + 5 * sizeof(char *), player_at, WRITTEN),
    ROW(tetress_evaluator, 8 + 3 * sizeof(char *), evaluator_at, WRITTEN),
    ROW(tetress_referee_limits, 56, referee_new_limits, READ),
    ROW(tetress_spent, 32, referee_play, READ),
    ROW(tetress_spent, 32, referee_play_cells, READ),
    ROW(tetress_spent, 32, referee_play_text, READ),
    ROW(tetress_spent, 32, referee_charge, READ),
    ROW(tetress_spent, 32, referee_check_spent, READ),
    ROW(tetress_spent, 32, referee_spent, WRITTEN),
    ROW(tetress_tetris_options, 32, tetris_agent_new, READ),
    ROW(tetress_tetris_options, 32, tetris_fitness_options, READ),
    ROW(tetress_tetris_mean, 48, tetris_interval, WRITTEN),
    FROM(&SHORT_GAME, tetress_tetris_objective, 40, tetris_fitness_objective),
};

#endif
