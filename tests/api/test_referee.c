/* SPDX-License-Identifier: MIT */
/* The referee through the public header: answers, evidence, structures, mistakes of the host. What
 * decides a game is tested in unit/test_game_referee.c. */
#include <stdbool.h>
#include <string.h>
#include <tetress/tetress.h>

#include "cmocka_all.h"
#include "handles.h"

static tetress_referee *limited_referee_from(const char *position,
                                             const tetress_referee_limits *limits)
{
    tetress_game *game;
    tetress_referee *referee;

    assert_int_equal(tetress_game_from_text(NULL, position, &game, NULL), TETRESS_OK);
    referee = new_referee(game, limits);
    tetress_game_free(game);
    return referee;
}

static tetress_referee *referee_from(const char *position)
{
    return limited_referee_from(position, NULL);
}

/* Play any legal move at this cost. */
static void play_any(tetress_referee *referee, const tetress_spent *spent)
{
    uint64_t seed = 5;
    tetress_move move;

    assert_int_equal(tetress_game_random_move(tetress_referee_game(referee), &seed, &move),
                     TETRESS_OK);
    assert_int_equal(tetress_referee_play(referee, move, spent), TETRESS_OK);
}

static void expect_end(const tetress_referee *referee, int32_t outcome, int32_t winner,
                       int32_t blame)
{
    assert_int_equal(tetress_referee_outcome(referee), outcome);
    assert_int_equal(tetress_referee_winner(referee), winner);
    assert_int_equal(tetress_referee_blame(referee), blame);
}

static void expect_open(const tetress_referee *referee)
{
    expect_end(referee, TETRESS_OUTCOME_OPEN, TETRESS_NOBODY, TETRESS_NOBODY);
    assert_int_equal(tetress_referee_evidence(referee)->status, TETRESS_OK);
    assert_string_equal(tetress_referee_evidence(referee)->text, "");
}

static void a_game_is_played_to_its_end(void **state)
{
    tetress_referee *referee = new_referee(NULL, NULL);
    const tetress_game *game = tetress_referee_game(referee);

    (void)state;
    while (tetress_referee_outcome(referee) == TETRESS_OUTCOME_OPEN) {
        expect_open(referee);
        play_any(referee, NULL);
    }
    expect_end(referee, tetress_game_reason(game), tetress_game_winner(game), TETRESS_NOBODY);
    assert_int_equal(tetress_referee_evidence(referee)->status, TETRESS_OK);
    assert_int_equal(tetress_referee_play(referee, 0, NULL), TETRESS_EOVER);
    assert_int_equal(tetress_referee_charge(referee, TETRESS_RED, NULL), TETRESS_EOVER);
    assert_int_equal(
        tetress_referee_end(referee, TETRESS_OUTCOME_INFRASTRUCTURE, TETRESS_NOBODY, NULL),
        TETRESS_EOVER);
    tetress_referee_free(referee);
}

#define ROW "..........."

static void a_position_that_is_over_is_decided_at_once(void **state)
{
    tetress_referee *referee = referee_from("rrr......../b........../" ROW "/" ROW "/" ROW "/" ROW
                                            "/" ROW "/" ROW "/" ROW "/" ROW "/" ROW " r 150");

    (void)state;
    expect_end(referee, TETRESS_OUTCOME_TURN_LIMIT, TETRESS_RED, TETRESS_NOBODY);
    assert_string_equal(tetress_referee_evidence(referee)->text,
                        "after 150 actions red has 3 tokens and blue 1");
    assert_int_equal(tetress_referee_evidence(referee)->status, TETRESS_OK);
    tetress_referee_free(referee);
}

/* Red's piece fills the row that holds all of blue's tokens. */
#define ONE_BEFORE_BLUE_IS_GONE                                                                    \
    "rrrrrrb..../r........../" ROW "/" ROW "/" ROW "/" ROW "/" ROW "/" ROW "/" ROW "/" ROW "/" ROW \
    " r 10"
#define LAST_TOKENS "0-7,0-8,0-9,0-10"

