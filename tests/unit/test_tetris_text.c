/* SPDX-License-Identifier: MIT */
/* Games of the single-player game as text. */
#include <stdio.h>

#include "tetris_text.h"
#include "well_setup.h"

#define EMPTY "........../........../........../.........."
#define ONES  "1111111111111111111111111111111111111111111111111111111111111111"
#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

static void a_game_is_written_as_the_header_says(void **state)
{
    char buffer[512];
    ttr_text text = ttr_text_start(buffer, sizeof buffer);
    ttr_tetris_game game = {.rows = 4,
                            .source = TTR_SOURCE_BAG,
                            .rng = {{1, 0xabc, UINT64_MAX, 0}},
                            .bag = {0, 5, 6},
                            .bag_left = 3,
                            .piece = 4,
                            .next = 1,
                            .lines = 12,
                            .turns = 345};

    (void)state;
    game.well = well_of("........../.#......../##.......#");
    ttr_tetris_write(&text, &game);
    assert_string_equal(buffer, "........../........../.#......../##.......# T IZSO 12 345 bag "
                                "00000000000000010000000000000abcffffffffffffffff0000000000000000");
    game.over = true;
    game.source = TTR_SOURCE_UNIFORM;
    game.bag_left = 0;
    text = ttr_text_start(buffer, sizeof buffer);
    ttr_tetris_write(&text, &game);
    assert_string_equal(buffer, "........../........../.#......../##.......# x I 12 345 uniform "
                                "00000000000000010000000000000abcffffffffffffffff0000000000000000");
}

/* Draw what comes, from the game and from its text. */
static void expect_the_same_game(ttr_tetris_game *game, const char *text)
{
    tetress_allocator memory = usual_memory();
    ttr_tetris_game read;
    ttr_misread misread;

    assert_int_equal(ttr_tetris_read(text, &read, &memory, &misread), TTR_READ);
    assert_memory_equal(&read.well, &game->well, sizeof read.well);
    assert_int_equal(read.rows, game->rows);
    assert_int_equal(read.source, game->source);
    assert_int_equal(read.over, game->over);
    assert_true(read.over || read.piece == game->piece);
    assert_int_equal(read.next, game->next);
    assert_true(read.lines == game->lines && read.turns == game->turns);
    for (int i = 0; i < 30; i++)
        assert_int_equal(ttr_tetris_draw(&read), ttr_tetris_draw(game));
    ttr_tetris_free_sequence(&read, &memory);
}

static void what_is_written_is_read_again_with_all_that_comes(void **state)
{
    tetress_allocator memory = usual_memory();
    ttr_rng seed = seeded(51);

    (void)state;
    for (int i = 0; i < 60; i++) {
        char buffer[1024];
        ttr_text text = ttr_text_start(buffer, sizeof buffer);
        ttr_tetris_game game;

        ttr_tetris_start(&game, 4 + i % 17, i % 2 == 0 ? TTR_SOURCE_BAG : TTR_SOURCE_UNIFORM,
                         (uint64_t)i);
        if (i % 3 == 0)
            assert_true(ttr_tetris_insert(&game, "TTSZ", &memory));
        for (int turn = 0; turn < i && !game.over; turn++)
            ttr_tetris_play(&game,
                            (int)ttr_rng_below(&seed, (uint32_t)ttr_well_move_count(game.piece)));
        ttr_tetris_write(&text, &game);
        assert_true(ttr_text_fits(&text));
        expect_the_same_game(&game, buffer);
        ttr_tetris_free_sequence(&game, &memory);
    }
}

static void well_and_piece_are_enough(void **state)
{
    tetress_allocator memory = usual_memory();
    ttr_tetris_game game, seeded_0;
    ttr_misread misread;

    (void)state;
    assert_int_equal(ttr_tetris_read("#........./" EMPTY " L", &game, &memory, &misread), TTR_READ);
    expect_well(&game.well, "#........./" EMPTY);
    assert_int_equal(game.rows, 5);
    assert_int_equal(game.piece, 2);
    assert_true(game.lines == 0 && game.turns == 0 && !game.over);
    assert_int_equal(game.source, TTR_SOURCE_UNIFORM);
    assert_null(game.sequence.pieces);
    ttr_tetris_start(&seeded_0, 5, TTR_SOURCE_UNIFORM, 0);
    assert_int_equal(game.next, seeded_0.piece); /* drawn from seed 0 */
    assert_int_equal(ttr_tetris_draw(&game), seeded_0.next);
}

static void a_wrong_text_is_refused_where_it_breaks(void **state)
{
    static const struct {
        const char *text;
        size_t offset;
        const char *reason;
    } CASES[] = {
        {"", 0, "'.' or '#'"},
        {"...", 3, "'.' or '#'"},
        {"........../.......", 18, "'.' or '#'"},
        {"........../##########/........../.......... O", 11, "no full row"},
        {"........../........../.......... O", 32, "'/' and another row: there are 4 or more"},
        {EMPTY "/" EMPTY "/" EMPTY "/" EMPTY "/" EMPTY "/..........", 220, "at most 20 rows"},
        {EMPTY, 43, "a blank"},
        {EMPTY " ", 44, "a letter of OILJTSZ, or 'x'"},
        {EMPTY " q", 44, "a letter of OILJTSZ, or 'x'"},
        {EMPTY " TZ", 45, "a blank"},
        {EMPTY " T ", 46, "letters of OILJTSZ, or '-'"},
        {EMPTY " T - x", 48, "a number from 0 on"},
        {EMPTY " T - 1 -1", 50, "a number from 0 on"},
        {EMPTY " T - 1 18446744073709551616", 50, "a number from 0 on"},
        {EMPTY " T - 1 1 heap", 52, "\"uniform\" or \"bag\""},
        {EMPTY " T - 1 1 bags", 55, "a blank"},
        {EMPTY " T - 1 1 bag 12", 58, "64 digits of 0-9 and a-f"},
        {EMPTY " T - 1 1 bag A", 56, "64 digits of 0-9 and a-f"},
        {EMPTY " T - 1 1 bag " ZEROS, 56, "digits that are not all 0"},
        {EMPTY " T - 1 1 bag " ONES "2", 120, "the end"},
    };
    tetress_allocator none = no_memory();

    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        ttr_tetris_game game;
        ttr_misread misread = {0, NULL};

        assert_int_equal(ttr_tetris_read(CASES[i].text, &game, &none, &misread), TTR_MISREAD);
        assert_string_equal(misread.reason, CASES[i].reason);
        assert_int_equal(misread.offset, CASES[i].offset);
    }
}

static void letters_need_memory_and_no_letters_need_none(void **state)
{
    tetress_allocator none = no_memory();
    ttr_tetris_game game;
    ttr_misread misread;

    (void)state;
    assert_int_equal(ttr_tetris_read(EMPTY " T SZ", &game, &none, &misread), TTR_NO_MEMORY);
    assert_int_equal(ttr_tetris_read(EMPTY " T - 3", &game, &none, &misread), TTR_READ);
    assert_true(game.lines == 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_written_as_the_header_says),
        cmocka_unit_test(what_is_written_is_read_again_with_all_that_comes),
        cmocka_unit_test(well_and_piece_are_enough),
        cmocka_unit_test(a_wrong_text_is_refused_where_it_breaks),
        cmocka_unit_test(letters_need_memory_and_no_letters_need_none),
    };

    return cmocka_run_group_tests_name("tetris text", tests, NULL, NULL);
}
