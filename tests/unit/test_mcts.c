/* SPDX-License-Identifier: MIT */
/* Every form of Monte Carlo tree search that the settings choose: what it must keep to, and what
 * tells it from the others. */
#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "cmocka_all.h"
#include "mcts.h"
#include "search_setup.h"

/* Plain UCT with random playouts. */
static test_settings plain(void)
{
    return (test_settings){
        .common = {.evaluator = &ttr_eval_reach, .seed = 1, .multipv = 1, .threads = 1},
        .mcts = {.memory = 2, .exploration = 0.5}};
}

/* Priors and leaves by evaluation, proofs. */
static test_settings judged(void)
{
    test_settings s = plain();

    s.mcts.selection = TTR_SELECT_PUCT;
    s.mcts.first_play = TTR_FIRST_PLAY_EVALUATION;
    s.mcts.temperature = 10;
    s.mcts.evaluation_visits = 1;
    s.mcts.mix_backup = 1;
    s.mcts.proofs = 1;
    return s;
}

/* The forms, by number; false behind the last. */
static bool form(size_t number, test_settings *s)
{
    *s = number % 2 == 0 ? plain() : judged();
    switch (number / 2) {
    case 0:
        return true;
    case 1:
        s->mcts.proofs = 1 - s->mcts.proofs;
        return true;
    case 2:
        s->mcts.children = 7;
        return true;
    case 3:
        s->mcts.widening = 0.5;
        return true;
    case 4:
        s->mcts.first_play = TTR_FIRST_PLAY_PARENT;
        return true;
    case 5:
        s->mcts.mix_selection = 0.4;
        s->mcts.mix_backup = 0.5;
        return true;
    case 6:
        s->mcts.policy = TTR_POLICY_LINES;
        s->mcts.mix_backup = 0;
        return true;
    case 7:
        s->mcts.policy = TTR_POLICY_FIRST;
        s->mcts.mix_backup = 0.25;
        return true;
    case 8:
        s->mcts.policy = TTR_POLICY_EVALUATION;
        s->mcts.cutoff = 3;
        s->mcts.mix_backup = 0;
        return true;
    case 9:
        s->mcts.rave = 30;
        s->mcts.mix_backup = 0;
        return true;
    case 10:
        s->mcts.minimax = 1;
        s->mcts.mix_selection = 0.9;
        return true;
    case 11:
        s->mcts.reuse = 1;
        return true;
    case 12:
        s->mcts.memory = 0; /* sixteen nodes */
        return true;
    case 13:
        s->mcts.evaluation_form = TTR_FORM_ADD;
        s->mcts.mix_selection = 0.4;
        s->mcts.mix_backup = 0.5;
        s->mcts.choose = TTR_CHOOSE_UCT;
        return true;
    case 14:
        s->mcts.evaluation_form = TTR_FORM_ADD;
        s->mcts.first_play = TTR_FIRST_PLAY_PARENT;
        s->mcts.minimax = 1;
        return true;
    default:
        return false;
    }
}

/* ---- What holds for every form --------------------------------------------------------------- */

static const ttr_tree *tree_of(const ttr_search *search)
{
    const ttr_mcts *m = search->work;

    return &m->tree;
}

/* A node and all below it: children are legal moves and behind their parent, no more visits than
 * the parent's, priors that add up, no trace of a thread. Counts the nodes. */
static void check_node(const ttr_tree *tree, const ttr_mcts_settings *settings, uint32_t at,
                       const ttr_board *board, size_t *nodes)
{
    const ttr_node *n = &tree->nodes[at];
    uint64_t visits = 0;
    double prior = 0;

    ++*nodes;
    assert_int_equal(n->away, 0);
    assert_int_equal(n->flags & ~(TTR_NODE_OVER | TTR_NODE_PARTIAL), 0);
    if (settings->evaluation_form == TTR_FORM_MIX) {
        assert_true(n->sum >= 0 && n->sum <= n->visits + 1e-6);
        assert_true(ttr_node_value(n) >= 0 && ttr_node_value(n) <= 1);
    }
    if (ttr_node_is_leaf(n))
        return;
    assert_true(n->first_child > at && n->first_child + n->child_count <= tree->used);
    for (uint32_t i = n->first_child; i < n->first_child + n->child_count; i++) {
        const ttr_node *child = &tree->nodes[i];
        ttr_board after;

        assert_int_equal(ttr_rules_judge(board, child->move).rule, TTR_RULE_NONE);
        after = ttr_board_after(board, child->move);
        visits += child->visits;
        prior += (double)child->prior;
        if (tree->amaf != NULL)
            assert_true(tree->amaf[i].visits >= child->visits);
        check_node(tree, settings, i, &after, nodes);
    }
    assert_true(visits <= n->visits);
    assert_true(prior > 0.999 && prior < 1.001);
}

