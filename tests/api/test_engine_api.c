/* SPDX-License-Identifier: MIT */
/* tetress_engine and the lists of players, through the public header alone. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <tetress/tetress.h>

#include "cmocka_all.h"
#include "handles.h"

static tetress_result search(tetress_engine *engine, const tetress_game *game, uint64_t nodes)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;

    budget.nodes = nodes;
    assert_int_equal(tetress_engine_search(engine, game, &budget, &result), TETRESS_OK);
    return result;
}

static void every_player_finishes_a_game_with_legal_moves(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < tetress_player_count(); i++) {
        tetress_player player = TETRESS_PLAYER_INIT;
        tetress_engine *engine;
        tetress_game *game = game_after(99, 0);

        assert_int_equal(tetress_player_at(i, &player), TETRESS_OK);
        engine = new_engine(player.name);
        while (tetress_game_reason(game) == TETRESS_REASON_NONE) {
            tetress_result result = search(engine, game, 300);

            assert_int_equal(tetress_game_apply(game, result.move), TETRESS_OK);
            assert_true(result.win >= 0 && result.win <= 1);
            assert_true(result.nodes <= 300 && result.lines == 1);
        }
        tetress_engine_free(engine);
        tetress_game_free(game);
    }
}

static void players_and_evaluators_describe_themselves(void **state)
{
    tetress_player player = TETRESS_PLAYER_INIT;
    tetress_evaluator evaluator = TETRESS_EVALUATOR_INIT;

    (void)state;
    assert_true(tetress_player_count() >= 4);
    for (uint32_t i = 0; i < tetress_player_count(); i++) {
        assert_int_equal(tetress_player_at(i, &player), TETRESS_OK);
        assert_int_equal(player.size, sizeof player);
        assert_true(player.description[0] != '\0' && player.source[0] != '\0');
        assert_true(player.algorithm[0] != '\0' && player.options != NULL);
    }
    assert_int_equal(tetress_player_at(tetress_player_count(), &player), TETRESS_EARG);
    assert_int_equal(tetress_player_at(0, NULL), TETRESS_EARG);
    for (uint32_t i = 0; i < tetress_evaluator_count(); i++) {
        char spec[64];
        tetress_engine *engine;

        assert_int_equal(tetress_evaluator_at(i, &evaluator), TETRESS_OK);
        snprintf(spec, sizeof spec, "greedy:evaluator=%s", evaluator.name);
        engine = new_engine(spec);
        tetress_engine_free(engine);
    }
    assert_int_equal(tetress_evaluator_at(tetress_evaluator_count(), &evaluator), TETRESS_EARG);
}

static void specs_that_make_no_sense_are_explained(void **state)
{
    static const struct {
        const char *spec;
        tetress_status status;
        int32_t offset;
        const char *part;
    } WRONG[] = {
        {"deepblue", TETRESS_EUNKNOWN, 0,
         "\"deepblue\" is not the name of a player; see tetress_player_at()"},
        {"negamax:hash", TETRESS_ETEXT, 12, "'=' after the name of an option"},
        {"negamax:speed=9", TETRESS_EUNKNOWN, 8,
         "\"speed\" is not the name of an option; see tetress_engine_option()"},
        {"negamax:hash=0", TETRESS_EVALUE, 13, "\"0\" is not an integer from 1 to 65536"},
        {"negamax:evaluator=nnue", TETRESS_EVALUE, 18, "is not one of: region reach mobility s0"},
        {"mcts:exploration=1e3", TETRESS_EVALUE, 17, "is not a decimal from 0 to 100"},
        /* The longest sentence there can be. */
        {"s3-alphabeta-coded:evaluator=s1,xyzxyzxyzxyzxyzxyzxyzxyzxyzxyzxyzxyzxyz=1",
         TETRESS_EUNKNOWN, 32,
         "xyzxyzxyzxy...\" is not the name of an option; see tetress_engine_option()"},
        {"\x01\xff", TETRESS_EUNKNOWN, 0, "\"??\""},
        {"negmax", TETRESS_EUNKNOWN, 0,
         "\"negmax\" is not the name of a player; did you mean \"negamax\"?"},
        {"tetress:level-4", TETRESS_EUNKNOWN, 0,
         "\"tetress:\" is only for the referee and tournaments; leave it out"},
        {"tetress", TETRESS_EUNKNOWN, 0, "\"tetress\" is not the name of a player; see "},
        {"S4_Final:hash=1", TETRESS_EUNKNOWN, 0, "did you mean \"s4-final\"?"},
        {"mtcs", TETRESS_EUNKNOWN, 0, "did you mean \"mcts\"?"},
        {"negamax:hsah=1", TETRESS_EUNKNOWN, 8, "did you mean \"hash\"?"},
        {"negamax:evaluator=regoin", TETRESS_EVALUE, 18,
         "\"regoin\" is not a value of this option; did you mean \"region\"?"},
        {"negamax:book=onn", TETRESS_EVALUE, 13, "did you mean \"on\"?"},
    };
    char long_spec[600];
    tetress_engine *engine = (tetress_engine *)1;
    tetress_error error = TETRESS_ERROR_INIT;

    (void)state;
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        assert_int_equal(tetress_engine_new(NULL, WRONG[i].spec, &engine, &error), WRONG[i].status);
        assert_null(engine);
        assert_int_equal(error.status, WRONG[i].status);
        assert_int_equal(error.offset, WRONG[i].offset);
        assert_non_null(strstr(error.text, WRONG[i].part));
    }
    memset(long_spec, 'a', sizeof long_spec);
    long_spec[sizeof long_spec - 1] = '\0';
    assert_int_equal(tetress_engine_new(NULL, long_spec, &engine, &error), TETRESS_EUNKNOWN);
    assert_true(strlen(error.text) < sizeof error.text - 1);
    assert_int_equal(tetress_engine_new(NULL, NULL, &engine, &error), TETRESS_EARG);
    assert_int_equal(tetress_engine_new(NULL, "random", NULL, NULL), TETRESS_EARG);
}

