/* SPDX-License-Identifier: MIT */
/* Budgets, with a scripted clock. */
#include "budget.h"
#include "cmocka_all.h"

/* A clock that moves on by `step` at every look; CPU time is half of it. */
typedef struct script {
    uint64_t now;
    uint64_t step;
} script;

static uint64_t script_wall(void *ctx)
{
    script *s = ctx;

    s->now += s->step;
    return s->now;
}

static uint64_t script_cpu(void *ctx)
{
    return script_wall(ctx) / 2;
}

static ttr_clock scripted(script *s)
{
    return (ttr_clock){script_wall, script_cpu, s};
}

static void nodes_and_playouts_are_counted_exactly(void **state)
{
    atomic_bool stop = false;
    script s = {0, 0};
    ttr_clock clock = scripted(&s);
    ttr_limits limits = {.nodes = 10};
    ttr_budget budget;
    int spent = 0;

    (void)state;
    ttr_budget_start(&budget, &limits, &clock, &stop, 3);
    while (ttr_budget_node(&budget))
        spent++;
    assert_int_equal(spent, 10);
    assert_int_equal(budget.nodes, 10);
    assert_int_equal(budget.reason, TTR_STOP_NODES);
    assert_false(ttr_budget_node(&budget));
    assert_int_equal(budget.nodes, 10);

    limits = (ttr_limits){.playouts = 7, .nodes = 100};
    ttr_budget_start(&budget, &limits, &clock, &stop, 3);
    while (ttr_budget_playout(&budget))
        ;
    assert_int_equal(budget.playouts, 7);
    assert_int_equal(budget.reason, TTR_STOP_PLAYOUTS);
}

/* Two threads' budgets, one after the other: together they spend the limit and a look each. */
static void budgets_that_share_a_pool_count_together(void **state)
{
    atomic_bool stop = false;
    _Atomic uint64_t pool = 0;
    script s = {0, 0};
    ttr_clock clock = scripted(&s);
    ttr_limits limits = {.nodes = 100};
    ttr_budget budgets[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        ttr_budget_start(&budgets[i], &limits, &clock, &stop, 8);
        ttr_budget_share(&budgets[i], &pool);
    }
    for (int i = 0; i < 60; i++)
        assert_true(ttr_budget_node(&budgets[0]));
    while (ttr_budget_node(&budgets[1]))
        ;
    assert_int_equal(budgets[1].reason, TTR_STOP_NODES);
    while (ttr_budget_node(&budgets[0]))
        ;
    ttr_budget_settle(&budgets[1]);
    ttr_budget_settle(&budgets[0]);
    assert_true(budgets[0].nodes >= 100 && budgets[0].nodes <= 100 + 2 * 8);
    assert_int_equal(budgets[0].nodes, atomic_load(&pool));
}

static void a_clock_that_passes_its_limit_ends_the_search_at_the_next_look(void **state)
{
    atomic_bool stop = false;

    (void)state;
    for (int cpu = 0; cpu < 2; cpu++) {
        script s = {0, 4000};
        ttr_clock clock = scripted(&s);
        ttr_limits limits = {.wall = cpu ? 0 : 40000, .cpu = cpu ? 20000 : 0};
        ttr_budget budget;
        int spent = 0;

        ttr_budget_start(&budget, &limits, &clock, &stop, 4);
        while (ttr_budget_node(&budget) && spent < 1000)
            spent++;
        assert_int_equal(budget.reason, TTR_STOP_TIME);
        assert_true(spent >= 30 && spent <= 44); /* about ten looks, four nodes apart */
    }
}

static void short_limits_are_looked_at_more_often(void **state)
{
    static const struct {
        uint64_t limit;
        uint32_t interval;
    } ROWS[] = {{1, 1}, {100, 6}, {1000, 64}, {8000, 512}, {15999, 1023}, {16000, 1024}, {0, 1024}};
    atomic_bool stop = false;
    script s = {0, 0};
    ttr_clock clock = scripted(&s);

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        ttr_limits limits = {.cpu = ROWS[i].limit};
        ttr_budget budget;

        ttr_budget_start(&budget, &limits, &clock, &stop, 1024);
        assert_int_equal(budget.look_every, ROWS[i].interval);
    }
}

static void a_request_to_stop_ends_the_search_at_the_next_node(void **state)
{
    atomic_bool stop = false;
    script s = {0, 0};
    ttr_clock clock = scripted(&s);
    ttr_limits limits = {.infinite = true};
    ttr_budget budget;

    (void)state;
    ttr_budget_start(&budget, &limits, &clock, &stop, 1000);
    assert_true(ttr_budget_node(&budget));
    stop = true;
    assert_false(ttr_budget_node(&budget));
    assert_int_equal(budget.reason, TTR_STOP_REQUESTED);
    ttr_budget_end(&budget, TTR_STOP_COMPLETE);
    assert_int_equal(budget.reason, TTR_STOP_REQUESTED); /* the first reason stays */
}

static void the_soft_limit_only_prevents_another_iteration(void **state)
{
    atomic_bool stop = false;
    script s = {0, 100};
    ttr_clock clock = scripted(&s);
    ttr_limits limits = {.wall = 100000, .wall_soft = 1000};
    ttr_budget budget;

    (void)state;
    ttr_budget_start(&budget, &limits, &clock, &stop, 1);
    assert_true(ttr_budget_iteration(&budget));
    for (int i = 0; i < 20; i++)
        assert_true(ttr_budget_node(&budget));
    budget.soft_permille = 10000;
    assert_true(ttr_budget_iteration(&budget));
    budget.soft_permille = 1000;
    assert_false(ttr_budget_iteration(&budget));
    assert_int_equal(budget.reason, TTR_STOP_TIME);
}

static void a_soft_limit_of_nothing_is_still_a_limit(void **state)
{
    atomic_bool stop = false;
    script s = {0, 100};
    ttr_clock clock = scripted(&s);
    ttr_limits limits = {.wall = 100000, .wall_soft = 1000};
    ttr_budget budget;

    (void)state;
    ttr_budget_start(&budget, &limits, &clock, &stop, 1);
    budget.soft_permille = 0;
    assert_false(ttr_budget_iteration(&budget));
}

static void two_sets_of_limits_keep_the_smaller_of_each(void **state)
{
    ttr_limits a = {.nodes = 5, .wall = 100, .depth = 3};
    ttr_limits b = {.nodes = 9, .cpu = 7, .depth = 2, .infinite = true};
    ttr_limits both = ttr_limits_both(&a, &b);
    ttr_limits none = {0};

    (void)state;
    assert_true(both.nodes == 5 && both.wall == 100 && both.cpu == 7 && both.depth == 2);
    assert_true(both.infinite && ttr_limits_any(&both) && !ttr_limits_any(&none));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_and_playouts_are_counted_exactly),
        cmocka_unit_test(budgets_that_share_a_pool_count_together),
        cmocka_unit_test(a_clock_that_passes_its_limit_ends_the_search_at_the_next_look),
        cmocka_unit_test(short_limits_are_looked_at_more_often),
        cmocka_unit_test(a_request_to_stop_ends_the_search_at_the_next_node),
        cmocka_unit_test(the_soft_limit_only_prevents_another_iteration),
        cmocka_unit_test(a_soft_limit_of_nothing_is_still_a_limit),
        cmocka_unit_test(two_sets_of_limits_keep_the_smaller_of_each),
    };

    return cmocka_run_group_tests_name("budget", tests, NULL, NULL);
}