static void check_tree(const ttr_search *search)
{
    const ttr_tree *tree = tree_of(search);
    ttr_mcts_settings settings;
    size_t nodes = 0;

    ttr_settings_own(&search->settings, &settings, sizeof settings);
    assert_true(tree->used <= tree->capacity);
    check_node(tree, &settings, TTR_ROOT, &tree->root, &nodes);
    assert_int_equal(nodes, tree->used);
}

static void every_form_keeps_its_tree_in_order_and_its_budget(void **state)
{
    test_settings settings;
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 41);
    for (size_t f = 0; form(f, &settings); f++) {
        ttr_search search;

        start_with(&search, &ttr_algorithm_mcts, settings);
        for (uint32_t actions = 0; actions < 50; actions += 16) {
            ttr_board board = random_board(&rng, actions);
            const ttr_line *line = &search.findings.lines[0];

            run(&search, &board, (ttr_limits){.playouts = 200});
            assert_true(search.budget.playouts <= 200);
            assert_true(search.budget.playouts == 200 || line->mate != 0);
            assert_int_equal(ttr_rules_judge(&board, line->pv[0]).rule, TTR_RULE_NONE);
            assert_true(line->win >= 0 && line->win <= 1);
            check_tree(&search);
            for (uint64_t nodes = 1; nodes < 3000; nodes += 1 + nodes * 2) {
                run(&search, &board, (ttr_limits){.nodes = nodes});
                assert_true(search.budget.nodes <= nodes);
                assert_int_equal(ttr_rules_judge(&board, line->pv[0]).rule, TTR_RULE_NONE);
                check_tree(&search);
            }
        }
        ttr_search_free(&search);
    }
}

static void every_form_repeats_exactly(void **state)
{
    test_settings settings;
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 42);
    for (size_t f = 0; form(f, &settings); f++) {
        ttr_search used, fresh;

        start_with(&used, &ttr_algorithm_mcts, settings);
        for (uint32_t actions = 1; actions < 40; actions += 13) {
            ttr_board board = random_board(&rng, actions);
            const ttr_tree *a = tree_of(&used), *b;

            start_with(&fresh, &ttr_algorithm_mcts, settings);
            ttr_search_reset(&used);
            run(&used, &board, (ttr_limits){.nodes = 2000});
            run(&fresh, &board, (ttr_limits){.nodes = 2000});
            b = tree_of(&fresh);
            assert_int_equal(a->used, b->used);
            assert_memory_equal(a->nodes, b->nodes, a->used * sizeof a->nodes[0]);
            assert_int_equal(used.budget.nodes, fresh.budget.nodes);
            assert_int_equal(used.budget.playouts, fresh.budget.playouts);
            ttr_search_free(&fresh);
        }
        ttr_search_free(&used);
    }
}

/* A pool takes no more than was asked for, but for the sixteen nodes of the smallest. */
static void the_pool_keeps_to_its_memory(void **state)
{
    test_settings settings;

    (void)state;
    for (size_t f = 0; form(f, &settings); f++) {
        ttr_search search;
        size_t bytes;

        if (settings.mcts.memory == 0)
            continue;
        start_with(&search, &ttr_algorithm_mcts, settings);
        bytes = sizeof(ttr_node) + (settings.mcts.rave > 0 ? sizeof(ttr_amaf) : 0);
        assert_true(tree_of(&search)->capacity * bytes <= (size_t)settings.mcts.memory << 20);
        ttr_search_free(&search);
    }
}