static void options_can_be_listed_set_and_read(void **state)
{
    static const char *const SPECS[] = {"negamax", "mcts", "greedy", "random"};

    (void)state;
    for (size_t s = 0; s < 4; s++) {
        tetress_engine *engine = new_engine(SPECS[s]);
        tetress_option option = TETRESS_OPTION_INIT;
        char value[64];

        for (uint32_t i = 0; i < tetress_engine_option_count(engine); i++) {
            assert_int_equal(tetress_engine_option(engine, i, &option), TETRESS_OK);
            assert_int_equal(
                tetress_engine_get(engine, option.name, value, sizeof value, NULL, NULL),
                TETRESS_OK);
            assert_string_equal(value, option.default_value);
            assert_int_equal(tetress_engine_set(engine, option.name, value), TETRESS_OK);
            assert_int_equal(option.choices == NULL, option.minimum != NULL);
        }
        assert_int_equal(
            tetress_engine_option(engine, tetress_engine_option_count(engine), &option),
            TETRESS_EARG);
        tetress_engine_free(engine);
    }
}

static void an_option_that_is_refused_changes_nothing(void **state)
{
    tetress_engine *engine = new_engine("negamax:hash=2,nodes=77");
    char spec[256];

    (void)state;
    assert_int_equal(tetress_engine_set(engine, "hash", "seven"), TETRESS_EVALUE);
    assert_non_null(strstr(tetress_engine_error(engine)->text, "option hash: \"seven\""));
    assert_int_equal(tetress_engine_set(engine, "ponder", "1"), TETRESS_EUNKNOWN);
    assert_string_equal(tetress_engine_error(engine)->text,
                        "this player has no option \"ponder\"; see tetress_engine_option()");
    assert_int_equal(tetress_engine_set(engine, "ndoes", "1"), TETRESS_EUNKNOWN);
    assert_non_null(strstr(tetress_engine_error(engine)->text, "; did you mean \"nodes\"?"));
    assert_int_equal(tetress_engine_set(engine, "evaluator", "raech"), TETRESS_EVALUE);
    assert_non_null(strstr(tetress_engine_error(engine)->text, "; did you mean \"reach\"?"));
    assert_int_equal(tetress_engine_set(engine, NULL, "1"), TETRESS_EARG);
    assert_int_equal(tetress_engine_set(engine, "hash", NULL), TETRESS_EARG);
    assert_int_equal(tetress_engine_spec(engine, spec, sizeof spec, NULL), TETRESS_OK);
    assert_string_equal(spec, "negamax:hash=2,nodes=77");
    assert_int_equal(tetress_engine_set(engine, "evaluator", "s1"), TETRESS_OK);
    assert_int_equal(tetress_engine_error(engine)->status, TETRESS_OK);
    assert_int_equal(tetress_engine_spec(engine, spec, sizeof spec, NULL), TETRESS_OK);
    assert_string_equal(spec, "negamax:evaluator=s1,hash=2,nodes=77");
    tetress_engine_free(engine);
}

static void an_option_that_cannot_be_read_is_explained(void **state)
{
    tetress_engine *engine = new_engine("negamax:hash=2");
    tetress_error error = TETRESS_ERROR_INIT;
    char value[64];

    (void)state;
    assert_int_equal(tetress_engine_get(engine, "ponder", value, sizeof value, NULL, &error),
                     TETRESS_EUNKNOWN);
    assert_string_equal(error.text,
                        "this player has no option \"ponder\"; see tetress_engine_option()");
    assert_int_equal(tetress_engine_get(engine, "ndoes", value, sizeof value, NULL, &error),
                     TETRESS_EUNKNOWN);
    assert_string_equal(error.text, "this player has no option \"ndoes\"; did you mean \"nodes\"?");
    assert_int_equal(tetress_engine_get(engine, "hash", value, 1, NULL, &error), TETRESS_ESIZE);
    assert_int_equal(error.status, TETRESS_ESIZE);
    assert_int_equal(tetress_engine_get(NULL, "hash", value, 8, NULL, &error), TETRESS_EARG);
    assert_int_equal(error.status, TETRESS_EARG);
    assert_int_equal(tetress_engine_get(engine, NULL, value, 8, NULL, &error), TETRESS_EARG);
    assert_int_equal(tetress_engine_get(engine, "ponder", value, 8, NULL, NULL), TETRESS_EUNKNOWN);
    assert_int_equal(tetress_engine_get(engine, "hash", value, sizeof value, NULL, &error),
                     TETRESS_OK);
    assert_int_equal(error.status, TETRESS_OK);
    assert_string_equal(error.text, "");
    error.size = 8;
    assert_int_equal(tetress_engine_get(engine, "hash", value, sizeof value, NULL, &error),
                     TETRESS_EARG);
    tetress_engine_free(engine);
}

