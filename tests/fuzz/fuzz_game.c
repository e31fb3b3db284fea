/* SPDX-License-Identifier: MIT */
/* Sequences of calls on a game and an engine, compared step by step with the slow board. */
#include <stdbool.h>

#include <tetress/tetress.h>

#include "fuzz_common.h"
#include "slow_board.h"

typedef struct state {
    const uint8_t *data;
    size_t left;
    tetress_game *game;
    tetress_engine *engine;
    slow_board trail[TETRESS_MAX_ACTIONS + 1];
    int played;
    int legal[SLOW_PLACEMENTS]; /* moves of the side to move now, and what that makes of the game */
    int legal_count;
    char result;
} state;

static uint32_t take(state *s, int bytes)
{
    uint32_t number = 0;

    for (; bytes > 0 && s->left > 0; bytes--, s->left--)
        number = number << 8 | *s->data++;
    return number;
}

static slow_board *now(state *s)
{
    return &s->trail[s->played];
}

/* The slow board is asked once for each position. */
static void look(state *s)
{
    char turn = slow_board_turn(now(s));

    s->legal_count = slow_board_moves(now(s), turn, s->legal);
    s->result = now(s)->ply >= 150 || s->legal_count == 0 ? slow_board_result(now(s)) : ' ';
}

static void compare(state *s)
{
    char expected[160], text[TETRESS_POSITION_TEXT];
    char result = s->result;

    slow_board_text(now(s), expected);
    MUST(tetress_game_to_text(s->game, text, sizeof text, NULL) == TETRESS_OK);
    MUST(strcmp(text, expected) == 0);
    MUST((tetress_game_reason(s->game) == TETRESS_REASON_NONE) == (result == ' '));
    MUST(tetress_game_winner(s->game) == (result == 'r'   ? TETRESS_RED
                                          : result == 'b' ? TETRESS_BLUE
                                                          : TETRESS_NOBODY));
}

/* Play a move on the slow board too if the library took it; both must agree that it may be. */
static void follow(state *s, tetress_status status, uint32_t move)
{
    int cells[4];
    bool legal;

    slow_placement((int)move, cells);
    legal = slow_board_may_place(now(s), slow_board_turn(now(s)), cells);
    MUST((status == TETRESS_OK) == legal);
    if (!legal)
        return;
    s->trail[s->played + 1] = *now(s);
    s->played++;
    slow_board_apply(now(s), (int)move);
    look(s);
}

static void step_apply(state *s)
{
    uint32_t move = take(s, 2) % TETRESS_PLACEMENTS;

    follow(s, tetress_game_apply(s->game, (tetress_move)move), move);
}

/* The n-th legal move, so that games get long. */
static void step_apply_legal(state *s)
{
    uint32_t pick = take(s, 2);
    int32_t pairs[8];
    int cells[4];
    int move;

    if (s->legal_count == 0)
        return;
    move = s->legal[pick % (uint32_t)s->legal_count];
    slow_placement(move, cells);
    for (int i = 0; i < 4; i++) {
        pairs[2 * i] = cells[(i + (int)pick) % 4] / 11;
        pairs[2 * i + 1] = cells[(i + (int)pick) % 4] % 11;
    }
    follow(s, tetress_game_apply_cells(s->game, pairs, 4), (uint32_t)move);
}

static void step_wild_cells(state *s)
{
    int32_t pairs[8];

    for (int i = 0; i < 8; i++)
        pairs[i] = (int32_t)(take(s, 1) % 16) - 2;
    if (tetress_game_apply_cells(s->game, pairs, take(s, 1) % 5) == TETRESS_OK)
        MUST(tetress_game_undo(s->game) == TETRESS_OK);
}

static void step_undo(state *s)
{
    tetress_status status = tetress_game_undo(s->game);

    MUST(status == (s->played == 0 ? TETRESS_ENOUNDO : TETRESS_OK));
    s->played -= status == TETRESS_OK;
    look(s);
}

static void step_copy(state *s)
{
    tetress_game *copy;

    MUST(tetress_game_copy(s->game, &copy) == TETRESS_OK);
    tetress_game_free(s->game);
    s->game = copy;
}

static void step_search(state *s)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;
    tetress_status status;

    budget.nodes = 1 + take(s, 1) % 64;
    if (take(s, 1) % 8 == 0)
        tetress_engine_stop(s->engine);
    status = tetress_engine_search(s->engine, s->game, &budget, &result);
    if (s->result != ' ') {
        MUST(status == TETRESS_EOVER);
        return;
    }
    MUST(status == TETRESS_OK && result.nodes <= budget.nodes);
    MUST(tetress_game_is_legal(s->game, result.move) == 1);
}

static void step_engine(state *s)
{
    static const char *const SPECS[] = {"negamax:hash=1,multipv=3", "mcts:memory=1,multipv=2",
                                        "greedy:evaluator=s1", "random",
                                        "negamax:hash=1,evaluator=tokens"};

    tetress_engine_free(s->engine);
    MUST(tetress_engine_new(NULL, SPECS[take(s, 1) % 5], &s->engine, NULL) == TETRESS_OK);
}

static void step_moves(state *s)
{
    static tetress_move moves[TETRESS_PLACEMENTS];
    size_t found = 0;

    MUST(tetress_game_legal_moves(s->game, moves, TETRESS_PLACEMENTS, &found) == TETRESS_OK);
    MUST(found == (size_t)s->legal_count);
    for (int i = 0; i < s->legal_count; i++)
        MUST(moves[i] == s->legal[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const STEPS[])(state *) = {
        step_apply_legal, step_apply_legal, step_apply_legal, step_apply,  step_wild_cells,
        step_undo,        step_copy,        step_search,      step_engine, step_moves};
    static state s;

    s = (state){.data = data, .left = size};
    slow_board_start(&s.trail[0]);
    look(&s);
    MUST(tetress_game_new(NULL, &s.game) == TETRESS_OK);
    MUST(tetress_engine_new(NULL, "random", &s.engine, NULL) == TETRESS_OK);
    while (s.left > 0) {
        STEPS[take(&s, 1) % (sizeof STEPS / sizeof STEPS[0])](&s);
        compare(&s);
    }
    tetress_engine_free(s.engine);
    tetress_game_free(s.game);
    return 0;
}
