/* SPDX-License-Identifier: MIT */
/* Writes training data so that an interrupted run can be continued without damage. */
#define _POSIX_C_SOURCE 200809L /* fileno, ftruncate, fseeko */

#include "training_file.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "arguments.h"

#define MAGIC   "TTRSELF\n"
#define VERSION 1

/* Where a position keeps the number of its game and how many actions are left, itself included. */
#define AT_GAME 32
#define AT_LEFT 47

/* ---- Little-endian numbers ------------------------------------------------------------------- */

static uint8_t *put(uint8_t *at, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        *at++ = (uint8_t)(value >> 8 * i);
    return at;
}

static uint32_t get_32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* ---- Header ---------------------------------------------------------------------------------- */

static void make_header(uint8_t header[TRAINING_HEADER_SIZE], const char *text)
{
    uint8_t *at = header;

    memset(header, 0, TRAINING_HEADER_SIZE);
    memcpy(at, MAGIC, 8);
    at = put(at + 8, VERSION, 4);
    at = put(at, TRAINING_HEADER_SIZE, 4);
    at = put(at, TRAINING_POSITION_SIZE, 4);
    at = put(at, 0, 4);
    memcpy(at, text, strlen(text));
}

/* Name the first line in which the texts of two headers differ. */
static int say_difference(const char *path, const uint8_t *found, const uint8_t *wanted)
{
    const size_t fixed = TRAINING_HEADER_SIZE - TRAINING_TEXT_SIZE;
    const char *a = (const char *)found + fixed, *b = (const char *)wanted + fixed;
    size_t line = 0, i = 0;

    if (memcmp(found, wanted, fixed) != 0)
        return problem("%s is not training data of this version", path);
    for (; i + 1 < TRAINING_TEXT_SIZE && a[i] == b[i]; i++) {
        if (a[i] == '\n')
            line = i + 1;
    }
    return problem("%s was made differently: it has '%.*s', and now it is '%.*s'", path,
                   (int)strcspn(a + line, "\n"), a + line, (int)strcspn(b + line, "\n"), b + line);
}

/* ---- Continuing ------------------------------------------------------------------------------ */

/* The number of bytes up to the end of the last complete game, and its number + 1 as `games`. */
static bool find_end(FILE *file, off_t size, off_t *end, uint64_t *games)
{
    off_t positions = (size - TRAINING_HEADER_SIZE) / TRAINING_POSITION_SIZE;

    for (; positions > 0; positions--) {
        uint8_t record[TRAINING_POSITION_SIZE];
        off_t at = TRAINING_HEADER_SIZE + (positions - 1) * TRAINING_POSITION_SIZE;

        if (fseeko(file, at, SEEK_SET) != 0 || fread(record, sizeof record, 1, file) != 1)
            return false;
        if (record[AT_LEFT] != 1)
            continue;
        *games = get_32(record + AT_GAME) + UINT64_C(1);
        break;
    }
    *end = TRAINING_HEADER_SIZE + positions * TRAINING_POSITION_SIZE;
    return true;
}

/* Cut a file after its last complete game, so that writing can go on there. */
static int go_on(training_file *to, const char *path, const uint8_t wanted[TRAINING_HEADER_SIZE])
{
    uint8_t found[TRAINING_HEADER_SIZE];
    size_t length = fread(found, 1, sizeof found, to->file);
    off_t size, end = 0;
    uint64_t games = 0;
    bool good;

    if (length == sizeof found && memcmp(found, wanted, sizeof found) != 0)
        return say_difference(path, found, wanted);
    if (length < sizeof found && memcmp(found, wanted, length) != 0)
        return problem("%s is not training data", path);
    good = fseeko(to->file, 0, SEEK_END) == 0 && (size = ftello(to->file)) >= 0;
    if (good && length == sizeof found)
        good = find_end(to->file, size, &end, &games);
    if (games > UINT32_MAX)
        return problem("%s ends with game %" PRIu64 ", the last number that there is", path,
                       games - 1);
    to->games = (uint32_t)games;
    good = good && ftruncate(fileno(to->file), end) == 0 && fseeko(to->file, 0, SEEK_END) == 0;
    if (good && end == 0)
        good = fwrite(wanted, TRAINING_HEADER_SIZE, 1, to->file) == 1 && fflush(to->file) == 0;
    return good ? EXIT_DONE : problem_writing(path);
}

int training_file_open(training_file *to, const char *path, const char *text)
{
    uint8_t header[TRAINING_HEADER_SIZE];
    int exit_code;

    *to = (training_file){NULL, 0};
    if (strlen(text) > TRAINING_TEXT_SIZE - 1)
        return problem("the player's SPEC is too long for the header of training data");
    make_header(header, text);
    to->file = fopen(path, "r+b");
    if (to->file == NULL)
        to->file = fopen(path, "w+b");
    if (to->file == NULL)
        return problem_writing(path);
    exit_code = go_on(to, path, header);
    if (exit_code != EXIT_DONE) {
        fclose(to->file);
        to->file = NULL;
    }
    return exit_code;
}

/* ---- Games ----------------------------------------------------------------------------------- */

/* 1, 0 or -1: the result of the game for the side to move after `ply` actions. */
static int result_for_mover(const training_game *game, uint32_t ply)
{
    if (game->winner == TETRESS_NOBODY)
        return 0;
    return game->winner == (int32_t)(ply & 1) ? 1 : -1;
}

static void encode(uint8_t *at, const training_game *game, uint32_t index, uint32_t number)
{
    const training_position *position = &game->positions[index];

    for (int i = 0; i < 4; i++)
        at = put(at, position->tokens[i / 2][i % 2], 8);
    at = put(at, number, 4);
    at = put(at, (uint32_t)position->score, 4);
    at = put(at, position->move, 2);
    at = put(at, position->ply, 1);
    at = put(at, position->flags, 1);
    at = put(at, (uint8_t)result_for_mover(game, position->ply), 1);
    at = put(at, (uint8_t)game->reason, 1);
    at = put(at, position->depth, 1);
    put(at, game->count - index, 1);
}

bool training_file_add(training_file *to, const training_game *game)
{
    if (to->games == UINT32_MAX) {
        errno = EFBIG;
        return false;
    }
    for (uint32_t i = 0; i < game->count; i++) {
        uint8_t record[TRAINING_POSITION_SIZE];

        encode(record, game, i, to->games);
        if (fwrite(record, sizeof record, 1, to->file) != 1)
            return false;
    }
    to->games++;
    return fflush(to->file) == 0;
}

bool training_file_close(training_file *to)
{
    bool good = to->file == NULL || fclose(to->file) == 0;

    to->file = NULL;
    return good;
}