/* Several threads on one tree lose no visit and leave no trace; playouts are exact. */
static void threads_share_one_tree(void **state)
{
    test_settings settings;
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 43);
    for (size_t f = 0; form(f, &settings); f++) {
        ttr_search search;

        settings.common.threads = 4;
        start_with(&search, &ttr_algorithm_mcts, settings);
        for (uint32_t actions = 0; actions < 40; actions += 20) {
            ttr_board board = random_board(&rng, actions);
            const ttr_node *root = &tree_of(&search)->nodes[TTR_ROOT];

            run(&search, &board, (ttr_limits){.playouts = 401});
            check_tree(&search);
            if (root->proof == 0)
                assert_int_equal(search.budget.playouts, 401);
            if (!settings.mcts.reuse)
                assert_int_equal(root->visits, search.budget.playouts + 1);
            run(&search, &board, (ttr_limits){.nodes = 2000});
            check_tree(&search);
            assert_true(search.budget.nodes <= 2000 + 4 * 1024);
        }
        ttr_search_free(&search);
    }
}

/* ---- What tells the forms apart -------------------------------------------------------------- */

/* Backed up far enough, proofs are what the solver says. TEST_MCTS_POSITIONS tries more. */
static void proofs_are_those_of_the_solver(void **state)
{
    test_settings settings = judged();
    ttr_search mcts, solver;
    ttr_rng rng;
    const char *text = getenv("TEST_MCTS_POSITIONS");
    int wanted = text == NULL ? 6 : atoi(text), won = 0, lost = 0;

    (void)state;
    if (TTR_MOST_NODES < 1000)
        skip(); /* the pool holds none of these trees */
    ttr_rng_seed(&rng, 44);
    settings.mcts.memory = 64;
    settings.common.hash = 1;
    start_with(&mcts, &ttr_algorithm_mcts, settings);
    start_with(&solver, &ttr_algorithm_solver, settings);
    while (won + lost < wanted || lost < 2) {
        ttr_board board = random_board(&rng, 36 + ttr_rng_below(&rng, 20));
        const ttr_line *line = &mcts.findings.lines[0];
        ttr_limits limits = {.nodes = 20000};

        if (ttr_movegen_count(&board, ttr_board_turn(&board)) > 20)
            continue;
        ttr_search_run(&solver, &board, &limits);
        if (solver.findings.lines[0].mate == 0 || solver.findings.lines[0].mate == 1)
            continue;
        run(&mcts, &board, (ttr_limits){.playouts = 100000});
        if (mcts.findings.hash_permille > 950)
            continue;
        assert_int_not_equal(line->mate, 0);
        assert_true((line->mate > 0) == (solver.findings.lines[0].mate > 0));
        assert_true(mcts.budget.playouts < 100000);
        assert_true(line->win == (line->mate > 0 ? 1 : 0));
        won += line->mate > 0;
        lost += line->mate < 0;
    }
    ttr_search_free(&mcts);
    ttr_search_free(&solver);
}

static void only_the_best_children_are_kept(void **state)
{
    test_settings settings = judged();
    ttr_search search;
    ttr_board board;
    ttr_rng rng;
    int kept = 0;

    (void)state;
    ttr_rng_seed(&rng, 45);
    settings.mcts.children = 5;
    start_with(&search, &ttr_algorithm_mcts, settings);
    board = random_board(&rng, 12);
    run(&search, &board, (ttr_limits){.playouts = 100});
    for (size_t i = 0; i < tree_of(&search)->used; i++) {
        assert_true(tree_of(&search)->nodes[i].child_count <= 5);
        kept += tree_of(&search)->nodes[i].child_count == 5;
    }
    assert_true(kept > 0);
    {
        const ttr_node *root = &tree_of(&search)->nodes[TTR_ROOT];
        const ttr_node *least = &tree_of(&search)->nodes[root->first_child + 4];
        ttr_move moves[TTR_LIST_ROOM];
        size_t count = ttr_movegen_list(&board, moves), better = 0;

        for (size_t i = 0; i < count; i++) {
            ttr_board child = ttr_board_after(&board, moves[i]);
            int replies;
            int32_t value = ttr_search_value_after(&search, &child, 1, &replies);

            better +=
                replies > 0 && (float)ttr_evaluator_win(search.evaluator, value) > least->value;
        }
        assert_true(better <= 4);
    }
    ttr_search_free(&search);
}

