/* SPDX-License-Identifier: MIT */
/* The time plan, in whole games of a search that only spends time, on a clock that only it moves.
 */
#include "board.h"
#include "budget.h"
#include "cmocka_all.h"
#include "time_plan.h"

/* A node takes ten microseconds; around a search a tenth of a millisecond passes. */
#define NODE_TIME  10
#define LOOK_EVERY 100
#define AROUND     100

/* ---- A search that spends time --------------------------------------------------------------- */

typedef struct fake_machine {
    uint64_t now;
} fake_machine;

static uint64_t machine_time(void *ctx)
{
    return ((fake_machine *)ctx)->now;
}

/* How a search behaves. */
typedef struct search_mood {
    uint64_t first;    /* nodes of the first iteration */
    uint64_t growth;   /* of iterations, in tenths */
    uint32_t changes;  /* the best move changes after so many iterations; 0: never */
    int32_t win, fall; /* permille, and what it loses with each iteration */
} search_mood;

typedef struct game_result {
    uint64_t used;    /* microseconds */
    uint64_t longest; /* move */
    uint32_t late;    /* moves with less than an iteration */
    bool ran_out;
    uint64_t by_ply[TTR_MAX_ACTIONS];
} game_result;

static ttr_iteration news_of(const search_mood *mood, uint32_t iteration)
{
    int32_t win = mood->win - mood->fall * (int32_t)iteration;

    return (ttr_iteration){
        .best = (ttr_move)(mood->changes == 0 ? 7 : iteration / mood->changes),
        .win = win < 0 ? 0 : win,
        .legal = 50,
    };
}

/* Iterative deepening. Returns how many iterations were complete. */
static uint32_t deepen(ttr_budget *budget, fake_machine *machine, const search_mood *mood)
{
    ttr_time_state plan;
    uint64_t nodes = mood->first;
    uint32_t complete = 0;

    ttr_time_plan_start(&plan);
    while (complete < 60 && ttr_budget_iteration(budget)) {
        for (uint64_t i = 0; i < nodes; i++) {
            machine->now += NODE_TIME;
            if (!ttr_budget_node(budget))
                return complete;
        }
        ttr_iteration news = news_of(mood, complete++);

        budget->soft_permille = ttr_time_plan_iteration(&plan, &news);
        nodes = nodes * mood->growth / 10 + 1;
    }
    return complete;
}

static game_result play(uint32_t clock_ms, uint32_t increment_ms, uint32_t actions, uint32_t first,
                        bool cpu, const search_mood *mood)
{
    fake_machine machine = {0};
    const ttr_clock clock = {machine_time, machine_time, &machine};
    int64_t left = (int64_t)clock_ms * 1000;
    game_result result = {0};

    for (uint32_t ply = first; ply < actions && !result.ran_out; ply += 2) {
        atomic_bool stop = false;
        ttr_limits limits = {0};
        ttr_budget budget;
        uint64_t start = machine.now;

        ttr_time_plan(&limits, (uint32_t)(left < 1000 ? 1 : left / 1000), increment_ms, ply, cpu);
        ttr_budget_start(&budget, &limits, &clock, &stop, LOOK_EVERY);
        result.late += deepen(&budget, &machine, mood) == 0;
        machine.now += AROUND;
        result.by_ply[ply] = machine.now - start;
        result.used += machine.now - start;
        if (machine.now - start > result.longest)
            result.longest = machine.now - start;
        left -= (int64_t)(machine.now - start);
        result.ran_out = left < 0;
        left += (int64_t)increment_ms * 1000;
    }
    return result;
}

static const search_mood MOODS[] = {
    {5, 30, 0, 500, 0},  /* calm: one move, iterations soon over */
    {5, 80, 0, 500, 0},  /* calm, iterations that grow fast */
    {5, 50, 2, 500, 10}, /* as games are */
    {5, 30, 1, 900, 60}, /* another best move each time, and worse: as much time as there is */
    {5, 80, 1, 900, 60}, {100000, 20, 1, 900, 60}, /* not even an iteration in time */
};

#define MOOD_COUNT (sizeof MOODS / sizeof MOODS[0])

/* ---- Whole games ----------------------------------------------------------------------------- */

