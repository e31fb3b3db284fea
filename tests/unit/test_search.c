/* SPDX-License-Identifier: MIT */
/* The algorithms against plain ones that prune and remember nothing. */
#include <string.h>

#include "board_image.h"
#include "boards.h"
#include "bounds.h"
#include "cmocka_all.h"
#include "found_lines.h"
#include "movegen.h"
#include "negamax.h"
#include "opening.h"
#include "rules.h"
#include "search_base.h"
#include "search_setup.h"
#include "symmetry.h"
#include "time_plan.h"

enum { ROOM_FOR_EVALUATORS = 32 };

static test_settings settings_with(const ttr_evaluator *evaluator)
{
    return (test_settings){
        .common = {.evaluator = evaluator, .seed = 1, .hash = 1, .multipv = 1, .threads = 1},
        .negamax = {.table = 1, .null_window = 1, .best_first = 1, .partial = 1},
        .mcts = {.memory = 1, .exploration = 0.5},
        .beam = {.plies = 3, .width = 4, .many = TTR_PLACEMENTS}};
}

/* With everything that changes the order of the search and nothing of its result. */
static test_settings settings_sorted(const ttr_evaluator *evaluator)
{
    test_settings settings = settings_with(evaluator);

    settings.negamax.ordering = TTR_ORDER_EVALUATION;
    settings.negamax.killers = settings.negamax.countermoves = settings.negamax.history =
        settings.negamax.aspiration = 1;
    return settings;
}

/* Alpha-beta and nothing else, or that and one thing more. */
static test_settings settings_bare(const ttr_evaluator *evaluator)
{
    test_settings settings = settings_with(evaluator);

    settings.negamax.ordering = TTR_ORDER_NONE;
    settings.negamax.table = settings.negamax.null_window = settings.negamax.best_first =
        settings.negamax.partial = 0;
    return settings;
}

static test_settings settings_bare_with_table(const ttr_evaluator *evaluator)
{
    test_settings settings = settings_bare(evaluator);

    settings.negamax.table = 1;
    settings.negamax.entries = 1000;
    settings.negamax.replacement = TTR_REPLACE_ALWAYS;
    return settings;
}

static test_settings settings_bare_with_null_window(const ttr_evaluator *evaluator)
{
    test_settings settings = settings_bare(evaluator);

    settings.negamax.null_window = settings.negamax.best_first = 1;
    return settings;
}

/* With everything. */
static test_settings settings_selective(const ttr_evaluator *evaluator)
{
    test_settings settings = settings_sorted(evaluator);

    settings.negamax.reductions = settings.negamax.pruning = settings.negamax.iir =
        settings.negamax.quiescence = 1;
    settings.negamax.extension = 5;
    return settings;
}

/* Plain negamax: every move, no window. */
static int32_t plain_negamax(ttr_search *search, const ttr_board *board, int depth, int height)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count = ttr_movegen_list(board, moves);
    int32_t best = -TTR_SCORE_INFINITE;
    int replies;

    if (count == 0)
        return ttr_search_score_end(board, ttr_rules_outcome(board), height);
    if (depth == 0)
        return ttr_search_evaluate(search, board, &replies);
    for (size_t i = 0; i < count; i++) {
        ttr_board child = *board;
        int32_t score;

        ttr_board_apply(&child, moves[i]);
        score = -plain_negamax(search, &child, depth - 1, height + 1);
        best = score > best ? score : best;
    }
    return best;
}

/* On boards of 14 actions and more, `step` more each. */
static void check_against_plain_negamax(test_settings (*settings)(const ttr_evaluator *),
                                        uint64_t seed, uint32_t step)
{
    ttr_rng rng;

    ttr_rng_seed(&rng, seed);
    for (size_t e = 0; e < ttr_evaluator_count(); e++) {
        ttr_search search;

        start_with(&search, &ttr_algorithm_negamax, settings(ttr_evaluator_at(e)));
        for (uint32_t actions = 14; actions < 44; actions += step) {
            ttr_board board = random_board(&rng, actions);
            uint32_t depth = 2 + (ttr_movegen_count(&board, ttr_board_turn(&board)) < 40);
            ttr_line expected = {0};
            int32_t score = plain_negamax(&search, &board, (int)depth, 0);
            ttr_board child = board;

            run(&search, &board, (ttr_limits){.depth = depth});
            ttr_search_score_line(&search, &expected, score);
            assert_int_equal(search.findings.lines[0].score, expected.score);
            assert_int_equal(search.findings.lines[0].mate, expected.mate);
            if (expected.mate == 0)
                assert_int_equal(search.findings.depth, depth);
            /* the move told has that value */
            ttr_board_apply(&child, search.findings.lines[0].pv[0]);
            assert_int_equal(-plain_negamax(&search, &child, (int)depth - 1, 1), score);
        }
        ttr_search_free(&search);
    }
}

static void negamax_finds_what_plain_negamax_finds(void **state)
{
    (void)state;
    check_against_plain_negamax(settings_with, 21, 3);
}

static void order_and_windows_change_no_score(void **state)
{
    (void)state;
    check_against_plain_negamax(settings_sorted, 31, 3);
}

static void what_is_switched_off_changes_no_score(void **state)
{
    (void)state;
    check_against_plain_negamax(settings_bare, 41, 9);
    check_against_plain_negamax(settings_bare_with_table, 42, 9);
    check_against_plain_negamax(settings_bare_with_null_window, 43, 9);
}

/* Positions that alpha-beta visits to a depth, in the order of the list: those that it evaluates
 * besides its leaves' parents. */
static uint64_t visits(ttr_search *search, const ttr_board *board, int depth)
{
    run(search, board, (ttr_limits){.depth = (uint32_t)depth});
    return search->budget.nodes;
}

/* The table and the order save positions; without them each iteration begins from nothing. */
static void each_switch_saves_positions(void **state)
{
    ttr_search bare, table, window;
    uint64_t bare_sum = 0, table_sum = 0, window_sum = 0;
    ttr_rng rng;

    (void)state;
#ifdef TETRESS_TINY_LIMITS
    skip(); /* a table of one bucket saves nothing */
#endif
    ttr_rng_seed(&rng, 44);
    start_with(&bare, &ttr_algorithm_negamax, settings_bare(&ttr_eval_mobility));
    start_with(&table, &ttr_algorithm_negamax, settings_bare_with_table(&ttr_eval_mobility));
    start_with(&window, &ttr_algorithm_negamax, settings_bare_with_null_window(&ttr_eval_mobility));
    for (uint32_t round = 0; round < 8; round++) {
        ttr_board board = random_board(&rng, 26 + 2 * round);
        uint64_t first = visits(&bare, &board, 3);

        assert_int_equal(bare.findings.hash_permille, 0);
        assert_true(visits(&bare, &board, 3) == first); /* nothing is remembered */
        bare_sum += first;
        table_sum += visits(&table, &board, 3);
        window_sum += visits(&window, &board, 3);
    }
    assert_true(table_sum < bare_sum);
    assert_true(window_sum < bare_sum);
    ttr_search_free(&bare);
    ttr_search_free(&table);
    ttr_search_free(&window);
}

/* Cut off anywhere, the move, its score and its depth are those of a search to the depth that was
 * complete; and that matters: a partial iteration often says otherwise. */
