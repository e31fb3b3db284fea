/* SPDX-License-Identifier: MIT */
/* The mechanics of the well against pieces that fall row by row through a grid of cells. */
#include "well_setup.h"

/* ---- Pieces by picture ----------------------------------------------------------------------- */

/* O I L J T S Z, their orientations in the order of their numbers; rows from the top one down. */
static const char *const PICTURES[TTR_WELL_PIECES][4] = {
    {"##/##"},
    {"#/#/#/#", "####"},
    {"#./#./##", "###/#..", "##/.#/.#", "..#/###"},
    {".#/.#/##", "#../###", "##/#./#.", "###/..#"},
    {"#./##/#.", "###/.#.", ".#/##/.#", ".#./###"},
    {".##/##.", "#./##/.#"},
    {"##./.##", ".#/##/#."},
};

static int width_of(const char *picture)
{
    const char *slash = strchr(picture, '/');

    return slash == NULL ? (int)strlen(picture) : (int)(slash - picture);
}

static int height_of(const char *picture)
{
    int height = 1;

    for (; *picture != '\0'; picture++)
        height += *picture == '/';
    return height;
}

/* Is the cell at this row from below and column of the picture filled? */
static bool has_cell(const char *picture, int row, int column)
{
    return picture[(height_of(picture) - 1 - row) * (width_of(picture) + 1) + column] == '#';
}

static void moves_are_numbered_by_orientation_and_then_by_column(void **state)
{
    (void)state;
    for (int piece = 0; piece < TTR_WELL_PIECES; piece++) {
        int number = 0;

        for (int o = 0; o < 4 && PICTURES[piece][o] != NULL; o++) {
            const char *picture = PICTURES[piece][o];

            for (int slot = 0; slot + width_of(picture) <= TTR_WELL_COLUMNS; slot++, number++) {
                ttr_drop_move move = ttr_well_move(piece, number);

                assert_int_equal(move.orientation, o);
                assert_int_equal(move.slot, slot);
                assert_int_equal(move.shape->width, width_of(picture));
                assert_int_equal(move.shape->height, height_of(picture));
            }
        }
        assert_int_equal(ttr_well_move_count(piece), number);
    }
}

static void a_shape_is_solid_from_bottom_to_top(void **state)
{
    (void)state;
    for (int piece = 0; piece < TTR_WELL_PIECES; piece++) {
        for (int number = 0; number < ttr_well_move_count(piece); number++) {
            ttr_drop_move move = ttr_well_move(piece, number);
            const char *picture = PICTURES[piece][move.orientation];

            for (int c = 0; c < 4; c++) {
                int column = c < move.shape->width ? c : move.shape->width - 1;

                for (int row = 0; row < move.shape->height; row++)
                    assert_int_equal(row >= move.shape->bottom[c] && row < move.shape->top[c],
                                     has_cell(picture, row, column));
            }
        }
    }
}

/* ---- Falling --------------------------------------------------------------------------------- */

enum { SKY = 28 }; /* rows of the grid: room above every well for a piece to begin */

typedef struct grid {
    bool cells[SKY][TTR_WELL_COLUMNS];
} grid;

static grid grid_of(const ttr_well *well)
{
    grid g = {{{false}}};

    for (int row = 0; row < TTR_WELL_ROWS; row++) {
        for (int c = 0; c < TTR_WELL_COLUMNS; c++)
            g.cells[row][c] = (well->columns[c] >> row & 1) != 0;
    }
    return g;
}

static bool is_free(const grid *g, const char *picture, int row, int slot)
{
    if (row < 0)
        return false;
    for (int r = 0; r < height_of(picture); r++) {
        for (int c = 0; c < width_of(picture); c++) {
            if (has_cell(picture, r, c) && g->cells[row + r][slot + c])
                return false;
        }
    }
    return true;
}

static bool is_full(const grid *g, int row)
{
    for (int c = 0; c < TTR_WELL_COLUMNS; c++) {
        if (!g->cells[row][c])
            return false;
    }
    return true;
}

/* Let the piece fall, row by row. */
static ttr_dropped slow_drop(grid *g, int rows, const char *picture, int slot)
{
    ttr_dropped dropped = {.height = (uint8_t)height_of(picture)};
    int row = SKY - 4;

    while (is_free(g, picture, row - 1, slot))
        row--;
    if (row + height_of(picture) > rows)
        return (ttr_dropped){.lost = true};
    dropped.row = (uint8_t)row;
    for (int r = 0; r < height_of(picture); r++) {
        for (int c = 0; c < width_of(picture); c++)
            g->cells[row + r][slot + c] |= has_cell(picture, r, c);
    }
    for (int r = 0; r < height_of(picture); r++) {
        for (int c = 0; is_full(g, row + r) && c < width_of(picture); c++)
            dropped.eroded += has_cell(picture, r, c);
    }
    for (int r = row + 3; r >= 0; r--) {
        if (!is_full(g, r))
            continue;
        memmove(g->cells[r], g->cells[r + 1], sizeof g->cells[0] * (size_t)(SKY - 1 - r));
        dropped.cleared++;
    }
    return dropped;
}

