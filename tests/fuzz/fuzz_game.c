/* SPDX-License-Identifier: MIT */
/* Sequences of calls on a game and an engine, compared step by step with the counted board. */
#include <stdbool.h>

#include <tetress/tetress.h>

#include "counted_board.h"
#include "fuzz_common.h"
#include "fuzz_memory.h"

typedef struct state {
    const uint8_t *data;
    size_t left;
    tetress_game *game;
    tetress_engine *engine;
    counted_board trail[TETRESS_MAX_ACTIONS + 1]; /* trail[played] is the present */
    int played;
    uint16_t
        legal[SLOW_PLACEMENTS]; /* moves of the side to move now, and what that makes of the game */
    int legal_count;
    char result;
} state;

static const size_t memory_limit = 4u << 20; /* a thread of negamax takes about three mebibytes */

static uint32_t take(state *s, int bytes)
{
    uint32_t number = 0;

    for (; bytes > 0 && s->left > 0; bytes--, s->left--)
        number = number << 8 | *s->data++;
    return number;
}

/* A generator for what needs more numbers than an input has bytes. */
static uint32_t draw(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static const counted_board *now(const state *s)
{
    return &s->trail[s->played];
}

static char turn(const state *s)
{
    return slow_board_turn(&now(s)->board);
}

/* The reference is asked once for each position. */
static void look(state *s)
{
    s->legal_count = counted_board_moves(now(s), turn(s), s->legal);
    s->result =
        now(s)->board.ply >= 150 || s->legal_count == 0 ? counted_board_result(now(s)) : ' ';
}

/* What is cheap enough to compare after every step. */
static void compare(const state *s)
{
    const slow_board *board = &now(s)->board;
    char result = s->result;

    for (int32_t colour = 0; colour < 2; colour++) {
        uint64_t expected[2], bits[2];

        slow_board_bits(board, colour == TETRESS_RED ? 'r' : 'b', expected);
        MUST(tetress_game_bits(s->game, colour, bits) == TETRESS_OK);
        MUST(bits[0] == expected[0] && bits[1] == expected[1]);
    }
    MUST(tetress_game_ply(s->game) == board->ply);
    MUST((tetress_game_reason(s->game) == TETRESS_REASON_NONE) == (result == ' '));
    MUST(tetress_game_winner(s->game) == (result == 'r'   ? TETRESS_RED
                                          : result == 'b' ? TETRESS_BLUE
                                                          : TETRESS_NOBODY));
}

/* ---- Playing and taking back ----------------------------------------------------------------- */

/* Play a move on the reference too if the library took it; both must agree that it may be. */
static void follow(state *s, tetress_status status, uint32_t move)
{
    bool legal = counted_board_may_place(now(s), turn(s), (int)move);

    MUST((status == TETRESS_OK) == legal);
    MUST(tetress_game_error(s->game)->status == status);
    if (!legal)
        return;
    s->trail[s->played + 1] = *now(s);
    s->played++;
    counted_board_apply(&s->trail[s->played], (int)move);
    look(s);
}

static void step_apply(state *s)
{
    uint32_t move = take(s, 2) % TETRESS_PLACEMENTS;

    MUST(tetress_game_is_legal(s->game, (tetress_move)move) ==
         counted_board_may_place(now(s), turn(s), (int)move));
    follow(s, tetress_game_apply(s->game, (tetress_move)move), move);
}

/* A legal move, its cells from any of them on. */
static void apply_legal(state *s, uint32_t pick)
{
    int32_t pairs[8];
    int cells[4];
    int move;
    tetress_move told = TETRESS_MOVE_NONE;

    if (s->legal_count == 0)
        return;
    move = s->legal[pick % (uint32_t)s->legal_count];
    slow_placement(move, cells);
    for (int i = 0; i < 4; i++) {
        pairs[2 * i] = cells[(i + (int)(pick % 4)) % 4] / 11;
        pairs[2 * i + 1] = cells[(i + (int)(pick % 4)) % 4] % 11;
    }
    follow(s, tetress_game_apply_cells(s->game, pairs, 4, &told), (uint32_t)move);
    MUST(told == move);
}

static void step_apply_legal(state *s)
{
    apply_legal(s, take(s, 2));
}

/* Several at once, so that games get long from few bytes. */
static void step_apply_many(state *s)
{
    uint32_t count = take(s, 1) % 10;
    uint32_t seed = take(s, 1);

    for (; count > 0; count--)
        apply_legal(s, draw(&seed));
}

/* As text, in either style. */
static void step_apply_text(state *s)
{
    uint32_t move = take(s, 2) % TETRESS_PLACEMENTS;
    char text[TETRESS_MOVE_TEXT];
    tetress_move told;
    tetress_status status;

    MUST(tetress_move_to_text((tetress_move)move, (int32_t)(take(s, 1) % 2), text, sizeof text,
                              NULL) == TETRESS_OK);
    status = tetress_game_apply_text(s->game, text, &told);
    MUST(told == (status == TETRESS_OK ? move : TETRESS_MOVE_NONE));
    follow(s, status, move);
}

static void step_wild_cells(state *s)
{
    int32_t pairs[8];
    uint32_t count;
    tetress_error error = TETRESS_ERROR_INIT;
    tetress_move judged, played;
    tetress_status status;

    for (int i = 0; i < 8; i++)
        pairs[i] = (int32_t)(take(s, 1) % 16) - 2;
    count = take(s, 1) % 5;
    status = tetress_game_check_cells(s->game, pairs, count, &judged, &error);
    MUST(error.status == status);
    MUST((judged != TETRESS_MOVE_NONE) == (status == TETRESS_OK));
    MUST(tetress_game_apply_cells(s->game, pairs, count, &played) == status);
    MUST(played == judged);
    if (status == TETRESS_OK)
        MUST(tetress_game_undo(s->game) == TETRESS_OK);
}

static void step_undo(state *s)
{
    tetress_status status = tetress_game_undo(s->game);

    MUST(status == (s->played == 0 ? TETRESS_ENOUNDO : TETRESS_OK));
    s->played -= status == TETRESS_OK;
    look(s);
}

/* To the start, step by step or at once. */
static void step_undo_all(state *s)
{
    if (take(s, 1) % 2 == 0) {
        MUST(tetress_game_rewind(s->game) == TETRESS_OK);
    } else {
        for (int i = 0; i < s->played; i++)
            MUST(tetress_game_undo(s->game) == TETRESS_OK);
        MUST(tetress_game_undo(s->game) == TETRESS_ENOUNDO);
    }
    s->played = 0;
    look(s);
}

/* ---- Games out of games ---------------------------------------------------------------------- */

static void step_copy(state *s)
{
    tetress_game *copy;

    MUST(tetress_game_copy(s->game, &copy) == TETRESS_OK);
    tetress_game_free(s->game);
    s->game = copy;
}

/* A game made of the text of this one is the same position without its history. */
static void step_text(state *s)
{
    char expected[160], text[TETRESS_POSITION_TEXT];
    tetress_game *again;

    slow_board_text(&now(s)->board, expected);
    MUST(tetress_game_to_text(s->game, text, sizeof text, NULL) == TETRESS_OK);
    MUST(strcmp(text, expected) == 0);
    MUST(tetress_game_from_text(NULL, text, &again, NULL) == TETRESS_OK);
    MUST(tetress_game_hash(again) == tetress_game_hash(s->game));
    MUST(tetress_game_start_ply(again) == tetress_game_ply(s->game));
    if (take(s, 1) % 4 != 0) {
        tetress_game_free(again);
        return;
    }
    tetress_game_free(s->game);
    s->game = again;
    s->trail[0] = *now(s);
    s->played = 0;
}

/* A board as play would hardly make it: any tokens, any number of actions. */
static void step_any_board(state *s)
{
    uint32_t seed = take(s, 2);
    uint32_t density = take(s, 1) % 16;
    char text[160];
    slow_board board;
    tetress_game *game;
    tetress_status status;

    slow_board_start(&board);
    board.ply = (int)(take(s, 1) % 151);
    for (int cell = 0; cell < SLOW_CELLS; cell++) {
        if (draw(&seed) % 16 < density)
            board.cells[cell / 11][cell % 11] = draw(&seed) % 2 == 0 ? 'r' : 'b';
    }
    slow_board_text(&board, text);
    status = tetress_game_from_text(NULL, text, &game, NULL);
    MUST(status == (slow_board_has_full_line(&board) ? TETRESS_ETEXT : TETRESS_OK));
    if (status != TETRESS_OK)
        return;
    tetress_game_free(s->game);
    s->game = game;
    s->played = 0;
    counted_board_set(&s->trail[0], &board);
    look(s);
}

/* The history leads from the start to here. */
static void step_history(state *s)
{
    tetress_move moves[TETRESS_MAX_ACTIONS];
    size_t count = 0;
    tetress_game *copy;

    MUST(tetress_game_history(s->game, moves, TETRESS_MAX_ACTIONS, &count) == TETRESS_OK);
    MUST(count == (size_t)s->played);
    MUST(tetress_game_copy(s->game, &copy) == TETRESS_OK);
    MUST(tetress_game_rewind(copy) == TETRESS_OK);
    for (size_t i = 0; i < count; i++)
        MUST(tetress_game_apply(copy, moves[i]) == TETRESS_OK);
    MUST(tetress_game_hash(copy) == tetress_game_hash(s->game));
    tetress_game_free(copy);
}

/* ---- Legal moves ----------------------------------------------------------------------------- */

static void step_moves(state *s)
{
    static tetress_move moves[TETRESS_PLACEMENTS];
    size_t found = 0;

    MUST(tetress_game_legal_moves(s->game, moves, TETRESS_PLACEMENTS, &found) == TETRESS_OK);
    MUST(found == (size_t)s->legal_count);
    MUST(memcmp(moves, s->legal, found * sizeof moves[0]) == 0);
}

static void step_mask(state *s)
{
    static uint8_t mask[TETRESS_PLACEMENTS], expected[TETRESS_PLACEMENTS];

    counted_board_mask(now(s), turn(s), expected);
    MUST(tetress_game_legal_mask(s->game, mask, sizeof mask) == TETRESS_OK);
    MUST(memcmp(mask, expected, sizeof mask) == 0);
}

static void step_counts(state *s)
{
    const counted_board *reference = now(s);
    uint64_t nodes = 0;

    MUST(tetress_game_mobility(s->game, TETRESS_RED) == counted_board_moves(reference, 'r', NULL));
    MUST(tetress_game_mobility(s->game, TETRESS_BLUE) == counted_board_moves(reference, 'b', NULL));
    MUST(tetress_game_tokens(s->game, TETRESS_RED) == slow_board_tokens(&reference->board, 'r'));
    MUST(tetress_game_tokens(s->game, TETRESS_BLUE) == slow_board_tokens(&reference->board, 'b'));
    MUST(tetress_game_perft(s->game, 1, &nodes) == TETRESS_OK);
    MUST(nodes == (uint64_t)s->legal_count);
}

static void step_random_move(state *s)
{
    uint64_t seed = take(s, 2), same = seed;
    tetress_move move, again;
    tetress_status status = tetress_game_random_move(s->game, &seed, &move);

    MUST(tetress_game_random_move(s->game, &same, &again) == status);
    MUST(again == move && same == seed);
    MUST(status == (s->legal_count == 0 ? TETRESS_EOVER : TETRESS_OK));
    if (status == TETRESS_OK)
        follow(s, tetress_game_apply(s->game, move), move);
    else
        MUST(move == TETRESS_MOVE_NONE);
}

/* ---- Engines --------------------------------------------------------------------------------- */

/* Every line can be played from here to its end. */
static void check_line(const state *s, const tetress_line *line)
{
    static counted_board board;

    MUST(line->pv_length >= 1 && line->pv_length <= TETRESS_MAX_PV && line->pv[0] == line->move);
    board = *now(s);
    for (uint16_t i = 0; i < line->pv_length; i++) {
        MUST(line->pv[i] < TETRESS_PLACEMENTS);
        MUST(counted_board_may_place(&board, slow_board_turn(&board.board), line->pv[i]));
        counted_board_apply(&board, line->pv[i]);
    }
}

static void step_search(state *s)
{
    tetress_budget budget = TETRESS_BUDGET_INIT;
    tetress_result result = TETRESS_RESULT_INIT;
    tetress_status status;

    budget.nodes = 1 + take(s, 1) % 12;
    if (s->legal_count > 250 && take(s, 1) != 0)
        return; /* to order the moves of an open board takes longer than all else in this file */
    status = tetress_engine_search(s->engine, s->game, &budget, &result);
    if (s->result != ' ') {
        MUST(status == TETRESS_EOVER);
        return;
    }
    MUST(status == TETRESS_OK && result.nodes <= budget.nodes && result.lines >= 1);
    for (uint32_t i = 0; i < result.lines; i++) {
        tetress_line line = TETRESS_LINE_INIT;

        MUST(tetress_engine_line(s->engine, i, &line) == TETRESS_OK);
        MUST(i > 0 || line.move == result.move);
        check_line(s, &line);
    }
}

static void step_evaluate(state *s)
{
    int32_t score = 0;
    tetress_status status = tetress_engine_evaluate(s->engine, s->game, &score);

    MUST(status == TETRESS_OK || status == TETRESS_EOVER || status == TETRESS_EUNKNOWN);
    MUST(score >= -1000000 && score <= 1000000);
    MUST(status != TETRESS_OK || s->result == ' ');
}

static void step_engine(state *s)
{
    static const char *const SPECS[] = {"negamax:hash=1,multipv=3",
                                        "mcts:memory=1,multipv=2",
                                        "greedy:evaluator=s1",
                                        "random",
                                        "negamax:hash=1,evaluator=tokens",
                                        "beam:plies=3,width=3,evaluator=s4,multipv=2",
                                        "s4-final",
                                        "uct:memory=1,policy=lines,rave=9,reuse=on,cutoff=9",
                                        "mcts:memory=1,widening=0.5,mixbackup=0.5,reuse=on",
                                        "s3-hybrid:hash=1,memory=1"};
    const tetress_allocator memory = fuzz_memory(&memory_limit);

    tetress_engine_free(s->engine);
    MUST(tetress_engine_new(&memory, SPECS[take(s, 1) % 10], &s->engine, NULL) == TETRESS_OK);
    MUST(tetress_engine_own_limits(s->engine, NULL) >= 0);
}

static void step_bad_engine(state *s)
{
    static const struct {
        const char *spec;
        tetress_status status;
    } BAD[] = {
        {"", TETRESS_EUNKNOWN},
        {"minimax", TETRESS_EUNKNOWN},
        {"negamax:", TETRESS_ETEXT},
        {"negamax:hash", TETRESS_ETEXT},
        {"mcts:hash=1", TETRESS_EUNKNOWN},
        {"negamax:hash=0", TETRESS_EVALUE},
        {"mcts:memory=64", TETRESS_ENOMEM},
    };
    const tetress_allocator memory = fuzz_memory(&memory_limit);
    tetress_engine *engine;
    tetress_error error = TETRESS_ERROR_INIT;
    uint32_t pick = take(s, 1) % (sizeof BAD / sizeof BAD[0]);

    MUST(tetress_engine_new(&memory, BAD[pick].spec, &engine, &error) == BAD[pick].status);
    MUST(engine == NULL && error.status == BAD[pick].status && error.text[0] != '\0');
}

/* What an engine may be told between searches. */
static void step_engine_state(state *s)
{
    switch (take(s, 1) % 4) {
    case 0:
        MUST(tetress_engine_reset(s->engine) == TETRESS_OK);
        break;
    case 1:
        tetress_engine_stop(s->engine);
        break;
    case 2:
        tetress_engine_resume(s->engine);
        break;
    default:
        MUST(tetress_engine_set(s->engine, "multipv", "4") ==
             (tetress_engine_get(s->engine, "multipv", NULL, 0, NULL, NULL) == TETRESS_OK
                  ? TETRESS_OK
                  : TETRESS_EUNKNOWN));
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const STEPS[])(state *) = {
        step_apply_legal, step_apply_legal, step_apply_legal, step_apply_many, step_apply_many,
        step_apply,       step_apply_text,  step_wild_cells,  step_undo,       step_undo_all,
        step_copy,        step_text,        step_any_board,   step_history,    step_moves,
        step_mask,        step_counts,      step_random_move, step_search,     step_evaluate,
        step_engine,      step_bad_engine,  step_engine_state};
    static state s; /* the trail is a mebibyte; what lies ahead of `played` is never read */

    s.data = data;
    s.left = size;
    s.played = 0;
    counted_board_start(&s.trail[0]);
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