static void the_last_complete_iteration_counts(void **state)
{
    static const uint32_t BEST_FIRST[] = {0, 1};
    int differ = 0;
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 45);
    for (size_t i = 0; i < TTR_COUNT_OF(BEST_FIRST); i++) {
        ttr_search cut, full, partial;
        test_settings settings = settings_bare(&ttr_eval_mobility);

        settings.negamax.best_first = BEST_FIRST[i];
        settings.common.multipv = 2;
        start_with(&cut, &ttr_algorithm_negamax, settings);
        start_with(&full, &ttr_algorithm_negamax, settings);
        settings.negamax.partial = settings.negamax.best_first = 1;
        start_with(&partial, &ttr_algorithm_negamax, settings);
        for (uint32_t round = 0; round < 30; round++) {
            ttr_board board = random_board(&rng, 12 + round % 18);

            run(&cut, &board, (ttr_limits){.nodes = 1000 + 300 * round});
            if (cut.findings.depth == 0 || cut.budget.reason != TTR_STOP_NODES)
                continue;
            run(&full, &board, (ttr_limits){.depth = cut.findings.depth});
            assert_int_equal(cut.findings.line_count, full.findings.line_count);
            for (uint32_t line = 0; line < cut.findings.line_count; line++) {
                assert_int_equal(cut.findings.lines[line].pv[0], full.findings.lines[line].pv[0]);
                assert_int_equal(cut.findings.lines[line].score, full.findings.lines[line].score);
                assert_int_equal(cut.findings.lines[line].depth, full.findings.lines[line].depth);
            }
            run(&partial, &board, (ttr_limits){.nodes = 1000 + 300 * round});
            differ += partial.findings.lines[0].pv[0] != cut.findings.lines[0].pv[0];
        }
        ttr_search_free(&cut);
        ttr_search_free(&full);
        ttr_search_free(&partial);
    }
    assert_true(differ > 0);
}

/* Plain negamax in which a leaf with at most `extension` moves is searched one ply deeper, once. */
static int32_t extended_negamax(ttr_search *search, const ttr_board *board, int depth, int height,
                                int extension)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count = ttr_movegen_list(board, moves);
    int32_t best = -TTR_SCORE_INFINITE;
    int replies;

    if (count == 0 || board->ply >= TTR_MAX_ACTIONS)
        return ttr_search_score_end(board, ttr_rules_outcome(board), height);
    if (depth < 0 || (depth == 0 && count > (size_t)extension))
        return ttr_search_evaluate(search, board, &replies);
    for (size_t i = 0; i < count; i++) {
        ttr_board child = ttr_board_after(board, moves[i]);
        int32_t score = -extended_negamax(search, &child, depth - 1, height + 1, extension);

        best = score > best ? score : best;
    }
    return best;
}

static void leaves_with_few_moves_are_searched_one_ply_deeper(void **state)
{
    int extended = 0, without_first = 0;
    ttr_search search, late;
    test_settings settings = settings_bare(&ttr_eval_mobility);
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 46);
    settings.negamax.extension = 25;
    start_with(&late, &ttr_algorithm_negamax, settings);
    settings.negamax.extend_first = 1;
    start_with(&search, &ttr_algorithm_negamax, settings);
    for (uint32_t round = 0; round < 100; round++) {
        ttr_board board = random_board(&rng, 24 + round % 16);
        int depth = 1 + (int)round % 2;
        int32_t expected = extended_negamax(&search, &board, depth, 0, 25);
        ttr_line line = {0};

        ttr_search_score_line(&search, &line, expected);
        run(&search, &board, (ttr_limits){.depth = (uint32_t)depth});
        assert_int_equal(search.findings.lines[0].score, line.score);
        extended += expected != plain_negamax(&search, &board, depth, 0);
        run(&late, &board, (ttr_limits){.depth = (uint32_t)depth});
        without_first += depth == 1 && late.findings.lines[0].score != line.score;
    }
    assert_true(extended > 5);
    assert_true(without_first > 0);
    ttr_search_free(&search);
    ttr_search_free(&late);
}

/* Does the side to move win within `actions`, whatever the other does? Or lose so? */
static bool is_lost_within(const ttr_board *board, int actions);

static bool is_won_within(const ttr_board *board, int actions)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count = ttr_movegen_list(board, moves);

    for (size_t i = 0; i < count; i++) {
        ttr_board child = ttr_board_after(board, moves[i]);

        if (is_lost_within(&child, actions - 1))
            return true;
    }
    return false;
}

static bool is_lost_within(const ttr_board *board, int actions)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count;

    if (actions < 2)
        return !ttr_movegen_any(board);
    count = ttr_movegen_list(board, moves);
    for (size_t i = 0; i < count; i++) {
        ttr_board child = ttr_board_after(board, moves[i]);

        if (!is_won_within(&child, actions - 1))
            return false;
    }
    return true;
}

/* However selective the search: what it calls won is won, and at the latest when it says. */
static void what_a_selective_search_proves_is_true(void **state)
{
    size_t evaluators = ttr_evaluator_count();
    ttr_search
        searches[ROOM_FOR_EVALUATORS]; /* a new one for each of 3,000 boards costs 10 seconds */
    ttr_rng rng;
    int won = 0, lost = 0;

    (void)state;
    assert_in_range(evaluators, 1, ROOM_FOR_EVALUATORS);
    for (size_t e = 0; e < evaluators; e++)
        start_with(&searches[e], &ttr_algorithm_negamax, settings_selective(ttr_evaluator_at(e)));
    ttr_rng_seed(&rng, 32);
    for (int round = 0; won < 60 || lost < 60; round++) {
        ttr_search *search = &searches[(size_t)round % evaluators];
        ttr_board board = random_board(&rng, 36);
        int32_t mate;

        if (ttr_movegen_count(&board, ttr_board_turn(&board)) > 16)
            continue;
        ttr_search_reset(search);
        run(search, &board, (ttr_limits){.depth = 8, .nodes = 50u << round % 8});
        mate = search->findings.lines[0].mate;
        if (mate > 0 && mate <= 5) {
            assert_true(is_won_within(&board, mate));
            won++;
        } else if (mate < 0 && mate >= -4) {
            assert_true(is_lost_within(&board, -mate));
            lost++;
        }
    }
    for (size_t e = 0; e < evaluators; e++)
        ttr_search_free(&searches[e]);
}

static void the_principal_variation_leads_to_its_score(void **state)
{
    ttr_rng rng;
    ttr_search search;

    (void)state;
    ttr_rng_seed(&rng, 22);
    start_with(&search, &ttr_algorithm_negamax, settings_with(&ttr_eval_reach));
    for (int round = 0; round < 30; round++) {
        ttr_board board = random_board(&rng, 6 + (uint32_t)round);
        const ttr_line *line = &search.findings.lines[0];
        int32_t score, sign = 1;
        int moves;

        run(&search, &board, (ttr_limits){.depth = 3, .nodes = 200000});
        if (search.findings.depth < 3 || line->mate != 0)
            continue;
        for (int i = 0; i < line->length; i++, sign = -sign) {
            assert_int_equal(ttr_rules_judge(&board, line->pv[i]).rule, TTR_RULE_NONE);
            ttr_board_apply(&board, line->pv[i]);
        }
        assert_int_equal(line->length, 3);
        score = ttr_search_evaluate(&search, &board, &moves);
        assert_int_equal(ttr_evaluator_centi(&ttr_eval_reach, sign * score), line->score);
    }
    ttr_search_free(&search);
}

/* With k lines wanted, the k best root moves come in order, each with its exact score. */
static void check_lines(test_settings settings, uint64_t seed)
{
    ttr_rng rng;
    ttr_search search;

    ttr_rng_seed(&rng, seed);
    settings.common.multipv = 5;
    start_with(&search, &ttr_algorithm_negamax, settings);
    for (int round = 0; round < 10; round++) {
        ttr_board board = random_board(&rng, 20 + (uint32_t)round);
        size_t better = 0;
        ttr_move moves[TTR_LIST_ROOM];
        size_t count = ttr_movegen_list(&board, moves);
        uint32_t depth = 2 + (count < 25); /* windows are narrow from 3 on */

        run(&search, &board, (ttr_limits){.depth = depth});
        assert_int_equal(search.findings.line_count, count < 5 ? count : 5);
        for (uint32_t i = 0; i < search.findings.line_count; i++) {
            const ttr_line *line = &search.findings.lines[i];
            ttr_line expected = {0};
            ttr_board child = board;

            ttr_board_apply(&child, line->pv[0]);
            ttr_search_score_line(&search, &expected,
                                  -plain_negamax(&search, &child, (int)depth - 1, 1));
            assert_int_equal(line->score, expected.score);
            if (i > 0)
                assert_true(line->score <= search.findings.lines[i - 1].score);
            for (uint32_t j = 0; j < i; j++)
                assert_int_not_equal(line->pv[0], search.findings.lines[j].pv[0]);
        }
        for (size_t i = 0; i < count; i++) {
            ttr_board child = board;
            ttr_line line = {0};

            ttr_board_apply(&child, moves[i]);
            ttr_search_score_line(&search, &line,
                                  -plain_negamax(&search, &child, (int)depth - 1, 1));
            better += line.score > search.findings.lines[search.findings.line_count - 1].score;
        }
        assert_true(better < search.findings.line_count);
    }
    ttr_search_free(&search);
}