static void the_last_action_ends_the_game_by_the_rules(void **state)
{
    tetress_referee *referee = referee_from(ONE_BEFORE_BLUE_IS_GONE);

    (void)state;
    assert_int_equal(tetress_referee_play_text(referee, LAST_TOKENS, NULL), TETRESS_OK);
    expect_end(referee, TETRESS_OUTCOME_NO_MOVES, TETRESS_RED, TETRESS_NOBODY);
    assert_string_equal(tetress_referee_evidence(referee)->text, "blue has no move");
    tetress_referee_free(referee);
}

/* Not even a winning one helps, and what it is does not matter. */
static void an_action_that_comes_too_late_loses_on_time_whatever_it_is(void **state)
{
    const char *const answers[] = {LAST_TOKENS, "0-0,0-1,0-2,0-3", "0-0,5-5", "I give up"};

    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        tetress_referee_limits limits = TETRESS_REFEREE_LIMITS_INIT;
        tetress_spent spent = TETRESS_SPENT_INIT;
        tetress_referee *referee;

        limits.cpu_us = 10;
        limits.memory_bytes = 10;
        spent.cpu_us = 11;
        spent.memory_bytes = 11;
        referee = limited_referee_from(ONE_BEFORE_BLUE_IS_GONE, &limits);
        assert_int_equal(tetress_referee_play_text(referee, answers[i], &spent), TETRESS_OK);
        expect_end(referee, TETRESS_OUTCOME_TIME, TETRESS_BLUE, TETRESS_RED);
        assert_int_equal(tetress_referee_evidence(referee)->rule, TETRESS_RULE_NONE);
        assert_int_equal(tetress_game_ply(tetress_referee_game(referee)), 10);
        tetress_referee_free(referee);
    }
}

