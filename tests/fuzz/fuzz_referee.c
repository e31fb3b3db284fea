/* SPDX-License-Identifier: MIT */
/* Sequences of calls on a referee, compared step by step with sums in 128 bits and a game of its
 * own, which fuzz_game holds against the counted board. */
#include <stdbool.h>

#include <string.h>

#include <tetress/tetress.h>

#include "fuzz_common.h"

__extension__ typedef unsigned __int128 wide;

typedef struct state {
    const uint8_t *data;
    size_t left;
    tetress_referee *referee;
    tetress_referee_limits limits;
    tetress_game *game; /* what the referee should have */
    wide cpu[2], wall[2];
    uint64_t memory[2], actions[2];
    int32_t outcome, winner, blame;
} state;

static uint8_t take(state *s)
{
    if (s->left == 0)
        return 0;
    s->left--;
    return *s->data++;
}

/* Small numbers, of which limits are soon reached, and those near the largest. */
static uint64_t take_number(state *s)
{
    uint8_t byte = take(s);

    if (byte < 128)
        return byte;
    return byte < 192 ? (uint64_t)1 << (byte - 128) : UINT64_MAX - (uint64_t)(byte - 192);
}

static void take_spent(state *s, tetress_spent *spent)
{
    *spent = (tetress_spent)TETRESS_SPENT_INIT;
    spent->cpu_us = take_number(s);
    spent->wall_us = take_number(s);
    spent->memory_bytes = take_number(s);
}

/* ---- What should come of it ------------------------------------------------------------------ */

static uint64_t cut(wide number)
{
    return number > UINT64_MAX ? UINT64_MAX : (uint64_t)number;
}

/* UINT64_MAX for no limit. */
static uint64_t allowed(const state *s, uint64_t limit, int32_t colour)
{
    return limit == 0 ? UINT64_MAX : cut(limit + (wide)s->limits.increment_us * s->actions[colour]);
}

static void decide(state *s, int32_t outcome, int32_t winner, int32_t blame)
{
    s->outcome = outcome;
    s->winner = winner;
    s->blame = blame;
}

static bool beyond(uint64_t used, uint64_t limit)
{
    return limit != 0 && used > limit;
}

static void expect_charge(state *s, int32_t colour, const tetress_spent *spent)
{
    s->cpu[colour] += spent->cpu_us;
    s->wall[colour] += spent->wall_us;
    if (s->memory[colour] < spent->memory_bytes)
        s->memory[colour] = spent->memory_bytes;
    if (cut(s->cpu[colour]) > allowed(s, s->limits.cpu_us, colour) ||
        cut(s->wall[colour]) > allowed(s, s->limits.wall_us, colour) ||
        beyond(spent->cpu_us, s->limits.call_cpu_us) ||
        beyond(spent->wall_us, s->limits.call_wall_us))
        decide(s, TETRESS_OUTCOME_TIME, 1 - colour, colour);
    else if (beyond(s->memory[colour], s->limits.memory_bytes))
        decide(s, TETRESS_OUTCOME_MEMORY, 1 - colour, colour);
}

static void expect_rules(state *s)
{
    if (tetress_game_reason(s->game) != TETRESS_REASON_NONE)
        decide(s, tetress_game_reason(s->game), tetress_game_winner(s->game), TETRESS_NOBODY);
}

/* The referee was asked to judge an action. Is it still to be looked at? */
static bool expect_turn(state *s, tetress_status status, const tetress_spent *spent)
{
    MUST(status == (s->outcome == TETRESS_OUTCOME_OPEN ? TETRESS_OK : TETRESS_EOVER));
    if (status == TETRESS_OK)
        expect_charge(s, tetress_game_turn(s->game), spent);
    return s->outcome == TETRESS_OUTCOME_OPEN;
}