static void several_lines_are_the_best_moves_in_order(void **state)
{
    (void)state;
    check_lines(settings_with(&ttr_eval_s1), 23);
    check_lines(settings_sorted(&ttr_eval_reach), 33);
}

static void wins_and_losses_near_the_end_are_proven_with_their_length(void **state)
{
    ttr_rng rng;
    ttr_search search;
    int proven = 0;

    (void)state;
    ttr_rng_seed(&rng, 24);
    start_with(&search, &ttr_algorithm_negamax, settings_with(&ttr_eval_mobility));
    while (proven < 25) {
        ttr_board board = random_board(&rng, 40);
        const ttr_line *line = &search.findings.lines[0];
        int32_t score;

        if (ttr_movegen_count(&board, ttr_board_turn(&board)) > 15)
            continue;
        run(&search, &board, (ttr_limits){.depth = 3});
        score = plain_negamax(&search, &board, 3, 0);
        if (line->mate != 0) {
            proven++;
            assert_true(line->win == (line->mate > 0 ? 1 : 0));
            assert_int_equal(
                line->mate > 0 ? TTR_SCORE_WIN - line->mate : -TTR_SCORE_WIN - line->mate, score);
        } else {
            assert_true(score > -TTR_SCORE_PROVEN && score < TTR_SCORE_PROVEN);
        }
    }
    ttr_search_free(&search);
}

static void the_last_actions_before_150_are_judged_by_tokens(void **state)
{
    ttr_board board = read_board("rr........./rr........./.........../.........../.........../"
                                 ".....bbb.../.....b...../.........../.........../.........../"
                                 "........... b 149");
    ttr_search search;

    (void)state;
    start_with(&search, &ttr_algorithm_negamax, settings_with(&ttr_eval_reach));
    run(&search, &board, (ttr_limits){.infinite = true});
    assert_int_equal(search.findings.lines[0].mate, 1); /* eight tokens against four */
    assert_int_equal(search.budget.reason, TTR_STOP_COMPLETE);
    board = read_board("rr........./rr........./.........../.........../rr........./"
                       ".....bbb.../rr...b...../.........../.........../.........../"
                       "........... b 149");
    run(&search, &board, (ttr_limits){.infinite = true});
    assert_int_equal(search.findings.lines[0].mate, 0); /* a draw is the best that is left */
    assert_int_equal(search.findings.lines[0].score, 0);
    assert_int_equal(search.budget.reason, TTR_STOP_COMPLETE);
    ttr_search_free(&search);
}

/* Whatever the node at which it is cut off, a search has a legal move to tell. */
static void a_search_cut_off_at_any_node_has_a_legal_move(void **state)
{
    static const ttr_algorithm *const ALL[] = {&ttr_algorithm_negamax, &ttr_algorithm_mcts,
                                               &ttr_algorithm_greedy,  &ttr_algorithm_random,
                                               &ttr_algorithm_solver,  &ttr_algorithm_beam};
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 25);
    for (size_t a = 0; a < sizeof ALL / sizeof ALL[0]; a++) {
        test_settings settings = settings_with(&ttr_eval_mobility);
        ttr_search search;

        settings.common.multipv = 3;
        settings.greedy.deathcheck = TTR_PLACEMENTS;
        settings.greedy.deathreplies = 2;
        start_with(&search, ALL[a], settings);
        for (uint32_t actions = 0; actions < 40; actions += 13) {
            ttr_board board = random_board(&rng, actions);

            for (uint64_t nodes = 1; nodes < 300; nodes += 1 + nodes / 8) {
                run(&search, &board, (ttr_limits){.nodes = nodes});
                assert_true(search.budget.nodes <= nodes);
                assert_true(search.findings.line_count >= 1 && search.findings.line_count <= 3);
                for (uint32_t i = 0; i < search.findings.line_count; i++) {
                    const ttr_line *line = &search.findings.lines[i];

                    assert_true(line->length >= 1);
                    assert_int_equal(ttr_rules_judge(&board, line->pv[0]).rule, TTR_RULE_NONE);
                    for (uint32_t j = 0; j < i; j++)
                        assert_int_not_equal(line->pv[0], search.findings.lines[j].pv[0]);
                }
            }
        }
        ttr_search_free(&search);
    }
}

/* The best line of the last iteration that a search completed. */
typedef struct last_iteration {
    ttr_move move;
    int32_t score;
    bool any;
} last_iteration;

static bool keep_the_best(const ttr_search *search, const ttr_line *line, uint32_t rank, void *user)
{
    last_iteration *last = user;

    (void)search;
    if (rank == 1)
        *last = (last_iteration){.move = line->pv[0], .score = line->score, .any = true};
    return false;
}

/* A move that an interrupted iteration finds worse than the last one did, and compares with
 * nothing, keeps the score of the last one, which compared all moves. */
static void a_score_falls_only_when_the_other_moves_were_searched_too(void **state)
{
    test_settings settings = settings_selective(&ttr_eval_reach);
    ttr_rng rng;
    ttr_search search;
    int same_move = 0;

    (void)state;
    ttr_rng_seed(&rng, 36);
    start_with(&search, &ttr_algorithm_negamax, settings);
    search.progress = keep_the_best;
    for (uint32_t actions = 4; actions < 40; actions += 3) {
        ttr_board board = random_board(&rng, actions);

        for (uint64_t nodes = 100; nodes < 20000; nodes += nodes / 3) {
            const ttr_line *line = &search.findings.lines[0];
            last_iteration last = {.any = false};

            search.progress_user = &last;
            run(&search, &board, (ttr_limits){.nodes = nodes});
            if (!last.any || line->pv[0] != last.move || line->mate < 0)
                continue;
            assert_true(line->score >= last.score);
            same_move++;
        }
    }
    assert_true(same_move >= 100);
    ttr_search_free(&search);
}

/* The scores of an interrupted iteration stand beside those of the one before, and some moves may
 * have been found lost in it: the lines are in order all the same. */
static void lines_come_best_first_wherever_a_search_is_cut_off(void **state)
{
    test_settings settings = settings_selective(&ttr_eval_reach);
    ttr_rng rng;
    ttr_search search;
    int lost = 0;

    (void)state;
    ttr_rng_seed(&rng, 35);
    settings.common.multipv = 4;
    start_with(&search, &ttr_algorithm_negamax, settings);
    for (uint32_t actions = 20; actions < 56; actions += 2) {
        ttr_board board = random_board(&rng, actions);

        for (uint64_t nodes = 100; nodes < 20000; nodes += nodes / 4) {
            run(&search, &board, (ttr_limits){.nodes = nodes});
            for (uint32_t i = 0; i < search.findings.line_count; i++) {
                const ttr_line *line = &search.findings.lines[i];

                lost += line->mate < 0 && search.findings.lines[0].mate >= 0;
                for (uint32_t j = 0; j < i; j++) {
                    assert_true(line->score <= search.findings.lines[j].score);
                    assert_int_not_equal(line->pv[0], search.findings.lines[j].pv[0]);
                }
            }
        }
    }
    assert_true(lost > 0);
    ttr_search_free(&search);
}

