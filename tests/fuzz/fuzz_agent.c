/* SPDX-License-Identifier: MIT */
/*
 * Options and weights of the single-player agent as they come: denormal, infinite and not a number
 * among them. Refused, or values stay within what weights can make, the best one is chosen, and
 * every kernel and every scale of the weights choose alike.
 *
 * First the options up to the pointer, then eleven numbers, then rows of a well.
 */
#include <math.h>
#include <stdbool.h>
#include <tetress/tetress.h>

#include "fuzz_common.h"

#define WEIGHTS TETRESS_TETRIS_S2_WEIGHTS
#define LOST    (-2147483648.0)

/* No feature is greater than 11 wells of 210 each, and weights are 24 at most. */
#define MOST_VALUE (24.0 * 11 * 2310)

typedef struct input {
    const uint8_t *data;
    size_t left;
} input;

static void take(input *in, void *to, size_t size)
{
    size_t given = size < in->left ? size : in->left;

    memset(to, 0, size);
    if (given > 0)
        memcpy(to, in->data, given);
    in->data += given;
    in->left -= given;
}

/* A game in a well with holes, none of whose rows is full; NULL if its text is refused. */
static tetress_tetris *make_game(input *in, uint32_t rows)
{
    char text[TETRESS_TETRIS_TEXT];
    size_t length = 0;
    tetress_tetris *game;

    for (uint32_t row = 0; row < rows; row++) {
        uint16_t cells = 0;

        if (in->left > 0)
            take(in, &cells, sizeof cells);
        for (int column = 0; column < TETRESS_TETRIS_COLUMNS; column++)
            text[length++] = (cells >> column & 1) != 0 && column != row % 10 ? '#' : '.';
        text[length++] = row + 1 < rows ? '/' : ' ';
    }
    text[length++] = "OILJTSZ"[in->left % 7];
    text[length] = '\0';
    return tetress_tetris_from_text(NULL, text, &game, NULL) == TETRESS_OK ? game : NULL;
}

static bool are_finite(const double *weights, int count)
{
    bool any = false;

    for (int i = 0; i < count; i++) {
        if (!isfinite(weights[i]))
            return false;
        any = any || weights[i] != 0;
    }
    return any;
}

/* What is told of weights has the bound that the header names. */
static void check_told(const tetress_tetris_agent *agent, int32_t kind)
{
    double told[WEIGHTS];
    int32_t told_kind;

    MUST(tetress_tetris_agent_weights(agent, &told_kind, told) == TETRESS_OK && told_kind == kind);
    for (int i = 0; i < (kind == TETRESS_TETRIS_S2 ? WEIGHTS : TETRESS_TETRIS_DT_WEIGHTS); i++)
        MUST(told[i] >= -24 && told[i] <= 24 && told[i] * 1024 == floor(told[i] * 1024));
}

/* Values of all moves; the first one of the best is chosen. Returns their number. */
static int32_t check_values(const tetress_tetris_agent *agent, const tetress_tetris *game,
                            double values[TETRESS_TETRIS_MOVES])
{
    int32_t count = tetress_tetris_move_count(tetress_tetris_piece(game)), move, best = -1;
    double value = 0;

    MUST(tetress_tetris_agent_values(agent, game, values, TETRESS_TETRIS_MOVES) == TETRESS_OK);
    MUST(tetress_tetris_agent_choose(agent, game, &move, &value) == TETRESS_OK);
    for (int32_t i = 0; i < count; i++) {
        MUST(values[i] >= LOST && values[i] <= 4 * MOST_VALUE);
        if (values[i] > LOST && (best < 0 || values[i] > values[best]))
            best = i;
    }
    MUST(move >= -1 && move < count && value >= LOST);
    MUST(best < 0 ? value == LOST : values[move] == value && values[best] == value);
    return count;
}

/* Another agent of the same options and weights, by another kernel and with weights of another
 * scale, says the same of every move. */
static void check_alike(const tetress_tetris_options *options, int32_t kind, const double *weights,
                        const tetress_tetris *game, const double *values, int32_t count)
{
    double scaled[WEIGHTS], others[TETRESS_TETRIS_MOVES];
    tetress_tetris_agent *other;

    for (int i = 0; i < WEIGHTS; i++)
        scaled[i] = fabs(weights[i]) < 1 ? weights[i] * 1024 : weights[i];
    for (int i = 0; i < WEIGHTS; i++) {
        if (fabs(weights[i]) >= 1)
            memcpy(scaled, weights, sizeof scaled);
    }
    MUST(tetress_kernel_select("portable") == TETRESS_OK);
    MUST(tetress_tetris_agent_new(NULL, "tetress", options, &other, NULL) == TETRESS_OK);
    MUST(tetress_kernel_select(NULL) == TETRESS_OK);
    MUST(tetress_tetris_agent_set_weights(
             other, kind, scaled,
             kind == TETRESS_TETRIS_S2 ? WEIGHTS : TETRESS_TETRIS_DT_WEIGHTS) == TETRESS_OK);
    MUST(tetress_tetris_agent_values(other, game, others, TETRESS_TETRIS_MOVES) == TETRESS_OK);
    MUST(memcmp(values, others, (size_t)count * sizeof values[0]) == 0);
    tetress_tetris_agent_free(other);
}

static void try_weights(tetress_tetris_agent *agent, const tetress_tetris_options *options,
                        int32_t kind, const double *weights, tetress_tetris *game)
{
    int count = kind == TETRESS_TETRIS_S2 ? WEIGHTS : TETRESS_TETRIS_DT_WEIGHTS;
    tetress_status status = tetress_tetris_agent_set_weights(agent, kind, weights, (size_t)count);
    double values[TETRESS_TETRIS_MOVES];

    MUST(status == (are_finite(weights, count) ? TETRESS_OK : TETRESS_EARG));
    if (status != TETRESS_OK)
        return;
    check_told(agent, kind);
    if (game == NULL || tetress_tetris_over(game) != 0)
        return;
    check_alike(options, kind, weights, game, values, check_values(agent, game, values));
    MUST(tetress_tetris_agent_play(agent, game, 2) == TETRESS_OK);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int32_t go_on = 0;
    input in = {data, size};
    tetress_tetris_options options;
    double weights[WEIGHTS];
    tetress_tetris_agent *agent;
    tetress_tetris *game;
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_status status;

    take(&in, &options, offsetof(tetress_tetris_options, stop));
    options.size = sizeof options;
    options.stop = &go_on;
    /* Threads and deep look-aheads cost more than they show. */
    options.threads %= options.threads % 64 == 0 ? 3 : 2;
    if (options.lookahead <= TETRESS_TETRIS_MOST_LOOKAHEAD)
        options.lookahead %= options.width == 1 ? 3 : options.width <= 4 ? 2 : 1;
    take(&in, weights, sizeof weights);
    status = tetress_tetris_agent_new(NULL, "tetress", &options, &agent, &error);
    MUST(error.status == status && (error.text[0] == '\0') == (status == TETRESS_OK));
    if (status != TETRESS_OK)
        return 0;
    game = make_game(&in, options.rows == 0 ? TETRESS_TETRIS_ROWS : options.rows);
    try_weights(agent, &options, TETRESS_TETRIS_S2, weights, game);
    try_weights(agent, &options, TETRESS_TETRIS_DT, weights, game);
    tetress_tetris_free(game);
    tetress_tetris_agent_free(agent);
    return 0;
}
