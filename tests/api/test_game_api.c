/* SPDX-License-Identifier: MIT */
/* tetress_game and moves through the public header alone. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <tetress/tetress.h>

#include "cmocka_all.h"
#include "handles.h"
#include "slow_board.h"

static void text_of(const tetress_game *game, char text[TETRESS_POSITION_TEXT])
{
    assert_int_equal(tetress_game_to_text(game, text, TETRESS_POSITION_TEXT, NULL), TETRESS_OK);
}

/* Everything that can be asked of a game, as one text: equal texts, equal games. */
static void snapshot(const tetress_game *game, char whole[2048])
{
    char position[TETRESS_POSITION_TEXT];
    tetress_move moves[TETRESS_PLACEMENTS];
    size_t count = 0, played = 0;
    int at;

    text_of(game, position);
    tetress_game_legal_moves(game, moves, TETRESS_PLACEMENTS, &count);
    at = snprintf(whole, 2048, "%s|%016llx|%zu|%d|%d|%d|%d|%d|", position,
                  (unsigned long long)tetress_game_hash(game), count, tetress_game_winner(game),
                  tetress_game_reason(game), tetress_game_start_ply(game),
                  tetress_game_tokens(game, TETRESS_RED), tetress_game_tokens(game, TETRESS_BLUE));
    tetress_game_history(game, moves, TETRESS_PLACEMENTS, &played);
    for (size_t i = 0; i < played; i++)
        at += snprintf(whole + at, (size_t)(2048 - at), "%u ", moves[i]);
}

static void a_new_game_is_the_empty_board_with_red_to_move(void **state)
{
    tetress_game *game = new_game();
    size_t count = 0;

    (void)state;
    assert_int_equal(tetress_game_turn(game), TETRESS_RED);
    assert_int_equal(tetress_game_ply(game), 0);
    assert_int_equal(tetress_game_start_ply(game), 0);
    assert_int_equal(tetress_game_tokens(game, TETRESS_RED), 0);
    assert_int_equal(tetress_game_reason(game), TETRESS_REASON_NONE);
    assert_int_equal(tetress_game_winner(game), TETRESS_NOBODY);
    assert_int_equal(tetress_game_legal_moves(game, NULL, 0, &count), TETRESS_OK);
    assert_int_equal(count, 2299);
    assert_int_equal(tetress_game_error(game)->status, TETRESS_OK);
    tetress_game_free(game);
}

/* Play random games against the slow board; then back to the start and forward again. */
static void games_agree_with_the_slow_board_forward_and_back(void **state)
{
    uint64_t seed = 42;

    (void)state;
    for (int round = 0; round < 10; round++) {
        tetress_game *game = new_game();
        slow_board slow;
        char expected[160], text[TETRESS_POSITION_TEXT];
        static char trail[TETRESS_MAX_ACTIONS + 1][2048];
        char now[2048];
        int played = 0;
        tetress_move move;

        slow_board_start(&slow);
        snapshot(game, trail[0]);
        while (tetress_game_random_move(game, &seed, &move) == TETRESS_OK) {
            assert_int_equal(tetress_game_is_legal(game, move), 1);
            assert_int_equal(tetress_game_apply(game, move), TETRESS_OK);
            slow_board_apply(&slow, move);
            slow_board_text(&slow, expected);
            text_of(game, text);
            assert_string_equal(text, expected);
            assert_int_equal(tetress_game_tokens(game, TETRESS_BLUE),
                             slow_board_tokens(&slow, 'b'));
            snapshot(game, trail[++played]);
        }
        assert_int_equal(move, TETRESS_MOVE_NONE);
        assert_int_not_equal(tetress_game_reason(game), TETRESS_REASON_NONE);
        while (played > 0) {
            assert_int_equal(tetress_game_undo(game), TETRESS_OK);
            snapshot(game, now);
            assert_string_equal(now, trail[--played]);
        }
        assert_int_equal(tetress_game_undo(game), TETRESS_ENOUNDO);
        snapshot(game, now);
        assert_string_equal(now, trail[0]);
        tetress_game_free(game);
    }
}

