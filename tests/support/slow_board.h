/* SPDX-License-Identifier: MIT */
#ifndef SLOW_BOARD_H
#define SLOW_BOARD_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The rules once more, cell by cell, with nothing clever and nothing shared with the library: what
 * tests and fuzzers compare with.
 */
#define SLOW_SIZE       11
#define SLOW_CELLS      121
#define SLOW_PLACEMENTS 2299

typedef struct slow_board {
    char cells[SLOW_SIZE][SLOW_SIZE]; /* '.', 'r' or 'b' */
    int ply;
} slow_board;

void slow_board_start(slow_board *board);

/* 'r' or 'b'. */
char slow_board_turn(const slow_board *board);

/* The cells of placement `index`, in the numbering that the library promises: 121 * piece + anchor.
 * Ascending. */
void slow_placement(int index, int cells[4]);

/* May `colour` place these cells, if it is its turn and fewer than 150 actions were played? */
bool slow_board_may_place(const slow_board *board, char colour, const int cells[4]);

/* Legal moves of `colour`, ascending, into `moves` (SLOW_PLACEMENTS entries, or NULL to count). */
int slow_board_moves(const slow_board *board, char colour, int *moves);

/* Play a legal move and empty full lines; returns how many lines were full. */
int slow_board_apply(slow_board *board, int move);

/* Is a row or column full? Never after slow_board_apply(). */
bool slow_board_has_full_line(const slow_board *board);

int slow_board_tokens(const slow_board *board, char colour);

/* The cells of `colour` as 121 bits, cell i at bit i % 64 of bits[i / 64]. */
void slow_board_bits(const slow_board *board, char colour, uint64_t bits[2]);

/* ' ' while the game goes on, 'r' or 'b' for a winner, '=' for a draw. */
char slow_board_result(const slow_board *board);

/* As position text; 144 bytes suffice. */
void slow_board_text(const slow_board *board, char *text);

#endif
