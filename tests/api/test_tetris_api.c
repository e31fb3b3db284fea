/* SPDX-License-Identifier: MIT */
/* The single-player game through the public header. */
#include <math.h>
#include <string.h>
#include <tetress/tetress.h>

#include "cmocka_all.h"

static tetress_tetris *game_with(uint32_t rows, uint64_t seed)
{
    tetress_tetris *game;

    assert_int_equal(tetress_tetris_new(NULL, rows, TETRESS_TETRIS_UNIFORM, seed, &game, NULL),
                     TETRESS_OK);
    return game;
}

static tetress_tetris_agent *agent_with(const char *evaluator, uint32_t rows, uint32_t lookahead)
{
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_tetris_agent *agent;

    options.rows = rows;
    options.lookahead = lookahead;
    assert_int_equal(tetress_tetris_agent_new(NULL, evaluator, &options, &agent, NULL), TETRESS_OK);
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
    assert_int_equal(tetress_tetris_agent_games(agent, 4, 0, 6, UINT64_MAX, 1, all), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_games(agent, 4, 3, 3, UINT64_MAX, 1, some), TETRESS_OK);
    assert_memory_equal(all + 3, some, sizeof some);
    assert_int_equal(tetress_tetris_agent_games(agent, 5, 0, 6, UINT64_MAX, 1, other), TETRESS_OK);
    assert_memory_not_equal(all, other, sizeof all);
    for (int i = 0; i < 6; i++)
        sum += all[i];
    assert_true(sum > 600 && sum < 20000); /* 795 lines a game on the mean */
    assert_int_equal(tetress_tetris_agent_games(agent, 4, 0, 6, 10, 1, all), TETRESS_OK);
    for (int i = 0; i < 6; i++)
        assert_true(all[i] <= 4);
    tetress_tetris_agent_free(agent);
}

static void a_split_repeats_and_tells_the_order_of_size(void **state)
{
    tetress_tetris_agent *agent = agent_with("s2", 0, 0);
    double first, second, other;

    (void)state;
    assert_int_equal(tetress_tetris_agent_split(agent, 3, 1, 1000, 1, &first), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_split(agent, 3, 1, 1000, 1, &second), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_split(agent, 4, 1, 1000, 1, &other), TETRESS_OK);
    assert_true(first == second && first != other);
    /* 383 thousand; a thousand trials a level are good for a third. */
    assert_true(first > 150e3 && first < 900e3 && other > 150e3 && other < 900e3);
    tetress_tetris_agent_free(agent);
}

static void threads_change_nothing(void **state)
{
    tetress_tetris_agent *agent = agent_with("s2", 14, 0);
    uint64_t one[9], more[9];
    double alone[5], shared[5];

    (void)state;
    assert_int_equal(tetress_tetris_agent_games(agent, 4, 2, 9, 5000, 1, one), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_games(agent, 4, 2, 9, 5000, 4, more), TETRESS_OK);
    assert_memory_equal(one, more, sizeof one);
    assert_int_equal(tetress_tetris_agent_split(agent, 4, 5, 50, 1, alone), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_split(agent, 4, 5, 50, 3, shared), TETRESS_OK);
    assert_memory_equal(alone, shared, sizeof alone);
    assert_int_equal(tetress_tetris_agent_split(agent, 7, 1, 50, 1, shared), TETRESS_OK);
    assert_true(shared[0] == alone[3]); /* seed 4 + 3 */
    assert_int_equal(tetress_tetris_agent_split(agent, 4, 5, 50, 257, shared), TETRESS_EARG);
    assert_int_equal(tetress_tetris_agent_games(agent, 4, 0, 1, 1, 257, one), TETRESS_EARG);
    tetress_tetris_agent_free(agent);
}

static void first_moves_shared_by_threads_are_worth_the_same(void **state)
{
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_tetris_agent *alone, *shared;
    tetress_tetris *game = game_with(0, 12);

    (void)state;
    options.lookahead = 3; /* one thread keeps what it has judged, several do not */
    options.width = 2;
    assert_int_equal(tetress_tetris_agent_new(NULL, "bcts", &options, &alone, NULL), TETRESS_OK);
    options.threads = 3;
    assert_int_equal(tetress_tetris_agent_new(NULL, "bcts", &options, &shared, NULL), TETRESS_OK);
    for (int i = 0; i < 20; i++) {
        double one[34], other[34];
        size_t count = (size_t)tetress_tetris_move_count(tetress_tetris_piece(game)), followed = 0;
        int32_t move;

        assert_int_equal(tetress_tetris_agent_values(alone, game, one, 34), TETRESS_OK);
        assert_int_equal(tetress_tetris_agent_values(shared, game, other, count), TETRESS_OK);
        assert_int_equal(tetress_tetris_agent_values(shared, game, other, count - 1),
                         TETRESS_ESIZE);
        assert_memory_equal(one, other, count * sizeof *one);
        assert_int_equal(tetress_tetris_agent_choose(shared, game, &move, NULL), TETRESS_OK);
        for (size_t m = 0; m < count; m++) {
            followed += one[m] > -2147483648.0;
            assert_true(one[m] <= one[move]);
        }
        assert_int_equal(followed, 2);
        assert_int_equal(tetress_tetris_play(game, move), TETRESS_OK);
    }
    tetress_tetris_agent_free(alone);
    tetress_tetris_agent_free(shared);
    tetress_tetris_free(game);
}

