/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

/* Reading games back: records and the referee's logs. tests/data/referee has real ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"
#include "game_file.h"
#include "record_reader.h"
#include "referee_log.h"

#define EMPTY                                                                                        \
    "........../.........../.........../.........../.........../.........../.........../..........." \
    "/.........../.........../..........."

static const char RECORD[] =
    "{\"format\": 1, \"library\": \"0.1.0\", \"red\": \"human\", \"blue\": \"negamax:hash=2\", "
    "\"seed\": \"18446744073709551615\", \"start\": \"." EMPTY " r 0\", "
    "\"moves\": [\"3-4,4-3,4-4,4-5\", \"8-8,8-9,9-8,9-9\"], \"scores\": [0, -37], "
    "\"nodes\": [0, 1000], \"times_ms\": [0, 12], \"result\": \"unfinished\", "
    "\"reason\": \"none\"}";

/* A copy of RECORD with the first `from` in it changed; the caller frees it. */
static char *changed(const char *from, const char *to)
{
    const char *at = strstr(RECORD, from);
    char *text = malloc(sizeof RECORD + strlen(to));

    assert_non_null(at);
    assert_non_null(text);
    sprintf(text, "%.*s%s%s", (int)(at - RECORD), RECORD, to, at + strlen(from));
    return text;
}

static void assert_none(const saved_game *saved)
{
    assert_null(saved->game);
    assert_null(saved->names);
    assert_int_equal(saved->record.count, 0);
}

/* ---- Records --------------------------------------------------------------------------------- */

static void a_record_is_read_whole(void **state)
{
    saved_game saved;
    read_fault fault;

    (void)state;
    assert_true(record_read(RECORD, sizeof RECORD - 1, 1, &saved, &fault));
    assert_string_equal(saved.record.players[0], "human");
    assert_string_equal(saved.record.players[1], "negamax:hash=2");
    assert_true(saved.record.seed == UINT64_MAX);
    assert_int_equal(saved.record.count, 2);
    assert_int_equal(saved.record.actions[1].score, -37);
    assert_int_equal(saved.record.actions[1].nodes, 1000);
    assert_int_equal(saved.record.actions[1].wall_ms, 12);
    assert_int_equal(saved.record.outcome, TETRESS_OUTCOME_OPEN);
    assert_int_equal(saved.record.winner, TETRESS_NOBODY);
    assert_int_equal(tetress_game_ply(saved.game), 2);
    assert_int_equal(tetress_game_undo(saved.game), TETRESS_OK);
    saved_game_clear(&saved);
    assert_none(&saved);
}

static void a_record_may_tell_the_budget(void **state)
{
    char *text = changed("\"format\": 1", "\"format\": 1, \"budget\": \"depth=3,nodes=5\"");
    saved_game saved;
    read_fault fault;

    (void)state;
    assert_true(record_read(text, strlen(text), 1, &saved, &fault));
    assert_string_equal(saved.record.budget, "nodes=5,depth=3");
    saved_game_clear(&saved);
    free(text);
}

/* RECORD with another end and what else a referee writes. */
static char *refereed(const char *result, const char *reason, const char *referee)
{
    char *text = calloc(1, sizeof RECORD + 256);
    const char *end = strstr(RECORD, "\"result\"");

    assert_non_null(text);
    assert_non_null(end);
    sprintf(text, "%.*s\"result\": \"%s\", \"reason\": \"%s\"%s}", (int)(end - RECORD), RECORD,
            result, reason, referee);
    return text;
}

