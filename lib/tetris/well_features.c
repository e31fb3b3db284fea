/* SPDX-License-Identifier: MIT */
/* Features computed one cell, row or column after another, as their definitions say: slow, and the
 * reference with which tests compare the kernels. Also what tetress_tetris_features() tells. */
#include "well_features.h"

#include <stdlib.h>

#include "bits.h"

/* A cell. Outside the well, walls and floor are filled, and what is above is empty. */
static int cell(const ttr_well *well, int row, int column)
{
    if (column < 0 || column >= TTR_WELL_COLUMNS || row < 0)
        return 1;
    return (int)(well->columns[column] >> row & 1);
}

static void read_heights(const ttr_well *well, int *heights)
{
    for (int c = 0; c < TTR_WELL_COLUMNS; c++)
        heights[c] = ttr_column_height(well->columns[c]);
}

static int greatest(const int *heights)
{
    int found = 0;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++)
        found = heights[c] > found ? heights[c] : found;
    return found;
}

static int smallest(const int *heights)
{
    int found = TTR_WELL_ROWS;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++)
        found = heights[c] < found ? heights[c] : found;
    return found;
}

static int row_changes(const ttr_well *well, int rows)
{
    int changes = 0;

    for (int r = 0; r < rows; r++) {
        for (int c = 0; c <= TTR_WELL_COLUMNS; c++)
            changes += cell(well, r, c - 1) != cell(well, r, c);
    }
    return changes;
}

static int holes(const ttr_well *well, const int *heights)
{
    int found = 0;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++)
        found += heights[c] - ttr_bits_count(well->columns[c]);
    return found;
}

/* The differences of neighbouring heights that occur: bit d + 2 for d = height[c] - height[c + 1]
 * in -2..2. */
static unsigned differences(const int *heights)
{
    unsigned found = 0;

    for (int c = 0; c + 1 < TTR_WELL_COLUMNS; c++) {
        int d = heights[c] - heights[c + 1];

        if (d >= -2 && d <= 2)
            found |= 1U << (d + 2);
    }
    return found;
}

/* ---- S2 -------------------------------------------------------------------------------------- */

static int column_changes_below_top(const ttr_well *well, const int *heights)
{
    int changes = 0;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++) {
        for (int r = 0; r + 1 < heights[c]; r++)
            changes += cell(well, r, c) != cell(well, r + 1, c);
    }
    return changes;
}

static int parity(const int *heights)
{
    int sum = 0;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++)
        sum += c % 2 == 0 ? heights[c] % 2 : -(heights[c] % 2);
    return sum;
}

static int wells_above_top(const ttr_well *well, const int *heights)
{
    int sum = 0;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++) {
        int n = 0;

        for (int r = heights[c]; r < TTR_WELL_ROWS; r++)
            n += cell(well, r, c - 1) & cell(well, r, c + 1);
        sum += n * (n + 1) / 2;
    }
    return sum;
}

void ttr_well_features_s2(const ttr_well *after, const ttr_dropped *move, int32_t *features)
{
    int heights[TTR_WELL_COLUMNS], sum = 0;
    unsigned variety;

    read_heights(after, heights);
    for (int c = 0; c < TTR_WELL_COLUMNS; c++)
        sum += heights[c];
    variety = differences(heights);
    features[TTR_S2_HEIGHTS] = sum;
    features[TTR_S2_LINES] = move->cleared;
    features[TTR_S2_HOLES] = holes(after, heights);
    features[TTR_S2_COLUMN_CHANGES] = column_changes_below_top(after, heights);
    features[TTR_S2_ROW_CHANGES] = row_changes(after, greatest(heights));
    features[TTR_S2_LANDING] = move->row + move->height / 2;
    features[TTR_S2_PARITY] = parity(heights);
    features[TTR_S2_VARIETY] = ttr_bits_count(variety) + ttr_bits_count(variety & 0xe);
    features[TTR_S2_SPAN] = greatest(heights) - smallest(heights);
    features[TTR_S2_SIDES] = abs(heights[0] - heights[1]) + abs(heights[8] - heights[9]);
    features[TTR_S2_WELLS] = wells_above_top(after, heights);
}

/* ---- Dellacherie, Thiery and Scherrer -------------------------------------------------------- */

static int column_changes(const ttr_well *well)
{
    int changes = 0;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++) {
        for (int r = 0; r <= TTR_WELL_ROWS; r++)
            changes += cell(well, r - 1, c) != cell(well, r, c);
    }
    return changes;
}

static int cumulative_wells(const ttr_well *well)
{
    int sum = 0;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++) {
        for (int r = 0; r < TTR_WELL_ROWS; r++) {
            if (cell(well, r, c) || !cell(well, r, c - 1) || !cell(well, r, c + 1))
                continue;
            for (int below = r; below >= 0 && !cell(well, below, c); below--)
                sum++;
        }
    }
    return sum;
}

static int hole_depth(const ttr_well *well)
{
    int depth = 0;

    for (int c = 0; c < TTR_WELL_COLUMNS; c++) {
        int r = 0;

        while (r < TTR_WELL_ROWS && cell(well, r, c))
            r++;
        for (; r < TTR_WELL_ROWS; r++)
            depth += cell(well, r, c);
    }
    return depth;
}

static int rows_with_holes(const ttr_well *well, const int *heights)
{
    int rows = 0;

    for (int r = 0; r < TTR_WELL_ROWS; r++) {
        int found = 0;

        for (int c = 0; c < TTR_WELL_COLUMNS; c++)
            found |= r < heights[c] && !cell(well, r, c);
        rows += found;
    }
    return rows;
}

void ttr_well_features_dt(const ttr_well *after, const ttr_dropped *move, int32_t *features)
{
    int heights[TTR_WELL_COLUMNS];

    read_heights(after, heights);
    features[TTR_DT_LANDING] = 2 * move->row + move->height - 1;
    features[TTR_DT_ERODED] = move->cleared * move->eroded;
    features[TTR_DT_ROW_CHANGES] = row_changes(after, TTR_WELL_ROWS);
    features[TTR_DT_COLUMN_CHANGES] = column_changes(after);
    features[TTR_DT_HOLES] = holes(after, heights);
    features[TTR_DT_WELLS] = cumulative_wells(after);
    features[TTR_DT_HOLE_DEPTH] = hole_depth(after);
    features[TTR_DT_HOLE_ROWS] = rows_with_holes(after, heights);
    features[TTR_DT_DIVERSITY] = ttr_bits_count(differences(heights));
}
