/* SPDX-License-Identifier: MIT */
/* What decides a refereed game: limits in their order, clocks, answers, blame. */
#include "boards.h"
#include "check.h"
#include "game_referee.h"

#define ROW        "..........."
#define EIGHT_ROWS ROW "/" ROW "/" ROW "/" ROW "/" ROW "/" ROW "/" ROW "/" ROW "/"

static const ttr_referee_limits NO_LIMITS = {0};

static ttr_referee referee_with(const ttr_referee_limits *limits)
{
    ttr_board board = ttr_board_start();

    return ttr_referee_start(limits, &board);
}

/* `mover` has played an action after which the game goes on. */
static void played(ttr_referee *referee, int mover)
{
    ttr_board board = ttr_board_start();

    ttr_referee_conclude(referee, mover, TTR_ANSWER_PLAYED, &board);
    assert_false(ttr_referee_is_over(referee));
}

static void expect_verdict(const ttr_referee *referee, ttr_referee_outcome outcome, int winner,
                           int blame)
{
    assert_int_equal(referee->outcome, outcome);
    assert_int_equal(referee->winner, winner);
    assert_int_equal(referee->blame, blame);
    assert_int_equal(ttr_referee_is_over(referee), outcome != TTR_OUTCOME_OPEN);
}

static void expect_open(const ttr_referee *referee)
{
    expect_verdict(referee, TTR_OUTCOME_OPEN, TTR_NOBODY, TTR_NOBODY);
}

static void expect_equal(const ttr_referee *a, const ttr_referee *b)
{
    assert_memory_equal(&a->limits, &b->limits, sizeof a->limits);
    assert_memory_equal(a->spent, b->spent, sizeof a->spent);
    assert_memory_equal(a->actions, b->actions, sizeof a->actions);
    expect_verdict(a, b->outcome, b->winner, b->blame);
}

static void expect_excess(ttr_excess excess, ttr_resource resource, uint64_t used, uint64_t allowed)
{
    assert_int_equal(excess.resource, resource);
    assert_true(excess.used == used && excess.allowed == allowed);
}

/* ---- Limits ---------------------------------------------------------------------------------- */

/* Everything is exceeded; then what was told is no limit any more. */
static void of_several_limits_the_first_in_order_is_told(void **state)
{
    const ttr_spent spent = {100, 100, 100};
    ttr_referee_limits limits = {
        .cpu_us = 11, .wall_us = 12, .call_cpu_us = 13, .call_wall_us = 14, .memory_bytes = 15};
    const struct {
        ttr_resource resource;
        uint64_t *limit;
    } rows[] = {
        {TTR_RESOURCE_CPU, &limits.cpu_us},          {TTR_RESOURCE_CALL_CPU, &limits.call_cpu_us},
        {TTR_RESOURCE_WALL, &limits.wall_us},        {TTR_RESOURCE_CALL_WALL, &limits.call_wall_us},
        {TTR_RESOURCE_MEMORY, &limits.memory_bytes},
    };
    ttr_referee referee;

    (void)state;
    for (size_t i = 0; i < TTR_COUNT_OF(rows); i++) {
        referee = referee_with(&limits);
        expect_excess(ttr_referee_charge(&referee, TTR_RED, &spent), rows[i].resource, 100,
                      *rows[i].limit);
        *rows[i].limit = 0;
    }
    referee = referee_with(&limits);
    expect_excess(ttr_referee_charge(&referee, TTR_RED, &spent), TTR_RESOURCE_NONE, 0, 0);
    expect_open(&referee);
}

