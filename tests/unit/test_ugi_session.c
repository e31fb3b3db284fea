/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

/* UGI in process; tests/tools speaks it to the program. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"
#include "ugi_session.h"

/* A session and what it said. */
typedef struct talk {
    FILE *out;
    char *heard;
    size_t length;
    ugi_session *session;
} talk;

static void talk_start(talk *t, const char *spec)
{
    tetress_error error = TETRESS_ERROR_INIT;

    t->out = open_memstream(&t->heard, &t->length);
    assert_non_null(t->out);
    assert_int_equal(ugi_session_new(spec, NULL, t->out, &t->session, &error), TETRESS_OK);
}

static bool talk_say(const talk *t, const char *line)
{
    char copy[256];

    snprintf(copy, sizeof copy, "%s", line);
    return ugi_session_obey(t->session, copy);
}

static int count_of(const talk *t, const char *word)
{
    int count = 0;

    fflush(t->out);
    for (const char *at = t->heard; (at = strstr(at, word)) != NULL; at++)
        count++;
    return count;
}

static void lines_are_answered_on_the_stream_that_was_given(void **state)
{
    talk t;

    (void)state;
    talk_start(&t, "negamax:hash=1");
    assert_true(talk_say(&t, "isready"));
    assert_string_equal(t.heard, "readyok\n");
    assert_true(talk_say(&t, "position startpos moves 3-4,4-3,4-4,4-5\r\n"));
    assert_int_equal(tetress_game_ply(ugi_session_game(t.session)), 1);
    assert_true(talk_say(&t, "go nodes 5"));
    ugi_session_settle(t.session);
    assert_int_equal(count_of(&t, "bestmove "), 1);
    assert_int_equal(count_of(&t, "error"), 0);
    assert_true(talk_say(&t, ""));
    assert_false(talk_say(&t, "quit"));
    ugi_session_free(t.session);
    fclose(t.out);
    free(t.heard);
}

static void a_session_that_is_freed_says_its_move_first(void **state)
{
    talk t;

    (void)state;
    talk_start(&t, "mcts:memory=1");
    assert_true(talk_say(&t, "go infinite"));
    ugi_session_settle(t.session);
    ugi_session_free(t.session);
    assert_int_equal(count_of(&t, "bestmove "), 1);
    fclose(t.out);
    free(t.heard);
}

/* Were it said at once, a runner's next line could come before or after it. */
static void an_infinite_search_of_a_game_that_is_over_waits_for_stop_too(void **state)
{
    talk t;

    (void)state;
    talk_start(&t, "random");
    assert_true(talk_say(&t, "position fen .........../.........../.........../.........../"
                             "b........../.........../.........../.........../.........../"
                             ".........../........... r 150"));
    assert_true(talk_say(&t, "go infinite"));
    for (int i = 0; i < 50; i++)
        assert_true(talk_say(&t, "go nodes 1"));
    assert_int_equal(count_of(&t, "error: go: a search is running"), 50);
    assert_int_equal(count_of(&t, "bestmove"), 0);
    assert_true(talk_say(&t, "stop"));
    assert_int_equal(count_of(&t, "bestmove none"), 1);
    ugi_session_free(t.session);
    fclose(t.out);
    free(t.heard);
}

/* Whatever limits are said, for players of every algorithm. */
static void a_game_that_is_not_over_gets_a_legal_move(void **state)
{
    static const char *const LINES[] = {
        "go p1time 0 p2time 0",
        "go p1time -5 p2time -5",
        "go p1time 0 p2time 0 p1inc 0 p2inc 0",
        "go p1time 9999999999 p2time 9999999999 nodes 5 playouts 5 depth 9999999999",
        "go p2time 0",
        "go p1inc 5 p2inc 5",
        "go movetime 0",
        "go movetime -1",
        "go nodes 0",
        "go nodes 0 movetime 0",
        "go playouts 0 depth 0 nodes 5",
    };
    static const char *const SPECS[] = {"negamax:hash=1", "mcts:memory=1", "s3-hybrid",  "greedy",
                                        "random",         "beam",          "s1-negamax", "solver"};
    static const size_t COUNT = sizeof LINES / sizeof LINES[0];

    (void)state;
    for (size_t k = 0; k < sizeof SPECS / sizeof SPECS[0]; k++) {
        talk t;

        talk_start(&t, SPECS[k]);
        assert_true(talk_say(&t, "position startpos moves 3-4,4-3,4-4,4-5"));
        for (size_t i = 0; i < COUNT; i++) {
            assert_true(talk_say(&t, LINES[i]));
            ugi_session_settle(t.session);
            assert_int_equal(count_of(&t, "bestmove "), (int)i + 1);
            assert_int_equal(count_of(&t, "bestmove none"), 0);
            assert_int_equal(count_of(&t, "error"), 0);
        }
        ugi_session_free(t.session);
        fclose(t.out);
        free(t.heard);
    }
}

