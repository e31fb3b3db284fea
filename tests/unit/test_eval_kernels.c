/* SPDX-License-Identifier: MIT */
/* The kernels of lib/eval: each against slow definitions, and all against one another. */
#include <string.h>

#include "cmocka_all.h"
#include "eval_kernel.h"
#include "kernel_kinds.h"
#include "movegen.h"
#include "random_tokens.h"
#include "slow_board.h"

/* Built for this test alone, as those of test_kernels.c. */
extern const ttr_eval_kernel test_eval_kernel_words;
#ifdef TEST_EMULATED_AVX512
extern const ttr_eval_kernel test_eval_kernel_emulated;
#endif

static const ttr_eval_kernel *kernels[8];
static size_t kernel_count;

static int find_kernels(void **state)
{
    ttr_kernel_kind kind;

    (void)state;
    for (uint32_t i = 0; (kind = ttr_kernel_kind_at(i)) != TTR_KERNEL_NONE; i++)
        kernels[kernel_count++] = ttr_eval_kernels[kind];
#ifdef TEST_EMULATED_AVX512
    if (ttr_kernel_kind_of_processor() >= TTR_KERNEL_AVX2)
        kernels[kernel_count++] = &test_eval_kernel_emulated;
#endif
    kernels[kernel_count++] = &test_eval_kernel_words;
    return 0;
}

/* ---- Against slow definitions ---------------------------------------------------------------- */

/* Steps from each cell to the nearest token, through empty cells; 121 where there is no way. */
static void slow_distances(const slow_board *slow, char colour, int distance[SLOW_CELLS])
{
    bool changed = true;

    for (int cell = 0; cell < SLOW_CELLS; cell++)
        distance[cell] = slow->cells[cell / 11][cell % 11] == colour ? 0 : SLOW_CELLS;
    while (changed) {
        changed = false;
        for (int cell = 0; cell < SLOW_CELLS; cell++) {
            const int next_to[4] = {(cell + 11) % 121, (cell + 110) % 121,
                                    cell / 11 * 11 + (cell + 1) % 11,
                                    cell / 11 * 11 + (cell % 11 + 10) % 11};

            if (slow->cells[cell / 11][cell % 11] != '.')
                continue;
            for (int i = 0; i < 4; i++) {
                if (distance[next_to[i]] + 1 < distance[cell]) {
                    distance[cell] = distance[next_to[i]] + 1;
                    changed = true;
                }
            }
        }
    }
}

static int slow_exclusive_reach(const slow_board *slow, int steps)
{
    int own[SLOW_CELLS], other[SLOW_CELLS];
    int lead = 0;

    slow_distances(slow, slow_board_turn(slow), own);
    slow_distances(slow, slow_board_turn(slow) == 'r' ? 'b' : 'r', other);
    for (int cell = 0; cell < SLOW_CELLS; cell++) {
        if (slow->cells[cell / 11][cell % 11] == '.')
            lead += (own[cell] <= steps) - (other[cell] <= steps);
    }
    return lead;
}

/* Which cells the legal moves of a colour cover. */
static void slow_cover(const slow_board *slow, char colour, bool covered[SLOW_CELLS])
{
    static int moves[SLOW_PLACEMENTS];
    int count = slow_board_moves(slow, colour, moves);

    memset(covered, 0, SLOW_CELLS * sizeof covered[0]);
    for (int i = 0; i < count; i++) {
        int cells[4];

        slow_placement(moves[i], cells);
        for (int j = 0; j < 4; j++)
            covered[cells[j]] = true;
    }
}

static int slow_room(const bool alone[SLOW_CELLS])
{
    int room = 0;

    for (int i = 0; i < SLOW_PLACEMENTS; i++) {
        int cells[4];

        slow_placement(i, cells);
        room += alone[cells[0]] && alone[cells[1]] && alone[cells[2]] && alone[cells[3]];
    }
    return room;
}

/* Can any piece at all cover the cell? */
static bool slow_is_usable(const slow_board *slow, int cell)
{
    for (int i = 0; i < SLOW_PLACEMENTS; i++) {
        int cells[4];
        bool fits = true, has = false;

        slow_placement(i, cells);
        for (int j = 0; j < 4; j++) {
            fits = fits && slow->cells[cells[j] / 11][cells[j] % 11] == '.';
            has = has || cells[j] == cell;
        }
        if (fits && has)
            return true;
    }
    return false;
}

/* A survey by what its words mean, move by move and cell by cell. */
static ttr_survey slow_survey(const slow_board *slow)
{
    const char sides[2] = {slow_board_turn(slow), slow_board_turn(slow) == 'r' ? 'b' : 'r'};
    ttr_survey survey = {{0}, {0}, {0}, {0}, {0}, {0}};
    bool covered[2][SLOW_CELLS], alone[2][SLOW_CELLS];
    int distance[2][SLOW_CELLS];

    for (int side = 0; side < 2; side++) {
        survey.moves[side] = slow_board_moves(slow, sides[side], NULL);
        slow_cover(slow, sides[side], covered[side]);
        slow_distances(slow, sides[side], distance[side]);
    }
    for (int side = 0; side < 2; side++) {
        for (int cell = 0; cell < SLOW_CELLS; cell++) {
            alone[side][cell] = slow->cells[cell / 11][cell % 11] == '.' &&
                                distance[side][cell] <= 8 && distance[1 - side][cell] > 8 &&
                                slow_is_usable(slow, cell);
            survey.tokens[side] += slow->cells[cell / 11][cell % 11] == sides[side];
            survey.near[side] += covered[side][cell];
            survey.near_alone[side] += covered[side][cell] && !covered[1 - side][cell];
            survey.alone[side] += alone[side][cell];
        }
        survey.room[side] = slow_room(alone[side]);
    }
    return survey;
}

