/* SPDX-License-Identifier: MIT */
/* One single-player game: its pieces, its moves, its key. */
#include "tetris_game.h"
#include "well_setup.h"

static void letters_name_the_pieces_and_nothing_else_does(void **state)
{
    (void)state;
    for (int piece = 0; piece < TTR_WELL_PIECES; piece++)
        assert_int_equal(ttr_piece_of_letter("OILJTSZ"[piece]), piece);
    for (int c = 0; c < 256; c++) {
        if (c == 0 || strchr("OILJTSZ", c) == NULL)
            assert_int_equal(ttr_piece_of_letter((char)c), -1);
    }
}

static void a_game_begins_empty_with_two_pieces(void **state)
{
    ttr_tetris_game game;
    ttr_well empty = {{0}};

    (void)state;
    ttr_tetris_start(&game, 12, TTR_SOURCE_UNIFORM, 5);
    assert_memory_equal(&game.well, &empty, sizeof empty);
    assert_int_equal(game.rows, 12);
    assert_true(game.piece >= 0 && game.piece < TTR_WELL_PIECES);
    assert_true(game.next >= 0 && game.next < TTR_WELL_PIECES);
    assert_true(game.lines == 0 && game.turns == 0 && !game.over);
    assert_null(game.sequence.pieces);
}

static void a_seed_gives_its_pieces_again_and_another_gives_others(void **state)
{
    ttr_tetris_game one, same, other;
    int differ = 0;

    (void)state;
    for (int source = TTR_SOURCE_UNIFORM; source <= TTR_SOURCE_BAG; source++) {
        ttr_tetris_start(&one, 20, (ttr_source)source, 8);
        ttr_tetris_start(&same, 20, (ttr_source)source, 8);
        ttr_tetris_start(&other, 20, (ttr_source)source, 9);
        for (int i = 0; i < 100; i++) {
            int piece = ttr_tetris_draw(&one);

            assert_int_equal(piece, ttr_tetris_draw(&same));
            differ += piece != ttr_tetris_draw(&other);
        }
    }
    assert_true(differ > 100);
}

static void a_bag_gives_all_seven_before_any_again(void **state)
{
    ttr_tetris_game game;

    (void)state;
    ttr_tetris_start(&game, 20, TTR_SOURCE_BAG, 3);
    for (int bag = 0; bag < 50; bag++) {
        int seen = 0;

        for (int i = 0; i < TTR_WELL_PIECES; i++) {
            int piece = bag == 0 && i == 0   ? game.piece
                        : bag == 0 && i == 1 ? game.next
                                             : ttr_tetris_draw(&game);

            seen |= 1 << piece;
        }
        assert_int_equal(seen, 127);
    }
}

static void uniform_pieces_come_equally_often(void **state)
{
    int counts[TTR_WELL_PIECES] = {0};
    ttr_tetris_game game;

    (void)state;
    ttr_tetris_start(&game, 20, TTR_SOURCE_UNIFORM, 4);
    for (int i = 0; i < 70000; i++)
        counts[ttr_tetris_draw(&game)]++;
    for (int piece = 0; piece < TTR_WELL_PIECES; piece++)
        assert_true(counts[piece] > 9600 && counts[piece] < 10400); /* 4.3 deviations */
}

static void a_move_counts_and_brings_the_next_piece(void **state)
{
    ttr_tetris_game game;
    int next;

    (void)state;
    ttr_tetris_start(&game, 20, TTR_SOURCE_UNIFORM, 6);
    game.well = well_of("####.#####/####.#####/####.#####");
    game.piece = 1;
    next = game.next;
    ttr_tetris_play(&game, 4);
    assert_true(game.lines == 3 && game.turns == 1 && !game.over);
    expect_well(&game.well, "....#.....");
    assert_int_equal(game.piece, next);
}

static void a_lost_move_ends_the_game_and_changes_nothing_else(void **state)
{
    ttr_tetris_game game;
    ttr_well well = well_of("#########./#########./#########./#########.");
    int next;

    (void)state;
    ttr_tetris_start(&game, 4, TTR_SOURCE_UNIFORM, 6);
    game.well = well;
    game.piece = 0;
    next = game.next;
    ttr_tetris_play(&game, 0);
    assert_true(game.over && game.lines == 0 && game.turns == 1);
    assert_memory_equal(&game.well, &well, sizeof well);
    assert_int_equal(game.piece, 0);
    assert_int_equal(game.next, next);
}

static void expect_pieces(ttr_tetris_game *game, const char *letters)
{
    assert_int_equal(game->piece, ttr_piece_of_letter(letters[0]));
    assert_int_equal(game->next, ttr_piece_of_letter(letters[1]));
    for (size_t i = 2; i < strlen(letters); i++)
        assert_int_equal(ttr_tetris_draw(game), ttr_piece_of_letter(letters[i]));
}

