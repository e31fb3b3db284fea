/* SPDX-License-Identifier: MIT */
#include "counted_board.h"

#include <string.h>

#define COVERING 76  /* placements that cover one cell: 19 shapes, 4 cells each */
#define TOUCHING 304 /* pairs of one of those and a cell beside it */

/* For each cell, the placements that cover it, and those that cover one of its four neighbours, as
 * often as they do. */
typedef struct cell_lists {
    uint16_t covering[SLOW_CELLS][COVERING];
    uint16_t touching[SLOW_CELLS][TOUCHING];
} cell_lists;

static void list_covering(cell_lists *lists)
{
    int counts[SLOW_CELLS] = {0};

    for (int move = 0; move < SLOW_PLACEMENTS; move++) {
        int cells[4];

        slow_placement(move, cells);
        for (int i = 0; i < 4; i++)
            lists->covering[cells[i]][counts[cells[i]]++] = (uint16_t)move;
    }
}

static void list_touching(cell_lists *lists)
{
    static const int STEPS[4][2] = {{0, 1}, {0, 10}, {1, 0}, {10, 0}};

    for (int cell = 0; cell < SLOW_CELLS; cell++) {
        for (int i = 0; i < 4; i++) {
            int row = (cell / SLOW_SIZE + STEPS[i][0]) % SLOW_SIZE;
            int column = (cell % SLOW_SIZE + STEPS[i][1]) % SLOW_SIZE;

            memcpy(lists->touching[cell] + i * COVERING, lists->covering[row * SLOW_SIZE + column],
                   sizeof lists->covering[0]);
        }
    }
}

static const cell_lists *lists(void)
{
    static cell_lists made;
    static bool ready;

    if (!ready) {
        list_covering(&made);
        list_touching(&made);
        ready = true;
    }
    return &made;
}

/* A token of `colour` comes to a cell (change 1) or goes (change -1). */
static void count_token(counted_board *counted, int cell, char colour, int change)
{
    const uint16_t *covering = lists()->covering[cell];
    const uint16_t *touching = lists()->touching[cell];
    uint8_t *touched = counted->touching[colour == 'b'];

    for (int i = 0; i < COVERING; i++)
        counted->taken[covering[i]] = (uint8_t)(counted->taken[covering[i]] + change);
    for (int i = 0; i < TOUCHING; i++)
        touched[touching[i]] = (uint8_t)(touched[touching[i]] + change);
}

/* The counts follow the board from what it was to what it is. */
static void count_changes(counted_board *counted, const slow_board *before)
{
    for (int cell = 0; cell < SLOW_CELLS; cell++) {
        char was = before->cells[cell / SLOW_SIZE][cell % SLOW_SIZE];
        char is = counted->board.cells[cell / SLOW_SIZE][cell % SLOW_SIZE];

        if (was == is)
            continue;
        if (was != '.')
            count_token(counted, cell, was, -1);
        if (is != '.')
            count_token(counted, cell, is, 1);
    }
}

void counted_board_start(counted_board *counted)
{
    memset(counted, 0, sizeof *counted);
    slow_board_start(&counted->board);
}

void counted_board_set(counted_board *counted, const slow_board *board)
{
    slow_board empty;

    counted_board_start(counted);
    empty = counted->board;
    counted->board = *board;
    count_changes(counted, &empty);
}

int counted_board_apply(counted_board *counted, int move)
{
    slow_board before = counted->board;
    int lines = slow_board_apply(&counted->board, move);

    count_changes(counted, &before);
    return lines;
}

bool counted_board_may_place(const counted_board *counted, char colour, int move)
{
    if (counted->taken[move] > 0 || counted->board.ply >= 150)
        return false;
    return counted->touching[colour == 'b'][move] > 0 || counted->board.ply < 2;
}

int counted_board_mask(const counted_board *counted, char colour, uint8_t mask[SLOW_PLACEMENTS])
{
    const uint8_t *touching = counted->touching[colour == 'b'];
    bool opening = counted->board.ply < 2;
    bool over = counted->board.ply >= 150;
    int count = 0;

    for (int move = 0; move < SLOW_PLACEMENTS; move++) {
        mask[move] = !over && counted->taken[move] == 0 && (opening || touching[move] > 0);
        count += mask[move];
    }
    return count;
}

/* Most placements are illegal most of the time: eight at once are passed over. */
int counted_board_moves(const counted_board *counted, char colour, uint16_t *moves)
{
    uint8_t mask[SLOW_PLACEMENTS];
    int total = counted_board_mask(counted, colour, mask);
    int count = 0;

    for (int move = 0; moves != NULL && count < total; move++) {
        while (move + 8 <= SLOW_PLACEMENTS && memcmp(mask + move, "\0\0\0\0\0\0\0", 8) == 0)
            move += 8;
        if (mask[move] == 1)
            moves[count++] = (uint16_t)move;
    }
    return total;
}

char counted_board_result(const counted_board *counted)
{
    const slow_board *board = &counted->board;

    if (board->ply >= 150)
        return slow_board_result(board);
    if (counted_board_moves(counted, slow_board_turn(board), NULL) == 0)
        return slow_board_turn(board) == 'r' ? 'b' : 'r';
    return ' ';
}