static void mask_list_and_question_agree_on_legal_moves(void **state)
{
    tetress_game *game = new_game();
    uint64_t seed = 7;
    tetress_move move;

    (void)state;
    do {
        static uint8_t mask[TETRESS_PLACEMENTS];
        tetress_move moves[TETRESS_PLACEMENTS];
        size_t count = 0, listed = 0;

        assert_int_equal(tetress_game_legal_moves(game, moves, TETRESS_PLACEMENTS, &count),
                         TETRESS_OK);
        assert_int_equal(tetress_game_legal_mask(game, mask, sizeof mask), TETRESS_OK);
        assert_int_equal(tetress_game_mobility(game, tetress_game_turn(game)), count);
        for (int m = 0; m < TETRESS_PLACEMENTS; m++) {
            bool in_list = listed < count && moves[listed] == m;

            listed += in_list;
            assert_int_equal(mask[m], in_list);
            assert_int_equal(tetress_game_is_legal(game, (tetress_move)m), in_list);
        }
        assert_int_equal(listed, count);
    } while (tetress_game_random_move(game, &seed, &move) == TETRESS_OK &&
             tetress_game_apply(game, move) == TETRESS_OK && tetress_game_ply(game) < 40);
    tetress_game_free(game);
}

static void cells_and_bits_tell_the_same_board(void **state)
{
    tetress_game *game = new_game();
    uint64_t bits[2][2];

    (void)state;
    assert_int_equal(tetress_game_apply_text(game, "0-0,0-1,10-0,10-1", NULL), TETRESS_OK);
    assert_int_equal(tetress_game_apply_text(game, "PLACE(5-5, 5-6, 5-7, 6-6)", NULL), TETRESS_OK);
    for (int colour = 0; colour < 2; colour++)
        assert_int_equal(tetress_game_bits(game, colour, bits[colour]), TETRESS_OK);
    for (int cell = 0; cell < TETRESS_CELLS; cell++) {
        int32_t holder = tetress_game_cell(game, cell / 11, cell % 11);

        for (int colour = 0; colour < 2; colour++)
            assert_int_equal(bits[colour][cell / 64] >> (cell % 64) & 1, holder == colour);
    }
    assert_int_equal(tetress_game_cell(game, 10, 1), TETRESS_RED);
    assert_int_equal(tetress_game_cell(game, 6, 6), TETRESS_BLUE);
    assert_int_equal(tetress_game_cell(game, 6, 5), TETRESS_NOBODY);
    assert_int_equal(tetress_game_cell(game, 11, 0), TETRESS_EARG);
    assert_int_equal(tetress_game_cell(game, 0, -1), TETRESS_EARG);
    tetress_game_free(game);
}

static void a_copy_has_the_history_and_a_life_of_its_own(void **state)
{
    tetress_game *game = new_game(), *copy = NULL;
    char before[2048], after[2048];

    (void)state;
    tetress_game_apply(game, 100);
    tetress_game_apply(game, 900);
    snapshot(game, before);
    assert_int_equal(tetress_game_copy(game, &copy), TETRESS_OK);
    tetress_game_free(game);
    snapshot(copy, after);
    assert_string_equal(before, after);
    assert_int_equal(tetress_game_undo(copy), TETRESS_OK);
    assert_int_equal(tetress_game_undo(copy), TETRESS_OK);
    assert_int_equal(tetress_game_undo(copy), TETRESS_ENOUNDO);
    tetress_game_free(copy);
}