/* With look-ahead 1 and all moves followed, a move is worth what the next piece can reach from
 * there: one that an agent without look-ahead then finds, and what the move itself brought. S2
 * counts the last score alone. */
static void preview_knows_the_next_piece(void **state)
{
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_tetris_agent *greedy = agent_with("s2", 0, 0), *seer, *blind;
    tetress_tetris *game = game_with(0, 3);
    int differ = 0;

    (void)state;
    options.lookahead = 1;
    options.width = 34;
    assert_int_equal(tetress_tetris_agent_new(NULL, "s2", &options, &blind, NULL), TETRESS_OK);
    options.preview = 1;
    assert_int_equal(tetress_tetris_agent_new(NULL, "s2", &options, &seer, NULL), TETRESS_OK);
    for (int i = 0; i < 40; i++) {
        double values[34], reached, blind_value;
        int32_t move, best, guess;

        assert_int_equal(tetress_tetris_agent_values(seer, game, values, 34), TETRESS_OK);
        assert_int_equal(tetress_tetris_agent_choose(seer, game, &best, NULL), TETRESS_OK);
        for (move = 0; move < tetress_tetris_move_count(tetress_tetris_piece(game)); move++) {
            tetress_tetris *after;

            assert_int_equal(tetress_tetris_copy(game, &after), TETRESS_OK);
            assert_int_equal(tetress_tetris_play(after, move), TETRESS_OK);
            assert_int_equal(tetress_tetris_piece(after), tetress_tetris_next(game));
            assert_int_equal(tetress_tetris_agent_choose(greedy, after, &guess, &reached),
                             TETRESS_OK);
            assert_true(values[move] == reached);
            tetress_tetris_free(after);
        }
        assert_int_equal(tetress_tetris_agent_choose(blind, game, &guess, &blind_value),
                         TETRESS_OK);
        differ += guess != best;
        assert_int_equal(tetress_tetris_play(game, best), TETRESS_OK);
    }
    assert_true(differ > 5);
    tetress_tetris_agent_free(greedy);
    tetress_tetris_agent_free(seer);
    tetress_tetris_agent_free(blind);
    tetress_tetris_free(game);
}

static void an_agent_with_preview_lives_longer(void **state)
{
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_tetris_agent *seer, *blind = agent_with("s2", 8, 1);
    uint64_t lines[2][40], sums[2] = {0};

    (void)state;
    options.rows = 8;
    options.lookahead = 1;
    options.preview = 1;
    assert_int_equal(tetress_tetris_agent_new(NULL, "s2", &options, &seer, NULL), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_games(seer, 1, 0, 40, 20000, 2, lines[0]), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_games(blind, 1, 0, 40, 20000, 2, lines[1]), TETRESS_OK);
    for (int i = 0; i < 40; i++) {
        sums[0] += lines[0][i];
        sums[1] += lines[1][i];
    }
    assert_true(sums[0] > 2 * sums[1]);
    tetress_tetris_agent_free(seer);
    tetress_tetris_agent_free(blind);
}

/* ---- Sources and text ------------------------------------------------------------------------ */

static void a_bag_gives_all_seven_before_any_again(void **state)
{
    tetress_tetris_agent *agent = agent_with("dt20", 0, 0);
    tetress_tetris *game;
    int orders_differ = 0, before[7] = {0}, order[7];

    (void)state;
    assert_int_equal(tetress_tetris_new(NULL, 0, TETRESS_TETRIS_BAG, 4, &game, NULL), TETRESS_OK);
    for (int bag = 0; bag < 30; bag++) {
        unsigned seen = 0;

        for (int i = 0; i < 7; i++) {
            order[i] = tetress_tetris_piece(game);
            seen |= 1U << order[i];
            assert_int_equal(tetress_tetris_agent_play(agent, game, 1), TETRESS_OK);
        }
        assert_int_equal(seen, 127);
        orders_differ += memcmp(order, before, sizeof order) != 0;
        memcpy(before, order, sizeof order);
    }
    assert_true(orders_differ >= 29);
    tetress_tetris_free(game);
    tetress_tetris_agent_free(agent);
}

