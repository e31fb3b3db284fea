/* SPDX-License-Identifier: MIT */
#define _POSIX_C_SOURCE 200809L /* open_memstream, flockfile */

/*
 * Lines said to a UGI session: each `go` that is taken is answered by one move, which is legal, and
 * whatever was said, the session is ready in the end.
 */
#include <stdbool.h>

#include "fuzz_common.h"
#include "fuzz_memory.h"
#include "ugi_session.h"

typedef struct talk {
    FILE *out;
    char *heard;
    size_t length;
    ugi_session *session;
    size_t read;         /* of what was heard */
    int owed;            /* moves that were asked for and not said */
    tetress_game *asked; /* the game for which the last was asked */
    int ready;           /* readyok less isready */
} talk;

static const size_t memory_limit = 4u << 20; /* a thread of negamax takes about three mebibytes */

static bool starts_with(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* ---- Hearing --------------------------------------------------------------------------------- */

/* A move that was owed, and may be played; none only if the game was over. */
static void hear_move(talk *t, const char *name)
{
    bool over = tetress_game_reason(t->asked) != TETRESS_REASON_NONE;
    tetress_move move;

    MUST(t->owed == 1);
    t->owed = 0;
    MUST((strcmp(name, "none") == 0) == over);
    if (over)
        return;
    MUST(tetress_move_from_text(name, &move, NULL) == TETRESS_OK);
    MUST(tetress_game_is_legal(t->asked, move) == 1);
}

static void hear_line(talk *t, const char *line)
{
    if (starts_with(line, "bestmove "))
        hear_move(t, line + strlen("bestmove "));
    else if (strcmp(line, "readyok") == 0)
        t->ready++;
    else if (starts_with(line, "info string error: go: a search is running") ||
             starts_with(line, "info string error: go: unknown limit"))
        t->owed--;
    MUST(t->owed >= 0);
}

/* What was said since; a search may be saying more. */
static void hear(talk *t)
{
    char *end;

    flockfile(t->out);
    fflush(t->out);
    while ((end = memchr(t->heard + t->read, '\n', t->length - t->read)) != NULL) {
        *end = '\0';
        hear_line(t, t->heard + t->read);
        t->read = (size_t)(end - t->heard) + 1;
    }
    funlockfile(t->out);
}

/* ---- Saying ---------------------------------------------------------------------------------- */

/* Budgets are cut to a few nodes by what comes last in the line. */
static bool say(talk *t, const char *start, size_t length, const char *tail)
{
    char *line = malloc(length + strlen(tail) + 1);
    bool go_on;

    MUST(line != NULL);
    memcpy(line, start, length);
    strcpy(line + length, tail);
    go_on = ugi_session_obey(t->session, line);
    free(line);
    hear(t);
    return go_on;
}

static void say_go(talk *t, const char *line, size_t length)
{
    size_t moves = 0;

    /* The moves of an open board take longer to order than all else in this file. */
    tetress_game_legal_moves(ugi_session_game(t->session), NULL, 0, &moves);
    if (moves > 250 && length % 16 != 0)
        return;
    if (t->owed == 0) {
        tetress_game_free(t->asked);
        MUST(tetress_game_copy(ugi_session_game(t->session), &t->asked) == TETRESS_OK);
    }
    t->owed++;
    say(t, line, length, " nodes 4");
    ugi_session_settle(t->session);
    hear(t);
}

/* What a session takes for the first word of a line. */
static bool is_word(const char *line, size_t length, const char *word)
{
    size_t blanks = 0;

    while (blanks < length && (line[blanks] == ' ' || line[blanks] == '\t'))
        blanks++;
    line += blanks;
    length -= blanks;
    if (length < strlen(word) || memcmp(line, word, strlen(word)) != 0)
        return false;
    line += strlen(word);
    length -= strlen(word);
    return length == 0 || *line == ' ' || *line == '\t';
}

static bool say_line(talk *t, const char *line, size_t length)
{
    bool go_on = true;

    /* A session sees no more of it: nor may what is put behind it. */
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\0' || line[i] == '\r')
            length = i;
    }
    if (is_word(line, length, "go")) {
        say_go(t, line, length);
    } else {
        t->ready -= is_word(line, length, "isready");
        go_on = say(t, line, length, "");
        if (is_word(line, length, "stop"))
            MUST(t->owed == 0);
    }
    MUST(t->ready == 0);
    return go_on;
}

static void say_all(talk *t, const char *text, size_t size)
{
    const char *end = text + size;
    bool go_on = true;

    while (go_on && text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));

        if (stop == NULL)
            stop = end;
        go_on = say_line(t, text, (size_t)(stop - text));
        text = stop + (stop < end);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static talk t; /* keeps its stream */
    const tetress_allocator memory = fuzz_memory(&memory_limit);
    tetress_error error = TETRESS_ERROR_INIT;

    if (t.out == NULL)
        t.out = open_memstream(&t.heard, &t.length);
    MUST(t.out != NULL);
    rewind(t.out);
    t.read = 0;
    MUST(ugi_session_new("random", &memory, t.out, &t.session, &error) == TETRESS_OK);
    say_all(&t, (const char *)data, size);
    say_line(&t, "stop", 4);
    say_line(&t, "isready", 7);
    ugi_session_free(t.session);
    tetress_game_free(t.asked);
    t.asked = NULL;
    return 0;
}
