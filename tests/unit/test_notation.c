/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "cmocka_all.h"
#include "notation.h"
#include "rules.h"

#define EMPTY10                                                                                    \
    ".........../.........../.........../.........../.........../.........../.........../"         \
    ".........../.........../.........../"
#define EMPTY EMPTY10 "..........."
#define FULL_ROWS_BUT_ONE                                                                          \
    "rrrrrrrrrr./bbbbbbbbbb./rbrbrbrbrb./.........../.........../.........../.........../"         \
    ".........../.........../.........../..........r"

static void a_position_is_written_as_it_was_read(void **state)
{
    static const char *const TEXTS[] = {
        EMPTY " r 0",
        EMPTY10 "r........bb b 1",
        FULL_ROWS_BUT_ONE " r 150",
    };

    (void)state;
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        char text[200];
        ttr_text writer = ttr_text_start(text, sizeof text);
        ttr_board board;
        ttr_misread misread;

        assert_true(ttr_notation_read_position(TEXTS[i], &board, &misread));
        ttr_notation_write_position(&writer, &board);
        assert_string_equal(text, TEXTS[i]);
    }
}

static void the_offset_of_the_first_mistake_is_told(void **state)
{
    static const struct {
        const char *text;
        size_t offset;
    } WRONG[] = {
        {"", 0},
        {"x", 0},
        {"..........", 10},
        {"............", 11},
        {".........../..x", 14},
        {EMPTY, 131},
        {EMPTY "/", 131},
        {EMPTY "  r 0", 132},
        {EMPTY " x 0", 132},
        {EMPTY " r", 133},
        {EMPTY " r ", 134},
        {EMPTY " r x", 134},
        {EMPTY " r 0 ", 135},
        {EMPTY " r 1", 132},
        {EMPTY " b 2", 132},
        {EMPTY " r 151", 137},
        {EMPTY " b 99999999", 140},
        {EMPTY " r -2", 134},
        {EMPTY10 "rbrbrbrbrbr r 20", 120},
        {"....r....../....r....../....r....../....r....../....r....../....r....../....r....../"
         "....r....../....r....../....b....../....b...... r 20",
         4},
    };

    (void)state;
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        ttr_board board;
        ttr_misread misread = {999, NULL};

        assert_false(ttr_notation_read_position(WRONG[i].text, &board, &misread));
        assert_int_equal(misread.offset, WRONG[i].offset);
        assert_non_null(misread.reason);
    }
}

static void every_move_reads_back_from_every_style(void **state)
{
    (void)state;
    for (int move = 0; move < TTR_PLACEMENTS; move++) {
        for (int style = TTR_STYLE_COMPACT; style <= TTR_STYLE_PIECE; style++) {
            char text[40];
            ttr_text writer = ttr_text_start(text, sizeof text);
            ttr_cell_list cells;
            ttr_misread misread;
            ttr_move found = TTR_MOVE_NONE;

            ttr_notation_write_move(&writer, (ttr_move)move, (ttr_move_style)style);
            assert_true(ttr_text_fits(&writer));
            assert_true(ttr_notation_read_cells(text, &cells, &misread));
            assert_int_equal(ttr_rules_judge_cells(cells.coordinates, cells.count, &found).rule,
                             TTR_RULE_NONE);
            assert_int_equal(found, move);
        }
    }
}