static void no_game_of_any_length_runs_out_of_time(void **state)
{
    static const uint32_t CLOCKS[] = {100, 250, 1000, 5000, 30000};
    static const uint32_t INCREMENTS[] = {0, 10, 500};

    (void)state;
    for (size_t i = 0; i < sizeof CLOCKS / sizeof CLOCKS[0] * 3 * MOOD_COUNT * 4; i++) {
        const search_mood *mood = &MOODS[i / 4 % MOOD_COUNT];
        uint32_t clock = CLOCKS[i / 4 / MOOD_COUNT / 3];
        uint32_t increment = INCREMENTS[i / 4 / MOOD_COUNT % 3];
        game_result result = play(clock, increment, TTR_MAX_ACTIONS, i % 2, i / 2 % 2 != 0, mood);

        assert_false(result.ran_out);
        if (increment == 0)
            assert_true(result.longest <= (uint64_t)clock * 1000 / 3 + 2000);
    }
}

static void the_longest_clock_lasts_for_the_longest_game(void **state)
{
    (void)state;
    for (size_t i = 0; i < MOOD_COUNT; i++) {
        game_result result = play(180000, 0, TTR_MAX_ACTIONS, i % 2, true, &MOODS[i]);

        assert_false(result.ran_out);
        assert_true(result.used < 180000000);
    }
}

/* Two fifths if every move is easy, 70 % if they are as games are: the rest is for a game that goes
 * on to the limit, as every tenth does. */
static void a_usual_game_uses_most_of_the_clock(void **state)
{
    (void)state;
    for (size_t i = 0; i + 1 < MOOD_COUNT; i++) {
        game_result result = play(180000, 0, 76, i % 2, i % 2 == 0, &MOODS[i]);

        assert_true(result.used >= (i < 2 ? 72000000 : 126000000));
        assert_true(result.used <= 171000000);
    }
}

static void a_short_clock_is_used_too(void **state)
{
    (void)state;
    for (size_t i = 2; i < 5; i++) {
        game_result result = play(100, 0, 76, 0, true, &MOODS[i]);

        assert_true(result.used >= 45000 && result.used < 100000);
    }
}

/* An own move from action 14 to 59 gets half as much again as an earlier one, and a later one still
 * a third of it, even among searches that take all they may. */
static void the_time_goes_where_games_are_decided(void **state)
{
    uint64_t early = 0, middle = 0, late = 0;

    (void)state;
    for (size_t i = 0; i < MOOD_COUNT; i++) {
        game_result result = play(180000, 0, 80, 0, true, &MOODS[i]);

        for (uint32_t ply = 0; ply < 80; ply += 2)
            *(ply < 14 ? &early : ply < 60 ? &middle : &late) += result.by_ply[ply];
    }
    assert_true(middle / 23 > 3 * (early / 7) / 2);
    assert_true(late / 10 > middle / 23 / 3);
}

static void every_move_of_a_clock_that_is_long_enough_gets_an_iteration(void **state)
{
    (void)state;
    assert_int_equal(play(2000, 0, TTR_MAX_ACTIONS, 0, false, &MOODS[2]).late, 0);
    assert_int_equal(play(180000, 0, TTR_MAX_ACTIONS, 1, false, &MOODS[4]).late, 0);
}

/* Whoever uses all that every plan allows still has time left after 150 actions. */
static void plans_never_use_up_the_clock(void **state)
{
    static const uint32_t CLOCKS[] = {180000, 10000, 1000, 50, 3};

    (void)state;
    for (size_t i = 0; i < sizeof CLOCKS / sizeof CLOCKS[0]; i++) {
        uint64_t left = (uint64_t)CLOCKS[i] * 1000;

        for (uint32_t ply = 0; ply <= 150; ply += 2) {
            ttr_limits limits = {0};

            ttr_time_plan(&limits, (uint32_t)(left / 1000 > 0 ? left / 1000 : 1), 0, ply, true);
            assert_true(limits.on_clock && limits.cpu > 0 && limits.wall == 0);
            assert_true(limits.cpu_soft <= limits.cpu);
            if (left / 1000 > 0)
                assert_true(limits.cpu <= left / 3);
            left -= limits.cpu < left ? limits.cpu : left;
        }
    }
}

/* ---- One search ------------------------------------------------------------------------------ */

