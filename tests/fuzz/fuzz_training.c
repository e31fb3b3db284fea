/* SPDX-License-Identifier: MIT */
/*
 * Training data to go on with: what is no training data stays as it is; of what is, whole games
 * stay, and the next game comes behind them. The first byte says whether a sound header stands in
 * front of the rest.
 */
#include <stdbool.h>

#include "arguments.h"
#include "fuzz_file.h"
#include "training_file.h"

#define TEXT    "spec=greedy\nnodes=2000\n"
#define MOST    16384
#define AT_GAME 32 /* where a position has the number of its game, and how many are left of it */
#define AT_LEFT 47

static uint8_t bytes[MOST], kept[MOST];

static uint32_t number_at(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* The header as the library's own code writes it into an empty file. */
static void make_header(uint8_t *to)
{
    static uint8_t header[TRAINING_HEADER_SIZE];
    training_file file;

    if (header[0] == 0) {
        MUST(training_file_open(&file, fuzz_file_fill(bytes, 0), TEXT) == EXIT_DONE);
        MUST(training_file_close(&file) && fuzz_file_size() == sizeof header);
        fuzz_file_read(header, sizeof header, 0);
    }
    memcpy(to, header, sizeof header);
}

/* How many whole games `size` bytes of training data end with, and where the last one ends. */
static uint64_t count_games(size_t size, size_t *end)
{
    for (*end = size - (size - TRAINING_HEADER_SIZE) % TRAINING_POSITION_SIZE;
         *end > TRAINING_HEADER_SIZE; *end -= TRAINING_POSITION_SIZE) {
        const uint8_t *last = bytes + *end - TRAINING_POSITION_SIZE;

        if (last[AT_LEFT] == 1)
            return number_at(last + AT_GAME) + UINT64_C(1);
    }
    return 0;
}

/* A game behind those that are there is found again with them. */
static void add_game(const char *path, training_file *file)
{
    static const training_game GAME = {.count = 2, .winner = TETRESS_RED};
    size_t before = fuzz_file_size();
    uint32_t games = file->games;

    MUST(training_file_add(file, &GAME) && file->games == games + 1);
    MUST(training_file_close(file));
    MUST(fuzz_file_size() == before + 2 * TRAINING_POSITION_SIZE);
    MUST(training_file_open(file, path, TEXT) == EXIT_DONE);
    MUST(file->games == games + 1);
}

static void check_taken(size_t size, const char *path, training_file *file)
{
    size_t end = TRAINING_HEADER_SIZE;
    uint64_t games = size < TRAINING_HEADER_SIZE ? 0 : count_games(size, &end);

    MUST(fuzz_file_size() == end && file->games == games);
    if (size >= TRAINING_HEADER_SIZE) {
        fuzz_file_read(kept, end, 0);
        MUST(memcmp(kept, bytes, end) == 0);
    }
    if (games < UINT32_MAX)
        add_game(path, file);
    MUST(training_file_close(file));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool sound = size > 0 && data[0] % 4 != 0;
    size_t length = sound ? TRAINING_HEADER_SIZE : 0, rest = size == 0 ? 0 : size - 1;
    training_file file;
    const char *path;

    if (rest > MOST - TRAINING_HEADER_SIZE)
        return 0;
    if (sound)
        make_header(bytes);
    if (rest > 0)
        memcpy(bytes + length, data + 1, rest);
    length += rest;
    path = fuzz_file_fill(bytes, length);
    fuzz_said_start();
    if (training_file_open(&file, path, TEXT) == EXIT_DONE) {
        check_taken(length, path, &file);
        return 0;
    }
    MUST(strncmp(fuzz_said(), "tetress: /proc/", 15) == 0 && file.file == NULL);
    MUST(fuzz_file_size() == length);
    fuzz_file_read(kept, length, 0);
    MUST(memcmp(kept, bytes, length) == 0);
    return 0;
}