/* Has the search found that the move loses? */
static bool is_found_lost(const ttr_search *search, const ttr_board *board, ttr_move move)
{
    const ttr_negamax *negamax = search->work;
    ttr_memo memo = ttr_ttable_probe(&negamax->table, ttr_board_after(board, move).key);

    return memo.score >= TTR_SCORE_PROVEN &&
           (memo.bound == TTR_BOUND_LOWER || memo.bound == TTR_BOUND_EXACT);
}

static bool all_are_found_lost(const ttr_search *search, const ttr_board *board)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count = ttr_movegen_list(board, moves);

    for (size_t i = 0; i < count; i++) {
        if (!is_found_lost(search, board, moves[i]))
            return false;
    }
    return true;
}

/* An iteration finds that the best move of the last one loses, and is cut off before it has another
 * one: the move is not played all the same. */
static void a_move_that_is_found_lost_is_not_played_while_there_are_others(void **state)
{
    ttr_rng rng;
    ttr_search search;
    int met = 0;

    (void)state;
    ttr_rng_seed(&rng, 31);
    start_with(&search, &ttr_algorithm_negamax, settings_selective(&ttr_eval_mobility));
    while (met < 20) {
        ttr_board board = random_board(&rng, 34);

        if (ttr_movegen_count(&board, ttr_board_turn(&board)) > 25)
            continue;
        for (uint64_t nodes = 10; nodes < 3000; nodes += 1 + nodes / 50) {
            ttr_move before = search.findings.lines[0].pv[0];

            ttr_search_reset(&search);
            run(&search, &board, (ttr_limits){.nodes = nodes});
            if (nodes > 10 && is_found_lost(&search, &board, before))
                met++;
            assert_true(!is_found_lost(&search, &board, search.findings.lines[0].pv[0]) ||
                        all_are_found_lost(&search, &board));
        }
    }
    ttr_search_free(&search);
}

static void assert_same_findings(const ttr_search *a, const ttr_search *b)
{
    assert_int_equal(a->findings.lines[0].pv[0], b->findings.lines[0].pv[0]);
    assert_int_equal(a->findings.lines[0].score, b->findings.lines[0].score);
    assert_int_equal(a->findings.depth, b->findings.depth);
    assert_int_equal(a->budget.nodes, b->budget.nodes);
}

static bool watch(const ttr_search *search, const ttr_line *line, uint32_t rank, void *user)
{
    (void)search;
    (void)rank;
    *(int *)user += line->length > 0;
    return false;
}

/* A new search, a used one after a reset, and a watched one find the same with the same work. */
static void searches_repeat_exactly(void **state)
{
    static const ttr_algorithm *const ALL[] = {&ttr_algorithm_negamax, &ttr_algorithm_mcts,
                                               &ttr_algorithm_greedy, &ttr_algorithm_solver,
                                               &ttr_algorithm_beam};
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 26);
    for (size_t a = 0; a < sizeof ALL / sizeof ALL[0]; a++) {
        ttr_search used, watched;
        int seen = 0;

        start_with(&used, ALL[a], settings_with(&ttr_eval_reach));
        start_with(&watched, ALL[a], settings_with(&ttr_eval_reach));
        watched.progress = watch;
        watched.progress_user = &seen;
        for (uint32_t actions = 2; actions < 30; actions += 9) {
            ttr_board board = random_board(&rng, actions);
            ttr_search fresh;

            start_with(&fresh, ALL[a], settings_with(&ttr_eval_reach));
            ttr_search_reset(&used);
            ttr_search_reset(&watched);
            run(&fresh, &board, (ttr_limits){.nodes = 3000});
            run(&used, &board, (ttr_limits){.nodes = 3000});
            run(&watched, &board, (ttr_limits){.nodes = 3000});
            assert_same_findings(&fresh, &used);
            assert_same_findings(&fresh, &watched);
            ttr_search_free(&fresh);
        }
        assert_true(seen > 0);
        ttr_search_free(&used);
        ttr_search_free(&watched);
    }
}

/* Several threads find a move, stop at the limit, and prove nothing false; a node limit is overrun
 * by at most 1024 nodes a thread. */
static void threads_share_one_search(void **state)
{
    test_settings settings = settings_selective(&ttr_eval_reach);
    ttr_search search;
    ttr_rng rng;

    (void)state;
    settings.common.threads = 4;
    ttr_rng_seed(&rng, 34);
    start_with(&search, &ttr_algorithm_negamax, settings);
    for (uint32_t actions = 0; actions < 40; actions += 3) {
        ttr_board board = random_board(&rng, actions);
        const ttr_line *line = &search.findings.lines[0];

        run(&search, &board, (ttr_limits){.nodes = 20000});
        assert_int_equal(ttr_rules_judge(&board, line->pv[0]).rule, TTR_RULE_NONE);
        assert_true(search.budget.nodes <= 20000 + 4 * 1024);
        if (line->mate == 0)
            assert_true(search.budget.nodes >= 20000);
        else if (line->mate > 0 && line->mate <= 3)
            assert_true(is_won_within(&board, line->mate));
    }
    ttr_search_free(&search);
}

static bool stop_at_once(const ttr_search *search, const ttr_line *line, uint32_t rank, void *user)
{
    (void)search;
    (void)line;
    (void)rank;
    ++*(int *)user;
    return true;
}

static void progress_can_stop_the_search(void **state)
{
    static const ttr_algorithm *const ALL[] = {&ttr_algorithm_negamax, &ttr_algorithm_mcts};
    ttr_board board = ttr_board_start();

    (void)state;
    for (size_t a = 0; a < sizeof ALL / sizeof ALL[0]; a++) {
        ttr_search search;
        int calls = 0;

        start_with(&search, ALL[a], settings_with(&ttr_eval_tokens));
        search.progress = stop_at_once;
        search.progress_user = &calls;
        run(&search, &board, (ttr_limits){.infinite = true});
        assert_int_equal(calls, 1);
        assert_int_equal(search.budget.reason, TTR_STOP_CALLBACK);
        ttr_search_free(&search);
    }
}

static void greedy_plays_a_move_after_which_the_evaluation_is_best(void **state)
{
    ttr_rng rng;
    ttr_search search;

    (void)state;
    ttr_rng_seed(&rng, 27);
    start_with(&search, &ttr_algorithm_greedy, settings_with(&ttr_eval_mobility));
    for (int round = 0; round < 20; round++) {
        ttr_board board = random_board(&rng, 5 + 2 * (uint32_t)round);
        ttr_line expected = {0};

        run(&search, &board, (ttr_limits){0});
        ttr_search_score_line(&search, &expected, plain_negamax(&search, &board, 1, 0));
        assert_int_equal(search.findings.lines[0].score, expected.score);
        assert_int_equal(search.findings.lines[0].mate, expected.mate);
    }
    ttr_search_free(&search);
}

static void greedy_chooses_at_random_among_equal_moves(void **state)
{
    ttr_board board = ttr_board_start();
    ttr_search search;
    ttr_move first;
    int others = 0;

    (void)state;
    start_with(&search, &ttr_algorithm_greedy, settings_with(&ttr_eval_tokens));
    run(&search, &board, (ttr_limits){0});
    first = search.findings.lines[0].pv[0];
    for (int i = 0; i < 10; i++) {
        run(&search, &board, (ttr_limits){0});
        others += search.findings.lines[0].pv[0] != first;
    }
    assert_true(others > 5);
    ttr_search_free(&search);
}

/* ---- beam ------------------------------------------------------------------------------------ */

static test_settings settings_beam(const ttr_evaluator *evaluator, uint32_t plies, uint32_t width)
{
    test_settings settings = settings_with(evaluator);

    settings.beam.plies = plies;
    settings.beam.width = width;
    memcpy(settings.common.weights, ttr_eval_s4_weights, sizeof settings.common.weights);
    return settings;
}

/* The children of a board with what they are worth to its side to move, the best first, and among
 * equals the move of the lower number. */
