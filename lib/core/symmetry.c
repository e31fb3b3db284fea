/* SPDX-License-Identifier: MIT */
/* Maps cells, moves and positions through the 968 symmetries of the torus, and picks one position
 * for each class of images. */
#include "symmetry.h"

/* The bits of a turn, in the order in which they are applied. */
#define NEGATE_ROWS    1
#define NEGATE_COLUMNS 2
#define TRANSPOSE      4

/* ---- Images ---------------------------------------------------------------------------------- */

/* The image of a cell under the turn alone, about cell 0. */
static int turn_cell(int turn, int cell)
{
    int row = cell / TTR_COLUMNS, column = cell % TTR_COLUMNS;

    if (turn & NEGATE_ROWS)
        row = (TTR_ROWS - row) % TTR_ROWS;
    if (turn & NEGATE_COLUMNS)
        column = (TTR_COLUMNS - column) % TTR_COLUMNS;
    return turn & TRANSPOSE ? TTR_COLUMNS * column + row : TTR_COLUMNS * row + column;
}

int ttr_symmetry_cell(int symmetry, int cell)
{
    int by = symmetry / 8;
    int row = (cell / TTR_COLUMNS + by / TTR_COLUMNS) % TTR_ROWS;
    int column = (cell % TTR_COLUMNS + by % TTR_COLUMNS) % TTR_COLUMNS;

    return turn_cell(symmetry % 8, TTR_COLUMNS * row + column);
}

ttr_cellset ttr_symmetry_set(int symmetry, ttr_cellset set)
{
    ttr_cellset image = ttr_cellset_empty();

    while (!ttr_cellset_is_empty(set)) {
        int cell = ttr_symmetry_cell(symmetry, ttr_cellset_pop(&set));

        image = ttr_cellset_or(image, ttr_cellset_of(cell));
    }
    return image;
}

ttr_move ttr_symmetry_move(int symmetry, ttr_move move)
{
    ttr_move image = TTR_MOVE_NONE;
    bool found = ttr_placement_find(ttr_symmetry_set(symmetry, ttr_placement_cells[move]), &image);

    TTR_ASSERT(found);
    (void)found;
    return image;
}

/*
 * With t the translation and D the turn, which is linear, a symmetry maps x to D(x + t). Its
 * inverse maps x to D'(x) - t = D'(x - D(t)), where D' undoes D: the translation by -D(t) and then
 * the turn D'. A turn undoes itself unless it transposes; then negated rows and negated columns
 * change places.
 */
int ttr_symmetry_inverse(int symmetry)
{
    int turn = symmetry % 8, back = turn;
    int by = turn_cell(NEGATE_ROWS | NEGATE_COLUMNS, turn_cell(turn, symmetry / 8));

    if (turn & TRANSPOSE)
        back = TRANSPOSE | (turn & NEGATE_ROWS) << 1 | (turn & NEGATE_COLUMNS) >> 1;
    return 8 * by + back;
}

/* ---- The image that stands for all ----------------------------------------------------------- */

static int compare_sets(ttr_cellset a, ttr_cellset b)
{
    if (a.hi != b.hi)
        return a.hi < b.hi ? -1 : 1;
    return a.lo < b.lo ? -1 : a.lo > b.lo ? 1 : 0;
}

ttr_board ttr_symmetry_canonical(const ttr_board *board, int *symmetry)
{
    ttr_cellset red = board->tokens[TTR_RED], blue = board->tokens[TTR_BLUE];

    *symmetry = 0;
    for (int i = 1; i < TTR_SYMMETRIES; i++) {
        ttr_cellset image = ttr_symmetry_set(i, board->tokens[TTR_RED]), other;
        int order = compare_sets(image, red);

        if (order > 0)
            continue;
        other = ttr_symmetry_set(i, board->tokens[TTR_BLUE]);
        if (order == 0 && compare_sets(other, blue) >= 0)
            continue;
        red = image;
        blue = other;
        *symmetry = i;
    }
    return ttr_board_of(red, blue, board->ply);
}