static void budgets_are_checked_before_anything_is_searched(void **state)
{
    tetress_engine *engine = new_engine("negamax");
    tetress_game *game = game_after(99, 10);
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;
    struct {
        tetress_budget known;
        uint64_t future;
    } newer = {TETRESS_BUDGET_INIT, 0};

    (void)state;
    assert_int_equal(tetress_engine_search(engine, game, &budget, &result), TETRESS_EARG);
    assert_non_null(strstr(tetress_engine_error(engine)->text, "no limit"));
    assert_int_equal(tetress_engine_search(engine, game, NULL, &result), TETRESS_EARG);
    budget.playouts = 5; /* means nothing to negamax */
    assert_int_equal(tetress_engine_search(engine, game, &budget, &result), TETRESS_EARG);
    budget.nodes = 100;
    budget.size = 8;
    assert_int_equal(tetress_engine_search(engine, game, &budget, &result), TETRESS_EARG);
    assert_non_null(strstr(tetress_engine_error(engine)->text, "use TETRESS_BUDGET_INIT"));
    budget.size = UINT32_MAX;
    assert_int_equal(tetress_engine_search(engine, game, &budget, &result), TETRESS_EARG);
    budget.size = sizeof budget;
    budget.flags = 1u << 31;
    assert_int_equal(tetress_engine_search(engine, game, &budget, &result), TETRESS_EVERSION);
    assert_non_null(
        strstr(tetress_engine_error(engine)->text, "a later flag of the budget is set"));
    budget.flags = 0;
    budget.reserved = 1;
    assert_int_equal(tetress_engine_search(engine, game, &budget, &result), TETRESS_EVERSION);
    assert_non_null(strstr(tetress_engine_error(engine)->text, "reserved of the budget is set"));
    budget.reserved = 0;
    result.size = 0;
    assert_int_equal(tetress_engine_search(engine, game, &budget, &result), TETRESS_EARG);
    assert_int_equal(result.nodes, 0);
    assert_int_equal(tetress_engine_search(engine, NULL, &budget, NULL), TETRESS_EARG);
    assert_int_equal(tetress_engine_search(NULL, game, &budget, NULL), TETRESS_EARG);
    assert_int_equal(tetress_engine_search(engine, game, &budget, NULL), TETRESS_OK);
    /* a program newer than the library: fine until it asks for what is not known */
    newer.known.size = sizeof newer;
    newer.known.nodes = 100;
    assert_int_equal(tetress_engine_search(engine, game, &newer.known, NULL), TETRESS_OK);
    newer.future = 1;
    assert_int_equal(tetress_engine_search(engine, game, &newer.known, NULL), TETRESS_EVERSION);
    tetress_engine_free(engine);
    tetress_game_free(game);
}

static void a_game_that_is_over_is_not_searched(void **state)
{
    tetress_engine *engine = new_engine("negamax:nodes=10");
    tetress_game *game = NULL;
    int32_t score = 5;

    (void)state;
    assert_int_equal(
        tetress_game_from_text(NULL,
                               ".........../.........../.........../.........../.........../"
                               ".....bbb.../.....b...../.........../.........../.........../"
                               "........... r 20",
                               &game, NULL),
        TETRESS_OK);
    assert_int_equal(tetress_engine_search(engine, game, NULL, NULL), TETRESS_EOVER);
    assert_int_equal(tetress_engine_evaluate(engine, game, &score), TETRESS_EOVER);
    assert_int_equal(score, 5);
    tetress_engine_free(engine);
    tetress_game_free(game);
}

static void equal_engines_repeat_each_other(void **state)
{
    static const char *const SPECS[] = {"negamax", "mcts:seed=5", "greedy:seed=6", "random:seed=7"};

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        tetress_engine *first = new_engine(SPECS[i]), *second = new_engine(SPECS[i]);

        for (int actions = 2; actions < 30; actions += 7) {
            tetress_game *game = game_after(99, actions);
            tetress_result a = search(first, game, 2000), b = search(second, game, 2000);

            assert_int_equal(a.move, b.move);
            assert_int_equal(a.score, b.score);
            assert_int_equal(a.nodes, b.nodes);
            tetress_game_free(game);
        }
        tetress_engine_free(first);
        tetress_engine_free(second);
    }
}

/* A reset makes a used engine as good as new. */
static void a_reset_forgets_everything(void **state)
{
    static const char *const SPECS[] = {"negamax", "mcts", "greedy", "random"};

    (void)state;
    for (size_t i = 0; i < 4; i++) {
        tetress_engine *engine = new_engine(SPECS[i]);
        tetress_game *game = game_after(99, 12), *other = game_after(99, 20);
        tetress_result first = search(engine, game, 3000), again;
        tetress_line line = TETRESS_LINE_INIT;

        search(engine, other, 3000);
        tetress_engine_stop(engine);
        assert_int_equal(tetress_engine_reset(engine), TETRESS_OK);
        assert_int_equal(tetress_engine_line(engine, 0, &line), TETRESS_EARG);
        again = search(engine, game, 3000);
        assert_int_equal(first.move, again.move);
        assert_int_equal(first.score, again.score);
        assert_int_equal(first.nodes, again.nodes);
        assert_int_equal(first.depth, again.depth);
        tetress_engine_free(engine);
        tetress_game_free(game);
        tetress_game_free(other);
    }
}

static void a_stop_that_came_before_the_search_ends_it_at_once(void **state)
{
    tetress_engine *engine = new_engine("negamax");
    tetress_game *game = game_after(99, 8);
    tetress_result result;

    (void)state;
    tetress_engine_stop(engine);
    result = search(engine, game, 5000);
    assert_int_equal(result.stop_reason, TETRESS_STOP_REQUESTED);
    assert_int_equal(tetress_game_is_legal(game, result.move), 1);
    assert_int_equal(search(engine, game, 5000).stop_reason, TETRESS_STOP_NODES);
    tetress_engine_stop(engine);
    tetress_engine_resume(engine);
    assert_int_equal(search(engine, game, 5000).stop_reason, TETRESS_STOP_NODES);
    tetress_engine_stop(NULL);
    tetress_engine_resume(NULL);
    tetress_engine_free(engine);
    tetress_game_free(game);
}

