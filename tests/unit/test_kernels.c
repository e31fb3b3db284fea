/* SPDX-License-Identifier: MIT */
/* The kernels of lib/core: each against the slow board, and all against one another. */
#include <string.h>

#include "cmocka_all.h"
#include "kernel.h"
#include "kernel_kinds.h"
#include "random_tokens.h"
#include "slow_board.h"

/* Built for this test alone: without the compiler's vectors, and without the processor's AVX-512,
 * which needs AVX2 all the same. */
extern const ttr_kernel test_kernel_words;
#ifdef TEST_EMULATED_AVX512
extern const ttr_kernel test_kernel_emulated;
#endif

static const ttr_kernel *kernels[8];
static size_t kernel_count;

static int find_kernels(void **state)
{
    (void)state;
    while (ttr_kernel_kind_at((uint32_t)kernel_count) != TTR_KERNEL_NONE) {
        kernels[kernel_count] = ttr_kernels[ttr_kernel_kind_at((uint32_t)kernel_count)];
        kernel_count++;
    }
#ifdef TEST_EMULATED_AVX512
    if (ttr_kernel_kind_of_processor() >= TTR_KERNEL_AVX2)
        kernels[kernel_count++] = &test_kernel_emulated;
#endif
    kernels[kernel_count++] = &test_kernel_words;
    return 0;
}

/* ---- Against the slow board ------------------------------------------------------------------ */

static void expect_moves(const ttr_kernel *kernel, const ttr_board *board, const slow_board *slow)
{
    ttr_move moves[TTR_LIST_ROOM];
    int expected[SLOW_PLACEMENTS];
    int turn = ttr_board_turn(board);
    int count = slow_board_moves(slow, slow_board_turn(slow), expected);
    int other = slow_board_moves(slow, turn == TTR_RED ? 'b' : 'r', NULL);
    int both[2];

    assert_int_equal(kernel->count(board, turn), count);
    assert_int_equal(kernel->count(board, 1 - turn), other);
    kernel->count_both(board, both);
    assert_int_equal(both[turn], count);
    assert_int_equal(both[1 - turn], other);
    assert_int_equal(kernel->any(board), count > 0);
    assert_int_equal(kernel->list(board, moves), count);
    for (int i = 0; i < count; i++)
        assert_int_equal(moves[i], expected[i]);
}

static void every_kernel_agrees_with_the_slow_board(void **state)
{
    ttr_rng rng;
    int positions = 0;

    (void)state;
    ttr_rng_seed(&rng, 31);
    for (int game = 0; game < 30; game++) {
        ttr_board board = ttr_board_start();
        slow_board slow;
        ttr_move move;

        slow_board_start(&slow);
        do {
            for (size_t k = 0; k < kernel_count; k++)
                expect_moves(kernels[k], &board, &slow);
            move = kernels[0]->random(&board, &rng);
            if (move != TTR_MOVE_NONE) {
                ttr_board_apply(&board, move);
                slow_board_apply(&slow, move);
            }
            positions++;
        } while (move != TTR_MOVE_NONE && board.ply < TTR_MAX_ACTIONS);
    }
    assert_true(positions > 1000);
}

/* ---- Against one another --------------------------------------------------------------------- */

/* All that `kernel` finds in a position is what the portable one finds. */
static void expect_same(const ttr_kernel *kernel, const ttr_board *board, uint64_t seed)
{
    const ttr_kernel *model = &ttr_kernel_portable;
    ttr_move moves[TTR_LIST_ROOM], expected[TTR_LIST_ROOM];
    size_t count = model->list(board, expected);
    ttr_rng one, two;
    int both[2];

    assert_int_equal(kernel->list(board, moves), count);
    assert_memory_equal(moves, expected, count * sizeof moves[0]);
    kernel->count_both(board, both);
    for (int colour = TTR_RED; colour <= TTR_BLUE; colour++) {
        assert_int_equal(kernel->count(board, colour), model->count(board, colour));
        assert_int_equal(both[colour], model->count(board, colour));
    }
    assert_int_equal(both[ttr_board_turn(board)], count);
    assert_int_equal(kernel->any(board), count > 0);
    ttr_rng_seed(&one, seed);
    ttr_rng_seed(&two, seed);
    assert_int_equal(kernel->random(board, &one), model->random(board, &two));
    assert_memory_equal(&one, &two, sizeof one);
    if (seed % 32 != 0)
        return;
    assert_int_equal(kernel->playout(board, &one), model->playout(board, &two));
    assert_memory_equal(&one, &two, sizeof one);
}

