/* SPDX-License-Identifier: MIT */
/* The reference of the fuzzers against the slow board that it must equal. */
#include <string.h>

#include "cmocka_all.h"
#include "counted_board.h"

static void assert_same_moves(const counted_board *counted, char colour)
{
    int expected[SLOW_PLACEMENTS];
    uint16_t found[SLOW_PLACEMENTS];
    uint8_t mask[SLOW_PLACEMENTS];
    int count = slow_board_moves(&counted->board, colour, expected);

    assert_int_equal(counted_board_moves(counted, colour, found), count);
    assert_int_equal(counted_board_moves(counted, colour, NULL), count);
    assert_int_equal(counted_board_mask(counted, colour, mask), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(found[i], expected[i]);
        assert_int_equal(mask[expected[i]], 1);
        assert_true(counted_board_may_place(counted, colour, expected[i]));
    }
}

static void assert_same_counts(const counted_board *counted)
{
    counted_board anew;

    counted_board_set(&anew, &counted->board);
    assert_memory_equal(anew.taken, counted->taken, sizeof anew.taken);
    assert_memory_equal(anew.touching, counted->touching, sizeof anew.touching);
}

/* xorshift: the same games everywhere. */
static uint32_t draw(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void random_games_are_counted_as_the_slow_board_judges_them(void **state)
{
    uint32_t seed = 7;
    int lines = 0;

    (void)state;
    for (int game = 0; game < 40; game++) {
        counted_board counted;
        slow_board slow;
        uint16_t moves[SLOW_PLACEMENTS];
        int count;

        counted_board_start(&counted);
        slow_board_start(&slow);
        while ((count = counted_board_moves(&counted, slow_board_turn(&slow), moves)) > 0) {
            int move = moves[draw(&seed) % (uint32_t)count];
            int emptied = slow_board_apply(&slow, move);

            assert_int_equal(counted_board_apply(&counted, move), emptied);
            assert_memory_equal(counted.board.cells, slow.cells, sizeof slow.cells);
            assert_int_equal(counted.board.ply, slow.ply);
            assert_same_moves(&counted, 'r');
            assert_same_moves(&counted, 'b');
            assert_same_counts(&counted);
            assert_int_equal(counted_board_result(&counted), slow_board_result(&slow));
            lines += emptied;
        }
    }
    assert_true(lines > 40);
}

static void a_board_of_any_tokens_is_counted(void **state)
{
    uint32_t seed = 8;

    (void)state;
    for (int board = 0; board < 200; board++) {
        uint32_t density = 1 + draw(&seed) % 8;
        counted_board counted;
        slow_board slow;

        slow_board_start(&slow);
        slow.ply = (int)(draw(&seed) % 151);
        for (int cell = 0; cell < SLOW_CELLS; cell++) {
            if (draw(&seed) % 8 < density)
                slow.cells[cell / SLOW_SIZE][cell % SLOW_SIZE] = draw(&seed) % 2 ? 'r' : 'b';
        }
        counted_board_set(&counted, &slow);
        assert_same_moves(&counted, 'r');
        assert_same_moves(&counted, 'b');
        assert_int_equal(counted_board_result(&counted), slow_board_result(&slow));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_are_counted_as_the_slow_board_judges_them),
        cmocka_unit_test(a_board_of_any_tokens_is_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