/* Inserted pieces, then those that would have come: in the same order, from the same numbers. */
static void inserted_pieces_come_before_those_of_the_source(void **state)
{
    tetress_allocator memory = usual_memory();
    ttr_tetris_game game, plain;
    char letters[20] = "TSZ";

    (void)state;
    ttr_tetris_start(&game, 20, TTR_SOURCE_BAG, 7);
    plain = game;
    assert_true(ttr_tetris_insert(&game, "TSZ", &memory));
    letters[3] = "OILJTSZ"[plain.next];
    for (size_t i = 4; i < 15; i++)
        letters[i] = "OILJTSZ"[ttr_tetris_draw(&plain)];
    expect_pieces(&game, letters);
    ttr_tetris_free_sequence(&game, &memory);
    assert_null(game.sequence.pieces);
}

static void a_second_sequence_comes_before_the_rest_of_the_first(void **state)
{
    tetress_allocator memory = usual_memory();
    ttr_tetris_game game;
    char letters[] = "IITSO?";

    (void)state;
    ttr_tetris_start(&game, 20, TTR_SOURCE_UNIFORM, 7);
    letters[5] = "OILJTSZ"[game.next];
    assert_true(ttr_tetris_insert(&game, "JTSO", &memory));
    assert_true(ttr_tetris_insert(&game, "II", &memory)); /* in place of J */
    expect_pieces(&game, letters);
    ttr_tetris_free_sequence(&game, &memory);
}

static void without_memory_nothing_is_inserted(void **state)
{
    tetress_allocator memory = usual_memory(), none = no_memory();
    ttr_tetris_game game, before;

    (void)state;
    ttr_tetris_start(&game, 20, TTR_SOURCE_UNIFORM, 7);
    assert_true(ttr_tetris_insert(&game, "JTSO", &memory));
    before = game;
    assert_false(ttr_tetris_insert(&game, "II", &none));
    assert_memory_equal(&game, &before, sizeof game);
    assert_false(ttr_tetris_own_sequence(&game, &none));
    assert_memory_equal(&game, &before, sizeof game);
    ttr_tetris_free_sequence(&game, &memory);
}

static void a_copy_gets_the_rest_of_the_sequence_for_itself(void **state)
{
    tetress_allocator memory = usual_memory();
    ttr_tetris_game game, copy;

    (void)state;
    ttr_tetris_start(&game, 20, TTR_SOURCE_UNIFORM, 7);
    assert_true(ttr_tetris_insert(&game, "JTSOZ", &memory));
    assert_int_equal(ttr_tetris_draw(&game), 5); /* S: J and T are drawn already */
    copy = game;
    assert_true(ttr_tetris_own_sequence(&copy, &memory));
    assert_ptr_not_equal(copy.sequence.pieces, game.sequence.pieces);
    ttr_tetris_free_sequence(&game, &memory);
    assert_int_equal(ttr_tetris_draw(&copy), 0);
    assert_int_equal(ttr_tetris_draw(&copy), 6);
    ttr_tetris_free_sequence(&copy, &memory);
    assert_true(ttr_tetris_own_sequence(&copy, &memory)); /* of nothing, nothing */
    assert_null(copy.sequence.pieces);
}

static void a_key_tells_well_rows_piece_and_end_apart(void **state)
{
    ttr_tetris_game game, other;

    (void)state;
    ttr_tetris_start(&game, 20, TTR_SOURCE_UNIFORM, 7);
    other = game;
    other.lines = 5;
    other.turns = 6;
    other.next = (game.next + 1) % TTR_WELL_PIECES;
    ttr_rng_seed(&other.rng, 99);
    assert_true(ttr_tetris_hash(&other) == ttr_tetris_hash(&game));
    other.rows = 19;
    assert_true(ttr_tetris_hash(&other) != ttr_tetris_hash(&game));
    other = game;
    other.piece = (game.piece + 1) % TTR_WELL_PIECES;
    assert_true(ttr_tetris_hash(&other) != ttr_tetris_hash(&game));
    other = game;
    other.over = true;
    assert_true(ttr_tetris_hash(&other) != ttr_tetris_hash(&game));
    for (int c = 0; c < TTR_WELL_COLUMNS; c++) {
        other = game;
        other.well.columns[c] = 1;
        assert_true(ttr_tetris_hash(&other) != ttr_tetris_hash(&game));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_name_the_pieces_and_nothing_else_does),
        cmocka_unit_test(a_game_begins_empty_with_two_pieces),
        cmocka_unit_test(a_seed_gives_its_pieces_again_and_another_gives_others),
        cmocka_unit_test(a_bag_gives_all_seven_before_any_again),
        cmocka_unit_test(uniform_pieces_come_equally_often),
        cmocka_unit_test(a_move_counts_and_brings_the_next_piece),
        cmocka_unit_test(a_lost_move_ends_the_game_and_changes_nothing_else),
        cmocka_unit_test(inserted_pieces_come_before_those_of_the_source),
        cmocka_unit_test(a_second_sequence_comes_before_the_rest_of_the_first),
        cmocka_unit_test(without_memory_nothing_is_inserted),
        cmocka_unit_test(a_copy_gets_the_rest_of_the_sequence_for_itself),
        cmocka_unit_test(a_key_tells_well_rows_piece_and_end_apart),
    };

    return cmocka_run_group_tests_name("tetris game", tests, NULL, NULL);
}