static size_t best_children(ttr_search *search, const ttr_board *board, int height,
                            ttr_move moves[TTR_LIST_ROOM], int32_t values[TTR_PLACEMENTS])
{
    size_t count = ttr_movegen_list(board, moves);

    for (size_t i = 0; i < count; i++) {
        ttr_move move = moves[i];
        ttr_board child = ttr_board_after(board, move);
        int replies;
        int32_t value = ttr_search_value_after(search, &child, height + 1, &replies);
        size_t at = i;

        for (; at > 0 && values[at - 1] < value; at--) {
            moves[at] = moves[at - 1];
            values[at] = values[at - 1];
        }
        moves[at] = move;
        values[at] = value;
    }
    return count;
}

/* What a beam comes to without alpha-beta. Where moves are left out, nothing is proven lost. */
static int32_t plain_beam(ttr_search *search, const ttr_board *board, int plies, int height)
{
    ttr_move moves[TTR_LIST_ROOM];
    int32_t values[TTR_PLACEMENTS], best = -TTR_SCORE_INFINITE;
    size_t count, width;
    ttr_beam_settings own;
    int replies;

    ttr_settings_own(&search->settings, &own, sizeof own);
    width = plies > 1 ? own.width : 0;
    if (ttr_rules_outcome(board).reason != TTR_ONGOING)
        return ttr_search_score_end(board, ttr_rules_outcome(board), height);
    if (plies == 0)
        return ttr_search_evaluate(search, board, &replies);
    count = best_children(search, board, height, moves, values);
    if (width > 0 && width < count) {
        count = width;
        best = height - 10000 * search->evaluator->token;
    }
    for (size_t i = 0; i < count; i++) {
        ttr_board child = ttr_board_after(board, moves[i]);
        int32_t score = -plain_beam(search, &child, plies - 1, height + 1);

        best = score > best ? score : best;
    }
    return best;
}

/* Alpha-beta changes no score of any line. */
static void a_beam_finds_what_a_plain_beam_finds(void **state)
{
    ttr_rng rng;
    int narrow = 0;

    (void)state;
    ttr_rng_seed(&rng, 51);
    for (int round = 0; round < 90; round++) {
        const ttr_evaluator *evaluator = ttr_evaluator_at((size_t)round % ttr_evaluator_count());
        uint32_t plies = 1 + (uint32_t)round % 4, width = 1 + (uint32_t)round % 7;
        test_settings settings = settings_beam(evaluator, plies, width);
        ttr_board board = random_board(&rng, 20 + (uint32_t)round % 20);
        ttr_move moves[TTR_LIST_ROOM];
        int32_t values[TTR_PLACEMENTS];
        ttr_search search;
        size_t count;

        settings.common.multipv = 3;
        start_with(&search, &ttr_algorithm_beam, settings);
        run(&search, &board, (ttr_limits){0});
        search.origin = &board;
        count = best_children(&search, &board, 0, moves, values);
        plies = count == 1 ? 1 : plies;
        assert_int_equal(search.findings.depth, plies);
        for (uint32_t i = 0; i < search.findings.line_count; i++) {
            const ttr_line *line = &search.findings.lines[i];
            ttr_board child = ttr_board_after(&board, line->pv[0]);
            ttr_line expected = {0};

            ttr_search_score_line(&search, &expected,
                                  -plain_beam(&search, &child, (int)plies - 1, 1));
            assert_int_equal(line->score, expected.score);
            assert_int_equal(line->mate, expected.mate);
            assert_true(i == 0 || line->score <= search.findings.lines[i - 1].score);
        }
        for (size_t i = 0; i < count && (plies == 1 || i < width); i++) {
            ttr_board child = ttr_board_after(&board, moves[i]);
            ttr_line other = {0};

            ttr_search_score_line(&search, &other, -plain_beam(&search, &child, (int)plies - 1, 1));
            assert_true(other.score <= search.findings.lines[0].score);
        }
        narrow += plies > 2 && width < count;
        ttr_search_free(&search);
    }
    assert_true(narrow > 20);
}

static void a_beam_of_all_moves_finds_what_plain_negamax_finds(void **state)
{
    ttr_rng rng;
    ttr_search search;

    (void)state;
    ttr_rng_seed(&rng, 52);
    start_with(&search, &ttr_algorithm_beam, settings_beam(&ttr_eval_mobility, 3, 0));
    for (int round = 0; round < 20; round++) {
        ttr_board board = random_board(&rng, 32 + (uint32_t)round);
        ttr_line expected = {0};

        if (ttr_movegen_count(&board, ttr_board_turn(&board)) > 40)
            continue;
        run(&search, &board, (ttr_limits){0});
        ttr_search_score_line(&search, &expected,
                              plain_negamax(&search, &board, (int)search.findings.depth, 0));
        assert_int_equal(search.findings.lines[0].score, expected.score);
        assert_int_equal(search.findings.lines[0].mate, expected.mate);
    }
    ttr_search_free(&search);
}

/* However narrow: what it calls won or lost is so, and at the latest when it says. */
static void what_a_beam_proves_is_true(void **state)
{
    ttr_rng rng;
    int won = 0, lost = 0;

    (void)state;
    ttr_rng_seed(&rng, 53);
    for (uint32_t round = 0; won < 40 || lost < 40; round++) {
        ttr_board board = random_board(&rng, 36);
        ttr_search search;
        int32_t mate;

        if (ttr_movegen_count(&board, ttr_board_turn(&board)) > 16)
            continue;
        start_with(&search, &ttr_algorithm_beam,
                   settings_beam(&ttr_eval_s4, 2 + round % 4, 1 + round % 5));
        run(&search, &board, (ttr_limits){.nodes = 20u << round % 8});
        mate = search.findings.lines[0].mate;
        if (mate > 0) {
            assert_true(is_won_within(&board, mate));
            won++;
        } else if (mate < 0) {
            assert_true(is_lost_within(&board, -mate));
            lost++;
        }
        ttr_search_free(&search);
    }
}

/* The number of moves at the root chooses depth and width; a limit of depth holds beyond that. */
static void a_beam_is_as_deep_as_the_number_of_moves_says(void **state)
{
    test_settings settings = settings_beam(&ttr_eval_tokens, 3, 2);
    ttr_search search;
    ttr_rng rng;
    int seen[5] = {0};

    (void)state;
    settings.beam.many = 60;
    settings.beam.many_plies = 2;
    settings.beam.few = 20;
    settings.beam.few_plies = settings.beam.few_width = 4;
    ttr_rng_seed(&rng, 54);
    start_with(&search, &ttr_algorithm_beam, settings);
    for (int round = 0; round < 100; round++) {
        ttr_board board = random_board(&rng, 20 + (uint32_t)round % 24);
        int moves = ttr_movegen_count(&board, ttr_board_turn(&board));
        uint32_t plies = moves > 60 ? 2 : moves > 20 ? 3 : moves > 1 ? 4 : 1;

        run(&search, &board, (ttr_limits){0});
        assert_int_equal(search.findings.depth, plies);
        seen[plies]++;
        run(&search, &board, (ttr_limits){.depth = 2});
        assert_int_equal(search.findings.depth, plies < 2 ? plies : 2);
    }
    assert_true(seen[2] > 0 && seen[3] > 0 && seen[4] > 0);
    ttr_search_free(&search);
}

/* ---- mcts ------------------------------------------------------------------------------------ */

/* A position in which one move wins at once: Monte Carlo must come to prefer it, if its pool has
 * room for all moves. */