static void inserted_pieces_come_first_and_the_others_after(void **state)
{
    tetress_tetris *game = game_with(0, 8), *plain = game_with(0, 8);
    const int32_t wanted[] = {1, 1, 5};

    (void)state;
    assert_int_equal(tetress_tetris_insert(game, "S"), TETRESS_OK);
    assert_int_equal(tetress_tetris_piece(game), 5);
    assert_int_equal(tetress_tetris_next(game), tetress_tetris_next(plain));
    assert_int_equal(tetress_tetris_insert(game, "IIS"), TETRESS_OK);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(tetress_tetris_piece(game), wanted[i]);
        assert_int_equal(tetress_tetris_play(game, 2 * i), TETRESS_OK);
    }
    assert_int_equal(tetress_tetris_play(plain, 0), TETRESS_OK);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(tetress_tetris_piece(game), tetress_tetris_piece(plain));
        assert_int_equal(tetress_tetris_play(game, 0), TETRESS_OK);
        assert_int_equal(tetress_tetris_play(plain, 0), TETRESS_OK);
    }
    assert_int_equal(tetress_tetris_insert(game, ""), TETRESS_ETEXT);
    assert_int_equal(tetress_tetris_insert(game, "OX"), TETRESS_ETEXT);
    assert_int_equal(tetress_tetris_insert(game, "o"), TETRESS_ETEXT);
    assert_int_equal(tetress_tetris_insert(game, NULL), TETRESS_EARG);
    tetress_tetris_free(game);
    tetress_tetris_free(plain);
}

static void text_of(const tetress_tetris *game, char *text)
{
    size_t length, again;

    assert_int_equal(tetress_tetris_to_text(game, NULL, 0, &length), TETRESS_OK);
    assert_true(length < TETRESS_TETRIS_TEXT);
    assert_int_equal(tetress_tetris_to_text(game, text, length, &again), TETRESS_ESIZE);
    assert_int_equal(tetress_tetris_to_text(game, text, length + 1, &again), TETRESS_OK);
    assert_int_equal(again, length);
    assert_int_equal(strlen(text), length);
}

static void a_game_goes_on_from_its_text(void **state)
{
    tetress_tetris_agent *agent = agent_with("s2", 12, 0);

    (void)state;
    for (int32_t source = TETRESS_TETRIS_UNIFORM; source <= TETRESS_TETRIS_BAG; source++) {
        tetress_tetris *game, *read;
        char text[TETRESS_TETRIS_TEXT], again[TETRESS_TETRIS_TEXT];

        assert_int_equal(tetress_tetris_new(NULL, 12, source, 6, &game, NULL), TETRESS_OK);
        assert_int_equal(tetress_tetris_insert(game, "TTOOSZ"), TETRESS_OK);
        for (int i = 0; i < 40; i++) {
            assert_int_equal(tetress_tetris_agent_play(agent, game, 3), TETRESS_OK);
            text_of(game, text);
            assert_int_equal(tetress_tetris_from_text(NULL, text, &read, NULL), TETRESS_OK);
            text_of(read, again);
            assert_string_equal(text, again);
            assert_int_equal(tetress_tetris_hash(read), tetress_tetris_hash(game));
            assert_int_equal(tetress_tetris_agent_play(agent, read, 50), TETRESS_OK);
            tetress_tetris_free(game);
            game = read;
        }
        /* To the loss, which is in the text too. */
        assert_int_equal(tetress_tetris_agent_play(agent, game, UINT64_MAX), TETRESS_OK);
        text_of(game, text);
        assert_int_equal(tetress_tetris_from_text(NULL, text, &read, NULL), TETRESS_OK);
        assert_int_equal(tetress_tetris_over(read), 1);
        assert_int_equal(tetress_tetris_hash(read), tetress_tetris_hash(game));
        assert_int_equal(tetress_tetris_lines(read), tetress_tetris_lines(game));
        assert_int_equal(tetress_tetris_turns(read), tetress_tetris_turns(game));
        tetress_tetris_free(game);
        tetress_tetris_free(read);
    }
    tetress_tetris_agent_free(agent);
}

#define FOUR "........../........../........../########.. "

static void wrong_text_is_refused_where_it_is_wrong(void **state)
{
    static const struct {
        const char *text;
        int32_t offset;
    } wrong[] = {
        {"", 0},
        {"..........", 10},
        {"........../........../........../.........x T", 42},
        {"........../........../##########/.......... T", 22},
        {"........../........../........../......... T", 42},
        {FOUR, 44},
        {FOUR "Q", 44},
        {FOUR "T  ", 46},
        {FOUR "T OQ", 47},
        {FOUR "T - -1", 48},
        {FOUR "T - 1 2x", 50},
        {FOUR "T - 1 2 bags", 55},
        {FOUR "T - 1 2 heap", 52},
        {FOUR "T - 1 2 bag 12", 58},
        {FOUR "T - 1 2 bag 0000000000000000000000000000000000000000000000000000000000000000", 56},
        {FOUR "T - 1 2 bag 00000000000000000000000000000000000000000000000000000000000000011", 120},
    };
    tetress_tetris *game;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tetress_error error = TETRESS_ERROR_INIT;

        assert_int_equal(tetress_tetris_from_text(NULL, wrong[i].text, &game, &error),
                         TETRESS_ETEXT);
        assert_null(game);
        if (error.offset != wrong[i].offset)
            fail_msg("%s: %s", wrong[i].text, error.text);
        assert_non_null(strstr(error.text, "expected"));
    }
    assert_int_equal(tetress_tetris_from_text(NULL, NULL, &game, NULL), TETRESS_EARG);
    assert_int_equal(tetress_tetris_from_text(NULL, FOUR "T", NULL, NULL), TETRESS_EARG);
}

