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

static void every_move_reads_back_from_both_styles(void **state)
{
    (void)state;
    for (int move = 0; move < TTR_PLACEMENTS; move++) {
        for (int style = 0; style < 2; style++) {
            char text[40];
            ttr_text writer = ttr_text_start(text, sizeof text);
            ttr_cell_list cells;
            ttr_misread misread;
            ttr_move found = TTR_MOVE_NONE;

            ttr_notation_write_move(&writer, (ttr_move)move, style == 1);
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
        "3-4,4-3,4-4,4-5",     "4-5,4-4,4-3,3-4",           " 4-4 , 3-4,4-5 ,4-3 ",
        "4 - 4,3-4,\t4-5,4-3", "PLACE(3-4, 4-3, 4-4, 4-5)", "  PLACE( 4-5,4-4 ,4-3, 3-4 ) ",
        "03-4,4-003,4-4,4-5",
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

static void text_that_is_no_list_of_cells_is_refused_where_it_breaks(void **state)
{
    static const struct {
        const char *text;
        size_t offset;
    } WRONG[] = {
        {"", 0},           {"x", 0},         {"3", 1},
        {"3-", 2},         {"3-4,", 4},      {"3-4;4-3", 3},
        {"3-4 x", 4},      {"PLACE(3-4", 9}, {"PLACE(3-4) x", 11},
        {"place(3-4)", 0}, {"1234567-1", 6}, {"1-1,1-1,1-1,1-1,1-1,1-1,1-1,1-1,1-1", 32},
        {"--1-1", 1},
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
        cmocka_unit_test(every_move_reads_back_from_both_styles),
        cmocka_unit_test(cells_may_come_in_any_order_with_blanks),
        cmocka_unit_test(text_that_is_no_list_of_cells_is_refused_where_it_breaks),
        cmocka_unit_test(cells_are_judged_by_the_first_rule_they_break),
    };

    return cmocka_run_group_tests_name("notation", tests, NULL, NULL);
}
