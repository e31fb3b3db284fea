/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memfd_create */

/*
 * Files and structures that the other targets do not read. The first byte says which: openings, a
 * match or training data to go on with, budgets, text of any encoding; weights of the network with
 * a right checksum, weights and options of the single-player agent, terms of positions.
 */
#include <stdbool.h>
#include <sys/mman.h>
#include <tetress/experimental/routines.h>
#include <tetress/tetress.h>
#include <unistd.h>

#include "arguments.h"
#include "budget_text.h"
#include "fuzz_common.h"
#include "match_games.h"
#include "match_resume.h"
#include "openings.h"
#include "text_file.h"
#include "training_file.h"

/* ---- A file in memory ------------------------------------------------------------------------ */

static int descriptor = -1;
static char path[64];

static void fill_file(const uint8_t *data, size_t size)
{
    if (descriptor < 0) {
        descriptor = memfd_create("fuzz", 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    }
    MUST(ftruncate(descriptor, 0) == 0 && pwrite(descriptor, data, size, 0) == (ssize_t)size);
}

static size_t file_size(void)
{
    off_t size = lseek(descriptor, 0, SEEK_END);

    MUST(size >= 0);
    return (size_t)size;
}

/* ---- What is read ---------------------------------------------------------------------------- */

static void try_openings(const uint8_t *data, size_t size)
{
    openings set = {0};
    char text[OPENINGS_TEXT];

    fill_file(data, size);
    if (openings_read(&set, path, size % 2 == 0) == EXIT_DONE) {
        MUST(set.count > 0);
        for (uint64_t i = 0; i < set.count && i < 3; i++) {
            tetress_game *game = openings_game(&set, i);

            MUST(game != NULL);
            tetress_game_free(game);
        }
        MUST(strlen(openings_text(&set, text)) < sizeof text);
    }
    openings_free(&set);
}

/* Whole games stay, and what is no training data stays as it is. */
static void try_training(const uint8_t *data, size_t size)
{
    training_file file;

    fill_file(data, size);
    if (training_file_open(&file, path, "spec=greedy\n") == EXIT_DONE) {
        MUST(file_size() >= TRAINING_HEADER_SIZE);
        MUST((file_size() - TRAINING_HEADER_SIZE) % TRAINING_POSITION_SIZE == 0);
        MUST(training_file_close(&file));
    } else {
        MUST(file_size() == size);
    }
}

static void try_budget(const uint8_t *data, size_t size)
{
    char *text = fuzz_string(data, size);
    tetress_budget budget = TETRESS_BUDGET_INIT, again = TETRESS_BUDGET_INIT;
    char fault[256] = "", written[BUDGET_TEXT];

    if (budget_read(text, &budget, fault, sizeof fault)) {
        MUST(strlen(budget_text(&budget, written)) < sizeof written);
        MUST(budget_read(written, &again, fault, sizeof fault));
        MUST(memcmp(&budget, &again, sizeof budget) == 0);
    } else {
        MUST(fault[0] != '\0');
    }
    free(text);
}

static void try_text(const uint8_t *data, size_t size)
{
    size_t length = size;
    char *text = text_file_decode(fuzz_bytes(data, size), &length);

    MUST(text != NULL && length <= size / 2 * 3 + 1);
    free(text);
}

/* A file that is no match keeps what it holds. */
static void try_resume(const uint8_t *data, size_t size)
{
    match_run *run = calloc(1, sizeof *run);

    MUST(run != NULL);
    fill_file(data, size);
    run->specs[0] = "greedy";
    run->specs[1] = "random";
    for (int i = 0; i < 2; i++) {
        run->budgets[i] = (tetress_budget)TETRESS_BUDGET_INIT;
        run->budgets[i].nodes = 2000;
    }
    budget_text(&run->budgets[0], run->budget_name);
    run->settings = (tetress_match_settings)TETRESS_MATCH_SETTINGS_INIT;
    run->settings.games = 4;
    MUST(tetress_match_new(NULL, &run->settings, &run->match, NULL) == TETRESS_OK);
    if (match_resume(run, path) == EXIT_DONE) {
        MUST(fclose(run->out) == 0);
        MUST(file_size() == size || (file_size() < size && data[file_size()] == '{'));
    } else {
        MUST(file_size() == size);
    }
    tetress_match_free(run->match);
    free(run);
}

/* ---- Weights of the network ------------------------------------------------------------------ */

#define WEIGHTS_SIZE   2204
#define WEIGHTS_HEADER 24

/* The shipped weights with some bytes changed, place and value, and a checksum that is right. */
static void make_weights(uint8_t weights[WEIGHTS_SIZE], const uint8_t *data, size_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    FILE *file = fopen(FUZZ_WEIGHTS, "rb");

    MUST(file != NULL && fread(weights, WEIGHTS_SIZE, 1, file) == 1);
    fclose(file);
    for (size_t i = 0; i + 3 <= size; i += 3)
        weights[WEIGHTS_HEADER + (data[i] | data[i + 1] << 8) % (WEIGHTS_SIZE - WEIGHTS_HEADER)] =
            data[i + 2];
    for (size_t i = WEIGHTS_HEADER; i < WEIGHTS_SIZE; i++)
        sum = (sum ^ weights[i]) * UINT64_C(0x100000001b3);
    for (int i = 0; i < 8; i++)
        weights[16 + i] = (uint8_t)(sum >> 8 * i);
}

static tetress_game *random_game(size_t actions, uint64_t seed)
{
    tetress_game *game;
    tetress_move move;

    MUST(tetress_game_new(NULL, &game) == TETRESS_OK);
    while (actions-- > 0 && tetress_game_random_move(game, &seed, &move) == TETRESS_OK)
        tetress_game_apply(game, move);
    return game;
}

static void judge_by(tetress_engine *engine, const tetress_game *game)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;
    int32_t score = 0;

    budget.nodes = 20;
    if (tetress_engine_evaluate(engine, game, &score) == TETRESS_OK)
        MUST(score < TETRESS_SCORE_WIN - 1000 && score > 1000 - TETRESS_SCORE_WIN);
    if (tetress_engine_search(engine, game, &budget, &result) == TETRESS_OK)
        MUST(tetress_game_is_legal(game, result.move) == 1 && result.win >= 0 && result.win <= 1);
}