static void a_fault_gives_a_result_that_the_position_does_not(void **state)
{
    static const struct {
        const char *result, *reason, *referee, *fault;
    } ENDS[] = {
        {"blue", "illegal", "", NULL},
        {"red", "time", ", \"referee\": {}", NULL},
        {"blue", "memory", ", \"referee\": {\"limits\": {\"a\": [1]}}", NULL},
        {"red", "crash", "", NULL},
        {"red", "load", "", NULL},
        {"blue", "protocol", "", NULL},
        {"blue", "flood", "", NULL},
        {"draw", "both_failed", "", NULL},
        {"unfinished", "infrastructure", "", NULL},
        {"unfinished", "none", ", \"referee\": {}", NULL},
        {"red", "illegal", "", "red wins with an illegal action"},
        {"draw", "time", "", "'result' is 'draw', which 'time' does not lead to"},
        {"unfinished", "crash", "", "'result' is 'unfinished', which"},
        {"green", "crash", "", "'result' is 'green', which"},
        {"red", "both_failed", "", "'result' is 'red', which"},
        {"draw", "infrastructure", "", "'result' is 'draw', which"},
        {"red", "none", "", "'result' is 'red', but the moves lead to 'unfinished'"},
        {"red", "fog", "", "'result' is 'red', but the moves lead to 'unfinished'"},
        {"unfinished", "fog", "", "'reason' is 'fog', but the moves lead to 'none'"},
        {"red", "time", ", \"referee\": 1", "'referee' is not an object"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++) {
        char *text = refereed(ENDS[i].result, ENDS[i].reason, ENDS[i].referee);
        saved_game saved;
        read_fault fault = {.text = ""};

        if (record_read(text, strlen(text), 1, &saved, &fault)) {
            assert_null(ENDS[i].fault);
            assert_string_equal(game_record_result(&saved.record), ENDS[i].result);
            assert_string_equal(game_record_reason(&saved.record), ENDS[i].reason);
            assert_int_equal(game_record_is_forfeit(&saved.record),
                             strcmp(ENDS[i].reason, "none") != 0);
            saved_game_clear(&saved);
        } else if (ENDS[i].fault == NULL || strstr(fault.text, ENDS[i].fault) == NULL) {
            fail_msg("end %zu: %s", i, fault.text);
        }
        free(text);
    }
}

static void a_record_that_is_written_again_is_the_same(void **state)
{
    saved_game saved;
    read_fault fault;
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);

    (void)state;
    assert_true(record_read(RECORD, sizeof RECORD - 1, 1, &saved, &fault));
    assert_true(game_record_write(&saved.record, memory));
    fclose(memory);
    saved_game_clear(&saved);
    assert_true(record_read(text, size - 1, 1, &saved, &fault));
    assert_true(saved.record.seed == UINT64_MAX);
    assert_int_equal(saved.record.actions[1].score, -37);
    saved_game_clear(&saved);
    free(text);
}

