/* SPDX-License-Identifier: MIT */
/* lib/players: the option table, the player table, specs. */
#include <string.h>

#include "cmocka_all.h"
#include "player_table.h"
#include "simple.h"
#include "solver_player.h"

static void every_player_is_a_row_that_reads(void **state)
{
    (void)state;
    for (size_t i = 0; i < ttr_player_count(); i++) {
        const ttr_player *player = ttr_player_at(i);
        ttr_spec spec;
        ttr_spec_fault fault;

        assert_true(ttr_spec_read(player->name, &spec, &fault));
        assert_ptr_equal(spec.player, player);
        assert_true(player->description[0] != '\0' && player->source[0] != '\0');
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(player->name, ttr_player_at(j)->name);
    }
}

/* The choices of the option and the registry of evaluators are written down in two places. */
static void the_option_evaluator_lists_all_evaluators(void **state)
{
    const ttr_option *option = ttr_option_find(&ttr_algorithm_greedy, "evaluator", 9);
    char expected[256];
    ttr_text text = ttr_text_start(expected, sizeof expected);

    (void)state;
    for (size_t i = 0; i < ttr_evaluator_count(); i++) {
        if (i > 0)
            ttr_text_add_char(&text, ' ');
        ttr_text_add(&text, ttr_evaluator_at(i)->name);
    }
    assert_string_equal(option->choices, expected);
}

static void assert_set(const ttr_algorithm *algorithm, const ttr_option *option, const char *value,
                       bool possible)
{
    ttr_settings settings = ttr_settings_default(algorithm);
    unsigned char before[sizeof settings]; /* with what lies between the fields */
    char written[TTR_OPTION_TEXT];
    ttr_text text = ttr_text_start(written, sizeof written);

    memcpy(before, &settings, sizeof before);
    assert_int_equal(ttr_option_set(algorithm, option, &settings, value, strlen(value)), possible);
    ttr_option_get(algorithm, option, &settings, &text);
    if (possible)
        assert_string_equal(written, value);
    else
        assert_memory_equal(&settings, before, sizeof before);
}

static void options_take_their_bounds_and_nothing_beyond(void **state)
{
    static const ttr_algorithm *const ALL[] = {
        &ttr_algorithm_random, &ttr_algorithm_greedy, &ttr_algorithm_negamax, &ttr_algorithm_mcts,
        &ttr_algorithm_solver, &ttr_algorithm_beam,   &ttr_algorithm_hybrid};
    size_t seen = 0;

    (void)state;
    for (size_t a = 0; a < TTR_COUNT_OF(ALL); a++) {
        const ttr_option *option;

        for (size_t i = 0; (option = ttr_option_at(ALL[a], i)) != NULL; i++, seen++) {
            assert_ptr_equal(ttr_option_find(ALL[a], option->name, strlen(option->name)), option);
            assert_true(option->summary[0] != '\0');
            assert_set(ALL[a], option, "", false);
            assert_set(ALL[a], option, "none such", false);
            assert_set(ALL[a], option, "-1", false);
            if (option->type == TTR_OPTION_CHOICE)
                continue;
            assert_set(ALL[a], option, option->minimum, true);
            assert_set(ALL[a], option, option->maximum, true);
            assert_set(ALL[a], option, "18446744073709551616", false);
        }
        assert_true(ttr_option_count(ALL[a]) <= TTR_MOST_OPTIONS);
    }
    assert_int_equal(seen, 1 + 13 + 35 + 35 + 10 + 20 + 58);
}

static void a_spec_sets_options_and_writes_back_what_differs(void **state)
{
    static const struct {
        const char *text, *written;
    } SPECS[] = {
        {"negamax", "negamax"},
        {"negamax:hash=16", "negamax"},
        {"negamax:nodes=5,evaluator=s1,hash=64", "negamax:evaluator=s1,hash=64,nodes=5"},
        {"mcts:exploration=0.50", "mcts"},
        {"mcts:exploration=0.25", "mcts:exploration=0.25"},
        {"mcts:exploration=1.50,seed=18446744073709551615",
         "mcts:exploration=1.5,seed=18446744073709551615"},
        {"random:seed=7,seed=9", "random:seed=9"},
    };

    (void)state;
    for (size_t i = 0; i < TTR_COUNT_OF(SPECS); i++) {
        char written[200];
        ttr_text text = ttr_text_start(written, sizeof written);
        ttr_spec spec;
        ttr_spec_fault fault;

        assert_true(ttr_spec_read(SPECS[i].text, &spec, &fault));
        ttr_spec_write(&text, spec.player, &spec.preset, &spec.settings);
        assert_string_equal(written, SPECS[i].written);
    }
}

static void a_spec_that_makes_no_sense_tells_where(void **state)
{
    static const struct {
        const char *text;
        tetress_status status;
        size_t offset;
    } WRONG[] = {
        {"", TETRESS_EUNKNOWN, 0},
        {"nobody", TETRESS_EUNKNOWN, 0},
        {"Negamax", TETRESS_EUNKNOWN, 0},
        {":hash=3", TETRESS_EUNKNOWN, 0},
        {"negamax:", TETRESS_ETEXT, 8},
        {"negamax:hash", TETRESS_ETEXT, 12},
        {"negamax:hash=16,", TETRESS_ETEXT, 16},
        {"negamax:hash=16,,nodes=3", TETRESS_ETEXT, 16},
        {"negamax:=16", TETRESS_EUNKNOWN, 8},
        {"negamax:hush=16", TETRESS_EUNKNOWN, 8},
        {"negamax:hash=", TETRESS_EVALUE, 13},
        {"negamax:hash=0", TETRESS_EVALUE, 13},
        {"negamax:hash=16x", TETRESS_EVALUE, 13},
        {"negamax:hash=65537", TETRESS_EVALUE, 13},
        {"negamax:nodes=7,evaluator=", TETRESS_EVALUE, 26},
        {"negamax:evaluator=s1 ", TETRESS_EVALUE, 18},
        {"mcts:exploration=-0.5", TETRESS_EVALUE, 17},
        {"mcts:exploration=100.000001", TETRESS_EVALUE, 17},
        {"random:hash=16", TETRESS_EUNKNOWN, 7},
    };

    (void)state;
    for (size_t i = 0; i < TTR_COUNT_OF(WRONG); i++) {
        ttr_spec spec;
        ttr_spec_fault fault = {.offset = 999};

        assert_false(ttr_spec_read(WRONG[i].text, &spec, &fault));
        assert_int_equal(fault.status, WRONG[i].status);
        assert_int_equal(fault.offset, WRONG[i].offset);
        assert_non_null(fault.reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_player_is_a_row_that_reads),
        cmocka_unit_test(the_option_evaluator_lists_all_evaluators),
        cmocka_unit_test(options_take_their_bounds_and_nothing_beyond),
        cmocka_unit_test(a_spec_sets_options_and_writes_back_what_differs),
        cmocka_unit_test(a_spec_that_makes_no_sense_tells_where),
    };

    return cmocka_run_group_tests_name("players", tests, NULL, NULL);
}