static void a_game_from_text_starts_its_history_there(void **state)
{
    tetress_game *game = new_game(), *later = NULL;
    char text[TETRESS_POSITION_TEXT];
    uint64_t seed = 3;
    tetress_move move;
    size_t count = 9;

    (void)state;
    for (int i = 0; i < 25; i++) {
        tetress_game_random_move(game, &seed, &move);
        tetress_game_apply(game, move);
    }
    text_of(game, text);
    assert_int_equal(tetress_game_from_text(NULL, text, &later, NULL), TETRESS_OK);
    assert_true(tetress_game_hash(later) == tetress_game_hash(game));
    assert_int_equal(tetress_game_start_ply(later), 25);
    assert_int_equal(tetress_game_history(later, NULL, 0, &count), TETRESS_OK);
    assert_int_equal(count, 0);
    assert_int_equal(tetress_game_undo(later), TETRESS_ENOUNDO);
    assert_int_equal(tetress_game_rewind(game), TETRESS_OK);
    assert_int_equal(tetress_game_ply(game), 0);
    tetress_game_free(game);
    tetress_game_free(later);
}

static void a_game_may_last_150_actions_from_any_start(void **state)
{
    tetress_game *game = NULL;
    tetress_move move;
    uint64_t seed = 1;
    int longest = 0;

    (void)state;
    for (int round = 0; round < 2000 && longest < TETRESS_MAX_ACTIONS; round++) {
        game = new_game();
        while (tetress_game_random_move(game, &seed, &move) == TETRESS_OK)
            tetress_game_apply(game, move);
        longest = tetress_game_ply(game) > longest ? tetress_game_ply(game) : longest;
        if (longest == TETRESS_MAX_ACTIONS)
            assert_int_equal(tetress_game_reason(game), TETRESS_REASON_TURN_LIMIT);
        tetress_game_free(game);
    }
    assert_int_equal(longest, TETRESS_MAX_ACTIONS);
}

/* ---- Refusals -------------------------------------------------------------------------------- */

typedef struct attempt {
    const char *text;
    tetress_status status;
    int32_t rule;
    int32_t cell;
    int32_t offset;
    const char *sentence; /* a part of it */
} attempt;

static void refused_moves_name_rule_and_place_and_change_nothing(void **state)
{
    static const attempt ATTEMPTS[] = {
        {"0-0,0-1,0-2", TETRESS_EILLEGAL, TETRESS_RULE_NOT_TETROMINO, -1, -1, "4 cells, not 3"},
        {"0-0,1-1,2-2,3-3", TETRESS_EILLEGAL, TETRESS_RULE_NOT_TETROMINO, -1, -1,
         "0-0,1-1,2-2,3-3 is no tetromino"},
        {"0-9,0-10,0-11,1-9", TETRESS_EILLEGAL, TETRESS_RULE_OUT_OF_RANGE, -1, -1, "0-11"},
        {"3-3,3-4,3-3,3-5", TETRESS_EILLEGAL, TETRESS_RULE_DUPLICATE, 36, -1, "3-3 is named twice"},
        {"5-4,5-5,4-4,4-5", TETRESS_EILLEGAL, TETRESS_RULE_OCCUPIED, 60, -1, "5-5 is occupied"},
        {"8-8,8-9,9-8,9-9", TETRESS_EILLEGAL, TETRESS_RULE_NOT_ADJACENT, -1, -1, "next to a token"},
        {"0-0,0-1,0-2,0.3", TETRESS_ETEXT, TETRESS_RULE_NONE, -1, 13, "offset 13"},
    };
    tetress_game *game = new_game();
    tetress_move move;
    char before[2048], after[2048];

    (void)state;
    tetress_game_apply_text(game, "5-5,5-6,5-7,5-8", NULL);
    tetress_game_apply_text(game, "0-0,0-1,0-2,0-3", NULL);
    snapshot(game, before);
    for (size_t i = 0; i < sizeof ATTEMPTS / sizeof ATTEMPTS[0]; i++) {
        const attempt *a = &ATTEMPTS[i];
        const tetress_error *error = tetress_game_error(game);

        move = 0;
        assert_int_equal(tetress_game_apply_text(game, a->text, &move), a->status);
        assert_int_equal(move, TETRESS_MOVE_NONE);
        assert_int_equal(error->status, a->status);
        assert_int_equal(error->rule, a->rule);
        assert_int_equal(error->cell, a->cell);
        assert_int_equal(error->offset, a->offset);
        assert_non_null(strstr(error->text, a->sentence));
        snapshot(game, after);
        assert_string_equal(before, after);
    }
    assert_int_equal(tetress_game_apply(game, TETRESS_PLACEMENTS), TETRESS_EARG);
    assert_int_equal(tetress_game_apply(game, TETRESS_MOVE_NONE), TETRESS_EARG);
    snapshot(game, after);
    assert_string_equal(before, after);
    tetress_game_free(game);
}