/* n visits see about their square root of moves. */
static void widening_keeps_the_first_visits_to_few_moves(void **state)
{
    test_settings settings = judged();
    ttr_search search;
    ttr_board board;
    ttr_rng rng;
    int tried = 0;

    (void)state;
    if (TTR_MOST_NODES < 1000)
        skip();
    ttr_rng_seed(&rng, 46);
    settings.mcts.widening = 0.5;
    settings.mcts.exploration = 20; /* would try all */
    settings.mcts.temperature = 1000;
    start_with(&search, &ttr_algorithm_mcts, settings);
    board = random_board(&rng, 6);
    run(&search, &board, (ttr_limits){.playouts = 100});
    for (uint32_t i = 0; i < tree_of(&search)->nodes[TTR_ROOT].child_count; i++)
        tried += tree_of(&search)->nodes[1 + i].visits > 0;
    assert_true(tried >= 5 && tried <= 11);
    ttr_search_free(&search);
}

/* With the whole weight on it, the worth of a move is what the best line below it leads to. */
static void minimax_values_follow_from_the_best_replies(void **state)
{
    test_settings settings = judged();
    const ttr_tree *tree;
    ttr_search search;
    ttr_board board;
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 47);
    settings.mcts.minimax = 1;
    settings.mcts.mix_selection = 1;
    start_with(&search, &ttr_algorithm_mcts, settings);
    board = random_board(&rng, 20);
    run(&search, &board, (ttr_limits){.playouts = 200});
    tree = tree_of(&search);
    for (uint32_t i = 0; i < tree->used; i++) {
        const ttr_node *n = &tree->nodes[i];
        double best = 0;

        if (ttr_node_is_leaf(n) || n->visits == 0)
            continue;
        for (uint32_t c = n->first_child; c < n->first_child + n->child_count; c++) {
            const ttr_node *child = &tree->nodes[c];
            double value = child->proof == 0 ? ttr_node_value(child) : child->proof > 0;

            best = value > best ? value : best;
        }
        if (n->proof == 0 && i != TTR_ROOT)
            assert_true(ttr_node_value(n) == (double)(float)(1 - best));
    }
    ttr_search_free(&search);
}

/* What was searched below the position after two more moves is there, and stays in order. */
/* How many nodes below the root have a sum that is not that of their children and of one result,
 * won, lost or drawn, of their own. */
static size_t nodes_that_turn_results(const ttr_tree *tree)
{
    size_t turned = 0;

    for (size_t i = 1; i < tree->used; i++) {
        const ttr_node *n = &tree->nodes[i];
        double own = n->sum;

        if (ttr_node_is_leaf(n))
            continue;
        for (uint32_t c = n->first_child; c < n->first_child + n->child_count; c++)
            own -= tree->nodes[c].sum;
        turned += own < 0 || own > 1;
    }
    return turned;
}

/* A result that marks a path is the same in all of its nodes; otherwise it is turned at each. */
static void a_result_marks_the_whole_path_if_that_is_wanted(void **state)
{
    test_settings settings = plain();
    size_t turned = 0;
    ttr_rng rng;

    (void)state;
#ifdef TETRESS_TINY_LIMITS
    skip(); /* no node below the root has children */
#endif
    ttr_rng_seed(&rng, 12);
    for (int path = 0; path < 2; path++) {
        settings.mcts.backup = path ? TTR_BACKUP_PATH : TTR_BACKUP_SIDES;
        for (uint32_t round = 0; round < 6; round++) {
            ttr_board board = random_board(&rng, 24 + round);
            ttr_search search;

            start_with(&search, &ttr_algorithm_mcts, settings);
            run(&search, &board, (ttr_limits){.playouts = 3000});
            if (path)
                assert_int_equal(nodes_that_turn_results(tree_of(&search)), 0);
            else
                turned += nodes_that_turn_results(tree_of(&search));
            ttr_search_free(&search);
        }
    }
    assert_true(turned > 0);
}