static void each_limit_is_named_when_it_ends_a_search(void **state)
{
    tetress_engine *negamax = new_engine("negamax"), *mcts = new_engine("mcts");
    tetress_game *game = game_after(99, 14);
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;

    (void)state;
    budget.depth = 1;
    tetress_engine_search(negamax, game, &budget, &result);
    assert_int_equal(result.stop_reason, TETRESS_STOP_DEPTH);
    assert_int_equal(result.depth, 1);
    budget = (tetress_budget)TETRESS_BUDGET_INIT;
    budget.playouts = 40;
    tetress_engine_search(mcts, game, &budget, &result);
    assert_int_equal(result.stop_reason, TETRESS_STOP_PLAYOUTS);
    assert_int_equal(result.playouts, 40);
    budget = (tetress_budget)TETRESS_BUDGET_INIT;
    budget.wall_ms = 5;
    tetress_engine_search(mcts, game, &budget, &result);
    assert_int_equal(result.stop_reason, TETRESS_STOP_TIME);
    budget = (tetress_budget)TETRESS_BUDGET_INIT;
    budget.cpu_ms = 5;
    tetress_engine_search(negamax, game, &budget, &result);
    assert_int_equal(result.stop_reason, TETRESS_STOP_TIME);
    budget = (tetress_budget)TETRESS_BUDGET_INIT;
    budget.clock_ms = 100;
    budget.flags = TETRESS_BUDGET_CPU_CLOCK;
    tetress_engine_search(negamax, game, &budget, &result);
    assert_int_equal(result.stop_reason, TETRESS_STOP_TIME);
    tetress_game_rewind(game); /* the table of openings knows the empty board */
    tetress_engine_search(negamax, game, &budget, &result);
    assert_int_equal(result.stop_reason, TETRESS_STOP_BOOK);
    assert_int_equal(result.nodes, 0);
    tetress_engine_free(negamax);
    tetress_engine_free(mcts);
    tetress_game_free(game);
}

static void a_player_may_bring_its_own_limits(void **state)
{
    tetress_engine *engine = new_engine("negamax:nodes=500");
    tetress_game *game = game_after(99, 14);
    tetress_result result = TETRESS_RESULT_INIT;
    tetress_budget budget = TETRESS_BUDGET_INIT;

    (void)state;
    assert_int_equal(tetress_engine_search(engine, game, NULL, &result), TETRESS_OK);
    assert_int_equal(result.nodes, 500);
    budget.nodes = 200;
    assert_int_equal(tetress_engine_search(engine, game, &budget, &result), TETRESS_OK);
    assert_int_equal(result.nodes, 200);
    budget.nodes = 2000;
    assert_int_equal(tetress_engine_search(engine, game, &budget, &result), TETRESS_OK);
    assert_int_equal(result.nodes, 500);
    tetress_engine_free(engine);
    tetress_game_free(game);
}

static void an_engine_tells_its_own_limits_and_whether_they_suffice(void **state)
{
    static const struct {
        const char *spec;
        int32_t suffices;
        uint64_t nodes, playouts;
        uint32_t depth, wall_ms, cpu_ms;
    } ROWS[] = {
        {"negamax", 0, 0, 0, 0, 0, 0},
        {"negamax:nodes=500", 1, 500, 0, 0, 0, 0},
        {"negamax:depth=3,wall_ms=70,cpu_ms=8", 1, 0, 0, 3, 70, 8},
        {"negamax:wall_ms=4294967295", 1, 0, 0, 0, UINT32_MAX, 0},
        {"level-4", 1, 500, 0, 0, 0, 0},
        {"mcts:playouts=40", 1, 0, 40, 0, 0, 0},
        {"s3-hybrid:playouts=0", 0, 0, 0, 2, 0, 0}, /* one half would never end */
        {"solver", 0, 0, 0, 0, 0, 0},
        {"greedy", 1, 0, 0, 0, 0, 0},
        {"random", 1, 0, 0, 0, 0, 0},
    };
    tetress_game *game = game_after(99, 20);

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        tetress_engine *engine = new_engine(ROWS[i].spec);
        tetress_budget own = {.size = sizeof own, .flags = 7, .clock_ms = 7, .increment_ms = 7};

        assert_int_equal(tetress_engine_own_limits(engine, NULL), ROWS[i].suffices);
        assert_int_equal(tetress_engine_own_limits(engine, &own), ROWS[i].suffices);
        assert_int_equal(own.nodes, ROWS[i].nodes);
        assert_int_equal(own.playouts, ROWS[i].playouts);
        assert_int_equal(own.depth, ROWS[i].depth);
        assert_int_equal(own.wall_ms, ROWS[i].wall_ms);
        assert_int_equal(own.cpu_ms, ROWS[i].cpu_ms);
        assert_int_equal(own.flags | own.clock_ms | own.increment_ms, 0);
        if (ROWS[i].suffices == 0)
            assert_int_equal(tetress_engine_search(engine, game, NULL, NULL), TETRESS_EARG);
        tetress_engine_free(engine);
    }
    tetress_game_free(game);
}

static void lines_come_best_first_with_legal_variations(void **state)
{
    static const char *const SPECS[] = {"negamax:multipv=4,evaluator=mobility", "mcts:multipv=4",
                                        "greedy:multipv=4"};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        tetress_engine *engine = new_engine(SPECS[i]);
        tetress_game *game = game_after(99, 16);
        tetress_result result = search(engine, game, 4000);
        tetress_line line = TETRESS_LINE_INIT, before = TETRESS_LINE_INIT;

        assert_int_equal(result.lines, 4);
        for (uint32_t k = 0; k < 4; k++) {
            assert_int_equal(tetress_engine_line(engine, k, &line), TETRESS_OK);
            assert_int_equal(line.rank, k + 1);
            assert_int_equal(line.move, line.pv[0]);
            if (k == 0)
                assert_true(line.move == result.move && line.score == result.score);
            else if (strncmp(SPECS[i], "mcts", 4) != 0)
                assert_true(line.depth < before.depth ||
                            (line.depth == before.depth && line.score <= before.score));
            else
                assert_true(line.visits <= before.visits);
            for (uint16_t m = 0; m < line.pv_length; m++)
                assert_int_equal(tetress_game_apply(game, line.pv[m]), TETRESS_OK);
            for (uint16_t m = 0; m < line.pv_length; m++)
                tetress_game_undo(game);
            before = line;
        }
        assert_int_equal(tetress_engine_line(engine, 4, &line), TETRESS_EARG);
        tetress_engine_free(engine);
        tetress_game_free(game);
    }
}