static void what_a_text_leaves_out_has_a_meaning(void **state)
{
    tetress_tetris *game;
    uint32_t columns[10];
    double features[11];

    (void)state;
    assert_int_equal(tetress_tetris_from_text(NULL, FOUR "I", &game, NULL), TETRESS_OK);
    assert_int_equal(tetress_tetris_piece(game), 1);
    assert_int_equal(tetress_tetris_lines(game) + tetress_tetris_turns(game), 0);
    assert_int_equal(tetress_tetris_columns(game, columns), TETRESS_OK);
    assert_int_equal(columns[7], 1);
    assert_int_equal(columns[8], 0);
    /* I lies across columns 6 to 9: row 1, over two holes. */
    assert_int_equal(tetress_tetris_features(game, 16, TETRESS_TETRIS_S2, features), TETRESS_OK);
    assert_true(features[0] == 6 + 8 && features[2] == 2);
    assert_int_equal(tetress_tetris_features(game, 16, TETRESS_TETRIS_DT, features), TETRESS_OK);
    assert_true(features[0] == 1 && features[4] == 2);
    assert_int_equal(tetress_tetris_features(game, 0, TETRESS_TETRIS_DT, features), TETRESS_EOVER);
    assert_int_equal(tetress_tetris_features(game, 8, TETRESS_TETRIS_DT, features), TETRESS_OK);
    assert_true(features[0] == 1.5);
    assert_int_equal(tetress_tetris_features(game, 17, TETRESS_TETRIS_S2, features), TETRESS_EARG);
    assert_int_equal(tetress_tetris_features(game, 8, 2, features), TETRESS_EARG);
    tetress_tetris_free(game);
}

static void keys_tell_wells_rows_and_pieces_apart(void **state)
{
    static const char *const texts[] = {
        FOUR "I",
        FOUR "T",
        "........../" FOUR "I",
        "........../........../........../.########. I",
        "........../........../.#......../#.######.. I",
    };
    uint64_t keys[5];
    tetress_tetris *game;

    (void)state;
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(tetress_tetris_from_text(NULL, texts[i], &game, NULL), TETRESS_OK);
        keys[i] = tetress_tetris_hash(game);
        tetress_tetris_free(game);
        for (size_t j = 0; j < i; j++)
            assert_true(keys[i] != keys[j]);
    }
    assert_int_equal(keys[0], UINT64_C(0xf9eaf08c51e1a5ac)); /* on every machine */
}

/* ---- Measuring ------------------------------------------------------------------------------- */

static void an_interval_is_students(void **state)
{
    const double measured[] = {4, 6, 5, 7, 3}, huge[] = {1e200, 2};
    double many[40];
    tetress_tetris_mean mean = TETRESS_TETRIS_MEAN_INIT;

    (void)state;
    assert_int_equal(tetress_tetris_interval(measured, 5, &mean), TETRESS_OK);
    assert_int_equal(mean.count, 5);
    assert_true(mean.mean == 5);
    assert_true(fabs(mean.error - (0.7071067811865476)) < 1e-12);
    assert_true(fabs(mean.low - (5 - 2.7764 * mean.error)) < 1e-3);
    assert_true(fabs(mean.high - (5 + 2.7764 * mean.error)) < 1e-3);
    for (int i = 0; i < 40; i++)
        many[i] = i % 2;
    assert_int_equal(tetress_tetris_interval(many, 40, &mean), TETRESS_OK);
    assert_true(fabs((mean.high - mean.mean) / mean.error - (2.0227)) < 1e-3); /* 39 of freedom */
    assert_int_equal(tetress_tetris_interval(measured, 1, &mean), TETRESS_OK);
    assert_true(mean.mean == 4 && mean.error == 0 && mean.low == 4 && mean.high == 4);
    assert_int_equal(tetress_tetris_interval(measured, 0, &mean), TETRESS_EARG);
    assert_int_equal(tetress_tetris_interval(huge, 2, &mean), TETRESS_EARG);
    assert_int_equal(tetress_tetris_interval(NULL, 1, &mean), TETRESS_EARG);
    mean.size = 8;
    assert_int_equal(tetress_tetris_interval(measured, 5, &mean), TETRESS_EARG);
}

