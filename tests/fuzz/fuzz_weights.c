/* SPDX-License-Identifier: MIT */
/*
 * Weights of the network, with a right checksum, and searches with them: refused with a reason, or
 * every kernel judges alike, scores stay within their bound and moves are legal.
 *
 * The first byte takes the engine, the second the game, the third what the weights begin as. Then
 * come changes of five bytes: a place, for how many bytes, the first of them and what the next ones
 * have more.
 */
#include <stdbool.h>

#include <tetress/experimental/routines.h>
#include <tetress/tetress.h>

#include "fuzz_common.h"
#include "fuzz_memory.h"

#define SIZE   2204
#define HEADER 24
#define GAMES  32

static const size_t memory_limit = 4u << 20; /* a thread of negamax takes about three mebibytes */

static tetress_engine *engine_of(unsigned number)
{
    static const char *const SPECS[] = {"greedy",
                                        "beam:plies=2,width=2,multipv=3",
                                        "greedy:multipv=3",
                                        "negamax:hash=1,solver=off,book=off,multipv=2",
                                        "mcts:memory=1,multipv=2",
                                        "mcts:memory=1,evaluationform=add,mixbackup=0.5,minimax=on",
                                        "s3-hybrid:hash=1,memory=1",
                                        "greedy:cache=64"};
    static tetress_engine *engines[sizeof SPECS / sizeof SPECS[0]];
    const tetress_allocator memory = fuzz_memory(&memory_limit);
    size_t i = number % (sizeof SPECS / sizeof SPECS[0]);

    /* The tables of a search cost more to empty than all else here: most inputs do without. */
    if (i > 2 && number >= 64)
        i %= 3;
    if (engines[i] == NULL)
        MUST(tetress_engine_new(&memory, SPECS[i], &engines[i], NULL) == TETRESS_OK);
    return engines[i];
}

/* Random games of many lengths, from the empty board to nearly full ones. */
static const tetress_game *game_of(unsigned number)
{
    static tetress_game *games[GAMES];
    uint64_t seed = number % GAMES;
    size_t actions = 3 * (number % GAMES);
    tetress_game **game = &games[number % GAMES];
    tetress_move move;

    if (*game != NULL)
        return *game;
    MUST(tetress_game_new(NULL, game) == TETRESS_OK);
    for (; actions > 0 && tetress_game_random_move(*game, &seed, &move) == TETRESS_OK; actions--)
        MUST(tetress_game_apply(*game, move) == TETRESS_OK);
    if (tetress_game_reason(*game) != TETRESS_REASON_NONE)
        MUST(tetress_game_undo(*game) == TETRESS_OK);
    return *game;
}

/* ---- Weights --------------------------------------------------------------------------------- */

static const uint8_t *shipped(void)
{
    static uint8_t weights[SIZE];

    if (weights[0] == 0) {
        FILE *file = fopen(FUZZ_WEIGHTS, "rb");

        MUST(file != NULL && fread(weights, SIZE, 1, file) == 1);
        fclose(file);
    }
    return weights;
}

static void make_weights(uint8_t weights[SIZE], bool empty, const uint8_t *data, size_t size)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);

    memcpy(weights, shipped(), SIZE);
    if (empty)
        memset(weights + HEADER, 0, SIZE - HEADER);
    for (; size >= 5; data += 5, size -= 5) {
        size_t at = HEADER + (size_t)(data[0] | data[1] << 8) % (SIZE - HEADER);
        uint8_t value = data[3];

        for (size_t i = 0; i <= data[2] && at < SIZE; i++, at++) {
            weights[at] = value;
            value = (uint8_t)((value + data[4]) & 0xff);
        }
    }
    for (size_t i = HEADER; i < SIZE; i++)
        sum = fuzz_fnv1a(sum, weights[i]);
    for (int i = 0; i < 8; i++)
        weights[16 + i] = (uint8_t)(sum >> 8 * i & 0xff);
}

/* ---- Judging --------------------------------------------------------------------------------- */

static bool is_bounded(int32_t score)
{
    return score >= -1000000 && score <= 1000000;
}

/* The same score by every kernel that runs here. */
static void check_kernels(tetress_engine *engine, const tetress_game *game, int32_t expected)
{
    const char *name;

    for (uint32_t i = 0; (name = tetress_kernel_at(i)) != NULL; i++) {
        int32_t score = 0;

        MUST(tetress_kernel_select(name) == TETRESS_OK);
        MUST(tetress_engine_evaluate(engine, game, &score) == TETRESS_OK && score == expected);
    }
    MUST(tetress_kernel_select(NULL) == TETRESS_OK);
}

static void check_line(const tetress_game *game, const tetress_line *line)
{
    MUST(tetress_game_is_legal(game, line->move) == 1);
    MUST(line->win >= 0 && line->win <= 1);
    MUST(is_bounded(line->score) == (line->mate == 0));
}

static void judge_by(tetress_engine *engine, const tetress_game *game)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;
    int32_t score = 0;

    MUST(tetress_engine_evaluate(engine, game, &score) == TETRESS_OK && is_bounded(score));
    check_kernels(engine, game, score);
    budget.nodes = 20;
    MUST(tetress_engine_search(engine, game, &budget, &result) == TETRESS_OK);
    for (uint32_t i = 0; i < result.lines; i++) {
        tetress_line line = TETRESS_LINE_INIT;

        MUST(tetress_engine_line(engine, i, &line) == TETRESS_OK);
        check_line(game, &line);
    }
}

/* Any bits may stand for tokens, and any number for actions. */
static void try_terms(const uint8_t *data, size_t size)
{
    uint64_t tokens[4] = {0};
    int16_t terms[TETRESS_REGION_TERMS];
    uint8_t ply = size > sizeof tokens ? data[sizeof tokens] : 0;

    memcpy(tokens, data, size < sizeof tokens ? size : sizeof tokens);
    tetress_region_terms(tokens, &ply, 1, terms);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t weights[SIZE];
    tetress_engine *engine;
    tetress_status status;

    if (size < 3)
        return 0;
    try_terms(data, size);
    engine = engine_of(data[0]);
    make_weights(weights, data[2] % 2 == 0, data + 3, size - 3);
    status = tetress_engine_set_weights(engine, weights, sizeof weights);
    MUST(tetress_engine_error(engine)->status == status);
    if (status == TETRESS_OK)
        judge_by(engine, game_of(data[1]));
    else
        MUST(status == TETRESS_ETEXT && tetress_engine_error(engine)->text[0] != '\0');
    return 0;
}
