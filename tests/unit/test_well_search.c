/* SPDX-License-Identifier: MIT */
/* Searches of the single-player game against their definition. */
#include "well_setup.h"

#define LOST_VALUE (INT64_C(-2147483648) * 1024)

static int64_t slow_gain(const ttr_well_weights *weights, const ttr_dropped *dropped)
{
    if (weights->family == TTR_FAMILY_S2)
        return 0;
    return (int64_t)weights->weights[TTR_DT_LANDING] * (2 * dropped->row + dropped->height - 1) +
           (int64_t)weights->weights[TTR_DT_ERODED] * (dropped->cleared * dropped->eroded);
}

/* Value of the best of the `width` moves of best score, times 7^lookahead; its move. */
static int64_t slow_value(const ttr_well *well, int piece, const ttr_well_weights *weights,
                          int lookahead, int width, int *chosen)
{
    bool used[TTR_WELL_MOVES] = {false};
    int64_t best = LOST_VALUE, scale = 1;

    for (int i = 0; i < lookahead; i++)
        scale *= TTR_WELL_PIECES;
    best *= scale;
    *chosen = -1;
    for (int kept = 0; kept < width; kept++) {
        int32_t greatest = TTR_LOST;
        int64_t value = 0;
        int move = -1;
        ttr_well after = *well;
        ttr_dropped dropped;

        for (int i = 0; i < ttr_well_move_count(piece); i++) {
            int32_t score = slow_score(well, TTR_WELL_ROWS, piece, i, weights);

            if (!used[i] && score > greatest) {
                greatest = score;
                move = i;
            }
        }
        if (move < 0)
            break;
        used[move] = true;
        dropped = ttr_well_drop(&after, TTR_WELL_ROWS, piece, move);
        value = greatest;
        if (lookahead > 0) {
            int ignored;

            value = scale * slow_gain(weights, &dropped);
            for (int next = 0; next < TTR_WELL_PIECES; next++)
                value += slow_value(&after, next, weights, lookahead - 1,
                                    lookahead == 1 ? TTR_WELL_MOVES : width, &ignored);
        }
        if (*chosen < 0 || value > best) {
            best = value;
            *chosen = move;
        }
    }
    return best;
}

static void searches_follow_their_definition(void **state)
{
    static ttr_well_player player;
    ttr_rng seed = seeded(11);

    (void)state;
    for (int i = 0; i < 60; i++) {
        int lookahead = i % 12 == 0 ? 2 : i % 3 == 0 ? 0 : 1, width = 1 + i % 4;
        int greatest = i % 2 == 0 ? TTR_WELL_ROWS : 8;
        ttr_well_family family = i % 5 < 2 ? TTR_FAMILY_S2 : TTR_FAMILY_DT;
        ttr_well_weights weights = random_weights(&seed, family);
        ttr_well well = random_well(&seed, greatest);
        int piece = (int)ttr_rng_below(&seed, TTR_WELL_PIECES), chosen;
        int64_t value = slow_value(&well, piece, &weights, lookahead,
                                   lookahead == 0 ? TTR_WELL_MOVES : width, &chosen);
        ttr_well_choice choice;

        ttr_well_player_init(&player, &weights, TTR_WELL_ROWS, lookahead, width, 0, NULL);
        choice = ttr_well_choose(&player, &well, piece, -1);
        assert_int_equal(choice.move, chosen);
        assert_true(chosen < 0 || choice.value == value);
    }
}

static void a_low_well_is_played_without_look_ahead(void **state)
{
    static ttr_well_player shallow, greedy, deep;
    const ttr_well_weights *weights = &ttr_well_evaluator_named("dt20")->weights;
    ttr_rng seed = seeded(3);
    int differ = 0;

    (void)state;
    ttr_well_player_init(&shallow, weights, TTR_WELL_ROWS, 1, 3, 9, NULL);
    ttr_well_player_init(&greedy, weights, TTR_WELL_ROWS, 0, 1, 0, NULL);
    ttr_well_player_init(&deep, weights, TTR_WELL_ROWS, 1, 3, 0, NULL);
    for (int i = 0; i < 400; i++) {
        ttr_well well = random_well(&seed, 12);
        uint32_t all = 0;
        int piece = i % TTR_WELL_PIECES;
        ttr_well_choice choice = ttr_well_choose(&shallow, &well, piece, -1);

        for (int c = 0; c < TTR_WELL_COLUMNS; c++)
            all |= well.columns[c];
        assert_int_equal(
            choice.move,
            ttr_well_choose(ttr_column_height(all) < 9 ? &greedy : &deep, &well, piece, -1).move);
        differ += ttr_well_choose(&greedy, &well, piece, -1).move !=
                  ttr_well_choose(&deep, &well, piece, -1).move;
    }
    assert_true(differ > 20);
}