/* One limit, and what reaches it: by one charge, or by two where charges add up. */
static void a_limit_allows_exactly_itself(void **state)
{
    static const struct {
        ttr_referee_limits limits;
        ttr_spent spent;
        bool adds_up;
        ttr_resource resource;
        ttr_referee_outcome outcome;
    } ROWS[] = {
        {{.cpu_us = 10}, {.cpu_us = 5}, true, TTR_RESOURCE_CPU, TTR_OUTCOME_TIME},
        {{.wall_us = 10}, {.wall_us = 5}, true, TTR_RESOURCE_WALL, TTR_OUTCOME_TIME},
        {{.call_cpu_us = 5}, {.cpu_us = 5}, false, TTR_RESOURCE_CALL_CPU, TTR_OUTCOME_TIME},
        {{.call_wall_us = 5}, {.wall_us = 5}, false, TTR_RESOURCE_CALL_WALL, TTR_OUTCOME_TIME},
        {{.memory_bytes = 5}, {.memory_bytes = 5}, false, TTR_RESOURCE_MEMORY, TTR_OUTCOME_MEMORY},
    };

    (void)state;
    for (int colour = TTR_RED; colour <= TTR_BLUE; colour++) {
        for (size_t i = 0; i < TTR_COUNT_OF(ROWS); i++) {
            ttr_referee referee = referee_with(&ROWS[i].limits);
            const ttr_spent *half = &ROWS[i].spent;
            ttr_spent more = {half->cpu_us + 1, half->wall_us + 1, half->memory_bytes + 1};
            uint64_t limit = ROWS[i].adds_up ? 10 : 5;

            for (int charge = 0; charge < 2; charge++)
                expect_excess(ttr_referee_charge(&referee, colour, half), TTR_RESOURCE_NONE, 0, 0);
            expect_open(&referee);
            expect_excess(ttr_referee_charge(&referee, colour, &more), ROWS[i].resource,
                          ROWS[i].adds_up ? 16 : 6, limit);
            expect_verdict(&referee, ROWS[i].outcome, 1 - colour, colour);
        }
    }
}

static void no_limit_is_never_exceeded(void **state)
{
    const ttr_spent all = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
    ttr_referee_limits increment = {.increment_us = UINT64_MAX};
    ttr_referee referee = referee_with(&NO_LIMITS);

    (void)state;
    for (int charge = 0; charge < 2; charge++)
        expect_excess(ttr_referee_charge(&referee, TTR_BLUE, &all), TTR_RESOURCE_NONE, 0, 0);
    assert_true(ttr_referee_cpu_left(&referee, TTR_BLUE) == UINT64_MAX);
    assert_true(ttr_referee_wall_left(&referee, TTR_BLUE) == UINT64_MAX);
    /* An increment of no limit makes no limit. */
    referee = referee_with(&increment);
    played(&referee, TTR_RED);
    expect_excess(ttr_referee_charge(&referee, TTR_RED, &all), TTR_RESOURCE_NONE, 0, 0);
    assert_true(ttr_referee_cpu_left(&referee, TTR_RED) == UINT64_MAX);
}

static void weighing_tells_what_a_charge_would_do_and_changes_nothing(void **state)
{
    ttr_referee_limits limits = {.cpu_us = 10, .memory_bytes = 20};
    const ttr_spent rows[] = {{7, 0, 0}, {3, 9, 20}, {0, 0, 21}, {1, 0, 0}, {4, 0, 99}};

    (void)state;
    for (size_t i = 0; i < TTR_COUNT_OF(rows); i++) {
        ttr_referee referee = referee_with(&limits), before;
        ttr_excess told, done;

        ttr_referee_charge(&referee, TTR_RED, &(ttr_spent){7, 0, 0});
        before = referee;
        told = ttr_referee_weigh(&referee, TTR_RED, &rows[i]);
        expect_equal(&referee, &before);
        done = ttr_referee_charge(&referee, TTR_RED, &rows[i]);
        expect_excess(told, done.resource, done.used, done.allowed);
        assert_int_equal(referee.outcome, ttr_referee_excess_outcome(&told));
    }
}

/* ---- Clocks ---------------------------------------------------------------------------------- */

static void times_add_up_and_memory_is_a_peak_for_each_side(void **state)
{
    ttr_referee referee = referee_with(&NO_LIMITS);

    (void)state;
    ttr_referee_charge(&referee, TTR_RED, &(ttr_spent){1, 10, 5});
    ttr_referee_charge(&referee, TTR_RED, &(ttr_spent){2, 20, 7});
    ttr_referee_charge(&referee, TTR_RED, &(ttr_spent){3, 30, 6});
    assert_true(referee.spent[TTR_RED].cpu_us == 6 && referee.spent[TTR_RED].wall_us == 60);
    assert_true(referee.spent[TTR_RED].memory_bytes == 7);
    assert_true(referee.spent[TTR_BLUE].cpu_us == 0 && referee.spent[TTR_BLUE].wall_us == 0);
    assert_true(referee.spent[TTR_BLUE].memory_bytes == 0);
}