static void a_tree_is_gone_on_with(void **state)
{
    test_settings settings;
    ttr_rng rng;
    int kept = 0;

    (void)state;
    ttr_rng_seed(&rng, 48);
    for (size_t f = 0; form(f, &settings); f++) {
        ttr_search search;
        ttr_board board = random_board(&rng, 8 + (uint32_t)f);

        settings.mcts.reuse = 1;
        settings.mcts.children = f % 3 == 0 ? 6 : 0;
        start_with(&search, &ttr_algorithm_mcts, settings);
        for (int moves = 0; moves < 8 && ttr_rules_outcome(&board).reason == TTR_ONGOING; moves++) {
            uint32_t before = 0;
            const ttr_tree *tree = tree_of(&search);
            const ttr_line *line = &search.findings.lines[0];

            run(&search, &board, (ttr_limits){.playouts = 300});
            check_tree(&search);
            for (uint32_t i = 0; i < tree->nodes[TTR_ROOT].child_count; i++) {
                if (tree->nodes[1 + i].move == line->pv[0] &&
                    !ttr_node_is_leaf(&tree->nodes[1 + i]))
                    before = tree->nodes[1 + i].visits;
            }
            ttr_board_apply(&board, line->pv[0]);
            if (ttr_rules_outcome(&board).reason != TTR_ONGOING || before == 0)
                continue;
            run(&search, &board, (ttr_limits){.playouts = 1});
            if (tree->nodes[TTR_ROOT].proof == 0)
                assert_int_equal(tree->nodes[TTR_ROOT].visits, before + 1);
            check_tree(&search);
            kept++;
        }
        ttr_search_free(&search);
    }
    assert_true(kept > 20 || TTR_MOST_NODES < 1000);
}

static void a_tree_of_another_position_is_not_gone_on_with(void **state)
{
    test_settings settings = judged();
    ttr_board board, other;
    ttr_search search;
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 49);
    settings.mcts.reuse = 1;
    start_with(&search, &ttr_algorithm_mcts, settings);
    board = random_board(&rng, 10);
    other = random_board(&rng, 12);
    run(&search, &board, (ttr_limits){.playouts = 300});
    run(&search, &other, (ttr_limits){.playouts = 10});
    assert_int_equal(tree_of(&search)->nodes[TTR_ROOT].visits, 11);
    run(&search, &board, (ttr_limits){.playouts = 10});
    assert_int_equal(tree_of(&search)->nodes[TTR_ROOT].visits, 11);
    ttr_search_free(&search);
}

/* Its values, its order and its priors are those of the options that it grew by. */
static void a_tree_of_other_options_is_not_gone_on_with(void **state)
{
    test_settings settings = plain();
    ttr_search search;
    ttr_board board;
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 52);
    settings.mcts.reuse = 1;
    start_with(&search, &ttr_algorithm_mcts, settings);
    board = random_board(&rng, 10);
    run(&search, &board, (ttr_limits){.playouts = 300});
    run(&search, &board, (ttr_limits){.playouts = 10});
    assert_int_equal(tree_of(&search)->nodes[TTR_ROOT].visits, 311);
    settings = judged();
    settings.mcts.reuse = 1;
    configure_with(&search, settings);
    run(&search, &board, (ttr_limits){.playouts = 10});
    assert_int_equal(tree_of(&search)->nodes[TTR_ROOT].visits, 11);
    check_tree(&search);
    ttr_search_free(&search);
}

/* ---- Playouts -------------------------------------------------------------------------------- */

static ttr_move first_of(const ttr_played *played, int colour)
{
    for (ttr_move move = 0; move < TTR_PLACEMENTS; move++) {
        if (ttr_played_has(played, colour, move))
            return move;
    }
    return TTR_MOVE_NONE;
}

/* One action of a playout from the board, which is then judged. */
static ttr_move one_action(ttr_search *search, const ttr_board *board, ttr_rng *rng)
{
    ttr_mcts_settings settings;
    ttr_played played;
    double result;

    memset(&played, 0, sizeof played);
    ttr_budget_start(&search->budget, &(ttr_limits){.infinite = true}, &search->clock,
                     &search->stop, 64);
    ttr_settings_own(&search->settings, &settings, sizeof settings);
    result = ttr_playout_run(search, &settings, &search->budget, board, rng, &played);
    assert_true(result >= 0 && result <= 1);
    assert_int_equal(first_of(&played, 1 - ttr_board_turn(board)), TTR_MOVE_NONE);
    return first_of(&played, ttr_board_turn(board));
}

