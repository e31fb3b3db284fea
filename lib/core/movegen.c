/* SPDX-License-Identifier: MIT */
#include "movegen.h"

#include <string.h>

/*
 * All 121 anchors of a piece are tried at once. Take the set E of empty cells and the set T of
 * empty cells that touch the mover's tokens. With E(r, c) for the view of E from r rows down and c
 * columns right, a piece whose cells lie at offsets (r, c) from its anchor fits at the anchors
 *
 *     E(r1, c1) & E(r2, c2) & E(r3, c3) & E(r4, c4)
 *
 * and touches where any of T(r1, c1) ... T(r4, c4) is set. A `part` carries both through the
 * joining of cells into dominoes, of dominoes and cells into threes, and of those into the pieces,
 * so that what two pieces share is computed once.
 */
typedef struct part {
    ttr_cellset fits;    /* and of E over its cells */
    ttr_cellset touches; /* or of T over its cells */
} part;

static inline part join(part a, part b)
{
    return (part){ttr_cellset_and(a.fits, b.fits), ttr_cellset_or(a.touches, b.touches)};
}

static inline part down(part a)
{
    return (part){ttr_cellset_view_rows(a.fits, 1), ttr_cellset_view_rows(a.touches, 1)};
}

static inline part right(part a, int columns)
{
    return (part){ttr_cellset_view_columns(a.fits, columns),
                  ttr_cellset_view_columns(a.touches, columns)};
}

static inline ttr_cellset legal(part a, part b)
{
    part whole = join(a, b);

    return ttr_cellset_and(whole.fits, whole.touches);
}

/* Names: cRC a cell at row R, column C; hRC a horizontal domino from there, vRC a vertical one;
 * rowR and colC three cells in a line from row R, column 0, or from row 0, column C. */
static inline void movegen_pieces(part c00, ttr_cellset *anchors)
{
    part c01 = right(c00, 1), c02 = right(c00, 2), c03 = right(c00, 3);
    part c10 = down(c00), c11 = down(c01), c12 = down(c02);
    part c20 = down(c10), c21 = down(c11), c30 = down(c20);
    part h00 = join(c00, c01), h01 = join(c01, c02), h02 = join(c02, c03);
    part h10 = join(c10, c11), h11 = join(c11, c12);
    part v00 = join(c00, c10), v10 = join(c10, c20), v20 = join(c20, c30);
    part v01 = join(c01, c11), v11 = join(c11, c21);
    part row0 = join(h00, c02), row1 = join(h10, c12);
    part col0 = join(v00, c20), col1 = join(v01, c21);

    anchors[0] = legal(h00, h10);   /* O */
    anchors[1] = legal(h00, h02);   /* IHorizontal */
    anchors[2] = legal(v00, v20);   /* IVertical */
    anchors[3] = legal(row0, c11);  /* TUp */
    anchors[4] = legal(col1, c10);  /* TRight */
    anchors[5] = legal(row1, c01);  /* TDown */
    anchors[6] = legal(col0, c11);  /* TLeft */
    anchors[7] = legal(col0, c21);  /* LUp */
    anchors[8] = legal(row0, c10);  /* LRight */
    anchors[9] = legal(col1, c00);  /* LDown */
    anchors[10] = legal(row1, c02); /* LLeft */
    anchors[11] = legal(col1, c20); /* JUp */
    anchors[12] = legal(row1, c00); /* JRight */
    anchors[13] = legal(col0, c01); /* JDown */
    anchors[14] = legal(row0, c12); /* JLeft */
    anchors[15] = legal(h01, h10);  /* SHorizontal */
    anchors[16] = legal(v00, v11);  /* SVertical */
    anchors[17] = legal(h00, h11);  /* ZHorizontal */
    anchors[18] = legal(v01, v10);  /* ZVertical */
}

void ttr_movegen_legal(const ttr_board *board, int colour, ttr_legal *moves)
{
    ttr_cellset empty = ttr_cellset_complement(ttr_board_occupied(board));
    ttr_cellset touched = empty;

    if (board->ply >= TTR_MAX_ACTIONS) {
        memset(moves, 0, sizeof *moves);
        return;
    }
    if (!ttr_board_is_opening(board))
        touched = ttr_cellset_and(empty, ttr_cellset_neighbours(board->tokens[colour]));
    movegen_pieces((part){empty, touched}, moves->anchors);
}

_Static_assert(sizeof(ttr_legal) == TTR_PIECES * 2 * sizeof(uint64_t), "counted as plain words");

int ttr_legal_count(const ttr_legal *moves)
{
    return ttr_bits_count_words((const uint64_t *)moves->anchors, (size_t)TTR_PIECES * 2);
}

size_t ttr_legal_list(const ttr_legal *legal_moves, ttr_move *moves)
{
    size_t count = 0;

    for (int piece = 0; piece < TTR_PIECES; piece++) {
        ttr_cellset anchors = legal_moves->anchors[piece];
        unsigned base = (unsigned)(piece * TTR_CELLS);

        for (; anchors.lo != 0; anchors.lo &= anchors.lo - 1)
            moves[count++] = (ttr_move)(base + (unsigned)ttr_bits_lowest(anchors.lo));
        for (; anchors.hi != 0; anchors.hi &= anchors.hi - 1)
            moves[count++] = (ttr_move)(base + 64 + (unsigned)ttr_bits_lowest(anchors.hi));
    }
    return count;
}

int ttr_movegen_count(const ttr_board *board, int colour)
{
    ttr_legal moves;

    ttr_movegen_legal(board, colour, &moves);
    return ttr_legal_count(&moves);
}

size_t ttr_movegen_list(const ttr_board *board, ttr_move *list)
{
    ttr_legal moves;

    ttr_movegen_legal(board, ttr_board_turn(board), &moves);
    return ttr_legal_list(&moves, list);
}

bool ttr_movegen_any(const ttr_board *board)
{
    ttr_legal moves;
    ttr_cellset any = ttr_cellset_empty();

    ttr_movegen_legal(board, ttr_board_turn(board), &moves);
    for (int piece = 0; piece < TTR_PIECES; piece++)
        any = ttr_cellset_or(any, moves.anchors[piece]);
    return !ttr_cellset_is_empty(any);
}

/* Draw a rank among all moves, then find the piece and the anchor that have it. No list is made. */
ttr_move ttr_movegen_random(const ttr_board *board, ttr_rng *rng)
{
    ttr_legal moves;
    int count, rank, piece = 0, here;

    ttr_movegen_legal(board, ttr_board_turn(board), &moves);
    count = ttr_legal_count(&moves);
    if (count == 0)
        return TTR_MOVE_NONE;
    rank = (int)ttr_rng_below(rng, (uint32_t)count);
    while (rank >= (here = ttr_cellset_count(moves.anchors[piece]))) {
        rank -= here;
        piece++;
    }
    return (ttr_move)(piece * TTR_CELLS + ttr_cellset_select(moves.anchors[piece], rank));
}
