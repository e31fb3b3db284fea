/* SPDX-License-Identifier: MIT */
/* Writes what the referee says about how a game ended, with the numbers that prove it. Numbers are
 * rounded up, so that a limit that was exceeded by a microsecond does not look as if it had been
 * kept. */
#include "evidence_text.h"

#include "error_text.h"
#include "text.h"

#define SECOND   UINT64_C(1000000)   /* microseconds */
#define MEGABYTE (UINT64_C(1) << 20) /* bytes; the course calls 2^20 bytes a megabyte */

/* A sentence that is being written. */
typedef struct sentence {
    char buffer[TETRESS_ERROR_TEXT];
    ttr_text text;
} sentence;

/* Begin a sentence. */
static void begin(sentence *s, const char *start)
{
    s->text = ttr_text_start(s->buffer, sizeof s->buffer);
    ttr_text_add(&s->text, start);
}

/* Add number / unit and the words behind it. */
static void add_quantity(sentence *s, uint64_t number, uint64_t unit, const char *after)
{
    ttr_text_add_quotient(&s->text, number, unit);
    ttr_text_add(&s->text, after);
}

/* Add a number of bytes in megabytes, rounded up to hundredths: that is all that people read. */
static void add_megabytes(sentence *s, uint64_t bytes, const char *after)
{
    uint64_t whole = bytes / MEGABYTE, rest = bytes % MEGABYTE;

    add_quantity(s, whole * 100 + (rest * 100 + MEGABYTE - 1) / MEGABYTE, 100, after);
}

static void add_tokens(sentence *s, const char *name, const tetress_game *game, int32_t colour,
                       const char *after)
{
    ttr_text_add(&s->text, name);
    ttr_text_add_int(&s->text, tetress_game_tokens(game, colour));
    ttr_text_add(&s->text, after);
}

/* "used 181.5 s of CPU time, the limit is 180 s" */
static void tell_time(sentence *s, const char *what, const ttr_excess *excess)
{
    begin(s, "used ");
    add_quantity(s, excess->used, SECOND, " s of ");
    ttr_text_add(&s->text, what);
    ttr_text_add(&s->text, ", the limit is ");
    add_quantity(s, excess->allowed, SECOND, " s");
}

static void tell_late(sentence *s, const ttr_excess *excess)
{
    begin(s, "gave no answer within ");
    add_quantity(s, excess->allowed, SECOND, " s");
}

static void tell_memory(sentence *s, const ttr_excess *excess)
{
    begin(s, "exceeded the limit of memory: more than ");
    add_quantity(s, excess->allowed, MEGABYTE, " MB, peak ");
    add_megabytes(s, excess->used, " MB");
}

void ttr_evidence_excess(tetress_error *evidence, const ttr_excess *excess)
{
    sentence s;

    switch (excess->resource) {
    case TTR_RESOURCE_NONE:
        ttr_error_none(evidence);
        return;
    case TTR_RESOURCE_CPU:
        tell_time(&s, "CPU time", excess);
        break;
    case TTR_RESOURCE_CALL_CPU:
        tell_time(&s, "CPU time in one call", excess);
        break;
    case TTR_RESOURCE_WALL:
        tell_time(&s, "elapsed time", excess);
        break;
    case TTR_RESOURCE_CALL_WALL:
        tell_late(&s, excess);
        break;
    case TTR_RESOURCE_MEMORY:
        tell_memory(&s, excess);
        break;
    }
    ttr_error_plain(evidence, TETRESS_EOVER, s.buffer);
}

void ttr_evidence_rules(tetress_error *evidence, const tetress_game *game)
{
    sentence s;

    if (tetress_game_reason(game) == TETRESS_REASON_NO_MOVES) {
        begin(&s, tetress_game_turn(game) == TETRESS_RED ? "red has no move" : "blue has no move");
    } else {
        begin(&s, "after ");
        ttr_text_add_int(&s.text, tetress_game_ply(game));
        ttr_text_add(&s.text, " actions ");
        add_tokens(&s, "red has ", game, TETRESS_RED, " tokens ");
        add_tokens(&s, "and blue ", game, TETRESS_BLUE, "");
    }
    ttr_error_plain(evidence, TETRESS_OK, s.buffer);
}
