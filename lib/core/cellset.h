/* SPDX-License-Identifier: MIT */
#ifndef TTR_CELLSET_H
#define TTR_CELLSET_H

#include <stdbool.h>
#include <stdint.h>

#include "bits.h"

/* The board, an 11x11 torus. These numbers are the game's and never change. */
#define TTR_ROWS    11
#define TTR_COLUMNS 11
#define TTR_CELLS   121

/*
 * A set of cells of the torus as 121 bits in two words. Cell index = 11 * row + column, row 0 on
 * top.
 *
 *     lo   bits 0..63   cells 0..63      rows 0 to 4, and columns 0 to 8 of row 5
 *     hi   bits 0..56   cells 64..120    the rest of row 5, and rows 6 to 10
 *          bits 57..63  always 0
 *
 * A row is eleven neighbouring bits and a step down is eleven bits up, so both neighbours of all
 * cells at once are a few shifts. The torus costs one more mask where a view runs over the end of a
 * row, and one more shift where it runs over the end of the board. Every operation keeps the seven
 * unused bits 0: sets can be compared word by word.
 *
 * Two plain words and not one of 128 bits: the latter is not standard C and compiles to the same
 * instructions (docs/design/adr/0001-cell-set.md).
 */
typedef struct ttr_cellset {
    uint64_t lo;
    uint64_t hi;
} ttr_cellset;

/* The bits of `hi` that stand for cells. */
#define TTR_HI_MASK ((UINT64_C(1) << 57) - 1)

static inline ttr_cellset ttr_cellset_empty(void)
{
    return (ttr_cellset){0, 0};
}

static inline ttr_cellset ttr_cellset_of(int cell)
{
    return cell < 64 ? (ttr_cellset){UINT64_C(1) << cell, 0}
                     : (ttr_cellset){0, UINT64_C(1) << (cell - 64)};
}

static inline ttr_cellset ttr_cellset_and(ttr_cellset a, ttr_cellset b)
{
    return (ttr_cellset){a.lo & b.lo, a.hi & b.hi};
}

static inline ttr_cellset ttr_cellset_or(ttr_cellset a, ttr_cellset b)
{
    return (ttr_cellset){a.lo | b.lo, a.hi | b.hi};
}

/* The cells of `a` that are not in `b`. */
static inline ttr_cellset ttr_cellset_minus(ttr_cellset a, ttr_cellset b)
{
    return (ttr_cellset){a.lo & ~b.lo, a.hi & ~b.hi};
}

static inline ttr_cellset ttr_cellset_complement(ttr_cellset a)
{
    return (ttr_cellset){~a.lo, ~a.hi & TTR_HI_MASK};
}

static inline bool ttr_cellset_is_empty(ttr_cellset a)
{
    return (a.lo | a.hi) == 0;
}

static inline bool ttr_cellset_meets(ttr_cellset a, ttr_cellset b)
{
    return ((a.lo & b.lo) | (a.hi & b.hi)) != 0;
}

static inline bool ttr_cellset_equal(ttr_cellset a, ttr_cellset b)
{
    return a.lo == b.lo && a.hi == b.hi;
}

static inline bool ttr_cellset_has(ttr_cellset a, int cell)
{
    return ((cell < 64 ? a.lo >> cell : a.hi >> (cell - 64)) & 1) != 0;
}

static inline int ttr_cellset_count(ttr_cellset a)
{
    return ttr_bits_count(a.lo) + ttr_bits_count(a.hi);
}

/* Remove and return the lowest cell of a set that has one. */
static inline int ttr_cellset_pop(ttr_cellset *a)
{
    int cell;

    if (a->lo != 0) {
        cell = ttr_bits_lowest(a->lo);
        a->lo &= a->lo - 1;
    } else {
        cell = 64 + ttr_bits_lowest(a->hi);
        a->hi &= a->hi - 1;
    }
    return cell;
}

/* ---- Shifts. `by` is 1..120 and, where these are inlined, a constant. ------------------------ */