/* Sets: S2's own weights, nonsense, and the opposite of S2's. */
static void fitness_is_the_mean_of_such_games(void **state)
{
    static const double sets[3][11] = {
        {-1.4101417483877365, 1.7211254382260732, -9.430143863717376, -9.994060706564685,
         -2.151838313833677, -0.44094887506903957, -0.1085005610847889, 2.575604041318804,
         -0.782307878163081, -0.2962660424028918, -2.8036583031140183},
        {0},
        {1.41, -1.72, 9.43, 9.99, 2.15, 0.44, 0.11, -2.58, 0.78, 0.3, 2.8},
    };
    tetress_tetris_objective objective = TETRESS_TETRIS_OBJECTIVE_INIT;
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_tetris_agent *agent = agent_with("s2", 0, 0);
    double found[3], shared[3], lines[2];
    uint64_t rows[4];

    (void)state;
    assert_int_equal(tetress_tetris_agent_set_weights(agent, TETRESS_TETRIS_S2, sets[0], 11),
                     TETRESS_OK);
    objective.kind = TETRESS_TETRIS_LINES;
    objective.seed = 5;
    objective.games = 4;
    objective.pieces = 300;
    assert_int_equal(
        tetress_tetris_fitness(NULL, NULL, TETRESS_TETRIS_S2, sets[0], 3, &objective, found, NULL),
        TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_games(agent, 5, 0, 4, 300, 1, rows), TETRESS_OK);
    assert_true(found[0] == (double)(rows[0] + rows[1] + rows[2] + rows[3]) / 4);
    assert_true(found[1] == -1 && found[2] >= 0 && found[2] < 20);
    objective.threads = 3;
    assert_int_equal(
        tetress_tetris_fitness(NULL, NULL, TETRESS_TETRIS_S2, sets[0], 3, &objective, shared, NULL),
        TETRESS_OK);
    assert_memory_equal(found, shared, sizeof found);
    objective.kind = TETRESS_TETRIS_SPLIT;
    objective.games = 2;
    objective.trials = 60;
    assert_int_equal(
        tetress_tetris_fitness(NULL, NULL, TETRESS_TETRIS_S2, sets[0], 3, &objective, found, NULL),
        TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_split(agent, 5, 2, 60, 1, lines), TETRESS_OK);
    assert_true(found[0] == (lines[0] + lines[1]) / 2);
    objective.kind = TETRESS_TETRIS_SPACE;
    objective.games = 0;
    objective.pieces = 1; /* whatever the piece, four cells: heights of 4 and more */
    assert_int_equal(
        tetress_tetris_fitness(NULL, NULL, TETRESS_TETRIS_S2, sets[0], 1, &objective, found, NULL),
        TETRESS_OK);
    assert_true(found[0] >= 194 && found[0] <= 196);
    options.rows = 12;
    objective.kind = TETRESS_TETRIS_SPLIT;
    assert_int_equal(tetress_tetris_fitness(NULL, &options, TETRESS_TETRIS_S2, sets[0], 1,
                                            &objective, found, NULL),
                     TETRESS_EARG);
    objective.kind = 3;
    assert_int_equal(
        tetress_tetris_fitness(NULL, NULL, TETRESS_TETRIS_S2, sets[0], 1, &objective, found, NULL),
        TETRESS_EARG);
    tetress_tetris_agent_free(agent);
}

/* While the number is not 0, calls return at once and tell nothing; then all is as before. */
static void a_number_of_the_caller_stops_an_agent(void **state)
{
    static const double weights[9] = {-3, 1, -2, -6, 2, -3, -1, -12, 0.5};
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_tetris_objective objective = TETRESS_TETRIS_OBJECTIVE_INIT;
    tetress_tetris *game = game_with(0, 12);
    tetress_tetris_agent *agent;
    int32_t stop = -5, move;
    uint64_t rows[3] = {9, 9, 9};
    double lines[2] = {7, 7}, values[34], fitness = 7;

    (void)state;
    options.stop = &stop;
    options.lookahead = 4; /* of all 34 moves, which nobody lives to see */
    options.width = 34;
    options.threads = 2;
    assert_int_equal(tetress_tetris_agent_new(NULL, "bcts", &options, &agent, NULL), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_play(agent, game, UINT64_MAX), TETRESS_OK);
    assert_int_equal(tetress_tetris_turns(game), 0);
    assert_int_equal(tetress_tetris_agent_choose(agent, game, &move, &values[0]), TETRESS_OK);
    assert_true(move == -1 && values[0] == -2147483648.0);
    assert_int_equal(tetress_tetris_agent_values(agent, game, values, 34), TETRESS_OK);
    for (int i = 0; i < tetress_tetris_move_count(tetress_tetris_piece(game)); i++)
        assert_true(values[i] == -2147483648.0);
    assert_int_equal(tetress_tetris_agent_games(agent, 5, 0, 3, UINT64_MAX, 2, rows), TETRESS_OK);
    assert_true(rows[0] == 9 && rows[1] == 9 && rows[2] == 9);
    /* No room holds so many results; none is begun. */
    assert_int_equal(tetress_tetris_agent_games(agent, 5, 0, UINT32_MAX, 1, 2, rows), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_split(agent, 5, UINT32_MAX, 1, 2, lines), TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_split(agent, 5, 2, 1000000, 2, lines), TETRESS_OK);
    assert_true(lines[0] == 7 && lines[1] == 7);
    for (uint32_t kind = TETRESS_TETRIS_SPLIT; kind <= TETRESS_TETRIS_SPACE; kind++) {
        objective.kind = kind;
        objective.games = UINT32_MAX;
        assert_int_equal(tetress_tetris_fitness(NULL, &options, TETRESS_TETRIS_DT, weights, 1,
                                                &objective, &fitness, NULL),
                         TETRESS_OK);
        assert_true(fitness == 7);
    }
    tetress_tetris_agent_free(agent);

    options.lookahead = 1;
    assert_int_equal(tetress_tetris_agent_new(NULL, "bcts", &options, &agent, NULL), TETRESS_OK);
    stop = 0;
    assert_int_equal(tetress_tetris_agent_play(agent, game, 20), TETRESS_OK);
    assert_int_equal(tetress_tetris_turns(game), 20);
    stop = INT32_MIN;
    assert_int_equal(tetress_tetris_agent_play(agent, game, 20), TETRESS_OK);
    assert_int_equal(tetress_tetris_turns(game), 20);
    tetress_tetris_agent_free(agent);
    tetress_tetris_free(game);
}