/* What a player spends is charged before its action counts. */
static void an_action_adds_its_increment_to_the_clocks_of_its_side(void **state)
{
    ttr_referee_limits limits = {
        .cpu_us = 100, .wall_us = 200, .call_cpu_us = 1000, .memory_bytes = 50, .increment_us = 10};
    ttr_referee referee = referee_with(&limits);

    (void)state;
    played(&referee, TTR_RED);
    played(&referee, TTR_RED);
    played(&referee, TTR_BLUE);
    assert_true(ttr_referee_cpu_left(&referee, TTR_RED) == 120);
    assert_true(ttr_referee_wall_left(&referee, TTR_RED) == 220);
    assert_true(ttr_referee_cpu_left(&referee, TTR_BLUE) == 110);
    assert_true(ttr_referee_wall_left(&referee, TTR_BLUE) == 210);
    expect_excess(ttr_referee_weigh(&referee, TTR_RED, &(ttr_spent){.cpu_us = 120}),
                  TTR_RESOURCE_NONE, 0, 0);
    expect_excess(ttr_referee_weigh(&referee, TTR_RED, &(ttr_spent){.cpu_us = 121}),
                  TTR_RESOURCE_CPU, 121, 120);
    expect_excess(ttr_referee_weigh(&referee, TTR_BLUE, &(ttr_spent){.wall_us = 211}),
                  TTR_RESOURCE_WALL, 211, 210);
    expect_excess(ttr_referee_weigh(&referee, TTR_RED, &(ttr_spent){.memory_bytes = 51}),
                  TTR_RESOURCE_MEMORY, 51, 50);
}

static void an_increment_adds_nothing_to_the_limits_of_one_charge(void **state)
{
    ttr_referee_limits limits = {.call_cpu_us = 100, .call_wall_us = 100, .increment_us = 10};
    ttr_referee referee = referee_with(&limits);

    (void)state;
    played(&referee, TTR_RED);
    expect_excess(ttr_referee_weigh(&referee, TTR_RED, &(ttr_spent){.cpu_us = 101}),
                  TTR_RESOURCE_CALL_CPU, 101, 100);
    expect_excess(ttr_referee_weigh(&referee, TTR_RED, &(ttr_spent){.wall_us = 101}),
                  TTR_RESOURCE_CALL_WALL, 101, 100);
}

static void what_is_left_is_never_below_nothing(void **state)
{
    ttr_referee_limits limits = {.cpu_us = 10, .wall_us = 20};
    ttr_referee referee = referee_with(&limits);

    (void)state;
    ttr_referee_charge(&referee, TTR_RED, &(ttr_spent){11, 25, 0});
    assert_true(ttr_referee_cpu_left(&referee, TTR_RED) == 0);
    assert_true(ttr_referee_wall_left(&referee, TTR_RED) == 0);
    assert_true(ttr_referee_cpu_left(&referee, TTR_BLUE) == 10);
    assert_true(ttr_referee_wall_left(&referee, TTR_BLUE) == 20);
}

static void what_was_spent_stops_at_the_largest_number(void **state)
{
    ttr_referee_limits limits = {.cpu_us = UINT64_MAX - 1};
    ttr_referee referee = referee_with(&limits);

    (void)state;
    ttr_referee_charge(&referee, TTR_RED, &(ttr_spent){UINT64_MAX - 1, UINT64_MAX - 1, 0});
    expect_open(&referee);
    assert_true(ttr_referee_cpu_left(&referee, TTR_RED) == 0);
    expect_excess(ttr_referee_charge(&referee, TTR_RED, &(ttr_spent){9, 9, 0}), TTR_RESOURCE_CPU,
                  UINT64_MAX, UINT64_MAX - 1);
    assert_true(referee.spent[TTR_RED].wall_us == UINT64_MAX);
}