/* That takes a second each, so there are few of them. */
static void a_search_that_no_limit_would_end_takes_its_second(void **state)
{
    static const struct {
        const char *spec, *line;
    } SEARCHES[] = {{"negamax:hash=1", "go"},
                    {"mcts:memory=1", "go depth 1"},
                    {"negamax:hash=1", "go playouts 1"},
                    {"negamax:hash=1", "go p1time 60000"},
                    {"mcts:memory=1", "go p1inc 0 p2inc 0"}};

    (void)state;
    for (size_t i = 0; i < sizeof SEARCHES / sizeof SEARCHES[0]; i++) {
        talk t;

        talk_start(&t, SEARCHES[i].spec);
        assert_true(talk_say(&t, "position startpos moves 3-4,4-3,4-4,4-5"));
        assert_true(talk_say(&t, SEARCHES[i].line));
        ugi_session_settle(t.session);
        assert_int_equal(count_of(&t, "bestmove "), 1);
        assert_int_equal(count_of(&t, "bestmove none"), 0);
        assert_int_equal(count_of(&t, "error"), 0);
        ugi_session_free(t.session);
        fclose(t.out);
        free(t.heard);
    }
}

/* Every word behind `go` that makes no sense is refused, and nothing is searched. */
static void limits_that_are_no_numbers_are_refused(void **state)
{
    static const char *const LINES[] = {
        "go nodes",       "go nodes x",  "go nodes -",  "go depth 1.5",
        "go movetime +1", "go p3time 5", "go sideways", "go nodes 99999999999999999999"};
    talk t;

    (void)state;
    talk_start(&t, "random");
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        assert_true(talk_say(&t, LINES[i]));
        assert_int_equal(count_of(&t, "error: go: "), (int)i + 1);
    }
    assert_int_equal(count_of(&t, "bestmove"), 0);
    ugi_session_free(t.session);
    fclose(t.out);
    free(t.heard);
}

static void a_spec_that_makes_no_player_makes_no_session(void **state)
{
    char long_spec[UGI_SPEC_LENGTH + 2];
    ugi_session *session;
    tetress_error error = TETRESS_ERROR_INIT;

    (void)state;
    assert_int_equal(ugi_session_new("nobody", NULL, stdout, &session, &error), TETRESS_EUNKNOWN);
    assert_null(session);
    assert_non_null(strstr(error.text, "nobody"));
    memset(long_spec, 'x', sizeof long_spec - 1);
    long_spec[sizeof long_spec - 1] = '\0';
    assert_int_equal(ugi_session_new(long_spec, NULL, stdout, &session, &error), TETRESS_ETEXT);
    assert_null(session);
    assert_string_equal(error.text, "the player spec is too long");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_answered_on_the_stream_that_was_given),
        cmocka_unit_test(a_session_that_is_freed_says_its_move_first),
        cmocka_unit_test(an_infinite_search_of_a_game_that_is_over_waits_for_stop_too),
        cmocka_unit_test(a_game_that_is_not_over_gets_a_legal_move),
        cmocka_unit_test(a_search_that_no_limit_would_end_takes_its_second),
        cmocka_unit_test(limits_that_are_no_numbers_are_refused),
        cmocka_unit_test(a_spec_that_makes_no_player_makes_no_session),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