/* The best moves first, and the choice is the best of what was followed. */
static void values_are_those_that_the_choice_is_made_of(void **state)
{
    static ttr_well_player player;
    ttr_rng seed = seeded(12);

    (void)state;
    for (int i = 0; i < 60; i++) {
        int lookahead = i % 2, piece = i % TTR_WELL_PIECES;
        ttr_well well = random_well(&seed, 14);
        ttr_well_choice kept[TTR_WELL_MOVES], choice;
        int count, best = 0;

        make_player(&player, i % 3 == 0 ? "s2" : "dt20", TTR_WELL_ROWS, lookahead);
        count = ttr_well_values(&player, &well, piece, -1, kept);
        choice = ttr_well_choose(&player, &well, piece, -1);
        assert_true(lookahead == 0 ? count == ttr_well_move_count(piece) : count == 2);
        for (int k = 0; k < count; k++) {
            best = kept[k].value > kept[best].value ? k : best;
            assert_int_equal(kept[k].scale, lookahead == 0 ? 1 : 7);
            assert_true(lookahead > 0 || k == 0 || kept[k].value <= kept[k - 1].value);
        }
        assert_int_equal(choice.move, kept[best].move);
        assert_true(choice.value == kept[best].value);
    }
}

static void threads_change_no_decision(void **state)
{
    static ttr_well_player one, many;
    ttr_rng seed = seeded(13);

    (void)state;
    make_player(&one, "dt20", TTR_WELL_ROWS, 2);
    make_player(&many, "dt20", TTR_WELL_ROWS, 2);
    one.width = many.width = 4;
    many.threads = 3;
    for (int i = 0; i < 6; i++) {
        ttr_well well = random_well(&seed, 10);
        ttr_well_choice a = ttr_well_choose(&one, &well, i % 7, -1);
        ttr_well_choice b = ttr_well_choose(&many, &well, i % 7, -1);

        assert_int_equal(a.move, b.move);
        assert_true(a.value == b.value && a.scale == b.scale);
    }
}

/* With look-ahead 3 wells are kept in a cache: another order of the same work. */
static void the_cache_changes_no_decision(void **state)
{
    static ttr_well_player cached, plain;
    ttr_rng seed = seeded(14);

    (void)state;
    make_player(&cached, "dt20", TTR_WELL_ROWS, 3);
    make_player(&plain, "dt20", TTR_WELL_ROWS, 3);
    plain.threads = 2; /* several threads share no cache */
    for (int i = 0; i < 2; i++) {
        ttr_well well = random_well(&seed, 8);
        ttr_well_choice a = ttr_well_choose(&cached, &well, i, -1);
        ttr_well_choice b = ttr_well_choose(&plain, &well, i, -1);

        assert_int_equal(a.move, b.move);
        assert_true(a.value == b.value);
    }
}

/* A known next piece takes the place of the mean: worth 7 times what it reaches. */
static void a_preview_counts_the_piece_that_comes_and_no_other(void **state)
{
    static ttr_well_player player, greedy;
    ttr_rng seed = seeded(15);
    int told = 0;

    (void)state;
    make_player(&player, "s2", TTR_WELL_ROWS, 1); /* S2 counts the last well alone */
    make_player(&greedy, "s2", TTR_WELL_ROWS, 0);
    player.preview = true;
    player.width = TTR_WELL_MOVES;
    for (int i = 0; i < 20; i++) {
        ttr_well well = random_well(&seed, 10);
        int piece = i % 7, next = (i + i / 7) % 7;
        ttr_well_choice choice = ttr_well_choose(&player, &well, piece, next);
        int64_t best = INT64_MIN;

        for (int move = 0; move < ttr_well_move_count(piece); move++) {
            ttr_well after = well;

            if (!ttr_well_drop(&after, TTR_WELL_ROWS, piece, move).lost) {
                int64_t value = 7 * ttr_well_choose(&greedy, &after, next, -1).value;

                best = value > best ? value : best;
            }
        }
        assert_true(choice.value == best);
        told += ttr_well_choose(&player, &well, piece, (next + 1) % 7).value != choice.value;
    }
    assert_true(told > 10);
}

static void where_every_move_loses_there_is_none(void **state)
{
    static ttr_well_player player;
    ttr_well well = well_of("#.#.#.#.#./#.#.#.#.#./#.#.#.#.#./#.#.#.#.#.");
    ttr_well_choice kept[TTR_WELL_MOVES];

    (void)state;
    for (int lookahead = 0; lookahead < 2; lookahead++) {
        make_player(&player, "dt20", 4, lookahead);
        assert_int_equal(ttr_well_choose(&player, &well, 0, -1).move, -1);
        assert_int_equal(ttr_well_values(&player, &well, 0, -1, kept), 0);
        assert_true(ttr_well_choose(&player, &well, 1, -1).move >= 0); /* I falls into a gap */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_follow_their_definition),
        cmocka_unit_test(a_low_well_is_played_without_look_ahead),
        cmocka_unit_test(values_are_those_that_the_choice_is_made_of),
        cmocka_unit_test(threads_change_no_decision),
        cmocka_unit_test(the_cache_changes_no_decision),
        cmocka_unit_test(a_preview_counts_the_piece_that_comes_and_no_other),
        cmocka_unit_test(where_every_move_loses_there_is_none),
    };

    return cmocka_run_group_tests_name("well search", tests, NULL, NULL);
}