/* Three of four from games, where lines have been emptied, the others drawn. */
static void all_kernels_agree_on_many_positions(void **state)
{
    const ttr_kernel *model = &ttr_kernel_portable;
    ttr_board board = ttr_board_start();
    const uint64_t many = many_positions();
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 32);
    for (uint64_t i = 0; i < many; i++) {
        ttr_board drawn = random_tokens(&rng);
        const ttr_board *position = i % 4 == 0 ? &drawn : &board;
        ttr_move move;

        for (size_t k = 0; k < kernel_count; k++)
            expect_same(kernels[k], position, i);
        move = model->random(&board, &rng);
        if (move == TTR_MOVE_NONE)
            board = ttr_board_start();
        else
            ttr_board_apply(&board, move);
    }
}

/* ---- Random moves and games ------------------------------------------------------------------ */

/* A playout is random moves until there is none, and several are one after another. */
static void playouts_are_random_moves_to_the_end(void **state)
{
    (void)state;
    for (size_t k = 0; k < kernel_count; k++) {
        const ttr_kernel *kernel = kernels[k];
        uint64_t seed = 7, seed_too = 7;
        ttr_tally all = {{0, 0}, 0, 0}, tally = {{0, 0}, 0, 0};
        ttr_board start = ttr_board_start();

        kernel->playouts(&start, &seed, 200, &all);
        for (int game = 0; game < 200; game++) {
            ttr_board board = start;
            ttr_rng rng;
            ttr_move move;
            int red, blue;

            ttr_rng_seed(&rng, ttr_rng_mix(&seed_too));
            while ((move = kernel->random(&board, &rng)) != TTR_MOVE_NONE)
                ttr_board_apply(&board, move);
            red = ttr_cellset_count(board.tokens[TTR_RED]);
            blue = ttr_cellset_count(board.tokens[TTR_BLUE]);
            tally.actions += board.ply;
            if (board.ply < TTR_MAX_ACTIONS)
                tally.wins[1 - ttr_board_turn(&board)]++;
            else if (red == blue)
                tally.draws++;
            else
                tally.wins[red > blue ? TTR_RED : TTR_BLUE]++;
        }
        assert_memory_equal(&all, &tally, sizeof all);
        assert_true(seed == seed_too);
    }
}

/* From action 149 on games end at the limit, where tokens decide and nobody may win. */
static void playouts_end_at_the_limit(void **state)
{
    ttr_rng rng;
    int results[3] = {0};

    (void)state;
    ttr_rng_seed(&rng, 33);
    for (int i = 0; i < 3000; i++) {
        ttr_cellset red = random_cells(&rng, 12);
        ttr_cellset blue = ttr_cellset_minus(random_cells(&rng, 13), red);
        ttr_board board = ttr_board_of(red, blue, TTR_MAX_ACTIONS - (uint32_t)(i % 2));

        for (size_t k = 0; k < kernel_count; k++) {
            ttr_rng copy = rng;
            ttr_rng copy_too = rng;
            int winner = kernels[k]->playout(&board, &copy);

            assert_int_equal(winner, ttr_kernel_portable.playout(&board, &copy_too));
            if (board.ply == TTR_MAX_ACTIONS) {
                int lead = ttr_cellset_count(red) - ttr_cellset_count(blue);

                assert_int_equal(winner, lead > 0 ? TTR_RED : lead < 0 ? TTR_BLUE : TTR_NOBODY);
            }
            results[winner]++;
        }
    }
    assert_true(results[0] > 0 && results[1] > 0 && results[2] > 0);
}

/* ---- Which kernel runs ----------------------------------------------------------------------- */

static bool runs(ttr_kernel_kind kind)
{
    return ttr_kernels[kind] != NULL && ttr_kernel_now() == ttr_kernels[kind];
}

static void the_kind_that_is_chosen_runs(void **state)
{
    (void)state;
    expect_the_chosen_kind_runs(runs);
    assert_ptr_equal(ttr_kernels[TTR_KERNEL_PORTABLE], &ttr_kernel_portable);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_agrees_with_the_slow_board),
        cmocka_unit_test(all_kernels_agree_on_many_positions),
        cmocka_unit_test(playouts_are_random_moves_to_the_end),
        cmocka_unit_test(playouts_end_at_the_limit),
        cmocka_unit_test(the_kind_that_is_chosen_runs),
    };

    return cmocka_run_group_tests_name("kernels", tests, find_kernels, NULL);
}