/* The game that is compared with has judged the same action, of `mover`. */
static void expect_judged(state *s, int32_t mover, tetress_status judged)
{
    if (judged == TETRESS_OK) {
        s->actions[mover]++;
        expect_rules(s);
        return;
    }
    decide(s, judged == TETRESS_EILLEGAL ? TETRESS_OUTCOME_ILLEGAL : TETRESS_OUTCOME_PROTOCOL,
           1 - mover, mover);
    MUST(tetress_referee_evidence(s->referee)->rule == tetress_game_error(s->game)->rule);
    MUST(tetress_referee_evidence(s->referee)->cell == tetress_game_error(s->game)->cell);
}

static void compare(const state *s)
{
    MUST(tetress_referee_outcome(s->referee) == s->outcome);
    MUST(tetress_referee_winner(s->referee) == s->winner);
    MUST(tetress_referee_blame(s->referee) == s->blame);
    MUST((tetress_referee_evidence(s->referee)->status == TETRESS_OK) ==
         (s->outcome <= TETRESS_OUTCOME_TURN_LIMIT));
    MUST(tetress_game_hash(tetress_referee_game(s->referee)) == tetress_game_hash(s->game));
    for (int32_t colour = 0; colour < 2; colour++) {
        tetress_spent spent = TETRESS_SPENT_INIT;
        uint64_t cpu, wall, most;

        MUST(tetress_referee_spent(s->referee, colour, &spent) == TETRESS_OK);
        MUST(spent.cpu_us == cut(s->cpu[colour]) && spent.wall_us == cut(s->wall[colour]));
        MUST(spent.memory_bytes == s->memory[colour]);
        MUST(tetress_referee_left(s->referee, colour, &cpu, &wall) == TETRESS_OK);
        most = allowed(s, s->limits.cpu_us, colour);
        MUST(cpu == (most == UINT64_MAX ? most : spent.cpu_us > most ? 0 : most - spent.cpu_us));
        most = allowed(s, s->limits.wall_us, colour);
        MUST(wall == (most == UINT64_MAX ? most : spent.wall_us > most ? 0 : most - spent.wall_us));
    }
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static void play(state *s, tetress_move move)
{
    int32_t mover = tetress_game_turn(s->game);
    tetress_spent spent;

    take_spent(s, &spent);
    if (expect_turn(s, tetress_referee_play(s->referee, move, &spent), &spent))
        expect_judged(s, mover, tetress_game_apply(s->game, move));
}

/* Legal, if the game is not over. */
static void step_legal(state *s)
{
    uint64_t seed = take(s);
    tetress_move move;

    if (tetress_game_random_move(s->game, &seed, &move) == TETRESS_OK)
        play(s, move);
}

/* Many at no cost, so that games come to their end. */
static void step_legal_many(state *s)
{
    uint64_t seed = take(s);
    tetress_spent nothing = TETRESS_SPENT_INIT;
    tetress_move move;

    for (int count = take(s) % 64; count > 0; count--) {
        int32_t mover = tetress_game_turn(s->game);

        if (tetress_game_random_move(s->game, &seed, &move) != TETRESS_OK)
            return;
        if (expect_turn(s, tetress_referee_play(s->referee, move, NULL), &nothing))
            expect_judged(s, mover, tetress_game_apply(s->game, move));
    }
}

static void step_any_move(state *s)
{
    play(s, (tetress_move)((take(s) << 8 | take(s)) % TETRESS_PLACEMENTS));
}

static void step_cells(state *s)
{
    int32_t pairs[10], mover = tetress_game_turn(s->game);
    size_t count = take(s) % 6;
    tetress_spent spent;

    for (int i = 0; i < 10; i++)
        pairs[i] = (int32_t)(take(s) % 16) - 2;
    take_spent(s, &spent);
    if (expect_turn(s, tetress_referee_play_cells(s->referee, pairs, count, &spent), &spent))
        expect_judged(s, mover, tetress_game_apply_cells(s->game, pairs, count, NULL));
}

static void step_text(state *s)
{
    int32_t mover = tetress_game_turn(s->game);
    size_t length = take(s) % 40;
    tetress_spent spent;
    char *text;

    take_spent(s, &spent);
    length = length < s->left ? length : s->left;
    text = fuzz_string(s->data, length);
    s->data += length;
    s->left -= length;
    if (expect_turn(s, tetress_referee_play_text(s->referee, text, &spent), &spent))
        expect_judged(s, mover, tetress_game_apply_text(s->game, text, NULL));
    free(text);
}

static void step_charge(state *s)
{
    int32_t colour = take(s) % 2, checked;
    tetress_error evidence = TETRESS_ERROR_INIT;
    tetress_spent spent;
    tetress_status status;

    take_spent(s, &spent);
    checked = tetress_referee_check(s->referee, colour, &spent, &evidence);
    status = tetress_referee_charge(s->referee, colour, &spent);
    MUST(tetress_referee_outcome(s->referee) == checked);
    MUST(strcmp(tetress_referee_evidence(s->referee)->text, evidence.text) == 0);
    MUST(status == (s->outcome == TETRESS_OUTCOME_OPEN ? TETRESS_OK : TETRESS_EOVER));
    if (status == TETRESS_OK)
        expect_charge(s, colour, &spent);
}

static void step_end(state *s)
{
    int32_t outcome = (int32_t)(take(s) % 14) - 1, blame = (int32_t)(take(s) % 5) - 2;
    bool was_open = s->outcome == TETRESS_OUTCOME_OPEN;
    tetress_status status = tetress_referee_end(s->referee, outcome, blame, NULL);

    MUST(tetress_referee_error(s->referee)->status == status);
    MUST(status == TETRESS_EARG || status == (was_open ? TETRESS_OK : TETRESS_EOVER));
    if (status == TETRESS_OK)
        decide(s, outcome,
               blame == TETRESS_RED || blame == TETRESS_BLUE ? 1 - blame : TETRESS_NOBODY, blame);
}

/* What a host does wrong: a size that is too short, or a field that must be 0. */
static void step_mistake(state *s)
{
    tetress_spent spent;

    take_spent(s, &spent);
    spent.size = take(s) % sizeof spent;
    MUST(tetress_referee_play(s->referee, 0, &spent) != TETRESS_OK);
    spent.size = sizeof spent;
    spent.reserved = 1u + take(s);
    MUST(tetress_referee_play(s->referee, 0, &spent) != TETRESS_OK);
    MUST(tetress_referee_play(s->referee, TETRESS_MOVE_NONE, NULL) == TETRESS_EARG);
    MUST(tetress_referee_charge(s->referee, 2, NULL) == TETRESS_EARG);
    MUST(tetress_referee_error(s->referee)->status == TETRESS_EARG);
}

/* From the start or after some random moves. */
static void start(state *s)
{
    uint64_t seed = take(s);
    tetress_move move;

    MUST(tetress_game_new(NULL, &s->game) == TETRESS_OK);
    for (int count = take(s) % 64; count > 0; count--) {
        if (tetress_game_random_move(s->game, &seed, &move) == TETRESS_OK)
            MUST(tetress_game_apply(s->game, move) == TETRESS_OK);
    }
    s->limits = (tetress_referee_limits)TETRESS_REFEREE_LIMITS_INIT;
    s->limits.cpu_us = take_number(s);
    s->limits.wall_us = take_number(s);
    s->limits.call_cpu_us = take_number(s);
    s->limits.call_wall_us = take_number(s);
    s->limits.increment_us = take_number(s);
    s->limits.memory_bytes = take_number(s);
    MUST(tetress_referee_new(NULL, s->game, &s->limits, &s->referee, NULL) == TETRESS_OK);
    decide(s, TETRESS_OUTCOME_OPEN, TETRESS_NOBODY, TETRESS_NOBODY);
    expect_rules(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const STEPS[])(state *) = {step_legal,    step_legal, step_legal_many,
                                             step_any_move, step_cells, step_text,
                                             step_charge,   step_end,   step_mistake};
    state s = {.data = data, .left = size};

    start(&s);
    compare(&s);
    while (s.left > 0) {
        STEPS[take(&s) % (sizeof STEPS / sizeof STEPS[0])](&s);
        compare(&s);
    }
    tetress_referee_free(s.referee);
    tetress_game_free(s.game);
    return 0;
}