/* The soft limit after iterations with these best moves and chances. */
static uint32_t after(size_t count, const ttr_move *best, const int32_t *win)
{
    ttr_time_state plan;
    uint32_t permille = 0;

    ttr_time_plan_start(&plan);
    for (size_t i = 0; i < count; i++)
        permille = ttr_time_plan_iteration(
            &plan, &(ttr_iteration){.best = best[i], .win = win[i], .legal = 9});
    return permille;
}

static void a_move_that_stays_the_best_is_played_sooner(void **state)
{
    static const ttr_move SAME[] = {3, 3, 3, 3, 3, 3, 3, 3}, CHANGED[] = {1, 2, 1, 2, 1, 2, 1, 2};
    static const int32_t EVEN[] = {500, 500, 500, 500, 500, 500, 500, 500};

    (void)state;
    for (size_t i = 2; i < 6; i++)
        assert_true(after(i + 1, SAME, EVEN) < after(i, SAME, EVEN));
    assert_true(after(8, SAME, EVEN) <= 700 && after(8, CHANGED, EVEN) > 1300);
}

static void a_score_that_falls_gets_more_time_and_one_that_rises_does_not(void **state)
{
    static const ttr_move SAME[] = {3, 3, 3};
    static const int32_t EVEN[] = {500, 500, 500}, FALL[] = {500, 500, 440},
                         DEEP[] = {500, 500, 300};
    static const int32_t RISE[] = {500, 500, 600};

    (void)state;
    assert_true(after(3, SAME, FALL) > after(3, SAME, EVEN));
    assert_true(after(3, SAME, DEEP) > after(3, SAME, FALL));
    assert_int_equal(after(3, SAME, RISE), after(3, SAME, EVEN));
}

static void a_game_that_is_decided_gets_little_time(void **state)
{
    static const ttr_move SAME[] = {3, 3, 3};
    static const int32_t EVEN[] = {500, 500, 500}, WON[] = {990, 990, 990}, LOST[] = {9, 9, 9};

    (void)state;
    assert_true(2 * after(3, SAME, WON) < after(3, SAME, EVEN));
    assert_true(after(3, SAME, LOST) < after(3, SAME, EVEN));
    assert_true(after(3, SAME, LOST) > after(3, SAME, WON));
}

static void what_is_settled_is_played_at_once(void **state)
{
    ttr_time_state plan;

    (void)state;
    ttr_time_plan_start(&plan);
    assert_int_equal(
        ttr_time_plan_iteration(&plan, &(ttr_iteration){.best = 1, .win = 500, .legal = 1}), 0);
    ttr_time_plan_start(&plan);
    assert_int_equal(ttr_time_plan_iteration(
                         &plan, &(ttr_iteration){.best = 1, .win = 0, .legal = 40, .proven = true}),
                     0);
}

static void effort_below_the_best_move_counts(void **state)
{
    static const uint32_t SHARES[] = {100, 400, 800, 950};
    uint32_t last = UINT32_MAX;

    (void)state;
    for (size_t i = 0; i < sizeof SHARES / sizeof SHARES[0]; i++) {
        ttr_time_state plan;
        uint32_t permille;

        ttr_time_plan_start(&plan);
        permille = ttr_time_plan_iteration(
            &plan, &(ttr_iteration){.best = 1, .win = 500, .legal = 40, .best_nodes = SHARES[i]});
        assert_true(permille < last);
        last = permille;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_game_of_any_length_runs_out_of_time),
        cmocka_unit_test(the_longest_clock_lasts_for_the_longest_game),
        cmocka_unit_test(a_usual_game_uses_most_of_the_clock),
        cmocka_unit_test(a_short_clock_is_used_too),
        cmocka_unit_test(the_time_goes_where_games_are_decided),
        cmocka_unit_test(every_move_of_a_clock_that_is_long_enough_gets_an_iteration),
        cmocka_unit_test(plans_never_use_up_the_clock),
        cmocka_unit_test(a_move_that_stays_the_best_is_played_sooner),
        cmocka_unit_test(a_score_that_falls_gets_more_time_and_one_that_rises_does_not),
        cmocka_unit_test(a_game_that_is_decided_gets_little_time),
        cmocka_unit_test(what_is_settled_is_played_at_once),
        cmocka_unit_test(effort_below_the_best_move_counts),
    };

    return cmocka_run_group_tests_name("time_plan", tests, NULL, NULL);
}