/* Stops the search at a line that is deeper than the deepest ply. */
static int32_t look_for_a_deeper_line(const tetress_result *so_far, const tetress_line *line,
                                      void *user)
{
    (void)user;
    return so_far->selective_depth < line->depth || so_far->selective_depth < so_far->depth;
}

static void no_line_is_deeper_than_the_deepest_ply(void **state)
{
    /* Towards the end of a game the table has lines from earlier searches and from the solver. */
    static const char *const SPECS[] = {
        "negamax", "negamax:multipv=3", "negamax:solver=off", "mcts:multipv=3", "beam", "s4-final",
        "greedy"};

    (void)state;
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        tetress_engine *engine = new_engine(SPECS[i]);
        tetress_game *game = game_after(99, 4);

        tetress_engine_set_info(engine, look_for_a_deeper_line, NULL);
        while (tetress_game_reason(game) == TETRESS_REASON_NONE) {
            tetress_result result = search(engine, game, 500);
            tetress_line line = TETRESS_LINE_INIT;

            assert_int_not_equal(result.stop_reason, TETRESS_STOP_CALLBACK);
            assert_true(result.selective_depth >= result.depth);
            for (uint32_t k = 0; k < result.lines; k++) {
                assert_int_equal(tetress_engine_line(engine, k, &line), TETRESS_OK);
                assert_true(result.selective_depth >= line.depth);
            }
            assert_int_equal(tetress_game_apply(game, result.move), TETRESS_OK);
        }
        tetress_game_free(game);
        tetress_engine_free(engine);
    }
}

/* ---- Callbacks ------------------------------------------------------------------------------- */

typedef struct visitor {
    tetress_engine *engine;
    int calls;
    int stop_after; /* 0: never */
    tetress_status answers[6];
} visitor;

/* Everything but stop is refused while the engine searches. */
static int32_t ask_the_busy_engine(const tetress_result *so_far, const tetress_line *line,
                                   void *user)
{
    visitor *v = user;
    tetress_line other = TETRESS_LINE_INIT;
    int32_t score = 0;

    v->calls++;
    v->answers[0] = tetress_engine_search(v->engine, NULL, NULL, NULL);
    v->answers[1] = tetress_engine_set(v->engine, "hash", "1");
    v->answers[2] = tetress_engine_reset(v->engine);
    v->answers[3] = tetress_engine_line(v->engine, 0, &other);
    v->answers[4] = tetress_engine_set_info(v->engine, NULL, NULL);
    v->answers[5] = tetress_engine_evaluate(v->engine, NULL, &score);
    tetress_engine_free(v->engine); /* a mistake, and no more than that */
    assert_true(line->pv_length > 0 && so_far->nodes > 0);
    assert_int_equal(so_far->stop_reason, TETRESS_STOP_RUNNING);
    return v->calls == v->stop_after;
}

static void a_callback_may_stop_the_search_and_do_no_harm(void **state)
{
    tetress_engine *engine = new_engine("negamax");
    tetress_game *game = game_after(99, 20);
    visitor v = {engine, 0, 2, {0}};
    tetress_result result;

    (void)state;
    assert_int_equal(tetress_engine_set_info(engine, ask_the_busy_engine, &v), TETRESS_OK);
    result = search(engine, game, 1000000000);
    assert_int_equal(v.calls, 2);
    assert_int_equal(result.stop_reason, TETRESS_STOP_CALLBACK);
    assert_int_equal(result.depth, 2);
    for (int i = 0; i < 6; i++)
        assert_int_equal(v.answers[i], TETRESS_EBUSY);
    assert_int_equal(tetress_engine_set_info(engine, NULL, NULL), TETRESS_OK);
    search(engine, game, 1000);
    assert_int_equal(v.calls, 2);
    tetress_engine_free(engine);
    tetress_game_free(game);
}

/* Tokens, by asking the game like any other; counts its calls. */
static int32_t host_tokens(const tetress_game *position, void *user)
{
    int32_t turn = tetress_game_turn(position);

    ++*(int *)user;
    assert_int_equal(tetress_game_reason(position), TETRESS_REASON_NONE);
    return 100 * (tetress_game_tokens(position, turn) - tetress_game_tokens(position, 1 - turn));
}

static void a_hosts_evaluator_equals_the_built_in_one_that_it_copies(void **state)
{
    tetress_engine *host = new_engine("negamax:evaluator=tokens");
    tetress_engine *ours = new_engine("negamax:evaluator=tokens");
    int calls = 0;

    (void)state;
    assert_int_equal(tetress_engine_set_evaluator(host, host_tokens, &calls), TETRESS_OK);
    for (int actions = 4; actions < 30; actions += 5) {
        tetress_game *game = game_after(99, actions);
        tetress_result a = search(host, game, 3000), b = search(ours, game, 3000);
        int32_t x = 0, y = 1;

        assert_int_equal(a.move, b.move);
        assert_int_equal(a.score, b.score);
        assert_int_equal(a.nodes, b.nodes);
        assert_true(a.win == b.win);
        assert_int_equal(tetress_engine_evaluate(host, game, &x), TETRESS_OK);
        assert_int_equal(tetress_engine_evaluate(ours, game, &y), TETRESS_OK);
        assert_int_equal(x, y);
        tetress_game_free(game);
    }
    assert_true(calls > 1000);
    calls = 0;
    assert_int_equal(tetress_engine_set_evaluator(host, NULL, NULL), TETRESS_OK);
    {
        tetress_game *game = game_after(99, 9);

        search(host, game, 500);
        tetress_game_free(game);
    }
    assert_int_equal(calls, 0);
    tetress_engine_free(host);
    tetress_engine_free(ours);
}