static void try_network(const uint8_t *data, size_t size)
{
    uint8_t weights[WEIGHTS_SIZE];
    tetress_engine *engine;
    tetress_game *game = random_game(20 + size % 40, size);

    make_weights(weights, data, size);
    MUST(tetress_engine_new(NULL, "negamax:hash=1,solver=off,book=off", &engine, NULL) ==
         TETRESS_OK);
    if (tetress_engine_set_weights(engine, weights, sizeof weights) == TETRESS_OK)
        judge_by(engine, game);
    tetress_engine_free(engine);
    tetress_game_free(game);
}

/* ---- Structures ------------------------------------------------------------------------------ */

static void try_terms(const uint8_t *data, size_t size)
{
    uint64_t tokens[4] = {0};
    int16_t terms[TETRESS_REGION_TERMS];
    uint8_t ply = size > sizeof tokens ? data[sizeof tokens] : 0;

    memcpy(tokens, data, size < sizeof tokens ? size : sizeof tokens);
    tetress_region_terms(tokens, &ply, 1, terms);
}

static void play_agent(const tetress_tetris_agent *agent, uint32_t rows)
{
    tetress_tetris *game;
    int32_t move;
    double value = 0;

    if (tetress_tetris_new(NULL, rows, TETRESS_TETRIS_UNIFORM, 1, &game, NULL) != TETRESS_OK)
        return;
    tetress_tetris_agent_play(agent, game, 3);
    if (tetress_tetris_agent_choose(agent, game, &move, &value) == TETRESS_OK)
        MUST(value == value);
    tetress_tetris_free(game);
}

/* Options and weights as they come, denormal, infinite and not a number among them. */
static void try_agent(const uint8_t *data, size_t size)
{
    tetress_tetris_options options = TETRESS_TETRIS_OPTIONS_INIT;
    double weights[TETRESS_TETRIS_S2_WEIGHTS] = {0};
    tetress_tetris_agent *agent;

    memcpy(&options, data, size < sizeof options ? size : sizeof options);
    options.size = sizeof options;
    options.threads %= 3;
    options.lookahead %= 2;
    if (size > sizeof options)
        memcpy(weights, data + sizeof options,
               size - sizeof options < sizeof weights ? size - sizeof options : sizeof weights);
    if (tetress_tetris_agent_new(NULL, "tetress", &options, &agent, NULL) != TETRESS_OK)
        return;
    if (tetress_tetris_agent_set_weights(agent, TETRESS_TETRIS_S2, weights,
                                         TETRESS_TETRIS_S2_WEIGHTS) == TETRESS_OK)
        play_agent(agent, options.rows);
    tetress_tetris_agent_set_weights(agent, TETRESS_TETRIS_DT, weights, TETRESS_TETRIS_DT_WEIGHTS);
    tetress_tetris_agent_free(agent);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const TRY[])(const uint8_t *, size_t) = {
        try_openings, try_training, try_budget, try_text,
        try_resume,   try_network,  try_terms,  try_agent,
    };

    if (size > 0)
        TRY[data[0] % (sizeof TRY / sizeof TRY[0])](data + 1, size - 1);
    return 0;
}
