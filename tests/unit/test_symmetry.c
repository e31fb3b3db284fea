/* SPDX-License-Identifier: MIT */
/* The 968 symmetries of the torus. */
#include "board_image.h"
#include "boards.h"
#include "cmocka_all.h"
#include "movegen.h"
#include "rng.h"
#include "symmetry.h"

static ttr_board board_from(uint64_t seed, uint32_t actions)
{
    ttr_rng rng;

    ttr_rng_seed(&rng, seed);
    return board_after(&rng, actions);
}

static bool equal(const ttr_board *a, const ttr_board *b)
{
    return ttr_cellset_equal(a->tokens[0], b->tokens[0]) &&
           ttr_cellset_equal(a->tokens[1], b->tokens[1]) && a->ply == b->ply && a->key == b->key;
}

static void each_is_undone_by_its_inverse(void **state)
{
    (void)state;
    for (int symmetry = 0; symmetry < TTR_SYMMETRIES; symmetry++) {
        int inverse = ttr_symmetry_inverse(symmetry);

        assert_true(inverse >= 0 && inverse < TTR_SYMMETRIES);
        for (int cell = 0; cell < TTR_CELLS; cell++) {
            assert_int_equal(ttr_symmetry_cell(inverse, ttr_symmetry_cell(symmetry, cell)), cell);
            assert_int_equal(ttr_symmetry_cell(symmetry, ttr_symmetry_cell(inverse, cell)), cell);
        }
    }
    assert_int_equal(ttr_symmetry_cell(0, 57), 57);
}

/* Where cells (0, 0) and (1, 2) go tells all symmetries apart. */
static void no_two_are_the_same(void **state)
{
    static bool seen[TTR_CELLS * TTR_CELLS];

    (void)state;
    for (int symmetry = 0; symmetry < TTR_SYMMETRIES; symmetry++) {
        int corner = ttr_symmetry_cell(symmetry, 0), beside = ttr_symmetry_cell(symmetry, 13);
        bool *place = &seen[TTR_CELLS * corner + beside];

        assert_false(*place);
        *place = true;
    }
}

static void moves_map_to_legal_moves_and_lead_to_images(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 6; seed++) {
        ttr_board board = board_from(seed, (uint32_t)(8 * seed + seed % 2));
        ttr_move moves[TTR_LIST_ROOM], images[TTR_LIST_ROOM];
        size_t count = ttr_movegen_list(&board, moves);

        for (int symmetry = 0; symmetry < TTR_SYMMETRIES; symmetry += 1 + (int)seed) {
            ttr_board image = board_image(symmetry, &board);

            assert_int_equal(ttr_movegen_list(&image, images), count);
            for (size_t i = 0; i < count; i += 1 + count / 40) {
                ttr_board after = ttr_board_after(&board, moves[i]);
                ttr_board expected = board_image(symmetry, &after);

                after = ttr_board_after(&image, ttr_symmetry_move(symmetry, moves[i]));
                assert_true(equal(&after, &expected));
            }
        }
    }
}

static void all_images_have_one_canonical_form(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 5; seed++) {
        ttr_board board = board_from(seed, (uint32_t)(seed < 4 ? seed : 30));
        int symmetry;
        ttr_board canonical = ttr_symmetry_canonical(&board, &symmetry);

        for (int by = 0; by < TTR_SYMMETRIES; by += seed < 4 ? 1 : 17) {
            ttr_board image = board_image(by, &board);
            ttr_board found = ttr_symmetry_canonical(&image, &symmetry);

            assert_true(equal(&found, &canonical));
            image = board_image(symmetry, &image);
            assert_true(equal(&image, &canonical));
        }
    }
}

/* O, I, T, L (which is J in a mirror) and S (which is Z). */
static void there_are_five_first_moves(void **state)
{
    ttr_board start = ttr_board_start(), found[6];
    size_t count = 0;

    (void)state;
    for (int move = 0; move < TTR_PLACEMENTS; move += move % 121 < 5 ? 1 : 29) {
        ttr_board after = ttr_board_after(&start, (ttr_move)move);
        int symmetry;
        size_t i = 0;

        after = ttr_symmetry_canonical(&after, &symmetry);
        while (i < count && !equal(&found[i], &after))
            i++;
        if (i == count) {
            assert_true(count < 5);
            found[count++] = after;
        }
    }
    assert_int_equal(count, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_undone_by_its_inverse),
        cmocka_unit_test(no_two_are_the_same),
        cmocka_unit_test(moves_map_to_legal_moves_and_lead_to_images),
        cmocka_unit_test(all_images_have_one_canonical_form),
        cmocka_unit_test(there_are_five_first_moves),
    };

    return cmocka_run_group_tests_name("symmetry", tests, NULL, NULL);
}