/* Whatever scale they were given in. */
static void weights_are_told_in_the_proportions_given(void **state)
{
    const double given[9] = {-3, 1, -2, -6, 2, -3, -1, -12, 0.5};
    tetress_tetris_agent *agent = agent_with("s2", 0, 0);
    double told[11];
    int32_t kind = -1;

    (void)state;
    assert_int_equal(tetress_tetris_agent_weights(agent, &kind, told), TETRESS_OK);
    assert_int_equal(kind, TETRESS_TETRIS_S2);
    assert_true(fabs(told[3] + 9.994060706564685) < 1.0 / 2048);
    assert_true(fabs(told[10] + 2.8036583031140183) < 1.0 / 2048);
    assert_int_equal(tetress_tetris_agent_set_weights(agent, TETRESS_TETRIS_DT, given, 9),
                     TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_weights(agent, &kind, told), TETRESS_OK);
    assert_int_equal(kind, TETRESS_TETRIS_DT);
    for (int f = 0; f < 9; f++)
        assert_true(told[f] == 2 * given[f]); /* the greatest is 24 */
    assert_int_equal(tetress_tetris_agent_weights(agent, NULL, told), TETRESS_EARG);
    assert_int_equal(tetress_tetris_agent_weights(agent, &kind, NULL), TETRESS_EARG);
    tetress_tetris_agent_free(agent);
}

/* In a well that is nearly full every end is lost, and DT counts what the move itself costs
 * besides. */