/* In the opening moves need not touch, but cells are still reached from tokens: not compared. */
static void expect_survey(const ttr_eval_kernel *kernel, const ttr_board *board,
                          const slow_board *slow)
{
    ttr_survey survey, expected;

    if (board->ply < TTR_OPENING_ACTIONS || board->ply >= TTR_MAX_ACTIONS)
        return;
    expected = slow_survey(slow);
    kernel->survey(board, &survey);
    assert_memory_equal(&survey, &expected, sizeof survey);
}

static void every_kernel_agrees_with_the_definitions(void **state)
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
            int steps = 1 + (int)ttr_rng_below(&rng, 60);

            for (size_t k = 0; k < kernel_count; k++) {
                assert_int_equal(kernels[k]->exclusive_reach(&board, steps),
                                 slow_exclusive_reach(&slow, steps));
                expect_survey(kernels[k], &board, &slow);
            }
            move = ttr_movegen_random(&board, &rng);
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

static void expect_same(const ttr_eval_kernel *kernel, const ttr_board *board, int steps)
{
    const ttr_eval_kernel *model = &ttr_eval_kernel_portable;
    ttr_survey survey, expected;

    assert_int_equal(kernel->exclusive_reach(board, steps), model->exclusive_reach(board, steps));
    if (board->ply >= TTR_MAX_ACTIONS)
        return;
    kernel->survey(board, &survey);
    model->survey(board, &expected);
    assert_memory_equal(&survey, &expected, sizeof survey);
}

static void all_kernels_agree_on_many_positions(void **state)
{
    const uint64_t many = many_positions();
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 32);
    for (uint64_t i = 0; i < many; i++) {
        ttr_board board = random_tokens(&rng);

        for (size_t k = 0; k < kernel_count; k++)
            expect_same(kernels[k], &board, 1 + (int)(i % 12));
    }
}

/* ---- Networks -------------------------------------------------------------------------------- */

static int32_t random_between(ttr_rng *rng, int32_t low, int32_t high)
{
    return low + (int32_t)ttr_rng_below(rng, (uint32_t)(high - low) + 1);
}

/* Small weights, where no unit is cut, up to the largest that 32 bits allow. */
static ttr_network random_network(ttr_rng *rng)
{
    int32_t first = 1 << ttr_rng_below(rng, 16), last = 1 << ttr_rng_below(rng, 14);
    ttr_network network;

    for (int j = 0; j < TTR_NETWORK_HIDDEN; j++) {
        for (int i = 0; i < TTR_NETWORK_TERMS; i++)
            network.first[i / 2][j][i % 2] = (int16_t)random_between(rng, -first, first - 1);
        network.bias[j] = random_between(rng, -1000000, 1000000);
        network.last[j] = (int16_t)random_between(rng, -last, last - 1);
    }
    network.last_bias = random_between(rng, -1000000, 1000000);
    return network;
}

static int32_t slow_network(const ttr_network *network, const int16_t *terms)
{
    int64_t output = network->last_bias;

    for (int j = 0; j < TTR_NETWORK_HIDDEN; j++) {
        int64_t sum = network->bias[j];

        for (int i = 0; i < TTR_NETWORK_TERMS; i++)
            sum += (int64_t)terms[i] * network->first[i / 2][j][i % 2];
        sum = sum < 0 ? 0 : sum / (1 << TTR_NETWORK_SHIFT);
        output += (sum > TTR_NETWORK_LIMIT ? TTR_NETWORK_LIMIT : sum) * network->last[j];
    }
    return (int32_t)output;
}

static void every_kernel_computes_networks_exactly(void **state)
{
    ttr_rng rng;

    (void)state;
    ttr_rng_seed(&rng, 33);
    for (int round = 0; round < 20000; round++) {
        ttr_network network = random_network(&rng);
        int16_t terms[TTR_NETWORK_TERMS];

        for (int i = 0; i < TTR_NETWORK_TERMS; i++)
            terms[i] = (int16_t)random_between(&rng, -TTR_NETWORK_TERM, TTR_NETWORK_TERM);
        for (size_t k = 0; k < kernel_count; k++)
            assert_int_equal(kernels[k]->network(&network, terms), slow_network(&network, terms));
    }
}

static bool runs(ttr_kernel_kind kind)
{
    return ttr_eval_kernels[kind] != NULL && ttr_eval_kernel_now() == ttr_eval_kernels[kind];
}

static void the_kind_that_is_chosen_runs(void **state)
{
    (void)state;
    expect_the_chosen_kind_runs(runs);
    assert_ptr_equal(ttr_eval_kernels[TTR_KERNEL_PORTABLE], &ttr_eval_kernel_portable);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_agrees_with_the_definitions),
        cmocka_unit_test(all_kernels_agree_on_many_positions),
        cmocka_unit_test(every_kernel_computes_networks_exactly),
        cmocka_unit_test(the_kind_that_is_chosen_runs),
    };

    return cmocka_run_group_tests_name("eval kernels", tests, find_kernels, NULL);
}