static bool empties_lines(const ttr_board *board, ttr_move move)
{
    ttr_board after = ttr_board_after(board, move);

    return ttr_cellset_count(ttr_board_occupied(&after)) !=
           ttr_cellset_count(ttr_board_occupied(board)) + 4;
}

static void playouts_follow_their_policy(void **state)
{
    test_settings settings = plain();
    ttr_rng rng;
    int emptied = 0;

    (void)state;
    ttr_rng_seed(&rng, 50);
    settings.mcts.cutoff = 1;
    for (uint32_t policy = TTR_POLICY_RANDOM; policy <= TTR_POLICY_EVALUATION; policy++) {
        ttr_search search;

        settings.mcts.policy = policy;
        start_with(&search, &ttr_algorithm_mcts, settings);
        for (int round = 0; round < 60; round++) {
            ttr_board board = random_board(&rng, 10 + (uint32_t)round % 30);
            ttr_move moves[TTR_LIST_ROOM];
            size_t count = ttr_movegen_list(&board, moves), emptying = 0;
            ttr_move chosen = one_action(&search, &board, &rng);

            assert_int_equal(ttr_rules_judge(&board, chosen).rule, TTR_RULE_NONE);
            if (policy == TTR_POLICY_FIRST)
                assert_int_equal(chosen, moves[0]);
            for (size_t i = 0; i < count; i++)
                emptying += empties_lines(&board, moves[i]);
            if (policy == TTR_POLICY_LINES && emptying > 0) {
                assert_true(empties_lines(&board, chosen));
                emptied++;
            }
        }
        ttr_search_free(&search);
    }
    assert_true(emptied > 5);
}

/* A playout to the end tells who wins; all of a board's playouts together tell what the kernel's
 * do. */
static void playouts_to_the_end_agree_with_the_kernels(void **state)
{
    test_settings settings = plain();
    ttr_search search;
    ttr_board board;
    ttr_rng rng;
    ttr_tally tally = {{0, 0}, 0, 0};
    uint64_t seed = 3;
    double sum = 0, expected;
    int games = 4000;

    (void)state;
    ttr_rng_seed(&rng, 51);
    start_with(&search, &ttr_algorithm_mcts, settings);
    board = random_board(&rng, 21);
    ttr_kernel_now()->playouts(&board, &seed, (uint64_t)games, &tally);
    expected = (double)tally.wins[ttr_board_turn(&board)] + (double)tally.draws / 2;
    for (int i = 0; i < games; i++) {
        ttr_played played;

        memset(&played, 0, sizeof played); /* keeps it from asking the kernel */
        sum += ttr_playout_run(&search, &settings.mcts, &search.budget, &board, &rng, &played);
    }
    assert_true(sum > expected - 200 && sum < expected + 200); /* six standard deviations */
    ttr_search_free(&search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_keeps_its_tree_in_order_and_its_budget),
        cmocka_unit_test(every_form_repeats_exactly),
        cmocka_unit_test(the_pool_keeps_to_its_memory),
        cmocka_unit_test(threads_share_one_tree),
        cmocka_unit_test(proofs_are_those_of_the_solver),
        cmocka_unit_test(only_the_best_children_are_kept),
        cmocka_unit_test(widening_keeps_the_first_visits_to_few_moves),
        cmocka_unit_test(minimax_values_follow_from_the_best_replies),
        cmocka_unit_test(a_result_marks_the_whole_path_if_that_is_wanted),
        cmocka_unit_test(a_tree_is_gone_on_with),
        cmocka_unit_test(a_tree_of_another_position_is_not_gone_on_with),
        cmocka_unit_test(a_tree_of_other_options_is_not_gone_on_with),
        cmocka_unit_test(playouts_follow_their_policy),
        cmocka_unit_test(playouts_to_the_end_agree_with_the_kernels),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
