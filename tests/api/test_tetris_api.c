/* SPDX-License-Identifier: MIT */
/* The single-player game through the public header. */
#include <string.h>
#include <tetress/tetress.h>

#include "cmocka_all.h"

static tetress_tetris *game_with(uint32_t rows, uint64_t seed)
{
    tetress_tetris *game;

    assert_int_equal(tetress_tetris_new(NULL, rows, seed, &game), TETRESS_OK);
    return game;
}

static tetress_tetris_agent *agent_with(const char *evaluator, uint32_t rows, uint32_t lookahead)
{
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_tetris_agent *agent;

    options.rows = rows;
    options.lookahead = lookahead;
    assert_int_equal(tetress_tetris_agent_new(NULL, evaluator, &options, &agent), TETRESS_OK);
    return agent;
}

static void a_stack_of_pieces_loses_and_leaves_the_well(void **state)
{
    tetress_tetris *game = game_with(0, 1);
    uint32_t before[TETRESS_TETRIS_COLUMNS], after[TETRESS_TETRIS_COLUMNS];

    (void)state;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(tetress_tetris_set_piece(game, 1), TETRESS_OK);
        assert_int_equal(tetress_tetris_play(game, 4), TETRESS_OK); /* upright in column 4 */
        assert_int_equal(tetress_tetris_over(game), 0);
    }
    assert_int_equal(tetress_tetris_columns(game, before), TETRESS_OK);
    assert_int_equal(before[4], (1 << 20) - 1);
    assert_int_equal(tetress_tetris_set_piece(game, 0), TETRESS_OK);
    assert_int_equal(tetress_tetris_play(game, 4), TETRESS_OK);
    assert_int_equal(tetress_tetris_over(game), 1);
    assert_int_equal(tetress_tetris_columns(game, after), TETRESS_OK);
    assert_memory_equal(before, after, sizeof before);
    assert_int_equal(tetress_tetris_turns(game), 6);
    assert_int_equal(tetress_tetris_play(game, 0), TETRESS_EOVER);
    assert_int_equal(tetress_tetris_set_piece(game, 0), TETRESS_EOVER);
    tetress_tetris_free(game);
}

static void full_rows_vanish_and_count(void **state)
{
    tetress_tetris *game = game_with(0, 1);
    uint32_t columns[TETRESS_TETRIS_COLUMNS];

    (void)state;
    for (int slot = 0; slot < 10; slot += 2) {
        assert_int_equal(tetress_tetris_set_piece(game, 0), TETRESS_OK);
        assert_int_equal(tetress_tetris_play(game, slot), TETRESS_OK);
    }
    assert_int_equal(tetress_tetris_lines(game), 2);
    assert_int_equal(tetress_tetris_columns(game, columns), TETRESS_OK);
    for (int c = 0; c < TETRESS_TETRIS_COLUMNS; c++)
        assert_int_equal(columns[c], 0);
    tetress_tetris_free(game);
}

static void pieces_follow_from_the_seed(void **state)
{
    tetress_tetris *one = game_with(0, 9), *two = game_with(0, 9), *copy;
    tetress_tetris_agent *agent = agent_with("dt20", 0, 0);
    int seen[TETRESS_TETRIS_PIECES] = {0};

    (void)state;
    for (int i = 0; i < 200; i++) {
        int32_t move, again;

        assert_int_equal(tetress_tetris_piece(one), tetress_tetris_piece(two));
        seen[tetress_tetris_piece(one)]++;
        assert_int_equal(tetress_tetris_agent_choose(agent, one, &move, NULL), TETRESS_OK);
        assert_int_equal(tetress_tetris_agent_choose(agent, two, &again, NULL), TETRESS_OK);
        assert_int_equal(move, again);
        assert_int_equal(tetress_tetris_play(one, move), TETRESS_OK);
        assert_int_equal(tetress_tetris_play(two, move), TETRESS_OK);
    }
    for (int piece = 0; piece < TETRESS_TETRIS_PIECES; piece++)
        assert_true(seen[piece] > 10);
    assert_int_equal(tetress_tetris_copy(one, &copy), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_play(agent, copy, 1000), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_play(agent, one, 1000), TETRESS_OK);
    assert_int_equal(tetress_tetris_lines(copy), tetress_tetris_lines(one));
    assert_int_equal(tetress_tetris_turns(two), 200);
    tetress_tetris_free(one);
    tetress_tetris_free(two);
    tetress_tetris_free(copy);
    tetress_tetris_agent_free(agent);
}

static void games_depend_on_seed_and_number_alone(void **state)
{
    tetress_tetris_agent *agent = agent_with("s2", 10, 0);
    uint64_t all[6], some[3], other[6], sum = 0;

    (void)state;
    assert_int_equal(tetress_tetris_agent_games(agent, 4, 0, 6, UINT64_MAX, all), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_games(agent, 4, 3, 3, UINT64_MAX, some), TETRESS_OK);
    assert_memory_equal(all + 3, some, sizeof some);
    assert_int_equal(tetress_tetris_agent_games(agent, 5, 0, 6, UINT64_MAX, other), TETRESS_OK);
    assert_memory_not_equal(all, other, sizeof all);
    for (int i = 0; i < 6; i++)
        sum += all[i];
    assert_true(sum > 600 && sum < 20000); /* 795 lines a game on the mean */
    assert_int_equal(tetress_tetris_agent_games(agent, 4, 0, 6, 10, all), TETRESS_OK);
    for (int i = 0; i < 6; i++)
        assert_true(all[i] <= 4);
    tetress_tetris_agent_free(agent);
}