/* Increment and actions for which clocks reach the largest number: one sum, one product. */
static void what_is_allowed_stops_at_the_largest_number(void **state)
{
    static const struct {
        uint64_t limit, increment;
        int actions;
    } ROWS[] = {
        {1, UINT64_MAX, 1},
        {UINT64_MAX - 4, 5, 1},
        {1, UINT64_C(1) << 63, 2},
        {1, UINT64_MAX / 3 + 1, 3},
    };
    const ttr_spent all = {UINT64_MAX, UINT64_MAX, 0};

    (void)state;
    for (size_t i = 0; i < TTR_COUNT_OF(ROWS); i++) {
        ttr_referee_limits limits = {
            .cpu_us = ROWS[i].limit, .wall_us = ROWS[i].limit, .increment_us = ROWS[i].increment};
        ttr_referee referee = referee_with(&limits);

        for (int action = 0; action < ROWS[i].actions; action++) {
            assert_true(ttr_referee_cpu_left(&referee, TTR_BLUE) < UINT64_MAX);
            played(&referee, TTR_BLUE);
        }
        assert_true(ttr_referee_cpu_left(&referee, TTR_BLUE) == UINT64_MAX);
        assert_true(ttr_referee_wall_left(&referee, TTR_BLUE) == UINT64_MAX);
        expect_excess(ttr_referee_charge(&referee, TTR_BLUE, &all), TTR_RESOURCE_NONE, 0, 0);
    }
}

/* ---- How games end --------------------------------------------------------------------------- */

static const struct {
    const char *position;
    ttr_referee_outcome outcome;
    int winner;
} ENDS[] = {
    {"rrr......../b........../" EIGHT_ROWS ROW " r 150", TTR_OUTCOME_TURN_LIMIT, TTR_RED},
    {"r........../bb........./" EIGHT_ROWS ROW " r 150", TTR_OUTCOME_TURN_LIMIT, TTR_BLUE},
    {"rr........./bb........./" EIGHT_ROWS ROW " r 150", TTR_OUTCOME_TURN_LIMIT, TTR_NOBODY},
    {"bbb......../b........../" EIGHT_ROWS ROW " r 10", TTR_OUTCOME_NO_MOVES, TTR_BLUE},
    {"rrr......../r........../" EIGHT_ROWS ROW " b 11", TTR_OUTCOME_NO_MOVES, TTR_RED},
};

static void a_game_that_is_over_by_its_rules_ends_without_blame(void **state)
{
    (void)state;
    for (size_t i = 0; i < TTR_COUNT_OF(ENDS); i++) {
        ttr_board board = read_board(ENDS[i].position);
        int mover = 1 - ttr_board_turn(&board);
        ttr_referee at_once = ttr_referee_start(&NO_LIMITS, &board);
        ttr_referee later = referee_with(&NO_LIMITS);

        expect_verdict(&at_once, ENDS[i].outcome, ENDS[i].winner, TTR_NOBODY);
        ttr_referee_conclude(&later, mover, TTR_ANSWER_PLAYED, &board);
        expect_verdict(&later, ENDS[i].outcome, ENDS[i].winner, TTR_NOBODY);
        assert_true(later.actions[mover] == 1 && later.actions[1 - mover] == 0);
    }
}

static void an_answer_that_is_not_played_loses(void **state)
{
    const ttr_board board = ttr_board_start();

    (void)state;
    for (int mover = TTR_RED; mover <= TTR_BLUE; mover++) {
        ttr_referee illegal = referee_with(&NO_LIMITS), unread = illegal;

        ttr_referee_conclude(&illegal, mover, TTR_ANSWER_ILLEGAL, &board);
        expect_verdict(&illegal, TTR_OUTCOME_ILLEGAL, 1 - mover, mover);
        ttr_referee_conclude(&unread, mover, TTR_ANSWER_NO_ACTION, &board);
        expect_verdict(&unread, TTR_OUTCOME_PROTOCOL, 1 - mover, mover);
        assert_true(illegal.actions[mover] == 0 && unread.actions[mover] == 0);
    }
}