static void moves_after_the_end_are_refused_as_game_over(void **state)
{
    /* Action 150 was played, and there is room enough. */
    static const char *const LIMIT =
        "rr........./rr........./.........../.........../.........../.....bbb.../.....b...../"
        ".........../.........../.........../........... r 150";
    /* Red has no token left: it loses on its turn. */
    static const char *const STUCK =
        ".........../.........../.........../.........../.........../.....bbb.../.....b...../"
        ".........../.........../.........../........... r 20";
    static const struct {
        const char *const *text;
        int32_t reason, winner;
    } ENDS[] = {{&LIMIT, TETRESS_REASON_TURN_LIMIT, TETRESS_NOBODY},
                {&STUCK, TETRESS_REASON_NO_MOVES, TETRESS_BLUE}};

    (void)state;
    for (size_t i = 0; i < 2; i++) {
        static const int32_t CELLS[] = {2, 0, 2, 1, 3, 0, 3, 1}, TAKEN[] = {5, 5, 5, 6, 5, 7, 4, 6};
        tetress_game *game = NULL;
        tetress_error error = TETRESS_ERROR_INIT;
        size_t count = 5;

        assert_int_equal(tetress_game_from_text(NULL, *ENDS[i].text, &game, NULL), TETRESS_OK);
        assert_int_equal(tetress_game_reason(game), ENDS[i].reason);
        assert_int_equal(tetress_game_winner(game), ENDS[i].winner);
        assert_int_equal(tetress_game_apply_cells(game, CELLS, 4, NULL), TETRESS_EOVER);
        assert_int_equal(tetress_game_error(game)->rule, TETRESS_RULE_GAME_OVER);
        assert_int_equal(tetress_game_check_cells(game, TAKEN, 4, NULL, &error), TETRESS_EOVER);
        assert_int_equal(error.rule, TETRESS_RULE_GAME_OVER);
        assert_int_equal(tetress_game_apply(game, 0), TETRESS_EOVER);
        assert_int_equal(tetress_game_is_legal(game, 0), 0);
        assert_int_equal(tetress_game_legal_moves(game, NULL, 0, &count), TETRESS_OK);
        assert_int_equal(count, 0);
        tetress_game_free(game);
    }
}

static tetress_move move_of(const int32_t cells[8])
{
    tetress_move move = TETRESS_MOVE_NONE;

    assert_int_equal(tetress_move_from_cells(cells, 4, &move, NULL), TETRESS_OK);
    return move;
}

static void cells_and_text_tell_the_move_that_they_played(void **state)
{
    static const int32_t CELLS[] = {5, 7, 4, 6, 5, 5, 5, 6}, NEXT[] = {0, 0, 0, 1, 10, 0, 10, 1};
    tetress_game *game = new_game();
    tetress_move told = TETRESS_MOVE_NONE, history[2];
    size_t count = 0;

    (void)state;
    assert_int_equal(tetress_game_apply_cells(game, CELLS, 4, &told), TETRESS_OK);
    assert_int_equal(told, move_of(CELLS));
    assert_int_equal(tetress_game_apply_text(game, "0-0,0-1,10-0,10-1", &told), TETRESS_OK);
    assert_int_equal(told, move_of(NEXT));
    assert_int_equal(tetress_game_history(game, history, 2, &count), TETRESS_OK);
    assert_int_equal(count, 2);
    assert_int_equal(history[1], told);
    assert_int_equal(tetress_game_apply_cells(game, NEXT, 4, &told), TETRESS_EILLEGAL);
    assert_int_equal(told, TETRESS_MOVE_NONE);
    tetress_game_free(game);
}

