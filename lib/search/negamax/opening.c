/* SPDX-License-Identifier: MIT */
/*
 * Looks a position up in the table of the opening.
 *
 * The first action has 2299 moves, but only five that differ up to symmetry: the torus can be
 * shifted in 121 ways, and turned and mirrored in eight, which leaves the shapes O, I, T, L and S.
 * The table therefore stores positions in canonical form, the smallest of the 968 images
 * (symmetry.h), sorted by key. A lookup makes the canonical image of the position, finds its key by
 * binary search, and turns the stored move back by the inverse symmetry. The six rows of today's
 * table serve 1 + 2299 positions.
 *
 * A row holds what a search of 20,000,000 nodes found (docs/lab/strength/first-actions.md).
 * The table answers on a game's clock only, see negamax_known.c.
 */
#include "opening.h"

#include "rules.h"
#include "symmetry.h"

/* Actions after which no position of the table comes. Later positions are refused at once, without
 * the cost of canonical form. Higher only costs that time; lower would hide rows. */
#define LAST_PLY 2

/* The row with this key, or NULL. */
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
    /* Another position may share its key with a row: the move is checked before it is believed. */
    return ttr_rules_judge(board, found->move).rule == TTR_RULE_NONE;
}
