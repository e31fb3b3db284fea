/* SPDX-License-Identifier: MIT */
/* Looks a position up in the opening table under its canonical symmetry. */
#include "opening.h"

#include "rules.h"
#include "symmetry.h"

/* No position of the table has more actions played. Positions beyond cost nothing to refuse. */
#define LAST_PLY 2

static const ttr_opening_row *find_row(uint64_t key)
{
    uint32_t low = 0, high = ttr_opening_count;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if (ttr_opening_table[middle].key == key)
            return &ttr_opening_table[middle];
        if (ttr_opening_table[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

bool ttr_opening_find(const ttr_board *board, ttr_opening *found)
{
    const ttr_opening_row *row;
    ttr_board canonical;
    int symmetry;

    if (board->ply > LAST_PLY)
        return false;
    canonical = ttr_symmetry_canonical(board, &symmetry);
    row = find_row(canonical.key);
    if (row == NULL)
        return false;
    *found = row->found;
    found->move = ttr_symmetry_move(ttr_symmetry_inverse(symmetry), row->found.move);
    /* A host may make up a position that shares its key with a row; no illegal move comes of it. */
    return ttr_rules_judge(board, found->move).rule == TTR_RULE_NONE;
}