static void no_value_is_below_that_of_a_loss(void **state)
{
    static const int32_t KINDS[] = {TETRESS_TETRIS_S2, TETRESS_TETRIS_DT};
    const double weights[TETRESS_TETRIS_S2_WEIGHTS] = {-24, -24, -24, -24, -24, -24,
                                                       -24, -24, -24, -24, -24};
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_tetris_agent *agent;
    tetress_tetris *game;
    int floors = 0;

    (void)state;
    options.rows = 4;
    options.lookahead = 2;
    options.width = 34;
    assert_int_equal(tetress_tetris_from_text(NULL, "....#####./########.#/########.#/########.# I",
                                              &game, NULL),
                     TETRESS_OK);
    assert_int_equal(tetress_tetris_agent_new(NULL, "tetress", &options, &agent, NULL), TETRESS_OK);
    for (size_t k = 0; k < sizeof KINDS / sizeof KINDS[0]; k++) {
        double values[TETRESS_TETRIS_MOVES], value;
        int32_t move;

        assert_int_equal(
            tetress_tetris_agent_set_weights(agent, KINDS[k], weights, KINDS[k] == 0 ? 11 : 9),
            TETRESS_OK);
        assert_int_equal(tetress_tetris_agent_values(agent, game, values, TETRESS_TETRIS_MOVES),
                         TETRESS_OK);
        for (int32_t i = 0; i < tetress_tetris_move_count(tetress_tetris_piece(game)); i++) {
            assert_true(values[i] >= -2147483648.0);
            floors += values[i] <= -2147483648.0;
        }
        assert_int_equal(tetress_tetris_agent_choose(agent, game, &move, &value), TETRESS_OK);
        assert_true(value >= -2147483648.0 && move >= 0);
    }
    assert_true(floors > 0);
    tetress_tetris_agent_free(agent);
    tetress_tetris_free(game);
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

static void what_no_game_or_agent_can_be_made_of_is_said_in_words(void **state)
{
    static const struct {
        tetress_tetris_options options;
        tetress_status status;
        const char *sentence;
    } ROWS[] = {
#define OPTIONS(...) {(uint32_t)sizeof(tetress_tetris_options), __VA_ARGS__, NULL}
        {OPTIONS(3, 0, 0, 0, 0, 0, 0), TETRESS_EARG,
         "rows must be from 4 to 20, or 0, which means 20"},
        {OPTIONS(21, 0, 0, 0, 0, 0, 0), TETRESS_EARG,
         "rows must be from 4 to 20, or 0, which means 20"},
        {OPTIONS(0, 5, 0, 0, 0, 0, 0), TETRESS_EARG, "lookahead must be from 0 to 4"},
        {OPTIONS(0, 0, 35, 0, 0, 0, 0), TETRESS_EARG,
         "width must be from 1 to 34, or 0, which means 2"},
        {OPTIONS(0, 0, 0, 21, 0, 0, 0), TETRESS_EARG, "shallow must be from 0 to 20"},
        {OPTIONS(0, 1, 0, 0, 2, 0, 0), TETRESS_EARG, "preview must be 0 or 1"},
        {OPTIONS(0, 0, 0, 0, 1, 0, 0), TETRESS_EARG, "preview needs a lookahead of 1 or more"},
        {OPTIONS(0, 0, 0, 0, 0, 257, 0), TETRESS_EARG, "threads must be from 0 to 256"},
        {OPTIONS(0, 0, 0, 0, 0, 0, 1), TETRESS_EVERSION,
         "reserved of the options is set, which this version does not know; leave it 0 or load a "
         "newer library"},
        {{8, 0, 0, 0, 0, 0, 0, 0, NULL},
         TETRESS_EARG,
         "the size of the options is wrong; use TETRESS_TETRIS_OPTIONS_INIT"},
#undef OPTIONS
    };
    const double weights[11] = {1};
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_tetris_agent *agent;
    tetress_tetris *game;
    double fitness;

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        const tetress_tetris_options *options = &ROWS[i].options;

        assert_int_equal(tetress_tetris_agent_new(NULL, "s2", options, &agent, &error),
                         ROWS[i].status);
        assert_null(agent);
        assert_int_equal(error.status, ROWS[i].status);
        assert_string_equal(error.text, ROWS[i].sentence);
        assert_int_equal(
            tetress_tetris_fitness(NULL, options, 0, weights, 1, NULL, &fitness, &error),
            ROWS[i].status);
        assert_string_equal(error.text, ROWS[i].sentence);
    }
    assert_int_equal(tetress_tetris_agent_new(NULL, "tetres", NULL, &agent, &error),
                     TETRESS_EUNKNOWN);
    assert_string_equal(error.text,
                        "\"tetres\" is not the name of an evaluator; did you mean \"tetress\"?");
    assert_int_equal(tetress_tetris_agent_new(NULL, "deepblue", NULL, &agent, &error),
                     TETRESS_EUNKNOWN);
    assert_string_equal(error.text,
                        "\"deepblue\" is not the name of an evaluator; known are tetress, "
                        "tetress-ahead, s2, dellacherie, el-tetris, bcts, dt10, dt20");
    assert_int_equal(tetress_tetris_agent_new(NULL, "xyzxyzxyzxyzxyzxyzxyzxyzxyzxyzxyzxyz", NULL,
                                              &agent, &error),
                     TETRESS_EUNKNOWN);
    assert_non_null(strstr(error.text, ", dt10, dt20")); /* the longest such sentence is whole */
    assert_int_equal(tetress_tetris_new(NULL, 3, 0, 1, &game, &error), TETRESS_EARG);
    assert_string_equal(error.text, ROWS[0].sentence);
    assert_int_equal(tetress_tetris_new(NULL, 20, 2, 1, &game, &error), TETRESS_EARG);
    assert_string_equal(error.text, "the source of pieces must be 0 (uniform) or 1 (bag)");
    assert_int_equal(tetress_tetris_new(NULL, 20, 1, 1, &game, &error), TETRESS_OK);
    assert_true(error.status == TETRESS_OK && error.text[0] == '\0');
    tetress_tetris_free(game);
}