static void an_illegal_action_loses_with_its_rule(void **state)
{
    const int32_t occupied[] = {0, 3, 0, 4, 0, 5, 0, 6}, outside[] = {0, 3, 0, 4, 0, 5, 0, 11};
    const int32_t loose[] = {5, 5, 7, 7, 9, 9, 1, 1};
    const struct {
        const int32_t *cells;
        size_t count;
        int32_t rule, cell;
    } cases[] = {
        {occupied, 4, TETRESS_RULE_OCCUPIED, 3},
        {outside, 4, TETRESS_RULE_OUT_OF_RANGE, -1},
        {loose, 4, TETRESS_RULE_NOT_TETROMINO, -1},
        {occupied, 3, TETRESS_RULE_NOT_TETROMINO, -1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tetress_referee *referee = new_referee(NULL, NULL);
        const tetress_error *evidence = tetress_referee_evidence(referee);

        assert_int_equal(tetress_referee_play_text(referee, "0-0,0-1,0-2,0-3", NULL), TETRESS_OK);
        assert_int_equal(tetress_referee_play_cells(referee, cases[i].cells, cases[i].count, NULL),
                         TETRESS_OK);
        expect_end(referee, TETRESS_OUTCOME_ILLEGAL, TETRESS_RED, TETRESS_BLUE);
        assert_int_equal(evidence->status, TETRESS_EILLEGAL);
        assert_int_equal(evidence->rule, cases[i].rule);
        if (cases[i].cell >= 0)
            assert_int_equal(evidence->cell, cases[i].cell);
        assert_true(strlen(evidence->text) > 0);
        assert_int_equal(tetress_game_ply(tetress_referee_game(referee)), 1);
        tetress_referee_free(referee);
    }
}

static void text_that_is_no_action_breaks_the_protocol(void **state)
{
    tetress_referee *referee = new_referee(NULL, NULL);

    (void)state;
    assert_int_equal(tetress_referee_play_text(referee, "resign", NULL), TETRESS_OK);
    expect_end(referee, TETRESS_OUTCOME_PROTOCOL, TETRESS_BLUE, TETRESS_RED);
    assert_int_equal(tetress_referee_evidence(referee)->status, TETRESS_ETEXT);
    tetress_referee_free(referee);
    referee = new_referee(NULL, NULL);
    assert_int_equal(tetress_referee_play_text(referee, "PLACE(0-0, 2-2, 4-4, 6-6)", NULL),
                     TETRESS_OK);
    expect_end(referee, TETRESS_OUTCOME_ILLEGAL, TETRESS_BLUE, TETRESS_RED);
    tetress_referee_free(referee);
}

/* One limit, what is spent in a single charge, and the sentence. */
static void the_evidence_has_the_numbers(void **state)
{
    static const struct {
        tetress_referee_limits limits;
        tetress_spent spent;
        const char *sentence;
    } ROWS[] = {
        {{.cpu_us = 180000000},
         {.cpu_us = 180000001},
         "used 180.000001 s of CPU time, the limit is 180 s"},
        {{.call_cpu_us = 2500000},
         {.cpu_us = 3000000},
         "used 3 s of CPU time in one call, the limit is 2.5 s"},
        {{.wall_us = 60000000},
         {.wall_us = 61500000},
         "used 61.5 s of elapsed time, the limit is 60 s"},
        {{.call_wall_us = 180000000}, {.wall_us = 180000500}, "gave no answer within 180 s"},
        {{.memory_bytes = 250u << 20},
         {.memory_bytes = 1005u << 18},
         "exceeded the limit of memory: more than 250 MB, peak 251.25 MB"},
        {{.memory_bytes = 250u << 20},
         {.memory_bytes = (250u << 20) + 1},
         "exceeded the limit of memory: more than 250 MB, peak 250.01 MB"},
        {{.memory_bytes = 250u << 20},
         {.memory_bytes = UINT64_MAX},
         "exceeded the limit of memory: more than 250 MB, peak 17592186044416 MB"},
        {{.cpu_us = UINT64_MAX - 1},
         {.cpu_us = UINT64_MAX},
         "used 18446744073709.551615 s of CPU time, the limit is 18446744073709.551614 s"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        tetress_referee_limits limits = ROWS[i].limits;
        tetress_spent spent = ROWS[i].spent;
        tetress_referee *referee;

        limits.size = sizeof limits;
        spent.size = sizeof spent;
        referee = new_referee(NULL, &limits);
        assert_int_equal(tetress_referee_charge(referee, TETRESS_BLUE, &spent), TETRESS_OK);
        assert_int_equal(tetress_referee_blame(referee), TETRESS_BLUE);
        assert_string_equal(tetress_referee_evidence(referee)->text, ROWS[i].sentence);
        tetress_referee_free(referee);
    }
}

static void a_check_tells_what_a_charge_would_decide_and_changes_nothing(void **state)
{
    tetress_referee_limits limits = TETRESS_REFEREE_LIMITS_INIT;
    tetress_spent spent = TETRESS_SPENT_INIT, all = TETRESS_SPENT_INIT;
    tetress_error evidence = TETRESS_ERROR_INIT;
    tetress_referee *referee;

    (void)state;
    limits.cpu_us = 100;
    limits.memory_bytes = 50;
    referee = new_referee(NULL, &limits);
    spent.cpu_us = 60;
    assert_int_equal(tetress_referee_charge(referee, TETRESS_RED, &spent), TETRESS_OK);
    assert_int_equal(tetress_referee_check(referee, TETRESS_RED, &spent, &evidence),
                     TETRESS_OUTCOME_TIME);
    assert_string_equal(evidence.text, "used 0.00012 s of CPU time, the limit is 0.0001 s");
    assert_int_equal(tetress_referee_check(referee, TETRESS_BLUE, &spent, &evidence),
                     TETRESS_OUTCOME_OPEN);
    assert_int_equal(evidence.status, TETRESS_OK);
    assert_string_equal(evidence.text, "");
    spent.cpu_us = 40;
    assert_int_equal(tetress_referee_check(referee, TETRESS_RED, &spent, NULL),
                     TETRESS_OUTCOME_OPEN);
    spent.memory_bytes = 51;
    assert_int_equal(tetress_referee_check(referee, TETRESS_RED, &spent, NULL),
                     TETRESS_OUTCOME_MEMORY);
    expect_open(referee);
    assert_int_equal(tetress_referee_spent(referee, TETRESS_RED, &all), TETRESS_OK);
    assert_true(all.cpu_us == 60 && all.memory_bytes == 0);
    assert_int_equal(tetress_referee_check(referee, TETRESS_RED, NULL, NULL), TETRESS_OUTCOME_OPEN);
    assert_int_equal(tetress_referee_check(referee, TETRESS_BOTH, &spent, NULL), TETRESS_EARG);
    assert_int_equal(tetress_referee_check(NULL, TETRESS_RED, &spent, NULL), TETRESS_EARG);
    spent.reserved = 1;
    assert_int_equal(tetress_referee_check(referee, TETRESS_RED, &spent, NULL), TETRESS_EVERSION);
    assert_int_equal(tetress_referee_error(referee)->status, TETRESS_OK);
    evidence.size = 4;
    assert_int_equal(tetress_referee_check(referee, TETRESS_RED, NULL, &evidence), TETRESS_EARG);
    evidence.size = sizeof evidence;
    tetress_referee_end(referee, TETRESS_OUTCOME_CRASH, TETRESS_RED, "it fell");
    assert_int_equal(tetress_referee_check(referee, TETRESS_BLUE, NULL, &evidence),
                     TETRESS_OUTCOME_CRASH);
    assert_string_equal(evidence.text, "it fell");
    tetress_referee_free(referee);
}

static void expect_left(const tetress_referee *referee, int32_t colour, uint64_t cpu, uint64_t wall)
{
    uint64_t cpu_left, wall_left;

    assert_int_equal(tetress_referee_left(referee, colour, &cpu_left, &wall_left), TETRESS_OK);
    assert_true(cpu_left == cpu && wall_left == wall);
}

/* Red answers, then blue, then red's bill goes on. */
static void what_each_side_has_spent_and_has_left_is_told(void **state)
{
    tetress_referee_limits limits = TETRESS_REFEREE_LIMITS_INIT;
    tetress_spent spent = TETRESS_SPENT_INIT, all = TETRESS_SPENT_INIT;
    tetress_referee *referee;

    (void)state;
    limits.cpu_us = 100;
    limits.wall_us = 200;
    limits.increment_us = 10;
    referee = new_referee(NULL, &limits);
    expect_left(referee, TETRESS_RED, 100, 200);
    spent.cpu_us = 60;
    spent.wall_us = 70;
    spent.memory_bytes = 5;
    play_any(referee, &spent);
    expect_left(referee, TETRESS_RED, 50, 140);
    expect_left(referee, TETRESS_BLUE, 100, 200);
    spent.cpu_us = 1;
    play_any(referee, &spent);
    expect_left(referee, TETRESS_RED, 50, 140);
    expect_left(referee, TETRESS_BLUE, 109, 140);
    spent.cpu_us = 60;
    spent.memory_bytes = 3;
    assert_int_equal(tetress_referee_charge(referee, TETRESS_RED, &spent), TETRESS_OK);
    expect_end(referee, TETRESS_OUTCOME_TIME, TETRESS_BLUE, TETRESS_RED);
    expect_left(referee, TETRESS_RED, 0, 70);
    assert_int_equal(tetress_referee_spent(referee, TETRESS_RED, &all), TETRESS_OK);
    assert_true(all.cpu_us == 120 && all.wall_us == 140 && all.memory_bytes == 5);
    assert_int_equal(tetress_referee_spent(referee, TETRESS_BLUE, &all), TETRESS_OK);
    assert_true(all.cpu_us == 1 && all.wall_us == 70 && all.memory_bytes == 5);
    tetress_referee_free(referee);
    limits.wall_us = 0;
    referee = new_referee(NULL, &limits);
    expect_left(referee, TETRESS_BLUE, 100, UINT64_MAX);
    tetress_referee_free(referee);
}

static void the_host_ends_a_game_for_its_own_reasons(void **state)
{
    static const struct {
        int32_t outcome, blame, winner;
    } ENDS[] = {
        {TETRESS_OUTCOME_CRASH, TETRESS_BLUE, TETRESS_RED},
        {TETRESS_OUTCOME_BOTH_FAILED, TETRESS_BOTH, TETRESS_NOBODY},
        {TETRESS_OUTCOME_INFRASTRUCTURE, TETRESS_NOBODY, TETRESS_NOBODY},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++) {
        tetress_referee *referee = new_referee(NULL, NULL);

        assert_int_equal(tetress_referee_end(referee, ENDS[i].outcome, ENDS[i].blame, "as it was"),
                         TETRESS_OK);
        expect_end(referee, ENDS[i].outcome, ENDS[i].winner, ENDS[i].blame);
        assert_int_equal(tetress_referee_evidence(referee)->status, TETRESS_EOVER);
        assert_string_equal(tetress_referee_evidence(referee)->text, "as it was");
        tetress_referee_free(referee);
    }
}

static void long_evidence_is_cut(void **state)
{
    char text[1000];
    tetress_referee *referee = new_referee(NULL, NULL);

    (void)state;
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    assert_int_equal(tetress_referee_end(referee, TETRESS_OUTCOME_CRASH, TETRESS_RED, text),
                     TETRESS_OK);
    assert_int_equal(strlen(tetress_referee_evidence(referee)->text), TETRESS_ERROR_TEXT - 1);
    assert_memory_equal(tetress_referee_evidence(referee)->text, text, TETRESS_ERROR_TEXT - 1);
    tetress_referee_free(referee);
}

/* Characters of two to four bytes, wherever the cut falls. */
static void evidence_is_cut_between_characters(void **state)
{
    static const char *const CHARACTERS[] = {"\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x98\x80"};

    (void)state;
    for (size_t c = 0; c < 3; c++) {
        for (size_t before = 0; before < 5; before++) {
            size_t size = strlen(CHARACTERS[c]), length;
            char text[1000] = "";
            tetress_referee *referee = new_referee(NULL, NULL);

            memset(text, 'x', before);
            for (size_t at = before; at + 4 < sizeof text; at += size)
                memcpy(text + at, CHARACTERS[c], size);
            assert_int_equal(tetress_referee_end(referee, TETRESS_OUTCOME_CRASH, TETRESS_RED, text),
                             TETRESS_OK);
            length = strlen(tetress_referee_evidence(referee)->text);
            assert_int_equal((length - before) % size, 0);
            assert_true(length + size > TETRESS_ERROR_TEXT - 1);
            assert_memory_equal(tetress_referee_evidence(referee)->text, text, length);
            tetress_referee_free(referee);
        }
    }
}

/* The last call that changes a referee was refused, and says why. */
static void expect_mistake(const tetress_referee *referee, tetress_status status,
                           const char *sentence)
{
    assert_int_equal(tetress_referee_error(referee)->status, status);
    assert_string_equal(tetress_referee_error(referee)->text, sentence);
}

static void the_hosts_mistakes_are_told_until_the_next_call(void **state)
{
    tetress_spent spent = TETRESS_SPENT_INIT;
    tetress_referee *referee = new_referee(NULL, NULL);

    (void)state;
    expect_mistake(referee, TETRESS_OK, "");
    tetress_referee_play(referee, TETRESS_MOVE_NONE, NULL);
    expect_mistake(referee, TETRESS_EARG, "the move is no placement, 0 to 2298");
    tetress_referee_play_text(referee, NULL, NULL);
    expect_mistake(referee, TETRESS_EARG, "the text is NULL");
    tetress_referee_play_cells(referee, NULL, 0, NULL);
    expect_mistake(referee, TETRESS_EARG, "the coordinates are NULL");
    tetress_referee_charge(referee, TETRESS_NOBODY, NULL);
    expect_mistake(referee, TETRESS_EARG, "the colour is neither red nor blue");
    tetress_referee_end(referee, TETRESS_OUTCOME_CRASH, TETRESS_BOTH, NULL);
    expect_mistake(referee, TETRESS_EARG, "no such outcome, or none with this blame");
    spent.size--;
    tetress_referee_charge(referee, TETRESS_RED, &spent);
    expect_mistake(referee, TETRESS_EARG,
                   "the size of what was spent is wrong; use TETRESS_SPENT_INIT");
    spent = (tetress_spent)TETRESS_SPENT_INIT;
    spent.reserved = 1;
    tetress_referee_charge(referee, TETRESS_RED, &spent);
    expect_mistake(referee, TETRESS_EVERSION,
                   "reserved of what was spent is set, which this version does not know; "
                   "leave it 0 or load a newer library");
    play_any(referee, NULL);
    expect_mistake(referee, TETRESS_OK, "");
    expect_open(referee);
    tetress_referee_end(referee, TETRESS_OUTCOME_LOAD, TETRESS_BLUE, NULL);
    expect_mistake(referee, TETRESS_OK, "");
    assert_string_equal(tetress_referee_evidence(referee)->text, "load");
    tetress_referee_charge(referee, TETRESS_RED, NULL);
    expect_mistake(referee, TETRESS_EOVER, "the game is over; its outcome stands");
    expect_end(referee, TETRESS_OUTCOME_LOAD, TETRESS_RED, TETRESS_BLUE);
    assert_string_equal(tetress_referee_evidence(referee)->text, "load");
    assert_int_equal(tetress_referee_error(NULL)->status, TETRESS_EARG);
    tetress_referee_free(referee);
}

static void the_hosts_mistakes_change_nothing(void **state)
{
    tetress_spent spent = TETRESS_SPENT_INIT;
    tetress_referee *referee = new_referee(NULL, NULL);
    char newer[sizeof(tetress_spent) + 8];

    (void)state;
    spent.cpu_us = 7;
    assert_int_equal(tetress_referee_play(referee, TETRESS_PLACEMENTS, &spent), TETRESS_EARG);
    assert_int_equal(tetress_referee_play_text(referee, NULL, &spent), TETRESS_EARG);
    assert_int_equal(tetress_referee_play_cells(referee, NULL, 4, &spent), TETRESS_EARG);
    assert_int_equal(tetress_referee_charge(referee, 2, &spent), TETRESS_EARG);
    spent.size = 8;
    assert_int_equal(tetress_referee_play(referee, 0, &spent), TETRESS_EARG);
    assert_int_equal(tetress_referee_spent(referee, TETRESS_RED, &spent), TETRESS_EARG);
    spent = (tetress_spent)TETRESS_SPENT_INIT;
    memcpy(newer, &spent, sizeof spent);
    memset(newer + sizeof spent, 1, 8);
    ((tetress_spent *)(void *)newer)->size = sizeof newer;
    assert_int_equal(tetress_referee_play(referee, 0, (const tetress_spent *)(const void *)newer),
                     TETRESS_EVERSION);
    expect_open(referee);
    assert_int_equal(tetress_referee_spent(referee, TETRESS_RED, &spent), TETRESS_OK);
    assert_true(spent.cpu_us == 0);
    assert_int_equal(tetress_game_ply(tetress_referee_game(referee)), 0);
    tetress_referee_free(referee);
}

/* No referee is made of wrong limits or a wrong allocator, and the sentence names what is wrong. */
static void what_makes_no_referee_is_told_in_words(void **state)
{
    struct {
        tetress_referee_limits known;
        uint64_t later;
    } limits[3] = {{TETRESS_REFEREE_LIMITS_INIT, 0},
                   {TETRESS_REFEREE_LIMITS_INIT, 0},
                   {TETRESS_REFEREE_LIMITS_INIT, 1}};
    const tetress_allocator lacking = {NULL, NULL, NULL};
    const struct {
        const tetress_allocator *allocator;
        const tetress_referee_limits *limits;
        tetress_status status;
        const char *text;
    } rows[] = {
        {NULL, &limits[0].known, TETRESS_EARG,
         "the size of the limits is wrong; use TETRESS_REFEREE_LIMITS_INIT"},
        {NULL, &limits[1].known, TETRESS_EVERSION,
         "reserved of the limits is set, which this version does not know; "
         "leave it 0 or load a newer library"},
        {NULL, &limits[2].known, TETRESS_EVERSION,
         "a later field of the limits is set, which this version does not know; "
         "leave it 0 or load a newer library"},
        {&lacking, NULL, TETRESS_EARG, "the allocator lacks a function"},
    };

    (void)state;
    limits[0].known.size = 4;
    limits[1].known.reserved = 1;
    limits[2].known.size = sizeof limits[2];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tetress_referee *referee = (tetress_referee *)&rows;
        tetress_error error = TETRESS_ERROR_INIT;

        assert_int_equal(
            tetress_referee_new(rows[i].allocator, NULL, rows[i].limits, &referee, &error),
            rows[i].status);
        assert_null(referee);
        assert_int_equal(error.status, rows[i].status);
        assert_string_equal(error.text, rows[i].text);
        assert_int_equal(
            tetress_referee_new(rows[i].allocator, NULL, rows[i].limits, &referee, NULL),
            rows[i].status);
    }
    assert_int_equal(tetress_referee_new(NULL, NULL, NULL, NULL, NULL), TETRESS_EARG);
}

/* A program of a later version has longer structures: zeros there mean "as before", and no byte
 * beyond what is known is written. */
static void a_newer_program_is_served_as_far_as_both_know(void **state)
{
    struct {
        tetress_referee_limits known;
        uint64_t later;
    } limits = {TETRESS_REFEREE_LIMITS_INIT, 0};
    struct {
        tetress_spent known;
        uint64_t later;
    } spent = {TETRESS_SPENT_INIT, 0};
    tetress_referee *referee;

    (void)state;
    limits.known.size = sizeof limits;
    limits.known.cpu_us = 5;
    spent.known.size = sizeof spent;
    spent.known.cpu_us = 5;
    referee = new_referee(NULL, &limits.known);
    play_any(referee, &spent.known);
    expect_open(referee);
    spent.known.cpu_us = 0;
    spent.later = 77;
    assert_int_equal(tetress_referee_spent(referee, TETRESS_RED, &spent.known), TETRESS_OK);
    assert_true(spent.known.cpu_us == 5 && spent.known.size == sizeof spent && spent.later == 77);
    tetress_referee_free(referee);
    limits.later = 1;
    assert_int_equal(tetress_referee_new(NULL, NULL, &limits.known, &referee, NULL),
                     TETRESS_EVERSION);
    assert_null(referee);
}

static void a_referee_takes_over_the_history_of_its_start(void **state)
{
    tetress_game *game = new_game();
    tetress_referee *referee;

    (void)state;
    assert_int_equal(tetress_game_apply_text(game, "0-0,0-1,0-2,0-3", NULL), TETRESS_OK);
    referee = new_referee(game, NULL);
    assert_int_equal(tetress_game_undo(game), TETRESS_OK);
    assert_int_equal(tetress_game_ply(tetress_referee_game(referee)), 1);
    assert_int_equal(tetress_game_turn(tetress_referee_game(referee)), TETRESS_BLUE);
    tetress_referee_free(referee);
    tetress_game_free(game);
}

static void every_outcome_has_its_name_and_kind(void **state)
{
    (void)state;
#define CHECK(name, value, text, kind)                                                             \
    assert_int_equal(TETRESS_OUTCOME_##name, value);                                               \
    assert_string_equal(tetress_outcome_name(value), text);                                        \
    assert_int_equal(tetress_outcome_kind(value), TETRESS_OUTCOME_KIND_##kind);
    TETRESS_OUTCOME_MAP(CHECK)
#undef CHECK
    assert_string_equal(tetress_outcome_name(-1), "unknown");
    assert_string_equal(tetress_outcome_name(12), "unknown");
    assert_int_equal(tetress_outcome_kind(-1), TETRESS_EARG);
    assert_int_equal(tetress_outcome_kind(12), TETRESS_EARG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_played_to_its_end),
        cmocka_unit_test(a_position_that_is_over_is_decided_at_once),
        cmocka_unit_test(the_last_action_ends_the_game_by_the_rules),
        cmocka_unit_test(an_action_that_comes_too_late_loses_on_time_whatever_it_is),
        cmocka_unit_test(an_illegal_action_loses_with_its_rule),
        cmocka_unit_test(text_that_is_no_action_breaks_the_protocol),
        cmocka_unit_test(the_evidence_has_the_numbers),
        cmocka_unit_test(a_check_tells_what_a_charge_would_decide_and_changes_nothing),
        cmocka_unit_test(what_each_side_has_spent_and_has_left_is_told),
        cmocka_unit_test(the_host_ends_a_game_for_its_own_reasons),
        cmocka_unit_test(long_evidence_is_cut),
        cmocka_unit_test(evidence_is_cut_between_characters),
        cmocka_unit_test(the_hosts_mistakes_are_told_until_the_next_call),
        cmocka_unit_test(the_hosts_mistakes_change_nothing),
        cmocka_unit_test(what_makes_no_referee_is_told_in_words),
        cmocka_unit_test(a_newer_program_is_served_as_far_as_both_know),
        cmocka_unit_test(a_referee_takes_over_the_history_of_its_start),
        cmocka_unit_test(every_outcome_has_its_name_and_kind),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
