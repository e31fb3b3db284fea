/* SPDX-License-Identifier: MIT */
/* The kernels of lib/core: each against the slow board, and all against one another. */
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"
#include "kernel.h"
#include "slow_board.h"

/* Built for this test alone: without the compiler's vectors, and without the processor's AVX-512,
 * which needs AVX2 all the same. */
extern const ttr_kernel test_kernel_words;
#ifdef TEST_EMULATED_AVX512
extern const ttr_kernel test_kernel_emulated;
#endif

/* How many positions the kernels are compared on. The environment asks for more: a million take
 * half a minute. Whoever runs a sanitizer or a debugger waits long enough for a tenth of them. */
static uint64_t many_positions(void)
{
    const char *wish = getenv("TEST_KERNEL_POSITIONS");

#ifdef NDEBUG
    return wish != NULL ? strtoull(wish, NULL, 10) : 200000;
#else
    return wish != NULL ? strtoull(wish, NULL, 10) : 20000;
#endif
}

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
static void expect_survey(const ttr_kernel *kernel, const ttr_board *board, const slow_board *slow)
{
    ttr_survey survey, expected;

    if (board->ply < TTR_OPENING_ACTIONS || board->ply >= TTR_MAX_ACTIONS)
        return;
    expected = slow_survey(slow);
    kernel->survey(board, &survey);
    assert_memory_equal(&survey, &expected, sizeof survey);
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
            int steps = 1 + (int)ttr_rng_below(&rng, 60);

            for (size_t k = 0; k < kernel_count; k++) {
                expect_moves(kernels[k], &board, &slow);
                assert_int_equal(kernels[k]->exclusive_reach(&board, steps),
                                 slow_exclusive_reach(&slow, steps));
                expect_survey(kernels[k], &board, &slow);
            }
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

static ttr_cellset random_cells(ttr_rng *rng, uint32_t percent)
{
    ttr_cellset cells = ttr_cellset_empty();

    for (int cell = 0; cell < TTR_CELLS; cell++) {
        if (ttr_rng_below(rng, 100) < percent)
            cells = ttr_cellset_or(cells, ttr_cellset_of(cell));
    }
    return cells;
}

/* Any two disjoint sets of tokens, sparse to dense, in every phase of the game. */
static ttr_board random_tokens(ttr_rng *rng)
{
    static const uint32_t PLIES[] = {0, 1, 2, 3, 40, 41, 77, 148, 149, 150};
    uint32_t percent = ttr_rng_below(rng, 55);
    ttr_cellset red = random_cells(rng, percent);
    ttr_cellset blue = ttr_cellset_minus(random_cells(rng, percent), red);

    return ttr_board_of(red, blue, PLIES[ttr_rng_below(rng, TTR_COUNT_OF(PLIES))]);
}

/* All that `kernel` finds in a position is what the portable one finds. */
static void expect_same(const ttr_kernel *kernel, const ttr_board *board, uint64_t seed)
{
    const ttr_kernel *model = &ttr_kernel_portable;
    ttr_move moves[TTR_LIST_ROOM], expected[TTR_LIST_ROOM];
    size_t count = model->list(board, expected);
    int steps = 1 + (int)(seed % 12);
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
    assert_int_equal(kernel->exclusive_reach(board, steps), model->exclusive_reach(board, steps));
    if (board->ply < TTR_MAX_ACTIONS) {
        ttr_survey survey, surveyed;

        kernel->survey(board, &survey);
        model->survey(board, &surveyed);
        assert_memory_equal(&survey, &surveyed, sizeof survey);
    }
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

static void the_kind_that_is_chosen_runs(void **state)
{
    ttr_kernel_kind before = ttr_kernel_kind_now(), kind;

    (void)state;
    for (uint32_t i = 0; (kind = ttr_kernel_kind_at(i)) != TTR_KERNEL_NONE; i++) {
        ttr_kernel_kind_choose(kind);
        assert_non_null(ttr_kernels[kind]);
        assert_ptr_equal(ttr_kernel_now(), ttr_kernels[kind]);
    }
    assert_ptr_equal(ttr_kernel_now(), &ttr_kernel_portable);
    ttr_kernel_kind_choose(before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel_agrees_with_the_slow_board),
        cmocka_unit_test(all_kernels_agree_on_many_positions),
        cmocka_unit_test(every_kernel_computes_networks_exactly),
        cmocka_unit_test(playouts_are_random_moves_to_the_end),
        cmocka_unit_test(playouts_end_at_the_limit),
        cmocka_unit_test(the_kind_that_is_chosen_runs),
    };

    return cmocka_run_group_tests_name("kernels", tests, find_kernels, NULL);
}