static void mcts_finds_a_move_that_leaves_the_opponent_stuck(void **state)
{
    ttr_rng rng;
    ttr_search mcts, negamax;
    int tried = 0;

    (void)state;
    ttr_rng_seed(&rng, 28);
    start_with(&mcts, &ttr_algorithm_mcts, settings_with(&ttr_eval_reach));
    start_with(&negamax, &ttr_algorithm_negamax, settings_with(&ttr_eval_reach));
    while (tried < 10) {
        ttr_board board = random_board(&rng, 24);
        ttr_board child = board;
        int moves = ttr_movegen_count(&board, ttr_board_turn(&board));

        run(&negamax, &board, (ttr_limits){.depth = 1});
        if (negamax.findings.lines[0].mate != 1 || moves < 10 || (uint32_t)moves >= TTR_MOST_NODES)
            continue;
        tried++;
        run(&mcts, &board, (ttr_limits){.playouts = 6000});
        ttr_board_apply(&child, mcts.findings.lines[0].pv[0]);
        assert_false(ttr_movegen_any(&child));
        assert_true(mcts.findings.lines[0].win > 0.99);
    }
    ttr_search_free(&mcts);
    ttr_search_free(&negamax);
}

static bool wins_at_once(const ttr_board *board)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count = ttr_movegen_list(board, moves);

    for (size_t i = 0; i < count; i++) {
        ttr_board child = *board;

        ttr_board_apply(&child, moves[i]);
        if (!ttr_movegen_any(&child))
            return true;
    }
    return false;
}

static void a_full_pool_stops_the_tree_and_not_the_search(void **state)
{
    ttr_board board = ttr_board_start();
    ttr_search search;

    (void)state;
    start_with(&search, &ttr_algorithm_mcts,
               settings_with(&ttr_eval_reach)); /* 1 MiB: 65,536 nodes */
    run(&search, &board, (ttr_limits){.playouts = 20000});
    assert_int_equal(search.budget.playouts, 20000);
    assert_true(search.findings.hash_permille > 950 && search.findings.hash_permille <= 1000);
    ttr_search_free(&search);
}

static bool is_among(ttr_move move, const ttr_move *moves, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (moves[i] == move)
            return true;
    }
    return false;
}

/* 16 nodes, the root among them: fifteen moves are tried, which no rule but chance has chosen, and
 * all playouts go to them. */
static void a_pool_smaller_than_the_roots_moves_searches_a_sample_of_them(void **state)
{
    ttr_board board = ttr_board_start();
    test_settings settings = settings_with(&ttr_eval_reach);
    ttr_move first[15];
    ttr_search search;
    int seen_before = 0;

    (void)state;
    settings.mcts.memory = 0;
    settings.common.multipv = TTR_MAX_LINES;
    start_with(&search, &ttr_algorithm_mcts, settings);
    for (int round = 0; round < 3; round++) {
        const ttr_findings *findings = &search.findings;
        uint64_t visits = 0;

        run(&search, &board, (ttr_limits){.playouts = 1000});
        assert_int_equal(search.budget.playouts, 1000);
        assert_int_equal(search.budget.reason, TTR_STOP_PLAYOUTS);
        assert_int_equal(findings->line_count, 15);
        assert_int_equal(findings->hash_permille, 1000);
        for (uint32_t i = 0; i < findings->line_count; i++) {
            ttr_move move = findings->lines[i].pv[0];

            assert_int_equal(ttr_rules_judge(&board, move).rule, TTR_RULE_NONE);
            assert_true(findings->lines[i].visits > 0);
            visits += findings->lines[i].visits;
            if (round == 0)
                first[i] = move;
            else
                seen_before += is_among(move, first, 15);
        }
        assert_int_equal(visits, 1000);
    }
    assert_true(seen_before < 5);
    ttr_search_free(&search);
}

/* Fewer moves than the pool holds are all there, and the one that wins is found by playouts from
 * the root's children alone. */
static void a_pool_that_holds_the_roots_moves_only_still_finds_the_winning_one(void **state)
{
    test_settings settings = settings_with(&ttr_eval_reach);
    ttr_rng rng;
    ttr_search mcts;
    int tried = 0;

    (void)state;
    settings.mcts.memory = 0;
    ttr_rng_seed(&rng, 29);
    start_with(&mcts, &ttr_algorithm_mcts, settings);
    while (tried < 5) {
        ttr_board board = random_board(&rng, 30);
        ttr_board child = board;
        int moves = ttr_movegen_count(&board, ttr_board_turn(&board));

        if (moves < 5 || moves > 15 || !wins_at_once(&board))
            continue;
        tried++;
        run(&mcts, &board, (ttr_limits){.playouts = 4000});
        ttr_board_apply(&child, mcts.findings.lines[0].pv[0]);
        assert_false(ttr_movegen_any(&child));
    }
    ttr_search_free(&mcts);
}

/* ---- The end, proven before the search --------------------------------------------------------
 */

#define WON_IN_5                                                                                   \
    "...bbbbb.b./b.rr...bbbb/b.bbb.bb.bb/bbbrrr.bb../brr.r.rrrr./.brrrrr.rrr/.b..r.r.rr./"         \
    "bbbbr.rrbbb/rrr..rrrb../.rrbbbb.bbr/rrrb..brrrr b 27"
#define LOST_IN_4                                                                                  \
    "rb..bbbrr../rbbbr..rrr./rr..rbbbbr./..rrrr...r./rrrbr.bbbr./r.bb.bbbbrr/"                     \
    ".rrr.rbrrrr/.rbb.brrrrr/rrr.rrr...r/..rrrbbbb../rb.bbbbbrrr b 33"

static void start_with_solver(ttr_search *search)
{
    test_settings settings = settings_selective(&ttr_eval_reach);

    settings.negamax.solver = 1;
    start_with(search, &ttr_algorithm_negamax, settings);
}

/* A tenth of a budget proves it, and whatever the loser plays, the game is over in time. */
static void a_won_ending_is_proven_with_few_nodes(void **state)
{
    ttr_search search;
    ttr_rng rng;

    (void)state;
    start_with_solver(&search);
    ttr_rng_seed(&rng, 37);
    for (int game = 0; game < 20; game++) {
        ttr_board board = read_board(WON_IN_5);
        int32_t mate = 0;
        int actions = 0;

        while (ttr_movegen_any(&board)) {
            if (actions++ % 2 != 0) {
                ttr_board_apply(&board, ttr_movegen_random(&board, &rng));
                continue;
            }
            run(&search, &board, (ttr_limits){.nodes = 3000});
            assert_true(search.budget.nodes <= 300);
            assert_int_equal(search.budget.reason, TTR_STOP_COMPLETE);
            assert_int_equal(search.findings.line_count, 1);
            if (mate == 0)
                mate = search.findings.lines[0].mate;
            assert_true(search.findings.lines[0].mate > 0);
            ttr_board_apply(&board, search.findings.lines[0].pv[0]);
        }
        assert_true(actions % 2 != 0 && actions <= mate);
    }
    ttr_search_free(&search);
}

static void a_lost_ending_is_told_and_searched_on(void **state)
{
    ttr_board board = read_board(LOST_IN_4);
    ttr_search with, without;

    (void)state;
    start_with_solver(&with);
    start_with(&without, &ttr_algorithm_negamax, settings_selective(&ttr_eval_reach));
    run(&without, &board, (ttr_limits){.nodes = 800});
    assert_int_equal(without.findings.lines[0].mate, 0);
    run(&with, &board, (ttr_limits){.nodes = 800});
    assert_true(with.findings.lines[0].mate <= -4);
    assert_int_equal(with.budget.nodes, 800);
    assert_true(with.findings.depth >= 1);
    ttr_search_free(&without);
    ttr_search_free(&with);
}

static void the_solver_keeps_to_every_limit(void **state)
{
    ttr_search search;

    (void)state;
    start_with_solver(&search);
    for (uint64_t nodes = 1; nodes < 400; nodes++) {
        ttr_board board = read_board(nodes % 2 != 0 ? WON_IN_5 : LOST_IN_4);

        ttr_search_reset(&search);
        run(&search, &board, (ttr_limits){.nodes = nodes});
        assert_true(search.budget.nodes <= nodes);
        assert_int_equal(ttr_rules_judge(&board, search.findings.lines[0].pv[0]).rule,
                         TTR_RULE_NONE);
    }
    ttr_search_free(&search);
}