/* Shift down: bit i of the result is bit i + by. */
static inline ttr_cellset ttr_cellset_down_bits(ttr_cellset a, int by)
{
    if (by >= 64)
        return (ttr_cellset){a.hi >> (by - 64), 0};
    return (ttr_cellset){a.lo >> by | a.hi << (64 - by), a.hi >> by};
}

/* Shift up: bit i of the result is bit i - by. Bits beyond cell 120 are dropped. */
static inline ttr_cellset ttr_cellset_up_bits(ttr_cellset a, int by)
{
    if (by >= 64)
        return (ttr_cellset){0, a.lo << (by - 64) & TTR_HI_MASK};
    return (ttr_cellset){a.lo << by, (a.hi << by | a.lo >> (64 - by)) & TTR_HI_MASK};
}

/*
 * Views of a set from elsewhere on the torus: cell (r, c) of the result is cell (r + rows, c) or
 * (r, c + columns) of the set, wrapped; rows and columns are 1..10. The view by rows is a rotation
 * of all 121 bits.
 */
static inline ttr_cellset ttr_cellset_view_rows(ttr_cellset a, int rows)
{
    return ttr_cellset_or(ttr_cellset_down_bits(a, TTR_COLUMNS * rows),
                          ttr_cellset_up_bits(a, TTR_CELLS - TTR_COLUMNS * rows));
}

/* The 121 bits whose every row of 11 is `row`. */
static inline ttr_cellset ttr_cellset_of_rows(uint64_t row)
{
    ttr_cellset set = {row | row << 11 | row << 22 | row << 33 | row << 44 | row << 55,
                       row >> 9 | row << 2 | row << 13 | row << 24 | row << 35 | row << 46};

    return set;
}

/* By columns: straight ahead within a row, and from eleven cells back where the row ends. */
static inline ttr_cellset ttr_cellset_view_columns(ttr_cellset a, int columns)
{
    ttr_cellset wrapped = ttr_cellset_of_rows(0x7ffu & ~(0x7ffu >> columns));
    ttr_cellset straight = ttr_cellset_down_bits(a, columns);
    ttr_cellset around = ttr_cellset_up_bits(a, TTR_COLUMNS - columns);

    return ttr_cellset_or(ttr_cellset_minus(straight, wrapped), ttr_cellset_and(around, wrapped));
}

/* All cells with a neighbour in the set. A cell of the set itself is among them only if a neighbour
 * of it is in the set, too. */
static inline ttr_cellset ttr_cellset_neighbours(ttr_cellset a)
{
    ttr_cellset vertical =
        ttr_cellset_or(ttr_cellset_view_rows(a, 1), ttr_cellset_view_rows(a, 10));
    ttr_cellset horizontal =
        ttr_cellset_or(ttr_cellset_view_columns(a, 1), ttr_cellset_view_columns(a, 10));

    return ttr_cellset_or(vertical, horizontal);
}

/*
 * Is any row or column full?
 *
 * Three words hold rows 0..3, 4..7 and 8..10, eleven bits each. Columns: the three words and-ed,
 * and then their rows and-ed, leave one bit for each full column. Rows: adding 1 to a row of eleven
 * ones carries out of it and clears its last bit; any other row swallows the 1, so its last bit
 * stays set if it was. So a last bit that was set and is not set any more means a full row. (A
 * carry can make the next row look full, too, but only a full row has one.) Nothing here branches
 * or loops over 22 lines.
 */
static inline bool ttr_cellset_has_full_line(ttr_cellset a)
{
    const uint64_t first_bits = UINT64_C(0x200400801), last_bits = UINT64_C(0x80100200400);
    uint64_t top = a.lo, middle = a.lo >> 44 | a.hi << 20, bottom = a.hi >> 24;
    uint64_t columns = top & middle & (bottom | ~UINT64_C(0) << 33);
    uint64_t rows = (top & ~(top + first_bits)) | (middle & ~(middle + first_bits)) |
                    (bottom & ~(bottom + first_bits));

    columns &= columns >> 22;
    columns &= columns >> 11;
    return ((rows & last_bits) | (columns & 0x7ff)) != 0;
}

/* Every cell of every full row and every full column. */
ttr_cellset ttr_cellset_full_lines(ttr_cellset a);

#endif