static void cells_may_come_in_any_order_with_blanks(void **state)
{
    static const char *const SAME[] = {
        "3-4,4-3,4-4,4-5",
        "4-5,4-4,4-3,3-4",
        " 4-4 , 3-4,4-5 ,4-3 ",
        "4 - 4,3-4,\t4-5,4-3",
        "PLACE(3-4, 4-3, 4-4, 4-5)",
        "  PLACE( 4-5,4-4 ,4-3, 3-4 ) ",
        "03-4,4-003,4-4,4-5",
        "3-4 4-3 4-4 4-5",
        "3-4, 4-3 ,\t4-4 4-5",
        "4 - 4 3 - 4 4-5 4-3",
        "T 3-4 d",
        "  td3-4 ",
        "T,3-4,d",
        "T d, 3 - 4",
        "t3-4D",
        "TDown 3-4",
        "T 3-4 down",
    };
    ttr_move first = TTR_MOVE_NONE;

    (void)state;
    for (size_t i = 0; i < sizeof SAME / sizeof SAME[0]; i++) {
        ttr_cell_list cells;
        ttr_misread misread;
        ttr_move move = TTR_MOVE_NONE;

        assert_true(ttr_notation_read_cells(SAME[i], &cells, &misread));
        assert_int_equal(ttr_rules_judge_cells(cells.coordinates, cells.count, &move).rule,
                         TTR_RULE_NONE);
        if (i == 0)
            first = move;
        assert_int_equal(move, first);
    }
}

/* What docs/reference/formats.md draws: the first cell, the rotation, and how the cells lie around
 * it. */
static void a_piece_is_named_by_its_first_cell_and_its_rotation(void **state)
{
    static const struct {
        const char *text;
        const char *cells;
    } ROWS[] = {
        {"O 5-5", "5-5,5-6,6-5,6-6"},      {"I 5-5 h", "5-5,5-6,5-7,5-8"},
        {"I 5-5 v", "5-5,6-5,7-5,8-5"},    {"T 5-5 u", "5-5,5-6,5-7,6-6"},
        {"T 5-5 r", "5-5,6-4,6-5,7-5"},    {"T 5-5 d", "5-5,6-4,6-5,6-6"},
        {"T 5-5 l", "5-5,6-5,6-6,7-5"},    {"L 5-5 u", "5-5,6-5,7-5,7-6"},
        {"L 5-5 r", "5-5,5-6,5-7,6-5"},    {"L 5-5 d", "5-5,5-6,6-6,7-6"},
        {"L 5-5 l", "5-5,6-3,6-4,6-5"},    {"J 5-5 u", "5-5,6-5,7-4,7-5"},
        {"J 5-5 r", "5-5,6-5,6-6,6-7"},    {"J 5-5 d", "5-5,5-6,6-5,7-5"},
        {"J 5-5 l", "5-5,5-6,5-7,6-7"},    {"S 5-5 h", "5-5,5-6,6-4,6-5"},
        {"S 5-5 v", "5-5,6-5,6-6,7-6"},    {"Z 5-5 h", "5-5,5-6,6-6,6-7"},
        {"Z 5-5 v", "5-5,6-4,6-5,7-4"},    {"I 0-9 h", "0-0,0-1,0-9,0-10"},
        {"T 10-0 d", "0-0,0-1,0-10,10-0"}, {"L 9-1 l", "9-1,10-1,10-0,10-10"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        ttr_cell_list named, listed;
        ttr_misread misread;
        ttr_move move = TTR_MOVE_NONE, same = TTR_MOVE_NONE;
        char text[40];
        ttr_text writer = ttr_text_start(text, sizeof text);

        assert_true(ttr_notation_read_cells(ROWS[i].text, &named, &misread));
        assert_true(ttr_notation_read_cells(ROWS[i].cells, &listed, &misread));
        assert_int_equal(ttr_rules_judge_cells(named.coordinates, named.count, &move).rule,
                         TTR_RULE_NONE);
        assert_int_equal(ttr_rules_judge_cells(listed.coordinates, listed.count, &same).rule,
                         TTR_RULE_NONE);
        assert_int_equal(move, same);
        ttr_notation_write_move(&writer, move, TTR_STYLE_PIECE);
        assert_string_equal(text, ROWS[i].text);
    }
}

static void text_that_is_no_list_of_cells_is_refused_where_it_breaks(void **state)
{
    static const struct {
        const char *text;
        size_t offset;
    } WRONG[] = {
        {"", 0},
        {"x", 0},
        {"3", 1},
        {"3-", 2},
        {"3-4,", 4},
        {"3-4;4-3", 3},
        {"3-4 x", 4},
        {"PLACE(3-4", 9},
        {"PLACE(3-4) x", 11},
        {"place(3-4)", 0},
        {"1234567-1", 6},
        {"1-1,1-1,1-1,1-1,1-1,1-1,1-1,1-1,1-1", 32},
        {"--1-1", 1},
        {"T", 1},
        {"T d", 3},
        {"T 3", 3},
        {"T 3-4", 5},
        {"T 3-4 h", 6},
        {"Th 3-4", 1},
        {"T 3-4 d d", 8},
        {"T 3-4 right!", 11},
        {"I 3-4 u", 6},
        {"Or 3-4", 1},
        {"O 3-4 r", 6},
        {"K 3-4", 0},
        {"T 3-4 d, 4-4", 7},
        {"3-4 T", 4},
        {"3-4,,4-3", 4},
    };

    (void)state;
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        ttr_cell_list cells;
        ttr_misread misread = {999, NULL};

        assert_false(ttr_notation_read_cells(WRONG[i].text, &cells, &misread));
        assert_int_equal(misread.offset, WRONG[i].offset);
    }
}

