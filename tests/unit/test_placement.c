/* SPDX-License-Identifier: MIT */
/* The generated tables, rebuilt here in another way: from the seven pieces by turning them. */
#include <string.h>

#include "cmocka_all.h"
#include "placement.h"
#include "slow_board.h"

typedef struct shape {
    int count;
    int row[4], column[4]; /* sorted, smallest row and column 0 */
} shape;

static const int SEVEN[7][4][2] = {
    {{0, 0}, {0, 1}, {0, 2}, {0, 3}}, /* I */
    {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, /* O */
    {{0, 0}, {0, 1}, {0, 2}, {1, 1}}, /* T */
    {{0, 0}, {0, 1}, {0, 2}, {1, 2}}, /* J */
    {{0, 0}, {0, 1}, {0, 2}, {1, 0}}, /* L */
    {{0, 1}, {0, 2}, {1, 0}, {1, 1}}, /* S */
    {{0, 0}, {0, 1}, {1, 1}, {1, 2}}, /* Z */
};

static shape normalise(shape s)
{
    int top = s.row[0], left = s.column[0];

    for (int i = 1; i < 4; i++) {
        top = s.row[i] < top ? s.row[i] : top;
        left = s.column[i] < left ? s.column[i] : left;
    }
    for (int i = 0; i < 4; i++) {
        s.row[i] -= top;
        s.column[i] -= left;
    }
    for (int i = 0; i < 4; i++) {
        for (int j = i + 1; j < 4; j++) {
            if (s.row[j] * 4 + s.column[j] < s.row[i] * 4 + s.column[i]) {
                int row = s.row[i], column = s.column[i];

                s.row[i] = s.row[j], s.column[i] = s.column[j];
                s.row[j] = row, s.column[j] = column;
            }
        }
    }
    return s;
}

static shape quarter_turn(shape s)
{
    for (int i = 0; i < 4; i++) {
        int row = s.row[i];

        s.row[i] = s.column[i];
        s.column[i] = -row;
    }
    return normalise(s);
}

static ttr_cellset place(const shape *s, int anchor)
{
    ttr_cellset cells = ttr_cellset_empty();

    for (int i = 0; i < 4; i++) {
        int row = (anchor / 11 + s->row[i]) % 11;
        int column = (anchor % 11 + s->column[i]) % 11;

        cells = ttr_cellset_or(cells, ttr_cellset_of(row * 11 + column));
    }
    return cells;
}

/* The fixed tetromino that equals a shape: its table rows are the shape at all 121 anchors. */
static int piece_of(const shape *s)
{
    for (int piece = 0; piece < TTR_PIECES; piece++) {
        bool same = true;

        for (int anchor = 0; anchor < TTR_CELLS && same; anchor++)
            same = ttr_cellset_equal(ttr_placement_cells[piece * TTR_CELLS + anchor],
                                     place(s, anchor));
        if (same)
            return piece;
    }
    return -1;
}

static void the_seven_pieces_turned_are_the_nineteen_of_the_table(void **state)
{
    static const char FAMILY[] = "IOTJLSZ";
    bool found[TTR_PIECES] = {false};
    int distinct = 0;

    (void)state;
    for (int seven = 0; seven < 7; seven++) {
        shape s = {4, {0}, {0}};

        for (int i = 0; i < 4; i++) {
            s.row[i] = SEVEN[seven][i][0];
            s.column[i] = SEVEN[seven][i][1];
        }
        s = normalise(s);
        for (int turn = 0; turn < 4; turn++, s = quarter_turn(s)) {
            int piece = piece_of(&s);

            assert_true(piece >= 0);
            assert_int_equal(ttr_piece_name(piece)[0], FAMILY[seven]);
            distinct += !found[piece];
            found[piece] = true;
        }
    }
    assert_int_equal(distinct, TTR_PIECES);
}

static void table_and_list_say_the_same_as_the_drawings(void **state)
{
    (void)state;
    for (int move = 0; move < TTR_PLACEMENTS; move++) {
        ttr_cellset cells = ttr_cellset_empty();
        int drawn[4];

        slow_placement(move, drawn);
        for (int i = 0; i < 4; i++) {
            assert_int_equal(ttr_placement_list[move][i], drawn[i]);
            cells = ttr_cellset_or(cells, ttr_cellset_of(drawn[i]));
        }
        assert_true(ttr_cellset_equal(cells, ttr_placement_cells[move]));
        assert_int_equal(ttr_placement_piece((ttr_move)move), move / 121);
    }
}

static void all_placements_differ_and_are_found_by_their_cells(void **state)
{
    int covering[TTR_CELLS] = {0};

    (void)state;
    for (int move = 0; move < TTR_PLACEMENTS; move++) {
        ttr_move found = TTR_MOVE_NONE;

        assert_true(ttr_placement_find(ttr_placement_cells[move], &found));
        assert_int_equal(found, move);
        for (int i = 0; i < 4; i++)
            covering[ttr_placement_list[move][i]]++;
    }
    for (int cell = 0; cell < TTR_CELLS; cell++)
        assert_int_equal(covering[cell], 76);
}

/* Of the 4-cell subsets of a 4x5 corner, exactly the connected ones are placements. */
static void cells_that_are_no_tetromino_are_not_found(void **state)
{
    int placements = 0;

    (void)state;
    for (unsigned subset = 0; subset < 1u << 20; subset++) {
        ttr_cellset cells = ttr_cellset_empty(), joined;
        ttr_move found = 0;

        if (ttr_bits_count(subset) != 4)
            continue;
        for (int i = 0; i < 20; i++) {
            if (subset >> i & 1)
                cells = ttr_cellset_or(cells, ttr_cellset_of(i / 5 * 11 + i % 5));
        }
        joined = cells;
        ttr_cellset_pop(&joined);
        joined = ttr_cellset_minus(cells, joined); /* the first cell; grow it within the set */
        for (int step = 0; step < 3; step++)
            joined = ttr_cellset_or(joined, ttr_cellset_and(cells, ttr_cellset_neighbours(joined)));
        assert_int_equal(ttr_placement_find(cells, &found), ttr_cellset_equal(joined, cells));
        placements += ttr_cellset_equal(joined, cells);
    }
    assert_true(placements > 100);
    {
        ttr_move found;

        assert_false(ttr_placement_find(ttr_cellset_empty(), &found));
        assert_false(ttr_placement_find(ttr_cellset_complement(ttr_cellset_empty()), &found));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_seven_pieces_turned_are_the_nineteen_of_the_table),
        cmocka_unit_test(table_and_list_say_the_same_as_the_drawings),
        cmocka_unit_test(all_placements_differ_and_are_found_by_their_cells),
        cmocka_unit_test(cells_that_are_no_tetromino_are_not_found),
    };

    return cmocka_run_group_tests_name("placement", tests, NULL, NULL);
}
