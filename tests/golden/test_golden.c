/* SPDX-License-Identifier: MIT */
/* The golden data (data/tetress/README.md), through the public header. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tetress/tetress.h>

#include "cmocka_all.h"
#include "golden_records.h"

/* Positions deeper than this take too long for every run; `tetress perft` counts them by hand. */
#define LARGEST_PERFT 60000000

/* ---- Reading --------------------------------------------------------------------------------- */

static const char *text_of(const json_t *record, const char *key)
{
    const char *text = json_string_value(json_object_get(record, key));

    assert_non_null(text);
    return text;
}

static void position_text(const json_t *record, const char *board_key, char text[160])
{
    const json_t *rows = json_object_get(record, board_key);

    text[0] = '\0';
    for (size_t i = 0; i < 11; i++) {
        strcat(text, json_string_value(json_array_get(rows, i)));
        strcat(text, i < 10 ? "/" : "");
    }
}

static tetress_game *game_of(const json_t *record)
{
    char text[160];
    size_t length;
    tetress_game *game = NULL;

    position_text(record, "board", text);
    length = strlen(text);
    snprintf(text + length, sizeof text - length, " %c %d", text_of(record, "side")[0],
             number_of(record, "ply"));
    assert_int_equal(tetress_game_from_text(NULL, text, &game, NULL), TETRESS_OK);
    return game;
}

/* Cells as pairs; returns how many. */
static size_t cells_of(const json_t *cells, int32_t pairs[16])
{
    size_t count = json_array_size(cells);

    assert_true(count <= 8);
    for (size_t i = 0; i < count; i++) {
        const json_t *cell = json_array_get(cells, i);

        pairs[2 * i] = (int32_t)json_integer_value(json_array_get(cell, 0));
        pairs[2 * i + 1] = (int32_t)json_integer_value(json_array_get(cell, 1));
    }
    return count;
}

static void assert_board(const tetress_game *game, const json_t *record, const char *key)
{
    char expected[160], text[TETRESS_POSITION_TEXT];

    position_text(record, key, expected);
    tetress_game_to_text(game, text, sizeof text, NULL);
    text[131] = '\0'; /* the rows alone */
    assert_string_equal(text, expected);
}

/* ---- FNV-1a ---------------------------------------------------------------------------------- */

#define FNV_START UINT64_C(0xcbf29ce484222325)

static void fnv(uint64_t *hash, const char *text)
{
    for (; *text != '\0'; text++) {
        *hash ^= (unsigned char)*text;
        *hash *= UINT64_C(0x100000001b3);
    }
}

static void assert_hash(uint64_t hash, const char *expected)
{
    char text[17];

    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    assert_string_equal(text, expected);
}

/* ---- Games ----------------------------------------------------------------------------------- */

static void hash_board(uint64_t *hash, const tetress_game *game)
{
    char text[TETRESS_POSITION_TEXT], line[124];
    size_t length = 0;

    tetress_game_to_text(game, text, sizeof text, NULL);
    for (const char *c = text; *c != ' '; c++) {
        if (*c != '/')
            line[length++] = *c;
    }
    line[length] = '\n';
    line[length + 1] = '\0';
    fnv(hash, line);
}

static int32_t winner_named(const char *name)
{
    return strcmp(name, "red") == 0    ? TETRESS_RED
           : strcmp(name, "blue") == 0 ? TETRESS_BLUE
                                       : TETRESS_NOBODY;
}

static void check_game(const json_t *record)
{
    const json_t *moves = json_object_get(record, "moves");
    tetress_game *game = NULL;
    uint64_t hash = FNV_START;
    bool limit = strcmp(text_of(record, "reason"), "turn_limit") == 0;

    assert_int_equal(tetress_game_new(NULL, &game), TETRESS_OK);
    for (size_t i = 0; i < json_array_size(moves); i++) {
        int32_t pairs[16];
        size_t count = cells_of(json_array_get(moves, i), pairs);

        assert_int_equal(tetress_game_reason(game), TETRESS_REASON_NONE);
        assert_int_equal(tetress_game_apply_cells(game, pairs, count, NULL), TETRESS_OK);
        hash_board(&hash, game);
    }
    assert_int_equal(tetress_game_ply(game), number_of(record, "plies"));
    assert_int_equal(tetress_game_reason(game),
                     limit ? TETRESS_REASON_TURN_LIMIT : TETRESS_REASON_NO_MOVES);
    assert_int_equal(tetress_game_winner(game), winner_named(text_of(record, "result")));
    assert_board(game, record, "final");
    assert_hash(hash, text_of(record, "boards_fnv1a64"));
    tetress_game_free(game);
}

static void every_game_replays_board_by_board(void **state)
{
    (void)state;
    assert_int_equal(each_record("tetress/games.jsonl", check_game), 224);
}

/* ---- Positions ------------------------------------------------------------------------------- */