static int32_t host_extreme(const tetress_game *position, void *user)
{
    return tetress_game_hash(position) % 2 == 0 ? INT32_MAX : INT32_MIN + *(int *)user;
}

static void a_hosts_extreme_values_are_cut_and_prove_nothing(void **state)
{
    tetress_engine *engine = new_engine("negamax");
    tetress_game *game = game_after(99, 12);
    int zero = 0;
    int32_t score;
    tetress_result result;

    (void)state;
    assert_int_equal(tetress_engine_set_evaluator(engine, host_extreme, &zero), TETRESS_OK);
    result = search(engine, game, 3000);
    assert_int_equal(result.mate, 0);
    assert_true(result.score >= -1000000 && result.score <= 1000000);
    assert_int_equal(tetress_engine_evaluate(engine, game, &score), TETRESS_OK);
    assert_true(score == 1000000 || score == -1000000);
    tetress_engine_free(engine);
    tetress_game_free(game);
}

/* Copies the game that it is lent; from call number `fail_at` on gives up with a wild value. */
typedef struct fragile {
    tetress_engine *engine;
    int calls;
    int fail_at;
} fragile;

static int32_t host_fragile(const tetress_game *position, void *user)
{
    fragile *f = user;
    tetress_game *copy = NULL;
    int32_t score;

    assert_int_equal(tetress_game_copy(position, &copy), TETRESS_OK);
    assert_true(tetress_game_hash(copy) == tetress_game_hash(position));
    assert_int_equal(tetress_game_error(position)->status, TETRESS_OK);
    score = 100 * tetress_game_mobility(copy, tetress_game_turn(copy));
    tetress_game_free(copy);
    if (++f->calls < f->fail_at)
        return score;
    tetress_engine_stop(f->engine);
    return 999999;
}

/* Whatever the call at which an evaluator gives up, nothing of its wild value is kept: a later
 * search finds what an engine finds that never met it. With a selective search, whose scores depend
 * on what the table knows already, that is at least no wild value. */
static void an_evaluator_that_fails_leaves_nothing_behind(void **state)
{
    static const char *const SPECS[] = {"negamax:reductions=off,pruning=off,extension=0,depth=2",
                                        "greedy", "negamax"};
    tetress_game *game = game_after(99, 30);

    (void)state;
    for (int s = 0; s < 3; s++) {
        tetress_engine *clean = new_engine(SPECS[s]);
        fragile never = {clean, 0, 1 << 30};
        tetress_result expected;

        tetress_engine_set_evaluator(clean, host_fragile, &never);
        expected = search(clean, game, 20000);
        for (int fail_at = 1; fail_at < 400; fail_at += 1 + fail_at / 3) {
            tetress_engine *engine = new_engine(SPECS[s]);
            fragile f = {engine, 0, fail_at};
            tetress_result result;

            tetress_engine_set_evaluator(engine, host_fragile, &f);
            result = search(engine, game, 20000);
            if (f.calls >= fail_at) {
                assert_int_equal(f.calls, fail_at); /* not asked again */
                assert_int_equal(result.stop_reason, TETRESS_STOP_REQUESTED);
                assert_int_not_equal(result.score, 999999);
                assert_int_not_equal(result.score, -999999);
            }
            f.fail_at = 1 << 30;
            result = search(engine, game, 20000);
            if (s == 0)
                assert_int_equal(result.score, expected.score);
            assert_true(result.score < 900000 && result.score > -900000);
            assert_int_equal(result.mate, expected.mate);
            tetress_engine_free(engine);
        }
        tetress_engine_free(clean);
    }
    tetress_game_free(game);
}

static void an_evaluation_that_fails_does_not_stop_the_next_search(void **state)
{
    tetress_engine *engine = new_engine("negamax");
    tetress_game *game = game_after(99, 10);
    fragile f = {engine, 0, 1};
    int32_t score;

    (void)state;
    tetress_engine_set_evaluator(engine, host_fragile, &f);
    assert_int_equal(tetress_engine_evaluate(engine, game, &score), TETRESS_OK);
    f.fail_at = 1 << 30;
    assert_int_equal(search(engine, game, 500).stop_reason, TETRESS_STOP_NODES);
    tetress_engine_free(engine);
    tetress_game_free(game);
}

static void the_curve_of_a_hosts_scores_follows_the_option(void **state)
{
    tetress_engine *engine = new_engine("negamax:evaluator=tokens");
    tetress_game *game = game_after(99, 12);
    int calls = 0;
    tetress_result first, second;

    (void)state;
    tetress_engine_set_evaluator(engine, host_tokens, &calls);
    first = search(engine, game, 3000);
    assert_int_equal(tetress_engine_set(engine, "evaluator", "s1"), TETRESS_OK);
    assert_int_equal(tetress_engine_reset(engine), TETRESS_OK);
    second = search(engine, game, 3000);
    assert_int_equal(first.score, second.score);
    assert_int_not_equal(first.score, 0);
    assert_true(first.win != second.win);
    tetress_engine_free(engine);
    tetress_game_free(game);
}

static void players_without_evaluation_say_so(void **state)
{
    tetress_engine *engine = new_engine("random");
    tetress_game *game = game_after(99, 3);
    int32_t score = 17;

    (void)state;
    assert_int_equal(tetress_engine_evaluate(engine, game, &score), TETRESS_EUNKNOWN);
    assert_int_equal(score, 17);
    assert_int_equal(tetress_engine_evaluate(engine, NULL, &score), TETRESS_EARG);
    tetress_engine_free(engine);
    tetress_game_free(game);
}