static void a_split_repeats_and_tells_the_order_of_size(void **state)
{
    tetress_tetris_agent *agent = agent_with("s2", 0, 0);
    double first, second, other;

    (void)state;
    assert_int_equal(tetress_tetris_agent_split(agent, 3, 1000, &first), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_split(agent, 3, 1000, &second), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_split(agent, 4, 1000, &other), TETRESS_OK);
    assert_true(first == second && first != other);
    /* 383 thousand; a thousand trials a level are good for a third. */
    assert_true(first > 150e3 && first < 900e3 && other > 150e3 && other < 900e3);
    tetress_tetris_agent_free(agent);
}

static void every_evaluator_plays(void **state)
{
    uint32_t count = 0;

    (void)state;
    for (const char *name; (name = tetress_tetris_evaluator_name(count)) != NULL; count++) {
        tetress_tetris_agent *agent = agent_with(name, 0, count % 2);
        tetress_tetris *game = game_with(0, count);

        assert_true(strlen(tetress_tetris_evaluator_summary(count)) > 0);
        assert_int_equal(tetress_tetris_agent_play(agent, game, 500), TETRESS_OK);
        assert_int_equal(tetress_tetris_over(game), 0);
        assert_true(tetress_tetris_lines(game) > 150);
        tetress_tetris_agent_free(agent);
        tetress_tetris_free(game);
    }
    assert_true(count >= 6);
    assert_null(tetress_tetris_evaluator_summary(count));
}

static void wrong_arguments_are_refused(void **state)
{
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_tetris *game = game_with(0, 1), *other;
    tetress_tetris_agent *agent = agent_with("bcts", 12, 0), *made;
    const double weights[11] = {1};
    int32_t move;
    double lines;
    uint64_t count;

    (void)state;
    assert_int_equal(tetress_tetris_new(NULL, 3, 1, &other), TETRESS_EARG);
    assert_int_equal(tetress_tetris_new(NULL, 21, 1, &other), TETRESS_EARG);
    assert_int_equal(tetress_tetris_set_piece(game, 7), TETRESS_EARG);
    assert_int_equal(tetress_tetris_play(game, -1), TETRESS_EARG);
    assert_int_equal(tetress_tetris_play(game, 34), TETRESS_EARG);
    assert_int_equal(tetress_tetris_move_count(-1), TETRESS_EARG);
    assert_int_equal(tetress_tetris_move(0, 9, NULL, NULL), TETRESS_EARG);
    assert_int_equal(tetress_tetris_agent_new(NULL, "nobody", NULL, &made), TETRESS_EUNKNOWN);
    assert_int_equal(tetress_tetris_agent_new(NULL, NULL, NULL, &made), TETRESS_EARG);
    options.lookahead = 5;
    assert_int_equal(tetress_tetris_agent_new(NULL, "s2", &options, &made), TETRESS_EARG);
    options.lookahead = 0;
    options.width = 35;
    assert_int_equal(tetress_tetris_agent_new(NULL, "s2", &options, &made), TETRESS_EARG);
    options.width = 0;
    options.reserved = 1;
    assert_int_equal(tetress_tetris_agent_new(NULL, "s2", &options, &made), TETRESS_EVERSION);
    options.reserved = 0;
    options.size = 8;
    assert_int_equal(tetress_tetris_agent_new(NULL, "s2", &options, &made), TETRESS_EARG);
    assert_null(made);
    assert_int_equal(tetress_tetris_agent_set_weights(agent, TETRESS_TETRIS_DT, weights, 11),
                     TETRESS_EARG);
    assert_int_equal(tetress_tetris_agent_set_weights(agent, 2, weights, 11), TETRESS_EARG);
    /* The agent's well has 12 rows. */
    assert_int_equal(tetress_tetris_agent_choose(agent, game, &move, NULL), TETRESS_EARG);
    assert_int_equal(tetress_tetris_agent_play(agent, game, 1), TETRESS_EARG);
    assert_int_equal(tetress_tetris_agent_split(agent, 1, 10, &lines), TETRESS_EARG);
    assert_int_equal(tetress_tetris_agent_games(agent, 1, 0, 1, 1, NULL), TETRESS_EARG);
    assert_int_equal(tetress_tetris_agent_games(agent, 1, 0, 0, 1, &count), TETRESS_OK);
    tetress_tetris_free(game);
    tetress_tetris_agent_free(agent);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_of_pieces_loses_and_leaves_the_well),
        cmocka_unit_test(full_rows_vanish_and_count),
        cmocka_unit_test(pieces_follow_from_the_seed),
        cmocka_unit_test(games_depend_on_seed_and_number_alone),
        cmocka_unit_test(a_split_repeats_and_tells_the_order_of_size),
        cmocka_unit_test(every_evaluator_plays),
        cmocka_unit_test(wrong_arguments_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