/* A well that single cells are wanting to fill, so that every number of rows vanishes. */
static ttr_well nearly_full(ttr_rng *seed, int rows)
{
    ttr_well well = {{0}};
    int gap = (int)ttr_rng_below(seed, 7), width = 1 + (int)ttr_rng_below(seed, 4);

    for (int c = 0; c < TTR_WELL_COLUMNS; c++) {
        if (c < gap || c >= gap + width)
            well.columns[c] = (1U << (rows - 1)) - 1;
    }
    return well;
}

static void pieces_lie_where_they_fall_and_full_rows_vanish(void **state)
{
    static const int ROWS[] = {20, 12, 4};
    ttr_rng seed = seeded(41);
    int cleared[5] = {0}, lost = 0;

    (void)state;
    for (int i = 0; i < 300; i++) {
        int rows = ROWS[i % 3], piece = i / 3 % TTR_WELL_PIECES;
        ttr_well well =
            i % 4 == 0 ? nearly_full(&seed, rows < 6 ? rows : 6) : random_well(&seed, rows);

        for (int number = 0; number < ttr_well_move_count(piece); number++) {
            ttr_drop_move move = ttr_well_move(piece, number);
            ttr_well after = well;
            grid slow = grid_of(&well), fast;
            ttr_dropped dropped = ttr_well_drop(&after, rows, piece, number);
            ttr_dropped expected =
                slow_drop(&slow, rows, PICTURES[piece][move.orientation], move.slot);

            fast = grid_of(&after);
            assert_memory_equal(&fast, &slow, sizeof fast);
            assert_int_equal(dropped.lost, expected.lost);
            assert_int_equal(dropped.row, expected.row);
            assert_int_equal(dropped.height, expected.height);
            assert_int_equal(dropped.cleared, expected.cleared);
            assert_int_equal(dropped.eroded, expected.eroded);
            cleared[dropped.cleared]++;
            lost += dropped.lost;
        }
    }
    for (int i = 0; i <= 4; i++)
        assert_true(cleared[i] > 0);
    assert_true(lost > 100);
}

static void what_is_above_full_rows_slides_down_as_it_is(void **state)
{
    ttr_well well = well_of("......##../####.#####/#####.####/####.#####");
    ttr_dropped dropped;

    (void)state;
    dropped = ttr_well_drop(&well, 20, 1, 4); /* I upright in column 4, on row 2's floor */
    assert_int_equal(dropped.row, 2);
    assert_int_equal(dropped.cleared, 1);
    assert_int_equal(dropped.eroded, 1);
    expect_well(&well, "....#...../....#...../....#.##../#####.####/####.#####");
}

static void a_piece_that_stands_out_loses_whatever_it_would_fill(void **state)
{
    ttr_well well = well_of("####.#####/####.#####/####.#####/..........");
    ttr_well before = well;
    ttr_dropped dropped;

    (void)state;
    well.columns[4] = before.columns[4] = 1; /* four rows of the piece need rows 1 to 4 */
    dropped = ttr_well_drop(&well, 4, 1, 4);
    assert_true(dropped.lost);
    assert_int_equal(dropped.row + dropped.height + dropped.cleared + dropped.eroded, 0);
    assert_memory_equal(&well, &before, sizeof well);
    dropped = ttr_well_drop(&well, 5, 1, 4);
    assert_false(dropped.lost);
    assert_int_equal(dropped.cleared, 3);
}

static void a_column_is_as_high_as_its_highest_cell(void **state)
{
    (void)state;
    assert_int_equal(ttr_column_height(0), 0);
    for (int row = 0; row < TTR_WELL_ROWS; row++) {
        assert_int_equal(ttr_column_height(1U << row), row + 1);
        assert_int_equal(ttr_column_height(1U << row | 1), row + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_numbered_by_orientation_and_then_by_column),
        cmocka_unit_test(a_shape_is_solid_from_bottom_to_top),
        cmocka_unit_test(pieces_lie_where_they_fall_and_full_rows_vanish),
        cmocka_unit_test(what_is_above_full_rows_slides_down_as_it_is),
        cmocka_unit_test(a_piece_that_stands_out_loses_whatever_it_would_fill),
        cmocka_unit_test(a_column_is_as_high_as_its_highest_cell),
    };

    return cmocka_run_group_tests_name("well", tests, NULL, NULL);
}
