/* SPDX-License-Identifier: MIT */
#include "slow_board.h"

#include <stdio.h>
#include <string.h>

static const char *const SHAPES[19][4] = {
    {"##", "##"},         /* O */
    {"####"},             /* IHorizontal */
    {"#", "#", "#", "#"}, /* IVertical */
    {"###", ".#."},       /* TUp */
    {".#", "##", ".#"},   /* TRight */
    {".#.", "###"},       /* TDown */
    {"#.", "##", "#."},   /* TLeft */
    {"#.", "#.", "##"},   /* LUp */
    {"###", "#.."},       /* LRight */
    {"##", ".#", ".#"},   /* LDown */
    {"..#", "###"},       /* LLeft */
    {".#", ".#", "##"},   /* JUp */
    {"#..", "###"},       /* JRight */
    {"##", "#.", "#."},   /* JDown */
    {"###", "..#"},       /* JLeft */
    {".##", "##."},       /* SHorizontal */
    {"#.", "##", ".#"},   /* SVertical */
    {"##.", ".##"},       /* ZHorizontal */
    {".#", "##", "#."},   /* ZVertical */
};

void slow_board_start(slow_board *board)
{
    memset(board->cells, '.', sizeof board->cells);
    board->ply = 0;
}

char slow_board_turn(const slow_board *board)
{
    return board->ply % 2 == 0 ? 'r' : 'b';
}

static void sort_four(int cells[4])
{
    for (int i = 0; i < 4; i++) {
        for (int j = i + 1; j < 4; j++) {
            if (cells[j] < cells[i]) {
                int swap = cells[i];

                cells[i] = cells[j];
                cells[j] = swap;
            }
        }
    }
}

static void draw_placement(int index, int cells[4])
{
    const char *const *shape = SHAPES[index / SLOW_CELLS];
    int row = index % SLOW_CELLS / SLOW_SIZE;
    int column = index % SLOW_CELLS % SLOW_SIZE;
    int count = 0;

    for (int r = 0; r < 4 && shape[r] != NULL; r++) {
        for (int c = 0; shape[r][c] != '\0'; c++) {
            if (shape[r][c] == '#')
                cells[count++] = (row + r) % SLOW_SIZE * SLOW_SIZE + (column + c) % SLOW_SIZE;
        }
    }
    sort_four(cells);
}

/* Drawn once: fuzzers ask for all of them at every step. */
void slow_placement(int index, int cells[4])
{
    static int drawn[SLOW_PLACEMENTS][4];

    if (drawn[0][3] == 0) {
        for (int i = 0; i < SLOW_PLACEMENTS; i++)
            draw_placement(i, drawn[i]);
    }
    memcpy(cells, drawn[index], sizeof drawn[index]);
}

static bool touches(const slow_board *board, char colour, int cell)
{
    static const int STEPS[4][2] = {{0, 1}, {0, 10}, {1, 0}, {10, 0}};

    for (int i = 0; i < 4; i++) {
        int row = (cell / SLOW_SIZE + STEPS[i][0]) % SLOW_SIZE;
        int column = (cell % SLOW_SIZE + STEPS[i][1]) % SLOW_SIZE;

        if (board->cells[row][column] == colour)
            return true;
    }
    return false;
}

bool slow_board_may_place(const slow_board *board, char colour, const int cells[4])
{
    bool touching = board->ply < 2;

    for (int i = 0; i < 4; i++) {
        if (board->cells[cells[i] / SLOW_SIZE][cells[i] % SLOW_SIZE] != '.')
            return false;
    }
    for (int i = 0; i < 4; i++)
        touching = touching || touches(board, colour, cells[i]);
    return touching && board->ply < 150;
}

int slow_board_moves(const slow_board *board, char colour, int *moves)
{
    int count = 0;

    for (int move = 0; move < SLOW_PLACEMENTS; move++) {
        int cells[4];

        slow_placement(move, cells);
        if (!slow_board_may_place(board, colour, cells))
            continue;
        if (moves != NULL)
            moves[count] = move;
        count++;
    }
    return count;
}

static bool row_full(const slow_board *board, int row)
{
    for (int column = 0; column < SLOW_SIZE; column++) {
        if (board->cells[row][column] == '.')
            return false;
    }
    return true;
}

static bool column_full(const slow_board *board, int column)
{
    for (int row = 0; row < SLOW_SIZE; row++) {
        if (board->cells[row][column] == '.')
            return false;
    }
    return true;
}

static int empty_lines(slow_board *board)
{
    bool rows[SLOW_SIZE], columns[SLOW_SIZE];
    int lines = 0;

    for (int i = 0; i < SLOW_SIZE; i++) {
        rows[i] = row_full(board, i);
        columns[i] = column_full(board, i);
        lines += rows[i] + columns[i];
    }
    for (int row = 0; row < SLOW_SIZE; row++) {
        for (int column = 0; column < SLOW_SIZE; column++) {
            if (rows[row] || columns[column])
                board->cells[row][column] = '.';
        }
    }
    return lines;
}

int slow_board_apply(slow_board *board, int move)
{
    int cells[4];

    slow_placement(move, cells);
    for (int i = 0; i < 4; i++)
        board->cells[cells[i] / SLOW_SIZE][cells[i] % SLOW_SIZE] = slow_board_turn(board);
    board->ply++;
    return empty_lines(board);
}

bool slow_board_has_full_line(const slow_board *board)
{
    for (int i = 0; i < SLOW_SIZE; i++) {
        if (row_full(board, i) || column_full(board, i))
            return true;
    }
    return false;
}

int slow_board_tokens(const slow_board *board, char colour)
{
    int count = 0;

    for (int cell = 0; cell < SLOW_CELLS; cell++)
        count += board->cells[cell / SLOW_SIZE][cell % SLOW_SIZE] == colour;
    return count;
}

void slow_board_bits(const slow_board *board, char colour, uint64_t bits[2])
{
    bits[0] = bits[1] = 0;
    for (int cell = 0; cell < SLOW_CELLS; cell++) {
        if (board->cells[cell / SLOW_SIZE][cell % SLOW_SIZE] == colour)
            bits[cell / 64] |= UINT64_C(1) << cell % 64;
    }
}

char slow_board_result(const slow_board *board)
{
    int red = slow_board_tokens(board, 'r');
    int blue = slow_board_tokens(board, 'b');

    if (board->ply >= 150)
        return red > blue ? 'r' : red < blue ? 'b' : '=';
    if (slow_board_moves(board, slow_board_turn(board), NULL) == 0)
        return slow_board_turn(board) == 'r' ? 'b' : 'r';
    return ' ';
}

void slow_board_text(const slow_board *board, char *text)
{
    for (int row = 0; row < SLOW_SIZE; row++) {
        memcpy(text, board->cells[row], SLOW_SIZE);
        text[SLOW_SIZE] = '/';
        text += SLOW_SIZE + 1;
    }
    sprintf(text - 1, " %c %d", slow_board_turn(board), board->ply);
}
