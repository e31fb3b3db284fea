/* SPDX-License-Identifier: MIT */
#include "solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "boards.h"
#include "cmocka_all.h"
#include "movegen.h"
#include "notation.h"
#include "rng.h"
#include "rules.h"
#include "slow_board.h"

static tetress_allocator memory;
static ttr_clock clock_now;
static atomic_bool no_stop;

static ttr_budget unlimited(void)
{
    ttr_limits limits = {.infinite = true};
    ttr_budget budget;

    ttr_budget_start(&budget, &limits, &clock_now, &no_stop, 1024);
    return budget;
}

static ttr_board board_of_slow(const slow_board *slow)
{
    char text[144];

    slow_board_text(slow, text);
    return read_board(text);
}

/* ---- Brute force: plain minimax with a memo, from the slow rules --------------------------------
 */

#define MEMO_SIZE (1 << 15)
#define MOST_WORK 400 /* positions; more, and the position is not a small one */

typedef struct brute {
    int placements[SLOW_PLACEMENTS][4];
    slow_board boards[MEMO_SIZE];
    char results[MEMO_SIZE]; /* 0: free */
    int work;
} brute;

static size_t memo_slot(const brute *b, const slow_board *board)
{
    const unsigned char *bytes = (const unsigned char *)board->cells;
    uint64_t hash = (uint64_t)board->ply;

    for (size_t i = 0; i < SLOW_CELLS; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    hash ^= hash >> 29;
    for (size_t slot = hash % MEMO_SIZE;; slot = (slot + 1) % MEMO_SIZE) {
        if (b->results[slot] == 0 ||
            (b->boards[slot].ply == board->ply &&
             memcmp(b->boards[slot].cells, board->cells, sizeof board->cells) == 0))
            return slot;
    }
}

/* slow_board_moves(), with a quick look first: most cells of these boards are taken. */
static int brute_moves(const brute *b, const slow_board *board, char turn, int *moves)
{
    const char *flat = &board->cells[0][0];
    int count = 0;

    for (int i = 0; i < SLOW_PLACEMENTS; i++) {
        const int *cells = b->placements[i];

        if (flat[cells[0]] == '.' && flat[cells[1]] == '.' && flat[cells[2]] == '.' &&
            flat[cells[3]] == '.' && slow_board_may_place(board, turn, cells))
            moves[count++] = i;
    }
    return count;
}

/* '+', '=' or '-' for the side to move; '?' once there was too much work. */
static char brute_result(brute *b, const slow_board *board)
{
    char turn = slow_board_turn(board), best = '-';
    int moves[SLOW_PLACEMENTS];
    size_t slot;
    int count;

    if (board->ply == 150) {
        int lead = slow_board_tokens(board, turn) - slow_board_tokens(board, "rb"[turn == 'r']);

        return lead == 0 ? '=' : lead > 0 ? '+' : '-';
    }
    slot = memo_slot(b, board);
    if (b->results[slot] != 0)
        return b->results[slot];
    if (b->work++ >= MOST_WORK)
        return '?';
    count = brute_moves(b, board, turn, moves);
    for (int i = 0; i < count && best != '+'; i++) {
        slow_board next = *board;
        char reply;

        slow_board_apply(&next, moves[i]);
        reply = brute_result(b, &next);
        if (reply == '?')
            return '?';
        if (reply == '-')
            best = '+';
        else if (reply == '=')
            best = '=';
    }
    slot = memo_slot(b, board);
    b->boards[slot] = *board;
    b->results[slot] = best;
    return best;
}

static char brute_solve(brute *b, const slow_board *board)
{
    memset(b->results, 0, sizeof b->results);
    b->work = 0;
    return brute_result(b, board);
}

/* ---- Small positions ------------------------------------------------------------------------- */

/*
 * A board whose empty cells lie in a few blobs that a random walk has dug, between tokens of random
 * colours in patches, with no line full. Most of them end within a few actions.
 */
static void dig(slow_board *board, ttr_rng *rng)
{
    int blobs = 1 + (int)ttr_rng_below(rng, 4);

    for (int i = 0; i < blobs; i++) {
        int row = (int)ttr_rng_below(rng, SLOW_SIZE), column = (int)ttr_rng_below(rng, SLOW_SIZE);
        int steps = 3 + (int)ttr_rng_below(rng, 8);

        for (int step = 0; step < steps; step++) {
            int way = (int)ttr_rng_below(rng, 4);

            board->cells[row][column] = '.';
            row = (row + (way == 0) + 10 * (way == 1)) % SLOW_SIZE;
            column = (column + (way == 2) + 10 * (way == 3)) % SLOW_SIZE;
        }
    }
}

static void small_position(slow_board *board, ttr_rng *rng)
{
    for (int cell = 0; cell < SLOW_CELLS; cell++) {
        char *at = &board->cells[cell / SLOW_SIZE][cell % SLOW_SIZE];
        bool copies = cell % SLOW_SIZE > 0 && ttr_rng_below(rng, 4) != 0;

        *at = copies ? at[-1] : ttr_rng_below(rng, 2) == 0 ? 'r' : 'b';
    }
    do {
        int cell = (int)ttr_rng_below(rng, SLOW_CELLS);

        board->cells[cell / SLOW_SIZE][cell % SLOW_SIZE] = '.';
    } while (slow_board_has_full_line(board));
    dig(board, rng);
    /* A third each: action 150 far, within reach of the game's end, and close. */
    switch (ttr_rng_below(rng, 3)) {
    case 0:
        board->ply = 20 + (int)ttr_rng_below(rng, 60);
        break;
    case 1:
        board->ply = 110 + (int)ttr_rng_below(rng, 34);
        break;
    default:
        board->ply = 144 + (int)ttr_rng_below(rng, 6);
        break;
    }
}

static char solved_sign(ttr_solved outcome)
{
    return outcome == TTR_SOLVED_WIN    ? '+'
           : outcome == TTR_SOLVED_LOSS ? '-'
           : outcome == TTR_SOLVED_DRAW ? '='
                                        : '?';
}

/* Does the solver's move lead where it says? */
static void check_move(brute *b, const slow_board *board, const ttr_proof *proof)
{
    slow_board next = *board;
    char after;
    int cells[4];

    assert_int_not_equal(proof->move, TTR_MOVE_NONE);
    slow_placement(proof->move, cells);
    assert_true(slow_board_may_place(board, slow_board_turn(board), cells));
    slow_board_apply(&next, proof->move);
    after = brute_solve(b, &next);
    if (after != '?')
        assert_int_equal(after, proof->outcome == TTR_SOLVED_WIN    ? '-'
                                : proof->outcome == TTR_SOLVED_LOSS ? '+'
                                                                    : '=');
}

/* TEST_SOLVER_POSITIONS sets another number of positions. */
static int positions_wanted(void)
{
    const char *text = getenv("TEST_SOLVER_POSITIONS");

    return text == NULL ? 300 : atoi(text);
}

static void proofs_agree_with_brute_force(void **state)
{
    brute *b = test_malloc(sizeof *b);
    ttr_solver solver;
    ttr_rng rng;
    int done = 0, unknown = 0, tally[3] = {0, 0, 0}, wanted = positions_wanted();

    (void)state;
    assert_true(wanted > 0);
    for (int i = 0; i < SLOW_PLACEMENTS; i++)
        slow_placement(i, b->placements[i]);
    assert_true(ttr_solver_init(&solver, &memory, 1 << 20));
    ttr_rng_seed(&rng, 8);
    while (done < wanted) {
        ttr_budget budget = unlimited();
        slow_board slow;
        ttr_board board;
        ttr_proof proof;
        char truth;

        small_position(&slow, &rng);
        if (slow_board_result(&slow) != ' ')
            continue;
        truth = brute_solve(b, &slow);
        if (truth == '?')
            continue;
        board = board_of_slow(&slow);
        proof = ttr_solver_run(&solver, &board, &budget, 1000000);
        done++;
        if (proof.outcome == TTR_SOLVED_UNKNOWN) { /* brute force was lucky in a large one */
            unknown++;
            continue;
        }
        if (solved_sign(proof.outcome) != truth) {
            char text[144];

            slow_board_text(&slow, text);
            fail_msg("%s: brute force %c, solver %c", text, truth, solved_sign(proof.outcome));
        }
        check_move(b, &slow, &proof);
        tally[truth == '+' ? 0 : truth == '=' ? 1 : 2]++;
    }
    print_message("%d positions: won %d, drawn %d, lost %d, not proven %d\n", done, tally[0],
                  tally[1], tally[2], unknown);
    assert_true(unknown * 100 <= done);
    assert_true(tally[0] > 0 && tally[1] > 0 && tally[2] > 0);
    ttr_solver_free(&solver, &memory);
    test_free(b);
}

/* ---- Proofs that are played out -------------------------------------------------------------- */

/* Four actions before the end of a game of strong players. */
#define LOST_IN_4                                                                                  \
    "rb..bbbrr../rbbbr..rrr./rr..rbbbbr./..rrrr...r./rrrbr.bbbr./r.bb.bbbbrr/"                     \
    ".rrr.rbrrrr/.rbb.brrrrr/rrr.rrr...r/..rrrbbbb../rb.bbbbbrrr b 33"

/* Whatever the loser plays, the solver's winner ends the game within the length that it proved. */
static void a_proof_holds_against_every_defence(void **state)
{
    ttr_board root = read_board(LOST_IN_4);
    ttr_move moves[TTR_LIST_ROOM];
    ttr_budget budget = unlimited();
    ttr_solver solver;
    ttr_proof proof;
    size_t count;

    (void)state;
    assert_true(ttr_solver_init(&solver, &memory, 1 << 20));
    proof = ttr_solver_run(&solver, &root, &budget, 0);
    assert_int_equal(proof.outcome, TTR_SOLVED_LOSS);
    assert_int_equal(proof.length, 4);
    count = ttr_movegen_list(&root, moves);
    assert_true(count > 1);
    for (size_t i = 0; i < count; i++) {
        ttr_board board = ttr_board_after(&root, moves[i]);
        ttr_rng rng;
        int actions = 1;

        ttr_rng_seed(&rng, i);
        while (ttr_movegen_any(&board)) {
            if (actions % 2 == 1) {
                proof = ttr_solver_run(&solver, &board, &budget, 0);
                assert_int_equal(proof.outcome, TTR_SOLVED_WIN);
                ttr_board_apply(&board, proof.move);
            } else {
                ttr_board_apply(&board, ttr_movegen_random(&board, &rng));
            }
            actions++;
        }
        assert_true(actions % 2 == 0); /* the loser is to move */
    }
    ttr_solver_free(&solver, &memory);
}

/* ---- Budgets and memory ---------------------------------------------------------------------- */

static void a_run_keeps_to_its_nodes_and_claims_nothing_without_a_proof(void **state)
{
    ttr_board board = read_board(LOST_IN_4);
    ttr_solver solver;

    (void)state;
    assert_true(ttr_solver_init(&solver, &memory, 1 << 16));
    for (uint64_t nodes = 1; nodes < 40; nodes++) {
        ttr_budget budget = unlimited();
        ttr_proof proof;

        ttr_solver_clear(&solver);
        proof = ttr_solver_run(&solver, &board, &budget, nodes);
        assert_int_equal(proof.nodes, nodes);
        assert_int_equal(budget.nodes, nodes);
        assert_int_equal(proof.outcome, TTR_SOLVED_UNKNOWN);
        assert_int_equal(proof.move, TTR_MOVE_NONE);
        assert_false(budget.over);
    }
    ttr_solver_free(&solver, &memory);
}

static void runs_repeat_exactly(void **state)
{
    ttr_board board = read_board(LOST_IN_4);
    ttr_proof first = {0};
    ttr_solver solver;

    (void)state;
    assert_true(ttr_solver_init(&solver, &memory, 1 << 16));
    for (int i = 0; i < 3; i++) {
        ttr_budget budget = unlimited();
        ttr_proof proof;

        ttr_solver_clear(&solver);
        proof = ttr_solver_run(&solver, &board, &budget, 0);
        if (i == 0)
            first = proof;
        assert_int_equal(proof.outcome, first.outcome);
        assert_int_equal(proof.move, first.move);
        assert_int_equal(proof.length, first.length);
        assert_int_equal(proof.nodes, first.nodes);
    }
    ttr_solver_free(&solver, &memory);
}

/* A table of one bucket forgets nearly everything; what is proven is as true. */
static void the_smallest_table_proves_the_same(void **state)
{
    ttr_board board = read_board(LOST_IN_4);
    ttr_budget budget = unlimited();
    ttr_solver solver;
    ttr_proof proof;

    (void)state;
    assert_true(ttr_solver_init(&solver, &memory, 1));
    proof = ttr_solver_run(&solver, &board, &budget, 0);
    assert_int_equal(proof.outcome, TTR_SOLVED_LOSS);
    ttr_solver_free(&solver, &memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proofs_agree_with_brute_force),
        cmocka_unit_test(a_proof_holds_against_every_defence),
        cmocka_unit_test(a_run_keeps_to_its_nodes_and_claims_nothing_without_a_proof),
        cmocka_unit_test(runs_repeat_exactly),
        cmocka_unit_test(the_smallest_table_proves_the_same),
    };

    ttr_alloc_init(&memory, NULL);
    clock_now = ttr_clock_system();
    atomic_init(&no_stop, false);
    return cmocka_run_group_tests_name("solver", tests, NULL, NULL);
}