static void checking_cells_plays_nothing(void **state)
{
    static const int32_t GOOD[] = {5, 5, 5, 6, 5, 7, 4, 6}, BAD[] = {5, 5, 5, 6, 5, 7, 4, 11};
    tetress_game *game = new_game();
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_move move = TETRESS_MOVE_NONE;

    (void)state;
    assert_int_equal(tetress_game_check_cells(game, GOOD, 4, &move, &error), TETRESS_OK);
    assert_int_equal(error.status, TETRESS_OK);
    assert_int_equal(move, move_of(GOOD));
    assert_int_equal(tetress_game_check_cells(game, BAD, 4, &move, &error), TETRESS_EILLEGAL);
    assert_int_equal(error.rule, TETRESS_RULE_OUT_OF_RANGE);
    assert_int_equal(move, TETRESS_MOVE_NONE);
    assert_int_equal(tetress_game_check_cells(game, BAD, 0, NULL, NULL), TETRESS_EILLEGAL);
    assert_int_equal(tetress_game_check_cells(game, NULL, 4, NULL, NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_ply(game), 0);
    tetress_game_free(game);
}

static void null_is_answered_by_every_function(void **state)
{
    tetress_game *game = NULL;
    tetress_move move = 5;
    uint8_t cells[4];
    uint64_t number = 0, bits[2];
    size_t count;
    int32_t pairs[8] = {0};
    char text[8];

    (void)state;
    assert_int_equal(tetress_game_new(NULL, NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_from_text(NULL, NULL, &game, NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_from_text(NULL, "", NULL, NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_copy(NULL, &game), TETRESS_EARG);
    assert_null(game);
    tetress_game_free(NULL);
    assert_int_equal(tetress_game_error(NULL)->status, TETRESS_EARG);
    assert_int_equal(tetress_game_apply(NULL, 0), TETRESS_EARG);
    assert_int_equal(tetress_game_apply_cells(NULL, pairs, 4, NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_apply_text(NULL, "0-0", NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_undo(NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_rewind(NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_check_cells(NULL, pairs, 4, NULL, NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_legal_moves(NULL, &move, 1, &count), TETRESS_EARG);
    assert_int_equal(tetress_game_legal_mask(NULL, cells, 4), TETRESS_EARG);
    assert_int_equal(tetress_game_is_legal(NULL, 0), TETRESS_EARG);
    assert_int_equal(tetress_game_mobility(NULL, 0), TETRESS_EARG);
    assert_int_equal(tetress_game_random_move(NULL, &number, &move), TETRESS_EARG);
    assert_int_equal(tetress_game_perft(NULL, 1, &number), TETRESS_EARG);
    assert_int_equal(tetress_game_turn(NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_ply(NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_start_ply(NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_tokens(NULL, 0), TETRESS_EARG);
    assert_int_equal(tetress_game_cell(NULL, 0, 0), TETRESS_EARG);
    assert_int_equal(tetress_game_bits(NULL, 0, bits), TETRESS_EARG);
    assert_int_equal(tetress_game_reason(NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_winner(NULL), TETRESS_EARG);
    assert_true(tetress_game_hash(NULL) == 0);
    assert_int_equal(tetress_game_to_text(NULL, text, 8, NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_history(NULL, &move, 1, &count), TETRESS_EARG);
    game = new_game();
    assert_int_equal(tetress_game_apply_text(game, NULL, NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_apply_cells(game, NULL, 4, NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_legal_moves(game, NULL, 5, &count), TETRESS_EARG);
    assert_int_equal(tetress_game_legal_moves(game, &move, 1, NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_legal_mask(game, NULL, TETRESS_PLACEMENTS), TETRESS_EARG);
    assert_int_equal(tetress_game_history(game, NULL, 5, &count), TETRESS_EARG);
    assert_int_equal(tetress_game_random_move(game, NULL, &move), TETRESS_EARG);
    assert_int_equal(tetress_game_perft(game, 1, NULL), TETRESS_EARG);
    assert_int_equal(tetress_game_perft(game, 151, &number), TETRESS_EARG);
    assert_int_equal(tetress_game_bits(game, 2, bits), TETRESS_EARG);
    assert_int_equal(tetress_game_tokens(game, -1), TETRESS_EARG);
    assert_int_equal(tetress_game_mobility(game, 2), TETRESS_EARG);
    assert_int_equal(tetress_game_to_text(game, NULL, 5, NULL), TETRESS_EARG);
    tetress_game_free(game);
}

static void buffers_too_small_are_not_written(void **state)
{
    tetress_game *game = new_game();
    char text[TETRESS_POSITION_TEXT];
    tetress_move moves[4] = {7, 7, 7, 7};
    uint8_t mask[4] = {9, 9, 9, 9};
    size_t length = 0, count = 0;

    (void)state;
    assert_int_equal(tetress_game_to_text(game, NULL, 0, &length), TETRESS_OK);
    assert_int_equal(length, 135);
    memset(text, 'x', sizeof text);
    assert_int_equal(tetress_game_to_text(game, text, length, &length), TETRESS_ESIZE);
    assert_int_equal(text[0], 'x');
    assert_int_equal(length, 135);
    assert_int_equal(tetress_game_to_text(game, text, length + 1, NULL), TETRESS_OK);
    assert_int_equal(strlen(text), 135);
    assert_int_equal(tetress_game_legal_moves(game, moves, 4, &count), TETRESS_ESIZE);
    assert_int_equal(count, 2299);
    assert_int_equal(moves[0], 7);
    assert_int_equal(tetress_game_legal_mask(game, mask, 4), TETRESS_ESIZE);
    assert_int_equal(mask[0], 9);
    tetress_game_apply(game, 5);
    assert_int_equal(tetress_game_history(game, moves, 0, &count), TETRESS_ESIZE);
    assert_int_equal(count, 1);
    tetress_game_free(game);
}

static void a_position_that_is_none_tells_the_offset(void **state)
{
    tetress_game *game = (tetress_game *)1;
    tetress_error error = TETRESS_ERROR_INIT;

    (void)state;
    assert_int_equal(tetress_game_from_text(NULL, "....x", &game, &error), TETRESS_ETEXT);
    assert_null(game);
    assert_int_equal(error.status, TETRESS_ETEXT);
    assert_int_equal(error.offset, 4);
    assert_non_null(strstr(error.text, "offset 4"));
    error.size = 12; /* no release ever had so short a one */
    assert_int_equal(tetress_game_from_text(NULL, "....x", &game, &error), TETRESS_EARG);
}

/* ---- Moves ----------------------------------------------------------------------------------- */

static void moves_convert_to_cells_text_and_piece_and_back(void **state)
{
    (void)state;
    for (int m = 0; m < TETRESS_PLACEMENTS; m++) {
        tetress_move move = (tetress_move)m, back = TETRESS_MOVE_NONE;
        uint8_t cells[4];
        int32_t pairs[8];
        char text[TETRESS_MOVE_TEXT];

        assert_int_equal(tetress_move_cells(move, cells), TETRESS_OK);
        for (int i = 0; i < 4; i++) {
            pairs[2 * i] = cells[3 - i] / 11;
            pairs[2 * i + 1] = cells[3 - i] % 11;
            assert_true(i == 0 || cells[i] > cells[i - 1]);
        }
        assert_int_equal(tetress_move_from_cells(pairs, 4, &back, NULL), TETRESS_OK);
        assert_int_equal(back, move);
        for (int32_t style = 0; style < 2; style++) {
            assert_int_equal(tetress_move_to_text(move, style, text, sizeof text, NULL),
                             TETRESS_OK);
            assert_int_equal(tetress_move_from_text(text, &back, NULL), TETRESS_OK);
            assert_int_equal(back, move);
        }
        assert_int_equal(tetress_move_piece(move), m / 121);
    }
    assert_string_equal(tetress_piece_name(0), "O");
    assert_string_equal(tetress_piece_name(18), "ZVertical");
    assert_null(tetress_piece_name(19));
    assert_null(tetress_piece_name(-1));
}

static void things_that_are_no_moves_are_refused(void **state)
{
    tetress_move move = 77;
    uint8_t cells[4];
    char text[TETRESS_MOVE_TEXT];
    tetress_error error = TETRESS_ERROR_INIT;

    (void)state;
    assert_int_equal(tetress_move_cells(2299, cells), TETRESS_EARG);
    assert_int_equal(tetress_move_cells(0, NULL), TETRESS_EARG);
    assert_int_equal(tetress_move_piece(2299), TETRESS_EARG);
    assert_int_equal(tetress_move_to_text(2299, 0, text, sizeof text, NULL), TETRESS_EARG);
    assert_int_equal(tetress_move_to_text(0, TETRESS_STYLE_PIECE + 1, text, sizeof text, NULL),
                     TETRESS_EARG);
    assert_int_equal(tetress_move_to_text(0, 0, text, 3, NULL), TETRESS_ESIZE);
    assert_int_equal(tetress_move_from_text("1-1,1-2", &move, &error), TETRESS_EILLEGAL);
    assert_int_equal(error.rule, TETRESS_RULE_NOT_TETROMINO);
    assert_int_equal(tetress_move_from_text("1-1,1-", &move, &error), TETRESS_ETEXT);
    assert_int_equal(error.offset, 6);
    assert_int_equal(tetress_move_from_text(NULL, &move, &error), TETRESS_EARG);
    assert_int_equal(tetress_move_from_text("1-1", NULL, &error), TETRESS_EARG);
    assert_int_equal(tetress_move_from_cells(NULL, 4, &move, &error), TETRESS_EARG);
    assert_int_equal(tetress_move_from_cells(NULL, 0, &move, &error), TETRESS_EILLEGAL);
    assert_int_equal(move, 77);
}

static void every_status_has_its_own_sentence(void **state)
{
#define ROW(name, value, sentence)                                                                 \
    assert_int_equal(TETRESS_##name, value);                                                       \
    assert_string_equal(tetress_status_text(value), sentence);
    (void)state;
    TETRESS_STATUS_MAP(ROW)
#undef ROW
    assert_string_equal(tetress_status_text(1), "unknown status");
    assert_string_equal(tetress_status_text(-1000), "unknown status");
    assert_string_equal(tetress_rule_name(TETRESS_RULE_NOT_ADJACENT), "not_adjacent");
    assert_string_equal(tetress_rule_name(99), "unknown");
    assert_int_equal(tetress_abi_version(), TETRESS_ABI_VERSION);
    assert_int_equal(strlen(tetress_version()) >= 5, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_game_is_the_empty_board_with_red_to_move),
        cmocka_unit_test(games_agree_with_the_slow_board_forward_and_back),
        cmocka_unit_test(mask_list_and_question_agree_on_legal_moves),
        cmocka_unit_test(cells_and_bits_tell_the_same_board),
        cmocka_unit_test(a_copy_has_the_history_and_a_life_of_its_own),
        cmocka_unit_test(a_game_from_text_starts_its_history_there),
        cmocka_unit_test(a_game_may_last_150_actions_from_any_start),
        cmocka_unit_test(refused_moves_name_rule_and_place_and_change_nothing),
        cmocka_unit_test(moves_after_the_end_are_refused_as_game_over),
        cmocka_unit_test(cells_and_text_tell_the_move_that_they_played),
        cmocka_unit_test(checking_cells_plays_nothing),
        cmocka_unit_test(null_is_answered_by_every_function),
        cmocka_unit_test(buffers_too_small_are_not_written),
        cmocka_unit_test(a_position_that_is_none_tells_the_offset),
        cmocka_unit_test(moves_convert_to_cells_text_and_piece_and_back),
        cmocka_unit_test(things_that_are_no_moves_are_refused),
        cmocka_unit_test(every_status_has_its_own_sentence),
    };

    return cmocka_run_group_tests_name("game_api", tests, NULL, NULL);
}