static int compare_lines(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* The moves as lines of twelve digits, sorted by cells and not by index. */
static uint64_t hash_moves(const tetress_game *game, size_t *count)
{
    static tetress_move moves[TETRESS_PLACEMENTS];
    static char lines[TETRESS_PLACEMENTS][16];
    uint64_t hash = FNV_START;

    assert_int_equal(tetress_game_legal_moves(game, moves, TETRESS_PLACEMENTS, count), TETRESS_OK);
    for (size_t i = 0; i < *count; i++) {
        uint8_t cells[4];

        tetress_move_cells(moves[i], cells);
        snprintf(lines[i], sizeof lines[i], "%03u%03u%03u%03u\n", cells[0], cells[1], cells[2],
                 cells[3]);
    }
    qsort(lines, *count, sizeof lines[0], compare_lines);
    for (size_t i = 0; i < *count; i++)
        fnv(&hash, lines[i]);
    return hash;
}

static void check_position(const json_t *record)
{
    tetress_game *game = game_of(record);
    int32_t turn = tetress_game_turn(game);
    size_t count = 0;
    uint64_t hash = hash_moves(game, &count);

    assert_int_equal(count, number_of(record, "moves"));
    assert_int_equal(tetress_game_mobility(game, turn), number_of(record, "moves"));
    assert_int_equal(tetress_game_mobility(game, 1 - turn), number_of(record, "opp_moves"));
    assert_int_equal(tetress_game_tokens(game, TETRESS_RED), number_of(record, "red"));
    assert_int_equal(tetress_game_tokens(game, TETRESS_BLUE), number_of(record, "blue"));
    assert_int_equal(tetress_game_reason(game),
                     count == 0 ? TETRESS_REASON_NO_MOVES : TETRESS_REASON_NONE);
    assert_hash(hash, text_of(record, "fnv1a64"));
    tetress_game_free(game);
}

static void every_position_has_exactly_its_legal_moves(void **state)
{
    (void)state;
    assert_int_equal(each_record("tetress/positions.jsonl", check_position), 2950);
}

/* ---- Applied and refused moves --------------------------------------------------------------- */

static void check_apply(const json_t *record)
{
    tetress_game *game = game_of(record);
    char before[TETRESS_POSITION_TEXT], after[TETRESS_POSITION_TEXT];
    uint64_t key = tetress_game_hash(game);
    int32_t pairs[16];
    size_t count = cells_of(json_object_get(record, "move"), pairs);

    tetress_game_to_text(game, before, sizeof before, NULL);
    assert_int_equal(tetress_game_apply_cells(game, pairs, count, NULL), TETRESS_OK);
    assert_board(game, record, "after");
    assert_int_equal(tetress_game_undo(game), TETRESS_OK);
    tetress_game_to_text(game, after, sizeof after, NULL);
    assert_string_equal(before, after);
    assert_true(tetress_game_hash(game) == key);
    tetress_game_free(game);
}

static void every_action_gives_its_board_and_is_undone_exactly(void **state)
{
    (void)state;
    assert_int_equal(each_record("tetress/apply.jsonl", check_apply), 2042);
}

static void check_illegal(const json_t *record)
{
    tetress_game *game = game_of(record);
    const char *wanted = text_of(record, "class");
    tetress_error error = TETRESS_ERROR_INIT;
    int32_t pairs[16];
    size_t count = cells_of(json_object_get(record, "cells"), pairs);
    tetress_status status = tetress_game_check_cells(game, pairs, count, NULL, &error);
    int32_t ply = tetress_game_ply(game);

    if (strcmp(wanted, "ok") == 0)
        assert_int_equal(status, TETRESS_OK);
    else
        assert_string_equal(tetress_rule_name(error.rule), wanted);
    assert_int_equal(tetress_game_apply_cells(game, pairs, count, NULL), status);
    assert_int_equal(tetress_game_ply(game), ply + (status == TETRESS_OK));
    tetress_game_free(game);
}

static void every_attempt_is_judged_by_its_rule(void **state)
{
    (void)state;
    assert_int_equal(each_record("tetress/illegal.jsonl", check_illegal), 2991);
}

/* ---- Perft ----------------------------------------------------------------------------------- */

static void every_position_has_its_perft(void **state)
{
    char path[512];
    json_t *whole;
    const json_t *positions;
    size_t counted = 0;

    (void)state;
    snprintf(path, sizeof path, "%s/tetress/perft.json", TEST_DATA);
    whole = json_load_file(path, 0, NULL);
    positions = json_object_get(whole, "positions");
    assert_true(json_array_size(positions) > 5);
    for (size_t i = 0; i < json_array_size(positions); i++) {
        const json_t *record = json_array_get(positions, i);
        const json_t *perft = json_object_get(record, "perft");
        tetress_game *game = game_of(record);

        for (size_t depth = 1; depth <= json_array_size(perft); depth++) {
            json_int_t expected = json_integer_value(json_array_get(perft, depth - 1));
            uint64_t nodes = 0;

            if (expected > LARGEST_PERFT)
                break;
            assert_int_equal(tetress_game_perft(game, (uint32_t)depth, &nodes), TETRESS_OK);
            assert_true(nodes == (uint64_t)expected);
            counted++;
        }
        tetress_game_free(game);
    }
    assert_true(counted > 2 * json_array_size(positions));
    json_decref(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_replays_board_by_board),
        cmocka_unit_test(every_position_has_exactly_its_legal_moves),
        cmocka_unit_test(every_action_gives_its_board_and_is_undone_exactly),
        cmocka_unit_test(every_attempt_is_judged_by_its_rule),
        cmocka_unit_test(every_position_has_its_perft),
    };

    return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
