/* SPDX-License-Identifier: MIT */
/* Drops a piece into the well, removes full rows, and lists the placements of every piece. */
#include "well.h"

#include "bits.h"
#include "check.h"

/* The pieces by orientation, numbered as in the original program: width, height, bottoms and
 * tops. */
static const ttr_shape O[] = {{2, 2, {0, 0, 0, 0}, {2, 2, 2, 2}}};
static const ttr_shape I[] = {{1, 4, {0, 0, 0, 0}, {4, 4, 4, 4}},
                              {4, 1, {0, 0, 0, 0}, {1, 1, 1, 1}}};
static const ttr_shape L[] = {{2, 3, {0, 0, 0, 0}, {3, 1, 1, 1}},
                              {3, 2, {0, 1, 1, 1}, {2, 2, 2, 2}},
                              {2, 3, {2, 0, 0, 0}, {3, 3, 3, 3}},
                              {3, 2, {0, 0, 0, 0}, {1, 1, 2, 2}}};
static const ttr_shape J[] = {{2, 3, {0, 0, 0, 0}, {1, 3, 3, 3}},
                              {3, 2, {0, 0, 0, 0}, {2, 1, 1, 1}},
                              {2, 3, {0, 2, 2, 2}, {3, 3, 3, 3}},
                              {3, 2, {1, 1, 0, 0}, {2, 2, 2, 2}}};
static const ttr_shape T[] = {{2, 3, {0, 1, 1, 1}, {3, 2, 2, 2}},
                              {3, 2, {1, 0, 1, 1}, {2, 2, 2, 2}},
                              {2, 3, {1, 0, 0, 0}, {2, 3, 3, 3}},
                              {3, 2, {0, 0, 0, 0}, {1, 2, 1, 1}}};
static const ttr_shape S[] = {{3, 2, {0, 0, 1, 1}, {1, 2, 2, 2}},
                              {2, 3, {1, 0, 0, 0}, {3, 2, 2, 2}}};
static const ttr_shape Z[] = {{3, 2, {1, 0, 0, 0}, {2, 2, 1, 1}},
                              {2, 3, {0, 1, 1, 1}, {2, 3, 3, 3}}};

static const struct {
    const ttr_shape *shapes;
    int orientations;
} PIECES[TTR_WELL_PIECES] = {{O, 1}, {I, 2}, {L, 4}, {J, 4}, {T, 4}, {S, 2}, {Z, 2}};

static int slots(const ttr_shape *shape)
{
    return TTR_WELL_COLUMNS + 1 - shape->width;
}

int ttr_well_move_count(int piece)
{
    int count = 0;

    for (int i = 0; i < PIECES[piece].orientations; i++)
        count += slots(&PIECES[piece].shapes[i]);
    return count;
}

/* The moves of each piece: orientation and leftmost column. */
#define SLOTS7(o)                                                                                  \
    {o, 0}, {o, 1}, {o, 2}, {o, 3}, {o, 4}, {o, 5},                                                \
    {                                                                                              \
        o, 6                                                                                       \
    }
#define SLOTS8(o)                                                                                  \
    SLOTS7(o),                                                                                     \
    {                                                                                              \
        o, 7                                                                                       \
    }
#define SLOTS9(o)                                                                                  \
    SLOTS8(o),                                                                                     \
    {                                                                                              \
        o, 8                                                                                       \
    }
#define SLOTS10(o)                                                                                 \
    SLOTS9(o),                                                                                     \
    {                                                                                              \
        o, 9                                                                                       \
    }
static const struct {
    uint8_t orientation, slot;
} MOVES[TTR_WELL_PIECES][TTR_WELL_MOVES] = {
    {SLOTS9(0)},
    {SLOTS10(0), SLOTS7(1)},
    {SLOTS9(0), SLOTS8(1), SLOTS9(2), SLOTS8(3)},
    {SLOTS9(0), SLOTS8(1), SLOTS9(2), SLOTS8(3)},
    {SLOTS9(0), SLOTS8(1), SLOTS9(2), SLOTS8(3)},
    {SLOTS8(0), SLOTS9(1)},
    {SLOTS8(0), SLOTS9(1)},
};

ttr_drop_move ttr_well_move(int piece, int move)
{
    uint8_t orientation = MOVES[piece][move].orientation;

    TTR_ASSERT(move >= 0 && move < ttr_well_move_count(piece));
    return (ttr_drop_move){orientation, MOVES[piece][move].slot,
                           &PIECES[piece].shapes[orientation]};
}

int ttr_column_height(uint32_t column)
{
    TTR_ASSERT(column >> TTR_WELL_ROWS == 0);
    return ttr_bits_highest(column << 1 | 1); /* no branch for an empty column */
}

/* The well's column below column i (0..3) of the piece; beyond its width that of its last one. */
static int column_below(const ttr_drop_move *move, int i)
{
    int last = move->shape->width - 1;

    return move->slot + (i < last ? i : last);
}

/* The row on which the piece comes to lie: the highest that any of its columns needs. Four rounds
 * for every piece leave the processor nothing to predict. */
static int landing_row(const ttr_well *well, const ttr_drop_move *move)
{
    int row = 0;

    for (int i = 0; i < 4; i++) {
        int here = ttr_column_height(well->columns[column_below(move, i)]) - move->shape->bottom[i];

        row = here > row ? here : row;
    }
    return row;
}

/* The cells of column i of the piece when it lies on `row`. */
static uint32_t piece_column(const ttr_shape *shape, int i, int row)
{
    return ((1U << shape->top[i]) - (1U << shape->bottom[i])) << row;
}

/* Take out row `row` and let what is above it slide down. */
static void remove_row(ttr_well *well, int row)
{
    uint32_t below = (1U << row) - 1;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++) {
        uint32_t column = well->columns[c];

        well->columns[c] = (column & below) | ((column >> 1) & ~below);
    }
}

static uint32_t full_rows(const ttr_well *well)
{
    uint32_t full = well->columns[0];

    for (int c = 1; c < TTR_WELL_COLUMNS; c++)
        full &= well->columns[c];
    return full;
}

/* Remove full rows, from the top one down, and count the piece's cells in them. */
static void vanish(ttr_well *well, const ttr_drop_move *move, uint32_t full, ttr_dropped *dropped)
{
    for (int i = 0; i < move->shape->width; i++)
        dropped->eroded +=
            (uint8_t)ttr_bits_count(piece_column(move->shape, i, dropped->row) & full);
    for (; full != 0; full ^= 1U << ttr_bits_highest(full)) {
        remove_row(well, ttr_bits_highest(full));
        dropped->cleared++;
    }
}

ttr_dropped ttr_well_drop(ttr_well *well, int rows, int piece, int number)
{
    ttr_drop_move move = ttr_well_move(piece, number);
    int row = landing_row(well, &move);
    ttr_dropped dropped = {.row = (uint8_t)row, .height = move.shape->height};
    uint32_t full;

    TTR_ASSERT(rows >= TTR_WELL_LEAST_ROWS && rows <= TTR_WELL_ROWS);
    if (row + move.shape->height > rows)
        return (ttr_dropped){.lost = true};
    for (int i = 0; i < 4; i++)
        well->columns[column_below(&move, i)] |= piece_column(move.shape, i, row);
    full = full_rows(well);
    if (full != 0)
        vanish(well, &move, full, &dropped);
    return dropped;
}