static void a_search_to_a_depth_or_for_several_lines_asks_no_solver(void **state)
{
    ttr_board board = read_board(WON_IN_5);
    test_settings settings = settings_with(&ttr_eval_reach);
    ttr_search search;

    (void)state;
    settings.negamax.solver = 1;
    start_with(&search, &ttr_algorithm_negamax, settings);
    run(&search, &board, (ttr_limits){.depth = 2});
    assert_int_equal(search.findings.depth, 2);
    assert_int_equal(search.findings.lines[0].mate, 0);
    ttr_search_free(&search);
    settings.common.multipv = 3;
    start_with(&search, &ttr_algorithm_negamax, settings);
    run(&search, &board, (ttr_limits){.nodes = 1000});
    assert_int_equal(search.findings.line_count, 3);
    ttr_search_free(&search);
}

/* ---- Openings from the table ------------------------------------------------------------------
 */

static const ttr_limits CLOCK = {.cpu = 1000000, .cpu_soft = 500000, .on_clock = true};

static void start_with_book(ttr_search *search)
{
    test_settings settings = settings_with(&ttr_eval_reach);

    settings.negamax.book = 1;
    start_with(search, &ttr_algorithm_negamax, settings);
}

/* The answer to an image of a position is the image of the answer; where the position is its own
 * image in several ways, one of them. */
static void every_image_of_a_first_move_is_answered_from_the_table(void **state)
{
    static const int FIRST[] = {0, 121, 500, 1000, 1500, 2298};
    ttr_board empty = ttr_board_start();
    ttr_search search;
    int exact = 0;

    (void)state;
    start_with_book(&search);
    for (size_t i = 0; i < sizeof FIRST / sizeof FIRST[0]; i++) {
        ttr_board board = ttr_board_after(&empty, (ttr_move)FIRST[i]);
        ttr_board answered;
        ttr_move answer;
        int none;

        run(&search, &board, CLOCK);
        answer = search.findings.lines[0].pv[0];
        answered = ttr_board_after(&board, answer);
        answered = ttr_symmetry_canonical(&answered, &none);
        for (int symmetry = 0; symmetry < TTR_SYMMETRIES; symmetry++) {
            ttr_board image = board_image(symmetry, &board);
            ttr_board after;

            run(&search, &image, CLOCK);
            assert_int_equal(search.budget.nodes, 0);
            assert_int_equal(search.budget.reason, TTR_STOP_BOOK);
            exact += search.findings.lines[0].pv[0] == ttr_symmetry_move(symmetry, answer);
            after = ttr_board_after(&image, search.findings.lines[0].pv[0]);
            after = ttr_symmetry_canonical(&after, &none);
            assert_true(after.key == answered.key);
        }
    }
    assert_true(exact >= TTR_SYMMETRIES);
    ttr_search_free(&search);
}

static bool count_lines(const ttr_search *search, const ttr_line *line, uint32_t rank, void *user)
{
    (void)search;
    assert_int_equal(rank, 1);
    assert_int_equal(line->length, 1);
    ++*(int *)user;
    return false;
}

static void the_table_tells_what_it_knows(void **state)
{
    ttr_board board = ttr_board_start();
    ttr_opening known;
    ttr_search search;
    int told = 0;

    (void)state;
    start_with_book(&search);
    search.progress = count_lines;
    search.progress_user = &told;
    assert_true(ttr_opening_find(&board, &known));
    run(&search, &board, CLOCK);
    assert_int_equal(told, 1);
    assert_int_equal(search.findings.line_count, 1);
    assert_int_equal(search.findings.depth, known.depth);
    assert_true(search.findings.lines[0].win >= 0.5 && search.findings.lines[0].win <= 0.58);
    assert_int_equal(search.findings.lines[0].pv[0], known.move);
    ttr_search_free(&search);
}

/* Whatever asks for more than a move in little time is searched. */
static void the_table_does_not_stand_for_a_search(void **state)
{
    static const ttr_limits SEARCHES[] = {{.nodes = 50},
                                          {.depth = 1},
                                          {.cpu = 1000},
                                          {.nodes = 50, .wall = 1000000, .on_clock = true},
                                          {.depth = 1, .wall = 1000000, .on_clock = true}};
    ttr_board board = ttr_board_start();
    ttr_search search;

    (void)state;
    start_with_book(&search);
    for (size_t i = 0; i < sizeof SEARCHES / sizeof SEARCHES[0]; i++) {
        run(&search, &board, SEARCHES[i]);
        assert_true(search.budget.nodes > 0);
    }
    ttr_search_set_evaluator(&search, &ttr_eval_tokens, true); /* as a host does */
    run(&search, &board, (ttr_limits){.cpu = 1000, .on_clock = true});
    assert_true(search.budget.nodes > 0);
    ttr_search_free(&search);
}

/* ---- A game's clock ---------------------------------------------------------------------------
 */

/* Every look at it takes a millisecond. */
static uint64_t slow_time(void *ctx)
{
    uint64_t *now = ctx;

    return *now += 1000;
}

static void a_search_keeps_to_the_plan_and_corrects_it(void **state)
{
    /* Each look at this clock takes time, and the tiny build looks at every node. */
    const uint32_t remaining = TTR_MOST_UNLOOKED == 1 ? 500000 : 2000;
    test_settings settings = settings_selective(&ttr_eval_reach);
    uint64_t now = 0;
    int more = 0, less = 0;
    ttr_search search;
    ttr_rng rng;

    (void)state;
    settings.negamax.solver = settings.negamax.book = 1;
    ttr_rng_seed(&rng, 41);
    start_with(&search, &ttr_algorithm_negamax, settings);
    search.clock = (ttr_clock){slow_time, slow_time, &now};
    for (uint32_t ply = 0; ply < 60; ply += 3) {
        ttr_board board = random_board(&rng, ply);
        ttr_limits limits = {0};
        uint64_t before = now;

        ttr_time_plan(&limits, remaining, 0, ply, ply % 2 != 0);
        ttr_search_reset(&search);
        run(&search, &board, limits);
        assert_true(now - before <= limits.wall + limits.cpu + 10000);
        more += search.budget.soft_permille > 1000;
        less += search.budget.soft_permille < 1000;
    }
    assert_true(more > 0 && less > 0);
    ttr_search_free(&search);
}

static void a_forced_move_costs_nothing_of_a_games_clock(void **state)
{
    /* Red has one placement left: the hole of four cells in the middle row. */
    ttr_board board = read_board("b.b.b.b.b../.b.b.b.b.b./b.b.b.b.b../.b.b.b.b.b./b.bbbbbbb../"
                                 ".brrr....b./b.bbbbbbb../.b.b.b.b.b./b.b.b.b.b../.b.b.b.b.b./"
                                 "........... r 40");
    static const ttr_algorithm *const ALL[] = {&ttr_algorithm_negamax, &ttr_algorithm_mcts};

    (void)state;
    assert_int_equal(ttr_movegen_count(&board, TTR_RED), 1);
    for (size_t a = 0; a < sizeof ALL / sizeof ALL[0]; a++) {
        ttr_search search;
        test_settings settings = settings_with(&ttr_eval_tokens);
        ttr_limits limits = {.wall = 60000000, .on_clock = true};

        settings.negamax.solver = 1;
        start_with(&search, ALL[a], settings);
        run(&search, &board, limits);
        assert_true(search.budget.nodes < 1000);
        assert_int_equal(search.budget.reason, TTR_STOP_COMPLETE);
        ttr_search_free(&search);
    }
}