static void null_is_answered_by_every_function(void **state)
{
    char text[8];
    tetress_option option = TETRESS_OPTION_INIT;
    tetress_line line = TETRESS_LINE_INIT;
    int32_t score;

    (void)state;
    tetress_engine_free(NULL);
    assert_int_equal(tetress_engine_error(NULL)->status, TETRESS_EARG);
    assert_int_equal(tetress_engine_option_count(NULL), 0);
    assert_int_equal(tetress_engine_option(NULL, 0, &option), TETRESS_EARG);
    assert_int_equal(tetress_engine_set(NULL, "hash", "1"), TETRESS_EARG);
    assert_int_equal(tetress_engine_get(NULL, "hash", text, 8, NULL, NULL), TETRESS_EARG);
    assert_int_equal(tetress_engine_spec(NULL, text, 8, NULL), TETRESS_EARG);
    assert_int_equal(tetress_engine_set_evaluator(NULL, NULL, NULL), TETRESS_EARG);
    assert_int_equal(tetress_engine_set_info(NULL, NULL, NULL), TETRESS_EARG);
    assert_int_equal(tetress_engine_reset(NULL), TETRESS_EARG);
    assert_int_equal(tetress_engine_own_limits(NULL, NULL), TETRESS_EARG);
    assert_int_equal(tetress_engine_line(NULL, 0, &line), TETRESS_EARG);
    assert_int_equal(tetress_engine_evaluate(NULL, NULL, &score), TETRESS_EARG);
}

/* ---- Weights --------------------------------------------------------------------------------- */

static size_t read_weights(unsigned char *bytes, size_t room)
{
    FILE *file = fopen(TEST_DATA "/tetress/region.weights", "rb");
    size_t size;

    assert_non_null(file);
    size = fread(bytes, 1, room, file);
    fclose(file);
    return size;
}

static int32_t evaluation(tetress_engine *engine, const tetress_game *game)
{
    int32_t score = 0;

    assert_int_equal(tetress_engine_evaluate(engine, game, &score), TETRESS_OK);
    return score;
}

/* Weights of an earlier round of the training judge otherwise than those built in. */
static void weights_from_memory_take_the_place_of_those_built_in(void **state)
{
    unsigned char bytes[4096];
    size_t size = read_weights(bytes, sizeof bytes);
    tetress_engine *engine = new_engine("negamax:hash=1");
    tetress_engine *player = new_engine("random");
    tetress_game *game;
    int32_t built_in, loaded;
    uint64_t seed = 5;

    (void)state;
    assert_int_equal(tetress_game_new(NULL, &game), TETRESS_OK);
    for (int i = 0; i < 12; i++) {
        tetress_move move;

        assert_int_equal(tetress_game_random_move(game, &seed, &move), TETRESS_OK);
        assert_int_equal(tetress_game_apply(game, move), TETRESS_OK);
    }
    built_in = evaluation(engine, game);
    assert_int_equal(tetress_engine_set_weights(engine, bytes, size), TETRESS_OK);
    loaded = evaluation(engine, game);
    assert_int_not_equal(loaded, built_in);
    bytes[size / 2] ^= 4;
    assert_int_equal(tetress_engine_set_weights(engine, bytes, size), TETRESS_ETEXT);
    assert_non_null(strstr(tetress_engine_error(engine)->text, "damaged"));
    assert_int_equal(tetress_engine_set_weights(engine, "weights", 7), TETRESS_ETEXT);
    assert_int_equal(evaluation(engine, game), loaded);
    assert_int_equal(tetress_engine_set(engine, "evaluator", "tokens"), TETRESS_OK);
    assert_int_equal(evaluation(engine, game), loaded);
    assert_int_equal(tetress_engine_set(engine, "evaluator", "region"), TETRESS_OK);
    assert_int_equal(tetress_engine_set_weights(engine, NULL, 0), TETRESS_OK);
    assert_int_equal(evaluation(engine, game), built_in);
    assert_int_equal(tetress_engine_set_weights(player, bytes, size), TETRESS_EUNKNOWN);
    assert_int_equal(tetress_engine_set_weights(NULL, NULL, 0), TETRESS_EARG);
    tetress_game_free(game);
    tetress_engine_free(player);
    tetress_engine_free(engine);
}

/* ---- The bound of scores --------------------------------------------------------------------- */

/* The greatest sums that weights may have: an output of +-(2^31 - 1) in every position. */
static void make_extreme(unsigned char *bytes, size_t size, bool good)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    const int32_t bias = good ? INT32_MAX : -INT32_MAX;

    memset(bytes + 24, 0, size - 24);
    for (int i = 0; i < 4; i++)
        bytes[size - 4 + (size_t)i] = (unsigned char)((uint32_t)bias >> 8 * i & 0xff);
    for (size_t i = 24; i < size; i++)
        sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
    for (int i = 0; i < 8; i++)
        bytes[16 + i] = (unsigned char)(sum >> 8 * i & 0xff);
}

/* No score leaves its bound, however a position is judged: by an evaluation, and by every line of a
 * search. */
static void expect_bounded(tetress_engine *engine, const tetress_game *game)
{
    int32_t score = evaluation(engine, game);
    tetress_result result = search(engine, game, 300);

    assert_in_range(score + 1000000, 0, 2000000);
    for (uint32_t i = 0; i < result.lines; i++) {
        tetress_line line = TETRESS_LINE_INIT;

        assert_int_equal(tetress_engine_line(engine, i, &line), TETRESS_OK);
        assert_true(line.mate != 0 || (line.score >= -1000000 && line.score <= 1000000));
        assert_true(line.win >= 0 && line.win <= 1);
    }
}

