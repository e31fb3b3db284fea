/* SPDX-License-Identifier: MIT */
/* Whole games of the single-player game, played again move by move. */
#include "well_games.h"
#include "well_setup.h"

static ttr_well_player player;

static void a_stream_repeats_and_differs_from_every_other(void **state)
{
    (void)state;
    for (uint64_t number = 0; number < 50; number++) {
        ttr_rng one = ttr_well_stream(3, number), same = ttr_well_stream(3, number);
        ttr_rng after = ttr_well_stream(3, number + 1), other = ttr_well_stream(4, number);
        uint64_t first = ttr_rng_next(&one);

        assert_true(first == ttr_rng_next(&same));
        assert_true(first != ttr_rng_next(&after) && first != ttr_rng_next(&other));
    }
}

/* A game by hand: the rows removed, and the room left above the heights after each move. */
static uint64_t slow_game(uint64_t number, uint64_t pieces, double *space)
{
    ttr_rng rng = ttr_well_stream(7, number);
    ttr_well well = {{0}};
    uint64_t rows = 0;

    *space = 0;
    for (uint64_t i = 0; i < pieces; i++) {
        int piece = (int)ttr_rng_below(&rng, TTR_WELL_PIECES);
        ttr_well_choice choice = ttr_well_choose(&player, &well, piece, -1);

        if (choice.move < 0)
            break;
        rows += ttr_well_drop(&well, player.tables.rows, piece, choice.move).cleared;
        *space += TTR_WELL_COLUMNS * player.tables.rows;
        for (int c = 0; c < TTR_WELL_COLUMNS; c++)
            *space -= ttr_column_height(well.columns[c]);
    }
    return rows;
}

static void games_are_played_move_by_move_to_a_loss_or_the_limit(void **state)
{
    static const uint64_t LIMITS[] = {0, 1, 10, 100000};
    uint64_t longest = 0;

    (void)state;
    make_player(&player, "dellacherie", 8, 0);
    for (uint64_t number = 0; number < 5; number++) {
        for (size_t i = 0; i < 4; i++) {
            ttr_rng rng = ttr_well_stream(7, number), again = rng;
            double space;
            uint64_t rows = slow_game(number, LIMITS[i], &space);

            assert_true(ttr_well_lines(&player, &rng, LIMITS[i]) == rows);
            assert_true(ttr_well_space(&player, &again, LIMITS[i]) == space);
            assert_true(LIMITS[i] > 0 || (rows == 0 && space == 0));
            longest = rows > longest ? rows : longest;
        }
    }
    assert_true(longest > 10 && longest < 40000); /* lost before the limit */
}

static void a_step_tells_a_lost_game_and_counts_its_rows(void **state)
{
    ttr_well_game game = TTR_WELL_START;
    ttr_rng rng = ttr_well_stream(7, 1);
    uint64_t rows = 3;

    (void)state;
    make_player(&player, "dellacherie", 4, 0);
    game.next = 1; /* as if a preview had shown I */
    game.well = well_of("####.#####/####.#####/####.#####/####.#####");
    assert_true(ttr_well_step(&player, &rng, &game, &rows));
    assert_true(rows == 7);
    assert_int_equal(game.next, -1);
    expect_well(&game.well, "..........");
    game.next = 0;
    game.well = well_of("#.#.#.#.#./#.#.#.#.#./#.#.#.#.#./#.#.#.#.#.");
    assert_false(ttr_well_step(&player, &rng, &game, &rows));
    assert_true(rows == 7);
}

static void a_preview_shows_the_piece_that_comes(void **state)
{
    ttr_well_game game = TTR_WELL_START;
    ttr_rng rng = ttr_well_stream(7, 2), pieces = rng;
    uint64_t rows = 0;
    int next;

    (void)state;
    make_player(&player, "s2", 20, 1);
    player.preview = true;
    assert_true(ttr_well_step(&player, &rng, &game, &rows));
    (void)ttr_rng_below(&pieces, TTR_WELL_PIECES);
    for (int i = 0; i < 30; i++) {
        ttr_well before = game.well;
        int piece = game.next;

        next = (int)ttr_rng_below(&pieces, TTR_WELL_PIECES);
        assert_int_equal(piece, next);
        assert_true(ttr_well_step(&player, &rng, &game, &rows));
        ttr_well_drop(&before, 20, piece, ttr_well_choose(&player, &before, piece, game.next).move);
        assert_memory_equal(&before, &game.well, sizeof before);
    }
}

static void many_games_are_their_streams_however_many_threads_share_them(void **state)
{
    uint64_t rows[12] = {0}, shared[12] = {0}, from_4[3] = {0};

    (void)state;
    make_player(&player, "dellacherie", 8, 0);
    ttr_well_games(&player, 7, 0, 12, 200, 1, rows);
    ttr_well_games(&player, 7, 0, 12, 200, 3, shared);
    ttr_well_games(&player, 7, 4, 3, 200, 2, from_4);
    assert_memory_equal(rows, shared, sizeof rows);
    assert_memory_equal(rows + 4, from_4, sizeof from_4);
    for (uint64_t number = 0; number < 12; number++) {
        ttr_rng rng = ttr_well_stream(7, number);

        assert_true(rows[number] == ttr_well_lines(&player, &rng, 200));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stream_repeats_and_differs_from_every_other),
        cmocka_unit_test(games_are_played_move_by_move_to_a_loss_or_the_limit),
        cmocka_unit_test(a_step_tells_a_lost_game_and_counts_its_rows),
        cmocka_unit_test(a_preview_shows_the_piece_that_comes),
        cmocka_unit_test(many_games_are_their_streams_however_many_threads_share_them),
    };

    return cmocka_run_group_tests_name("well games", tests, NULL, NULL);
}