static void limits_that_mean_nothing_to_an_algorithm_do_not_end_it(void **state)
{
    ttr_search search;
    ttr_limits depth = {.depth = 3}, playouts = {.playouts = 3}, none = {0}, limits;
    ttr_board board = ttr_board_start();

    (void)state;
    start_with(&search, &ttr_algorithm_mcts, settings_with(&ttr_eval_reach));
    limits = ttr_search_limits(&search, &board, &depth);
    assert_false(ttr_search_ends(&search, &limits));
    limits = ttr_search_limits(&search, &board, &playouts);
    assert_true(ttr_search_ends(&search, &limits));
    ttr_search_free(&search);
    start_with(&search, &ttr_algorithm_negamax, settings_with(&ttr_eval_reach));
    limits = ttr_search_limits(&search, &board, &playouts);
    assert_false(ttr_search_ends(&search, &limits));
    limits = ttr_search_limits(&search, &board, &depth);
    assert_true(ttr_search_ends(&search, &limits));
    ttr_search_free(&search);
    start_with(&search, &ttr_algorithm_random, settings_with(&ttr_eval_reach));
    limits = ttr_search_limits(&search, &board, &none);
    assert_true(ttr_search_ends(&search, &limits));
    ttr_search_free(&search);
}

/* A board with so many tokens; the rule asks for nothing else. */
static ttr_board board_with_tokens(int tokens)
{
    ttr_cellset red = ttr_cellset_empty();

    for (int cell = 0; cell < tokens; cell++)
        red = ttr_cellset_or(red, ttr_cellset_of(cell));
    return ttr_board_of(red, ttr_cellset_empty(), 20);
}

/* Whoever looks on sees the options of the player, and not those of the half that searches. */
static bool sees_the_players_settings(const ttr_search *search, const ttr_line *line, uint32_t rank,
                                      void *user)
{
    (void)line;
    (void)rank;
    assert_memory_equal(&search->settings, user, sizeof search->settings);
    return false;
}

static void a_half_of_a_hybrid_searches_by_its_own_settings(void **state)
{
    test_settings all = settings_with(&ttr_eval_tokens);
    ttr_hybrid_settings own = {.negamax = all.negamax, .mcts = all.mcts};
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 77);
    for (int negamax = 0; negamax < 2; negamax++) {
        const ttr_algorithm *algorithm = negamax ? &ttr_algorithm_negamax : &ttr_algorithm_mcts;
        ttr_board board = random_board(&rng, 12);
        ttr_limits limits = {.depth = 2, .playouts = 300};
        ttr_settings settings = all.common;
        ttr_search alone, hybrid;

        own.first_half = negamax ? 20 : 5;
        ttr_settings_set_own(&settings, &own, sizeof own);
        start(&hybrid, &ttr_algorithm_hybrid, settings);
        hybrid.progress = sees_the_players_settings;
        hybrid.progress_user = &settings;
        start_with(&alone, algorithm, all);
        run(&hybrid, &board, limits);
        run(&alone, &board, limits);
        assert_same_findings(&alone, &hybrid);
        ttr_search_free(&alone);
        ttr_search_free(&hybrid);
    }
}

/* The time rule holds where neither the call nor the settings limit the search. */
static void the_time_rule_holds_where_nothing_else_does(void **state)
{
    static const struct {
        ttr_timing timing;
        int tokens;
        uint64_t ms;
    } RULES[] = {{TTR_TIMING_S1, 0, 1500},        {TTR_TIMING_S1, 49, 1500},
                 {TTR_TIMING_S1, 50, 2000},       {TTR_TIMING_S1, 79, 2000},
                 {TTR_TIMING_S1, 80, 3000},       {TTR_TIMING_S1, 121, 3000},
                 {TTR_TIMING_S1_CODED, 59, 1500}, {TTR_TIMING_S1_CODED, 60, 2000},
                 {TTR_TIMING_S1_CODED, 89, 2000}, {TTR_TIMING_S1_CODED, 90, 3000},
                 {TTR_TIMING_NONE, 60, 0}};
    const ttr_limits none = {0}, nodes = {.nodes = 5}, playouts = {.playouts = 5};

    (void)state;
    for (size_t i = 0; i < TTR_COUNT_OF(RULES); i++) {
        ttr_board board = board_with_tokens(RULES[i].tokens);
        test_settings settings = settings_with(&ttr_eval_tokens);
        ttr_search search;
        ttr_limits limits;

        settings.common.timing = RULES[i].timing;
        start_with(&search, &ttr_algorithm_negamax, settings);
        limits = ttr_search_limits(&search, &board, &none);
        assert_int_equal(limits.cpu, RULES[i].ms * 1000);
        assert_int_equal(limits.wall, 0);
        assert_int_equal(ttr_search_ends(&search, &limits), RULES[i].ms > 0);
        /* which mean nothing to negamax */
        assert_int_equal(ttr_search_limits(&search, &board, &playouts).cpu, RULES[i].ms * 1000);
        assert_int_equal(ttr_search_limits(&search, &board, &nodes).cpu, 0);
        settings.common.depth = 2;
        configure_with(&search, settings);
        assert_int_equal(ttr_search_limits(&search, &board, &none).cpu, 0);
        ttr_search_free(&search);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(negamax_finds_what_plain_negamax_finds),
        cmocka_unit_test(order_and_windows_change_no_score),
        cmocka_unit_test(what_is_switched_off_changes_no_score),
        cmocka_unit_test(each_switch_saves_positions),
        cmocka_unit_test(the_last_complete_iteration_counts),
        cmocka_unit_test(leaves_with_few_moves_are_searched_one_ply_deeper),
        cmocka_unit_test(what_a_selective_search_proves_is_true),
        cmocka_unit_test(a_beam_finds_what_a_plain_beam_finds),
        cmocka_unit_test(a_beam_of_all_moves_finds_what_plain_negamax_finds),
        cmocka_unit_test(what_a_beam_proves_is_true),
        cmocka_unit_test(a_beam_is_as_deep_as_the_number_of_moves_says),
        cmocka_unit_test(the_principal_variation_leads_to_its_score),
        cmocka_unit_test(several_lines_are_the_best_moves_in_order),
        cmocka_unit_test(wins_and_losses_near_the_end_are_proven_with_their_length),
        cmocka_unit_test(the_last_actions_before_150_are_judged_by_tokens),
        cmocka_unit_test(a_search_cut_off_at_any_node_has_a_legal_move),
        cmocka_unit_test(a_score_falls_only_when_the_other_moves_were_searched_too),
        cmocka_unit_test(lines_come_best_first_wherever_a_search_is_cut_off),
        cmocka_unit_test(a_move_that_is_found_lost_is_not_played_while_there_are_others),
        cmocka_unit_test(searches_repeat_exactly),
        cmocka_unit_test(threads_share_one_search),
        cmocka_unit_test(progress_can_stop_the_search),
        cmocka_unit_test(greedy_plays_a_move_after_which_the_evaluation_is_best),
        cmocka_unit_test(greedy_chooses_at_random_among_equal_moves),
        cmocka_unit_test(mcts_finds_a_move_that_leaves_the_opponent_stuck),
        cmocka_unit_test(a_full_pool_stops_the_tree_and_not_the_search),
        cmocka_unit_test(a_pool_smaller_than_the_roots_moves_searches_a_sample_of_them),
        cmocka_unit_test(a_pool_that_holds_the_roots_moves_only_still_finds_the_winning_one),
        cmocka_unit_test(a_won_ending_is_proven_with_few_nodes),
        cmocka_unit_test(a_lost_ending_is_told_and_searched_on),
        cmocka_unit_test(the_solver_keeps_to_every_limit),
        cmocka_unit_test(a_search_to_a_depth_or_for_several_lines_asks_no_solver),
        cmocka_unit_test(every_image_of_a_first_move_is_answered_from_the_table),
        cmocka_unit_test(the_table_tells_what_it_knows),
        cmocka_unit_test(the_table_does_not_stand_for_a_search),
        cmocka_unit_test(a_search_keeps_to_the_plan_and_corrects_it),
        cmocka_unit_test(a_forced_move_costs_nothing_of_a_games_clock),
        cmocka_unit_test(limits_that_mean_nothing_to_an_algorithm_do_not_end_it),
        cmocka_unit_test(a_half_of_a_hybrid_searches_by_its_own_settings),
        cmocka_unit_test(the_time_rule_holds_where_nothing_else_does),
    };

    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