static void scores_stay_within_their_bound_whatever_the_weights(void **state)
{
    static const char *const SPECS[] = {"negamax:hash=1,multipv=9,book=off,solver=off",
                                        "mcts:memory=1,multipv=9", "beam:multipv=9", "greedy"};
    unsigned char bytes[4096];
    size_t size = read_weights(bytes, sizeof bytes);

    (void)state;
    for (size_t i = 0; i < 2 * (sizeof SPECS / sizeof SPECS[0]); i++) {
        tetress_engine *engine = new_engine(SPECS[i / 2]);
        tetress_game *game = game_after(99, 30);

        make_extreme(bytes, size, i % 2 == 0);
        assert_int_equal(tetress_engine_set_weights(engine, bytes, size), TETRESS_OK);
        assert_int_equal(evaluation(engine, game), i % 2 == 0 ? 1000000 : -1000000);
        expect_bounded(engine, game);
        tetress_game_free(game);
        tetress_engine_free(engine);
    }
}

/* The ratio of S3's program has no bound of its own where the other side has no tokens. */
static void scores_stay_within_their_bound_whatever_the_position(void **state)
{
    static const char *const POSITIONS[] = {
        "rrrr......./.........../.........../.........../.........../.........../.........../"
        ".........../.........../.........../........... r 4",
        "rrrr......./rrrrrrrrrr./rrrrrrrrrr./rrrrrrrrrr./rrrrrrrrrr./.........../.........../"
        ".........../.........../.........../........... r 30",
    };
    tetress_evaluator evaluator = TETRESS_EVALUATOR_INIT;
    tetress_game *game;

    (void)state;
    for (size_t k = 0; k < sizeof POSITIONS / sizeof POSITIONS[0]; k++) {
        assert_int_equal(tetress_game_from_text(NULL, POSITIONS[k], &game, NULL), TETRESS_OK);
        for (uint32_t i = 0; tetress_evaluator_at(i, &evaluator) == TETRESS_OK; i++) {
            char spec[64];
            tetress_engine *engine;

            snprintf(spec, sizeof spec, "negamax:hash=1,multipv=9,evaluator=%s", evaluator.name);
            engine = new_engine(spec);
            expect_bounded(engine, game);
            tetress_engine_free(engine);
        }
        tetress_game_free(game);
    }
}

/* The ending rule judges by an evaluator of its own; the cache of evaluations is not for it. */
static void an_ending_rule_leaves_nothing_in_the_cache(void **state)
{
    tetress_engine *used = new_engine("greedy:cache=65536,ending=1");
    tetress_engine *fresh = new_engine("greedy:cache=65536");
    tetress_game *game = game_after(99, 20);
    tetress_result first = TETRESS_RESULT_INIT, second = TETRESS_RESULT_INIT;

    (void)state;
    assert_int_equal(tetress_engine_search(used, game, NULL, &first), TETRESS_OK);
    assert_int_equal(tetress_engine_set(used, "ending", "0"), TETRESS_OK);
    assert_int_equal(tetress_engine_search(used, game, NULL, &first), TETRESS_OK);
    assert_int_equal(tetress_engine_search(fresh, game, NULL, &second), TETRESS_OK);
    assert_int_equal(first.score, second.score);
    assert_int_equal(first.cache_hits, second.cache_hits);
    tetress_engine_free(used);
    tetress_engine_free(fresh);
    tetress_game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ending_rule_leaves_nothing_in_the_cache),
        cmocka_unit_test(every_player_finishes_a_game_with_legal_moves),
        cmocka_unit_test(players_and_evaluators_describe_themselves),
        cmocka_unit_test(specs_that_make_no_sense_are_explained),
        cmocka_unit_test(options_can_be_listed_set_and_read),
        cmocka_unit_test(an_option_that_is_refused_changes_nothing),
        cmocka_unit_test(an_option_that_cannot_be_read_is_explained),
        cmocka_unit_test(budgets_are_checked_before_anything_is_searched),
        cmocka_unit_test(a_game_that_is_over_is_not_searched),
        cmocka_unit_test(equal_engines_repeat_each_other),
        cmocka_unit_test(a_reset_forgets_everything),
        cmocka_unit_test(a_stop_that_came_before_the_search_ends_it_at_once),
        cmocka_unit_test(each_limit_is_named_when_it_ends_a_search),
        cmocka_unit_test(a_player_may_bring_its_own_limits),
        cmocka_unit_test(an_engine_tells_its_own_limits_and_whether_they_suffice),
        cmocka_unit_test(lines_come_best_first_with_legal_variations),
        cmocka_unit_test(no_line_is_deeper_than_the_deepest_ply),
        cmocka_unit_test(a_callback_may_stop_the_search_and_do_no_harm),
        cmocka_unit_test(a_hosts_evaluator_equals_the_built_in_one_that_it_copies),
        cmocka_unit_test(a_hosts_extreme_values_are_cut_and_prove_nothing),
        cmocka_unit_test(an_evaluator_that_fails_leaves_nothing_behind),
        cmocka_unit_test(an_evaluation_that_fails_does_not_stop_the_next_search),
        cmocka_unit_test(the_curve_of_a_hosts_scores_follows_the_option),
        cmocka_unit_test(players_without_evaluation_say_so),
        cmocka_unit_test(null_is_answered_by_every_function),
        cmocka_unit_test(weights_from_memory_take_the_place_of_those_built_in),
        cmocka_unit_test(scores_stay_within_their_bound_whatever_the_weights),
        cmocka_unit_test(scores_stay_within_their_bound_whatever_the_position),
    };

    return cmocka_run_group_tests_name("engine_api", tests, NULL, NULL);
}