static void an_objective_that_makes_no_sense_is_said_in_words(void **state)
{
    static const struct {
        tetress_tetris_objective objective;
        const char *sentence;
    } ROWS[] = {
#define OBJECTIVE(...) {(uint32_t)sizeof(tetress_tetris_objective), __VA_ARGS__}
        {OBJECTIVE(3, 0, 0, 0, 0, 0, 0),
         "the kind of the objective must be 0 (split), 1 (lines) or 2 (space)"},
        {OBJECTIVE(0, 0, 0, 1000001, 0, 0, 0),
         "trials must be from 1 to 1000000, or 0, which means 1000"},
        {OBJECTIVE(0, 0, 0, 0, 0, 257, 0), "threads must be from 0 to 256"},
        {OBJECTIVE(0, 0, 0, 0, 0, 0, 0),
         "splitting needs a well of 14 rows or more; the objective lines does not"},
#undef OBJECTIVE
    };
    const double weights[11] = {1};
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    tetress_error error = TETRESS_ERROR_INIT;
    double fitness;

    (void)state;
    options.rows = 13;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        assert_int_equal(tetress_tetris_fitness(NULL, &options, 0, weights, 1, &ROWS[i].objective,
                                                &fitness, &error),
                         TETRESS_EARG);
        assert_string_equal(error.text, ROWS[i].sentence);
    }
    assert_int_equal(tetress_tetris_fitness(NULL, NULL, 2, weights, 1, NULL, &fitness, &error),
                     TETRESS_EARG);
    assert_string_equal(error.text, "the kind of weights must be 0 (S2) or 1 (DT)");
    assert_int_equal(tetress_tetris_fitness(NULL, NULL, 0, NULL, 1, NULL, &fitness, &error),
                     TETRESS_EARG);
    assert_string_equal(error.text, "the weights or the fitness are NULL");
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
    assert_int_equal(tetress_tetris_new(NULL, 3, 0, 1, &other, NULL), TETRESS_EARG);
    assert_int_equal(tetress_tetris_new(NULL, 21, 0, 1, &other, NULL), TETRESS_EARG);
    assert_int_equal(tetress_tetris_new(NULL, 20, 2, 1, &other, NULL), TETRESS_EARG);
    assert_int_equal(tetress_tetris_set_piece(game, 7), TETRESS_EARG);
    assert_int_equal(tetress_tetris_play(game, -1), TETRESS_EARG);
    assert_int_equal(tetress_tetris_play(game, 34), TETRESS_EARG);
    assert_int_equal(tetress_tetris_move_count(-1), TETRESS_EARG);
    assert_int_equal(tetress_tetris_move(0, 9, NULL, NULL), TETRESS_EARG);
    assert_int_equal(tetress_tetris_agent_new(NULL, "nobody", NULL, &made, NULL), TETRESS_EUNKNOWN);
    assert_int_equal(tetress_tetris_agent_new(NULL, NULL, NULL, &made, NULL), TETRESS_EARG);
    options.lookahead = 5;
    assert_int_equal(tetress_tetris_agent_new(NULL, "s2", &options, &made, NULL), TETRESS_EARG);
    options.lookahead = 0;
    options.width = 35;
    assert_int_equal(tetress_tetris_agent_new(NULL, "s2", &options, &made, NULL), TETRESS_EARG);
    options.width = 0;
    options.reserved = 1;
    assert_int_equal(tetress_tetris_agent_new(NULL, "s2", &options, &made, NULL), TETRESS_EVERSION);
    options.reserved = 0;
    options.size = 8;
    assert_int_equal(tetress_tetris_agent_new(NULL, "s2", &options, &made, NULL), TETRESS_EARG);
    assert_null(made);
    assert_int_equal(tetress_tetris_agent_set_weights(agent, TETRESS_TETRIS_DT, weights, 11),
                     TETRESS_EARG);
    assert_int_equal(tetress_tetris_agent_set_weights(agent, 2, weights, 11), TETRESS_EARG);
    /* The agent's well has 12 rows. */
    assert_int_equal(tetress_tetris_agent_choose(agent, game, &move, NULL), TETRESS_EARG);
    assert_int_equal(tetress_tetris_agent_play(agent, game, 1), TETRESS_EARG);
    assert_int_equal(tetress_tetris_agent_split(agent, 1, 1, 10, 1, &lines), TETRESS_EARG);
    assert_int_equal(tetress_tetris_agent_games(agent, 1, 0, 1, 1, 1, NULL), TETRESS_EARG);
    assert_int_equal(tetress_tetris_agent_games(agent, 1, 0, 0, 1, 1, &count), TETRESS_OK);
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
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(first_moves_shared_by_threads_are_worth_the_same),
        cmocka_unit_test(preview_knows_the_next_piece),
        cmocka_unit_test(an_agent_with_preview_lives_longer),
        cmocka_unit_test(a_bag_gives_all_seven_before_any_again),
        cmocka_unit_test(inserted_pieces_come_first_and_the_others_after),
        cmocka_unit_test(a_game_goes_on_from_its_text),
        cmocka_unit_test(wrong_text_is_refused_where_it_is_wrong),
        cmocka_unit_test(what_a_text_leaves_out_has_a_meaning),
        cmocka_unit_test(keys_tell_wells_rows_and_pieces_apart),
        cmocka_unit_test(an_interval_is_students),
        cmocka_unit_test(fitness_is_the_mean_of_such_games),
        cmocka_unit_test(a_number_of_the_caller_stops_an_agent),
        cmocka_unit_test(weights_are_told_in_the_proportions_given),
        cmocka_unit_test(no_value_is_below_that_of_a_loss),
        cmocka_unit_test(every_evaluator_plays),
        cmocka_unit_test(what_no_game_or_agent_can_be_made_of_is_said_in_words),
        cmocka_unit_test(an_objective_that_makes_no_sense_is_said_in_words),
        cmocka_unit_test(wrong_arguments_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
