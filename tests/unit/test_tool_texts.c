/* SPDX-License-Identifier: MIT */
/* Percentages, budgets and text of others as the command line writes and reads them. */
#include <string.h>

#include "budget_text.h"
#include "cmocka_all.h"
#include "percent.h"
#include "shown_text.h"

static void only_what_is_proven_is_0_or_100_percent(void **state)
{
    static const struct {
        double share;
        int digits;
        const char *open;
        const char *proven;
    } ROWS[] = {
        {0.5, 0, "50", "50"},
        {0.987, 0, "99", "99"},
        {0.996, 0, "> 99", "100"},
        {1, 0, "> 99", "100"},
        {0.004, 0, "< 1", "0"},
        {0, 0, "< 1", "0"},
        {0.9994, 1, "99.9", "99.9"},
        {0.99951, 1, "> 99.9", "100.0"},
        {0.00049, 1, "< 0.1", "0.0"},
        {0.00051, 1, "0.1", "0.1"},
        {0.999999, 2, "> 99.99", "100.00"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        char text[PERCENT_TEXT];

        assert_string_equal(percent_text(ROWS[i].share, ROWS[i].digits, false, text), ROWS[i].open);
        assert_string_equal(percent_text(ROWS[i].share, ROWS[i].digits, true, text),
                            ROWS[i].proven);
    }
    assert_true(printed_share(1, false) < 0.9991 && printed_share(1, true) > 0.9999);
    assert_true(printed_share(0, false) > 0.0009 && printed_share(0, true) < 0.0001);
}

static void budgets_read_and_refuse(void **state)
{
    static const char *const WRONG[] = {"",
                                        "nodes",
                                        "nodes=",
                                        "nodes=0",
                                        "node=1",
                                        "nodes=1,",
                                        "nodes=-1",
                                        "depth=4294967296",
                                        "wall_ms=1x",
                                        ",nodes=1",
                                        "cpu_clock=1",
                                        "clock_ms=1,cpu_clock=2",
                                        "increment_ms=1",
                                        "=1",
                                        "nodes=18446744073709551616",
                                        "nodes 1",
                                        "nodes=1 ,depth=2"};
    tetress_budget budget = TETRESS_BUDGET_INIT;
    char fault[256];

    (void)state;
    assert_true(budget_read(
        "nodes=18446744073709551615,depth=3,wall_ms=4,cpu_ms=5,clock_ms=6,increment_ms=7,"
        "playouts=8",
        &budget, fault, sizeof fault));
    assert_true(budget.nodes == UINT64_MAX && budget.depth == 3 && budget.wall_ms == 4 &&
                budget.cpu_ms == 5 && budget.clock_ms == 6 && budget.increment_ms == 7 &&
                budget.playouts == 8);
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        budget = (tetress_budget)TETRESS_BUDGET_INIT;
        fault[0] = '\0';
        assert_false(budget_read(WRONG[i], &budget, fault, sizeof fault));
        assert_true(fault[0] != '\0');
    }
}

static void a_key_that_was_misspelt_is_told(void **state)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    char fault[256];

    (void)state;
    assert_false(budget_read("depth=3,ndoes=5", &budget, fault, sizeof fault));
    assert_string_equal(fault, "'ndoes=5': there is no key ndoes; did you mean nodes?");
    assert_false(budget_read("nodes=0", &budget, fault, sizeof fault));
    assert_string_equal(fault, "nodes takes an integer from 1 to 18446744073709551615, not '0'");
    assert_false(budget_read("wall_ms=4294967296,depth=2", &budget, fault, sizeof fault));
    assert_string_equal(fault, "wall_ms takes an integer from 1 to 4294967295, not '4294967296'");
    assert_false(budget_read("sideways=1", &budget, fault, sizeof fault));
    assert_non_null(strstr(fault, "there is no key sideways; keys are nodes, "));
}

static void budgets_are_written_as_they_are_read(void **state)
{
    static const char *const TEXTS[] = {
        "nodes=1,playouts=2,depth=3,wall_ms=4,cpu_ms=5,clock_ms=6,increment_ms=7",
        "clock_ms=9,cpu_clock=1", "nodes=18446744073709551615"};

    (void)state;
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        tetress_budget budget = TETRESS_BUDGET_INIT;
        char fault[256], text[BUDGET_TEXT];

        assert_true(budget_read(TEXTS[i], &budget, fault, sizeof fault));
        assert_string_equal(budget_text(&budget, text), TEXTS[i]);
        assert_int_equal(budget.flags, i == 1 ? TETRESS_BUDGET_CPU_CLOCK : 0);
    }
}

static void a_zero_byte_hides_nothing(void **state)
{
    char line[] = "\0ab\0\0c\0";

    (void)state;
    show_zeros(line, sizeof line - 1);
    assert_string_equal(line, "?ab??c?");
}

static void text_of_others_obeys_and_hides_nothing(void **state)
{
    static const char *const ROWS[][2] = {
        {"", ""},
        {"plain \\ text ~", "plain \\ text ~"},
        {"\xc3\xa9 \xe6\xbc\xa2 \xd7\xa9 \xf0\x9f\x8e\xb2",
         "\xc3\xa9 \xe6\xbc\xa2 \xd7\xa9 \xf0\x9f\x8e\xb2"},
        {"\x1b[2J\r\n\t\x7f\x01", "?[2J?????"},
        {"\xc2\x9b"
         "8m \xc2\x85 \xc2\xa0 \xc2\xad",
         "?8m ? ? ?"},
        {"\xe2\x80\xae \xe2\x81\xa6 \xe2\x80\x8e \xe2\x80\xa8 \xe2\x80\x8b", "? ? ? ? ?"},
        {"\xef\xbb\xbf \xef\xb8\x8f \xee\x80\x80 \xf3\xa0\x81\x81", "? ? ? ?"},
        {"\xff\xc3", "??"},
        {"\xc3(\xe2\x80(\xf0\x9f\x8e", "?(?"
                                       "?(???"},
        {"\xed\xa0\x80 \xc0\xaf \xe0\x80\xaf \xf4\x90\x80\x80", "? ?? ??? ?"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        char text[64];

        assert_string_equal(show_text(strcpy(text, ROWS[i][0])), ROWS[i][1]);
        assert_string_equal(show_text(text), ROWS[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_is_proven_is_0_or_100_percent),
        cmocka_unit_test(budgets_read_and_refuse),
        cmocka_unit_test(a_key_that_was_misspelt_is_told),
        cmocka_unit_test(budgets_are_written_as_they_are_read),
        cmocka_unit_test(a_zero_byte_hides_nothing),
        cmocka_unit_test(text_of_others_obeys_and_hides_nothing),
    };

    return cmocka_run_group_tests_name("tool_texts", tests, NULL, NULL);
}