/* All numbers around those that there are. */
static void the_host_ends_games_with_a_blame_that_fits(void **state)
{
    int fitting = 0;

    (void)state;
    for (int outcome = -2; outcome <= TTR_OUTCOME_INFRASTRUCTURE + 2; outcome++) {
        for (int blame = -2; blame <= TTR_BOTH + 2; blame++) {
            ttr_referee referee = referee_with(&NO_LIMITS);
            bool one = blame == TTR_RED || blame == TTR_BLUE;
            bool fits = (outcome >= TTR_OUTCOME_ILLEGAL && outcome <= TTR_OUTCOME_FLOOD && one) ||
                        (outcome == TTR_OUTCOME_BOTH_FAILED && blame == TTR_BOTH) ||
                        (outcome == TTR_OUTCOME_INFRASTRUCTURE && blame == TTR_NOBODY);

            assert_int_equal(ttr_referee_blame_fits(outcome, blame), fits);
            if (!fits)
                continue;
            ttr_referee_end(&referee, (ttr_referee_outcome)outcome, blame);
            expect_verdict(&referee, (ttr_referee_outcome)outcome, one ? 1 - blame : TTR_NOBODY,
                           blame);
            fitting++;
        }
    }
    assert_int_equal(fitting, 2 * 7 + 2);
}

/* Every call that could end a game, or count something in it. */
static void try_everything(ttr_referee *referee)
{
    const ttr_spent all = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
    ttr_board over = read_board(ENDS[0].position);

    for (int colour = TTR_RED; colour <= TTR_BLUE; colour++) {
        expect_excess(ttr_referee_charge(referee, colour, &all), TTR_RESOURCE_NONE, 0, 0);
        ttr_referee_conclude(referee, colour, TTR_ANSWER_PLAYED, &over);
        ttr_referee_conclude(referee, colour, TTR_ANSWER_ILLEGAL, &over);
        ttr_referee_conclude(referee, colour, TTR_ANSWER_NO_ACTION, &over);
        ttr_referee_end(referee, TTR_OUTCOME_CRASH, colour);
    }
    ttr_referee_end(referee, TTR_OUTCOME_BOTH_FAILED, TTR_BOTH);
    ttr_referee_end(referee, TTR_OUTCOME_INFRASTRUCTURE, TTR_NOBODY);
}

static void a_game_that_has_ended_does_not_change(void **state)
{
    ttr_referee_limits limits = {.cpu_us = 10, .memory_bytes = 10};
    ttr_board start = ttr_board_start(), over = read_board(ENDS[1].position);
    ttr_referee ended[6];

    (void)state;
    for (size_t i = 0; i < TTR_COUNT_OF(ended); i++)
        ended[i] = referee_with(&limits);
    ttr_referee_charge(&ended[0], TTR_RED, &(ttr_spent){11, 0, 0});
    ttr_referee_charge(&ended[1], TTR_BLUE, &(ttr_spent){0, 0, 11});
    ttr_referee_conclude(&ended[2], TTR_BLUE, TTR_ANSWER_ILLEGAL, &start);
    ttr_referee_conclude(&ended[3], TTR_BLUE, TTR_ANSWER_PLAYED, &over);
    ttr_referee_end(&ended[4], TTR_OUTCOME_INFRASTRUCTURE, TTR_NOBODY);
    ended[5] = ttr_referee_start(&limits, &over);
    for (size_t i = 0; i < TTR_COUNT_OF(ended); i++) {
        ttr_referee before = ended[i];

        assert_true(ttr_referee_is_over(&before));
        try_everything(&ended[i]);
        expect_equal(&ended[i], &before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_several_limits_the_first_in_order_is_told),
        cmocka_unit_test(a_limit_allows_exactly_itself),
        cmocka_unit_test(no_limit_is_never_exceeded),
        cmocka_unit_test(weighing_tells_what_a_charge_would_do_and_changes_nothing),
        cmocka_unit_test(times_add_up_and_memory_is_a_peak_for_each_side),
        cmocka_unit_test(an_action_adds_its_increment_to_the_clocks_of_its_side),
        cmocka_unit_test(an_increment_adds_nothing_to_the_limits_of_one_charge),
        cmocka_unit_test(what_is_left_is_never_below_nothing),
        cmocka_unit_test(what_was_spent_stops_at_the_largest_number),
        cmocka_unit_test(what_is_allowed_stops_at_the_largest_number),
        cmocka_unit_test(a_game_that_is_over_by_its_rules_ends_without_blame),
        cmocka_unit_test(an_answer_that_is_not_played_loses),
        cmocka_unit_test(the_host_ends_games_with_a_blame_that_fits),
        cmocka_unit_test(a_game_that_has_ended_does_not_change),
    };

    return cmocka_run_group_tests_name("game referee", tests, NULL, NULL);
}
