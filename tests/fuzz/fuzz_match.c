/* SPDX-License-Identifier: MIT */
/* Sequences of calls on a match, compared step by step with a list of results, and with a match
 * that gets the same results in the order of the games. */
#include <stdbool.h>
#include <string.h>

#include <tetress/tetress.h>

#include "fuzz_common.h"

#define MOST_GAMES 128
#define NO_RESULT  (-1)

typedef struct state {
    tetress_match_settings settings;
    tetress_match *match, *in_order;
    uint64_t counted; /* games, of both */
    int32_t winners[MOST_GAMES];
    bool handed_out[MOST_GAMES];
} state;

static tetress_standing standing_of(const tetress_match *match)
{
    tetress_standing standing = TETRESS_STANDING_INIT;

    MUST(tetress_match_summary(match, &standing, NULL) == TETRESS_OK);
    return standing;
}

static bool is_over(const state *s)
{
    return tetress_match_over(s->in_order) != 0;
}

/* Feed the match in order with the pairs that are complete. */
static void count_pairs(state *s)
{
    while (!is_over(s) && s->winners[s->counted] != NO_RESULT &&
           s->winners[s->counted + 1] != NO_RESULT) {
        for (int i = 0; i < 2; i++, s->counted++)
            MUST(tetress_match_add_result(s->in_order, s->counted, s->winners[s->counted]) ==
                 TETRESS_OK);
    }
}

static void compare(const state *s)
{
    tetress_standing standing = standing_of(s->match), expected = standing_of(s->in_order);

    MUST(memcmp(&standing, &expected, sizeof standing) == 0);
    MUST(standing.wins + standing.draws + standing.losses == s->counted);
    MUST(tetress_match_over(s->match) == is_over(s));
    MUST(is_over(s) ==
         (s->counted == s->settings.games || standing.verdict != TETRESS_SPRT_UNDECIDED));
}

static void try_next(state *s)
{
    tetress_match_task task = TETRESS_MATCH_TASK_INIT, same = TETRESS_MATCH_TASK_INIT;
    uint64_t expected = 0;
    tetress_status status = tetress_match_next(s->match, &task);

    while (expected < s->settings.games &&
           (s->handed_out[expected] || s->winners[expected] != NO_RESULT))
        expected++;
    if (is_over(s) || expected == s->settings.games) {
        MUST(status == TETRESS_EOVER);
        return;
    }
    MUST(status == TETRESS_OK && task.number == expected);
    MUST(tetress_match_task_of(s->match, expected, &same) == TETRESS_OK);
    MUST(memcmp(&task, &same, sizeof task) == 0);
    s->handed_out[expected] = true;
}

static void try_result(state *s, uint64_t number, int32_t winner)
{
    bool fits =
        number < s->settings.games && s->winners[number] == NO_RESULT && winner <= TETRESS_NOBODY;
    tetress_status status = tetress_match_add_result(s->match, number, winner);

    MUST(status == (!fits ? TETRESS_EARG : is_over(s) ? TETRESS_EOVER : TETRESS_OK));
    MUST(tetress_match_error(s->match)->status == status);
    if (status != TETRESS_OK)
        return;
    s->winners[number] = winner;
    count_pairs(s);
}

static void try_start(const state *s, uint64_t number)
{
    tetress_game *game;
    tetress_status status = tetress_match_start(s->match, number, NULL, &game);

    MUST(status == (number < s->settings.games ? TETRESS_OK : TETRESS_EARG));
    if (status != TETRESS_OK)
        return;
    MUST(tetress_game_reason(game) == TETRESS_REASON_NONE);
    MUST((uint32_t)tetress_game_ply(game) == s->settings.opening);
    tetress_game_free(game);
}

/* Two bytes a call: what, and of which game. */
static void run(state *s, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + 1 < size; i += 2) {
        if (data[i] < 64)
            try_next(s);
        else if (data[i] < 72)
            try_start(s, data[i + 1]);
        else
            try_result(s, data[i + 1] % (MOST_GAMES + 2), data[i] % 4);
        compare(s);
    }
}

/* The first bytes are the settings. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    state s = {.settings = TETRESS_MATCH_SETTINGS_INIT};

    if (size < 4)
        return 0;
    s.settings.games = 2 + 2 * (uint64_t)(data[0] % (MOST_GAMES / 2));
    s.settings.opening = data[1] % (TETRESS_MATCH_MAX_OPENING + 1);
    s.settings.seed = data[2];
    s.settings.elo1 = data[3] % 128 * 8.0;
    s.settings.alpha = data[3] < 128 ? 0.05 : 0.4;
    for (int i = 0; i < MOST_GAMES; i++)
        s.winners[i] = NO_RESULT;
    MUST(tetress_match_new(NULL, &s.settings, &s.match, NULL) == TETRESS_OK);
    MUST(tetress_match_new(NULL, &s.settings, &s.in_order, NULL) == TETRESS_OK);
    run(&s, data + 4, size - 4);
    tetress_match_free(s.match);
    tetress_match_free(s.in_order);
    return 0;
}
