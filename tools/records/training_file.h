/* SPDX-License-Identifier: MIT */
#ifndef TRAINING_FILE_H
#define TRAINING_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <tetress/tetress.h>

/*
 * Training data: a header, then positions of 48 bytes each (docs/reference/formats.md, "Training
 * data"), game after game in the order of their numbers.
 */
#define TRAINING_HEADER_SIZE   1024
#define TRAINING_POSITION_SIZE 48
#define TRAINING_TEXT_SIZE     (TRAINING_HEADER_SIZE - 24)

/* Flags of a position. */
#define TRAINING_FIRST  1u /* the first position of its game */
#define TRAINING_RANDOM 2u /* the move was drawn at random, the score is of the search's move */
#define TRAINING_PROVEN 4u /* the score is a proven result */
#define TRAINING_CLEARS 8u /* the search's move empties a line */

/* A position that was searched. */
typedef struct training_position {
    uint64_t tokens[2][2]; /* by colour: cells 0..63, cells 64..120 */
    int32_t score;         /* of the search's move, centi-tokens for the mover */
    tetress_move move;     /* that was played */
    uint8_t ply;
    uint8_t flags;
    uint8_t depth; /* that the search completed */
} training_position;

/* A finished game. */
typedef struct training_game {
    training_position positions[TETRESS_MAX_ACTIONS];
    uint32_t count;
    int32_t winner;
    int32_t reason;
} training_game;

/* A file that is being written. */
typedef struct training_file {
    FILE *file;
    uint32_t games; /* complete ones that it holds */
} training_file;

/*
 * Open a file to go on writing: make it, or find the complete games of an earlier run and cut off
 * what may follow them. `text` says how the games are made, "key=value" a line; what a file that is
 * there says must be the same. Returns an exit code, and says on stderr what is wrong.
 */
int training_file_open(training_file *to, const char *path, const char *text);

/* Append a game. False, with errno set, if writing failed or numbers of games are used up. */
bool training_file_add(training_file *to, const training_game *game);

/* False if writing failed. */
bool training_file_close(training_file *to);

#endif