static void a_wrong_record_is_refused_with_line_and_reason(void **state)
{
    static const struct {
        const char *from, *to, *reason;
    } WRONG[] = {
        {"{", "", "not JSON"},
        {"\"none\"}", "\"none\"", "not JSON"},
        {"\"none\"}", "\"none\"} x", "not JSON"},
        {"\"format\": 1", "\"format\": 2", "'format' is not 1"},
        {"\"format\": 1", "\"format\": 1.0", "'format' is not 1"},
        {"\"format\": 1, ", "", "the key 'format' is missing"},
        {"\"format\": 1", "\"format\": 1, \"format\": 1", "duplicate"},
        {"\"format\": 1", "\"format\": 1, \"colour\": 1", "unknown key 'colour'"},
        {"\"0.1.0\"", "1", "'library' is not a text"},
        {"\"human\"", "\"\"", "'red' is not a text"},
        {"\"18446744073709551615\"", "\"18446744073709551616\"", "'seed': '18446744073709551616'"},
        {"\"18446744073709551615\"", "7", "'seed' is not a text"},
        {"\"format\": 1", "\"format\": 1, \"budget\": 7", "'budget' is not a text"},
        {"\"format\": 1", "\"format\": 1, \"budget\": \"hours=1\"", "'budget': 'hours=1'"},
        {" r 0", " b 0", "'start': "},
        {"[\"3-4", "[\"0-0", "move 1, '0-0,4-3,4-4,4-5': "},
        {"\"8-8,8-9,9-8,9-9\"", "\"3-4,4-3,4-4,4-5\"", "move 2, '3-4,4-3,4-4,4-5': "},
        {"\"8-8,8-9,9-8,9-9\"", "8", "move 2 is not a text"},
        {"[\"3-4,4-3,4-4,4-5\", ", "[", "'scores' has 2 values for 1 moves"},
        {"[0, -37]", "[0]", "'scores' has 1 values for 2 moves"},
        {"[0, -37]", "{}", "'scores' is not an array"},
        {"-37", "-2000001", "'scores' of action 2 is not an integer"},
        {"-37", "0.5", "'scores' of action 2 is not an integer"},
        {"1000]", "-1]", "'nodes' of action 2 is not an integer"},
        {"12]", "\"12\"]", "'times_ms' of action 2 is not an integer"},
        {"\"unfinished\"", "\"red\"", "'result' is 'red', but the moves lead to 'unfinished'"},
        {"\"none\"", "\"no_moves\"", "'reason' is 'no_moves', but the moves lead to 'none'"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        char *text = changed(WRONG[i].from, WRONG[i].to);
        saved_game saved;
        read_fault fault = {.text = ""};

        assert_false(record_read(text, strlen(text), 7, &saved, &fault));
        assert_non_null(strstr(fault.text, WRONG[i].reason));
        assert_int_equal(strncmp(fault.text, "line 7: ", 8), 0);
        assert_none(&saved);
        free(text);
    }
}

static void a_fault_shows_no_control_characters(void **state)
{
    char *text = changed("\"human\"", "\"\x1b[31m\"");
    saved_game saved;
    read_fault fault;

    (void)state;
    assert_false(record_read(text, strlen(text), 1, &saved, &fault));
    assert_null(strchr(fault.text, '\x1b'));
    free(text);
}

/* ---- Logs of the referee --------------------------------------------------------------------- */

/* The actions of a game as one text; the caller frees it. */
static char *actions_of(const saved_game *saved)
{
    char *text = calloc(TETRESS_MAX_ACTIONS + 1, TETRESS_MOVE_TEXT);
    char *at = text;

    assert_non_null(text);
    for (size_t i = 0; i < saved->record.count; i++) {
        size_t length = 0;

        tetress_move_to_text(saved->record.actions[i].move, TETRESS_STYLE_COMPACT, at,
                             TETRESS_MOVE_TEXT, &length);
        at += length;
        *at++ = ' ';
    }
    return text;
}

static void both_logs_of_real_games_tell_the_same(void **state)
{
    static const struct {
        const char *name;
        size_t actions;
        int32_t winner;
        const char *reason;
    } GAMES[] = {
        {"win", 42, TETRESS_BLUE, "no_moves"},
        {"illegal", 5, TETRESS_RED, "illegal"},
        {"failed", 3, TETRESS_BLUE, "crash"},
        {"no_action", 2, TETRESS_BLUE, "protocol"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof GAMES / sizeof GAMES[0]; i++) {
        static const char *const ENDINGS[] = {"txt", "log"};
        char *actions[2];

        for (int form = 0; form < 2; form++) {
            char path[512];
            saved_game saved;
            read_fault fault = {.text = ""};

            snprintf(path, sizeof path, "%s/referee/%s.%s", TEST_DATA, GAMES[i].name,
                     ENDINGS[form]);
            if (!game_file_read(path, 1, &saved, &fault))
                fail_msg("%s: %s", path, fault.text);
            assert_int_equal(saved.record.count, GAMES[i].actions);
            assert_int_equal(saved.record.winner, GAMES[i].winner);
            assert_string_equal(game_record_reason(&saved.record), GAMES[i].reason);
            /* Only the log file tells the time. */
            assert_int_equal(saved.record.actions[1].wall_ms > 0, form == 1);
            assert_string_equal(saved.record.players[1], form == 1 ? "unknown"
                                                         : i == 1  ? "cheat:Agent"
                                                                   : "plain:Agent");
            actions[form] = actions_of(&saved);
            saved_game_clear(&saved);
        }
        assert_string_equal(actions[0], actions[1]);
        free(actions[0]);
        free(actions[1]);
    }
}

/* A reader of all games has to know the end of a sound file from a fault. */
static void games_past_the_end_are_told_from_faults(void **state)
{
    saved_game saved;
    read_fault fault = {.text = ""};

    (void)state;
    assert_false(game_file_read(TEST_DATA "/referee/win.txt", 2, &saved, &fault));
    assert_true(fault.past_end);
    assert_false(game_file_pick("{\n", 2, 2, &saved, &fault));
    assert_true(fault.past_end);
    assert_false(game_file_pick("{\n", 2, 1, &saved, &fault));
    assert_false(fault.past_end);
    assert_false(game_file_read(TEST_DATA "/referee/none.txt", 2, &saved, &fault));
    assert_false(fault.past_end);
}

/* -l stdout writes both into one: each action counts once. */
static void a_log_among_what_is_printed_is_not_read_twice(void **state)
{
    saved_game saved;
    read_fault fault;

    (void)state;
    assert_true(game_file_read(TEST_DATA "/referee/both.txt", 1, &saved, &fault));
    assert_int_equal(saved.record.count, 5);
    saved_game_clear(&saved);
}

#define BEGIN   "* referee : let the game begin!\n"
#define TURN1   "* referee : RED to play (turn 1) ...\n"
#define ACTION1 "* referee : RED plays action PLACE(3-4, 4-3, 4-4, 4-5)\n"
#define TURN2   "* referee : BLUE to play (turn 2) ...\n"
#define ACTION2 "* referee : BLUE plays action PLACE(8-8, 8-9, 9-8, 9-9)\n"
#define BAD2    "* referee : BLUE plays action PLACE(3-4, 4-3, 4-4, 4-5)\n"
#define ERROR   "* referee ! player error: ERROR: something\n"
#define LOGGED  "T0000.000\treferee\tgame_begin\n"
#define LOGGED1                                                                                    \
    "T0000.001\tRED\tturn_begin\t1\nT0000.001\tRED\tturn_end\t1\tPLACE(3-4, 4-3, 4-4, 4-5)\n"

static void logs_are_followed_as_far_as_they_go(void **state)
{
    static const struct {
        const char *log;
        size_t actions;
        bool failed;
    } LOGS[] = {
        {BEGIN, 0, false},
        {BEGIN ERROR "* referee : game over, winner is BLUE\n", 0, true},
        {BEGIN TURN1 ACTION1 TURN2, 1, false},
        {BEGIN ACTION1 ACTION2, 2, false},
        {BEGIN ACTION1 BAD2, 1, false}, /* the referee's verdict is cut off */
        {BEGIN ACTION1 "* referee : BLUE plays action PLACE(8-8, 8-9, 9-8, 9-1", 1, false},
        {BEGIN ACTION1 "* referee : BLUE plays action PLACE(8-8, 8-9, 9-8, 9-9)", 2, false},
        {BEGIN ACTION1 "* referee : BLUE to play (turn 1", 1, false},
        {LOGGED LOGGED1 "T0000.002\tBLUE\tturn_begin\t1", 1, false},
        {LOGGED LOGGED1 "T0000.0", 1, false},
        {LOGGED LOGGED1 "T0000.002\treferee\tgame_end\twinner:R", 1, false},
        {"hello\n" BEGIN "* player1 : RED plays action x\nnoise * referee\n" ACTION1, 1, false},
        {BEGIN "dots..." ACTION1, 1, false},
        {"* referee : let the game begin!\r\n* referee : RED plays action 3-4,4-3,4-4,4-5\r\n", 1,
         false},
        {BEGIN ACTION1 BAD2 ERROR "* referee : game over, winner is RED\n", 1, true},
        {BEGIN ACTION1 BAD2 "* referee ! fatal error: x\n* referee @ result: <error>\n", 1, false},
        {BEGIN ACTION1 BEGIN BAD2, 1, false},
        {LOGGED LOGGED1, 1, false},
        {LOGGED LOGGED1 "T0000.002\tBLUE\tturn_begin\t2\nT0000.002\tBLUE\tturn_end\t2\tx\nfree\n"
                        "T0000.003\treferee\tplayer_error\ty\nform\nT0000.004\treferee\tgame_end\t"
                        "winner:RED\n",
         1, true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof LOGS / sizeof LOGS[0]; i++) {
        saved_game saved;
        read_fault fault = {.text = ""};

        if (!referee_log_read(LOGS[i].log, strlen(LOGS[i].log), 1, &saved, &fault))
            fail_msg("log %zu: %s", i, fault.text);
        assert_int_equal(saved.record.count, LOGS[i].actions);
        assert_int_equal(tetress_game_ply(saved.game), LOGS[i].actions);
        assert_int_equal(game_record_is_forfeit(&saved.record), LOGS[i].failed);
        saved_game_clear(&saved);
    }
}

static void a_wrong_log_is_refused_with_line_and_reason(void **state)
{
    static const struct {
        const char *log, *reason;
    } LOGS[] = {
        {"", "neither game records nor a log"},
        {"hello\n", "neither game records nor a log"},
        {"* referee @ result: draw\n", "the log tells the result only; the referee writes"},
        {"* referee @ result: player 1 [a:Agent]", "the log tells the result only"},
        {TURN1 ACTION1, "the start of the log is missing: no line says 'let the game begin!'"},
        {"T0000.001\tRED\tturn_begin\t1\n",
         "the start of the log is missing: no line says game_beg"},
        {"T0000.010\tRED\tinitialising\n", "the log ends before a game begins"},
        {"* referee : wrapping player 1 [a:Agent] as RED...\n",
         "the log ends before a game begins"},
        {BEGIN ACTION1 ACTION1, "line 3: turn 2 belongs to blue"},
        {BEGIN TURN2, "line 2: turn 1 belongs to red"},
        {BEGIN "* referee : RED to play (turn 3) ...\n",
         "line 2: turn 3 stands where turn 1 should be"},
        {BEGIN ACTION1 BAD2 TURN1, "line 3: 'PLACE("},
        {BEGIN ACTION1 BAD2 "* referee : game over, winner is RED\n", "line 3: 'PLACE("},
        {BEGIN ACTION1 BAD2 BEGIN, "line 3: 'PLACE("},
        {BEGIN ERROR TURN1, "line 3: the game goes on after its end"},
        {BEGIN "* referee : game ended in a draw\n",
         "line 2: the referee ends the game, but it is not over"},
        {BEGIN ERROR "* referee : game ended in a draw\n", "line 3: a player failed, but nobody"},
        {BEGIN ACTION1 BAD2 ERROR "* referee : game over, winner is BLUE\n",
         "line 5: blue wins with an illegal action"},
        {BEGIN "* referee ! fatal error: x\n* referee : game over, winner is RED\n",
         "line 3: the game goes on after its end"},
        {LOGGED
         "T0000.001\treferee\tunhandled_error\tx\nT0000.002\treferee\tgame_end\twinner:RED\n",
         "line 3: the game goes on after its end"},
        {LOGGED "x\n", "line 2: expected a time, an actor and an event"},
        {LOGGED "T0000.001\tGREEN\tturn_begin\t1\n",
         "line 2: expected a time, an actor and an event"},
        {LOGGED "T0000.001\tRED\tturn_begin\tx\n",
         "line 2: expected a time, an actor and an event"},
        {LOGGED "T0000.001\treferee\ttea\n", "line 2: expected a time, an actor and an event"},
        {LOGGED "T0000.001\treferee\tgame_end\twinner:GREEN\n",
         "line 2: expected a time, an actor and an event"},
        {LOGGED "T0000.001\tRED\tturn_end\t2\tPLACE(3-4, 4-3, 4-4, 4-5)\n",
         "line 2: turn 2 stands where turn 1 should be"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof LOGS / sizeof LOGS[0]; i++) {
        saved_game saved;
        read_fault fault = {.text = ""};

        assert_false(referee_log_read(LOGS[i].log, strlen(LOGS[i].log), 1, &saved, &fault));
        if (strstr(fault.text, LOGS[i].reason) == NULL)
            fail_msg("log %zu: %s", i, fault.text);
        assert_none(&saved);
    }
}

/* The sentence's start tells; names of packages and what agents say do not. */
static void the_reason_is_what_the_referee_says_first(void **state)
{
    static const struct {
        const char *sentence, *reason;
    } ROWS[] = {
        {"ERROR: exceeded available time in player 2 [b:Agent] agent", "time"},
        {"ERROR: exceeded available time in player 2 [b:Agent] agent: used 181 s", "time"},
        {"ERROR: subprocess message recv time limit (180.0s) exceeded in player 2 [b:Agent] agent",
         "time"},
        {"ERROR: exceeded space limit (peak=251.0MB) in player 2 [b:Agent] agent", "memory"},
        {"ILLEGAL ACTION: Unknown action None", "protocol"},
        {"ILLEGAL ACTION: Coord 3-4 is already occupied.", "illegal"},
        {"ERROR: error in player 2 [b:Agent] agent", "crash"},
        {"ERROR: error in player 2 [timeout_agent:Agent] agent", "crash"},
        {"ERROR: error in player 2 [ILLEGAL ACTION:Agent] agent", "crash"},
        {"ERROR: error in player 2 [b:Agent] agent: ERROR: exceeded available time in x", "crash"},
        {"ERROR: error in player 2 [b:Agent] agent: exceeded space limit, timed out", "crash"},
        {"ERROR: player 2 [timeout:Agent]: exceeded available time", "crash"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        for (int form = 0; form < 2; form++) {
            char text[512];
            saved_game saved;
            read_fault fault = {.text = ""};

            snprintf(text, sizeof text,
                     form == 0 ? BEGIN ACTION1 TURN2 "* referee ! player error: %s\n"
                                                     "* referee : game over, winner is RED\n"
                               : LOGGED LOGGED1 "T0000.004\treferee\tplayer_error\t%s\n"
                                                "T0000.005\treferee\tgame_end\twinner:RED\n",
                     ROWS[i].sentence);
            if (!game_file_pick(text, strlen(text), 1, &saved, &fault))
                fail_msg("%s: %s", ROWS[i].sentence, fault.text);
            assert_string_equal(game_record_reason(&saved.record), ROWS[i].reason);
            saved_game_clear(&saved);
        }
    }
}

/* The winner of a game that nobody failed in is the one that the actions lead to. */
static void a_log_with_the_wrong_winner_is_refused(void **state)
{
    static const char *const ENDINGS[] = {"txt", "log"};

    (void)state;
    for (int form = 0; form < 2; form++) {
        char path[512], text[8192] = "";
        FILE *file;
        size_t size;
        char *winner;
        saved_game saved;
        read_fault fault;

        snprintf(path, sizeof path, "%s/referee/win.%s", TEST_DATA, ENDINGS[form]);
        file = fopen(path, "rb");
        assert_non_null(file);
        size = fread(text, 1, sizeof text - 1, file);
        fclose(file);
        winner = strstr(text, form == 0 ? "winner is BLUE" : "winner:BLUE");
        assert_non_null(winner);
        strcpy(strstr(winner, "BLUE"), "RED\n");
        size = strlen(text);
        assert_false(game_file_pick(text, size, 1, &saved, &fault));
        assert_non_null(strstr(fault.text, "the winner is red, but the actions lead to blue"));
        assert_none(&saved);
    }
}

/* ---- Files ----------------------------------------------------------------------------------- */

static void the_nth_game_of_a_file_is_found(void **state)
{
    static const char TWO_LOGS[] = BEGIN ACTION1 BEGIN ACTION1 ACTION2;
    char *second = changed("human", "random");
    char two_records[3 * sizeof RECORD];
    saved_game saved;
    read_fault fault;

    (void)state;
    sprintf(two_records, "%s\n%s\n", RECORD, second);
    assert_true(game_file_pick(two_records, strlen(two_records), 2, &saved, &fault));
    assert_string_equal(saved.record.players[0], "random");
    saved_game_clear(&saved);
    assert_false(game_file_pick(two_records, strlen(two_records), 3, &saved, &fault));
    assert_string_equal(fault.text, "the file has 2 games, not 3");
    assert_true(game_file_pick(TWO_LOGS, sizeof TWO_LOGS - 1, 2, &saved, &fault));
    assert_int_equal(saved.record.count, 2);
    saved_game_clear(&saved);
    assert_false(game_file_pick(TWO_LOGS, sizeof TWO_LOGS - 1, 3, &saved, &fault));
    assert_string_equal(fault.text, "the log has 2 games, not 3");
    free(second);
}

static void files_that_hold_no_games_are_refused(void **state)
{
    saved_game saved;
    read_fault fault;

    (void)state;
    assert_false(game_file_pick("", 0, 1, &saved, &fault));
    assert_string_equal(fault.text, "the file is empty");
    assert_false(game_file_pick("\0{}\n", 4, 1, &saved, &fault));
    assert_non_null(strstr(fault.text, "neither"));
    assert_false(game_file_read("/nonexistent/file", 1, &saved, &fault));
    assert_string_equal(fault.text, "cannot be read: No such file or directory");
    assert_false(game_file_read(TEST_DATA, 1, &saved, &fault));
    assert_string_equal(fault.text, "cannot be read: Is a directory");
    assert_none(&saved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_read_whole),
        cmocka_unit_test(a_record_may_tell_the_budget),
        cmocka_unit_test(a_fault_gives_a_result_that_the_position_does_not),
        cmocka_unit_test(a_record_that_is_written_again_is_the_same),
        cmocka_unit_test(a_wrong_record_is_refused_with_line_and_reason),
        cmocka_unit_test(a_fault_shows_no_control_characters),
        cmocka_unit_test(both_logs_of_real_games_tell_the_same),
        cmocka_unit_test(games_past_the_end_are_told_from_faults),
        cmocka_unit_test(a_log_among_what_is_printed_is_not_read_twice),
        cmocka_unit_test(logs_are_followed_as_far_as_they_go),
        cmocka_unit_test(a_wrong_log_is_refused_with_line_and_reason),
        cmocka_unit_test(a_log_with_the_wrong_winner_is_refused),
        cmocka_unit_test(the_reason_is_what_the_referee_says_first),
        cmocka_unit_test(the_nth_game_of_a_file_is_found),
        cmocka_unit_test(files_that_hold_no_games_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