static void cells_are_judged_by_the_first_rule_they_break(void **state)
{
    static const struct {
        const char *text;
        ttr_rule rule;
        int cell;
    } CASES[] = {
        {"0-0,0-1,0-2", TTR_RULE_NOT_TETROMINO, -1},
        {"0-0,0-1,0-2,0-3,0-4", TTR_RULE_NOT_TETROMINO, -1},
        {"0-0,0-1,0-2,0-11", TTR_RULE_OUT_OF_RANGE, -1},
        {"-1-0,0-0,1-0,2-0", TTR_RULE_OUT_OF_RANGE, -1},
        {"0--1,0-0,0-1,0-2", TTR_RULE_OUT_OF_RANGE, -1},
        {"0-0,0-0,0-0,11-0", TTR_RULE_OUT_OF_RANGE, -1},
        {"0-0,0-1,0-1,0-2", TTR_RULE_DUPLICATE, 1},
        {"T 11-4 d", TTR_RULE_OUT_OF_RANGE, -1},
        {"O 0--1", TTR_RULE_OUT_OF_RANGE, -1},
        {"I 10-11 h", TTR_RULE_OUT_OF_RANGE, -1},
        {"0-0,0-1,0-2,0-4", TTR_RULE_NOT_TETROMINO, -1},
        {"0-0,1-1,2-2,3-3", TTR_RULE_NOT_TETROMINO, -1},
        {"0-0,0-10,10-0,10-10", TTR_RULE_NONE, -1},
        {"9-5,10-5,0-5,1-5", TTR_RULE_NONE, -1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        ttr_cell_list cells;
        ttr_misread misread;
        ttr_move move;
        ttr_verdict verdict;

        assert_true(ttr_notation_read_cells(CASES[i].text, &cells, &misread));
        verdict = ttr_rules_judge_cells(cells.coordinates, cells.count, &move);
        assert_int_equal(verdict.rule, CASES[i].rule);
        assert_int_equal(verdict.cell, CASES[i].cell);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_is_written_as_it_was_read),
        cmocka_unit_test(the_offset_of_the_first_mistake_is_told),
        cmocka_unit_test(every_move_reads_back_from_every_style),
        cmocka_unit_test(cells_may_come_in_any_order_with_blanks),
        cmocka_unit_test(a_piece_is_named_by_its_first_cell_and_its_rotation),
        cmocka_unit_test(text_that_is_no_list_of_cells_is_refused_where_it_breaks),
        cmocka_unit_test(cells_are_judged_by_the_first_rule_they_break),
    };

    return cmocka_run_group_tests_name("notation", tests, NULL, NULL);
}
