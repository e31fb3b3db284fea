/* SPDX-License-Identifier: MIT */
/* Prints the result of a match for people and as JSON. */
#include "match_report.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>

#include "json_line.h"
#include "percent.h"

static uint32_t games_played(const match_stats *s)
{
    return s->wins + s->draws + s->losses;
}

/* ---- For people ------------------------------------------------------------------------------ */

static void print_test(const match *m)
{
    static const char *const VERDICTS[] = {
        [SPRT_UNDECIDED] = "undecided",
        [SPRT_H0] = "H0 accepted",
        [SPRT_H1] = "H1 accepted",
    };
    double bound = sprt_bound(&m->test);

    printf("sprt elo0 %g elo1 %g error %g: llr %+.2f (%.2f, %.2f), %s\n", m->test.elo0,
           m->test.elo1, m->test.error, sprt_llr(&m->test, m->stats.pairs), -bound, bound,
           VERDICTS[m->verdict]);
}

void match_print_text(const match *m)
{
    const match_stats *s = &m->stats;
    uint32_t games = games_played(s);
    tetress_comparison found = match_stats_compare(s);
    char los[PERCENT_TEXT];

    printf("%s against %s: %" PRIu32 " games\n", m->specs[0], m->specs[1], games);
    for (int i = 0; i < 2; i++)
        printf("%s played with %s\n", m->specs[i], m->limits[i]);
    printf("won %" PRIu32 "  drawn %" PRIu32 "  lost %" PRIu32 "  score %.2f %%\n", s->wins,
           s->draws, s->losses, 100 * match_stats_score(s));
    printf("elo %+.1f  95 %% from %+.1f to %+.1f  los %s %%\n", found.elo, found.elo_low,
           found.elo_high, percent_text(found.los, 1, false, los));
    printf("pairs with 0, 1/2, 1, 3/2, 2 points: %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32
           " %" PRIu32 "\n",
           s->pairs[0], s->pairs[1], s->pairs[2], s->pairs[3], s->pairs[4]);
    printf("ended by no_moves %" PRIu32 ", turn_limit %" PRIu32 "; %.1f actions a game\n",
           s->reasons[0], s->reasons[1], games == 0 ? 0 : (double)s->actions / games);
    if (m->budgets[0].clock_ms != 0)
        printf("games in which a clock ran out: %" PRIu32 " and %" PRIu32 "\n", s->overruns[0],
               s->overruns[1]);
    if (m->tested)
        print_test(m);
}

/* ---- For programs ---------------------------------------------------------------------------- */

/* Infinity has no place in JSON: such a number becomes null. */
static json_t *finite(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

static json_t *test_object(const match *m)
{
    static const char *const VERDICTS[] = {
        [SPRT_UNDECIDED] = "undecided", [SPRT_H0] = "H0", [SPRT_H1] = "H1"};

    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:s}", "elo0", m->test.elo0, "elo1", m->test.elo1,
                     "error", m->test.error, "llr", sprt_llr(&m->test, m->stats.pairs), "bound",
                     sprt_bound(&m->test), "verdict", VERDICTS[m->verdict]);
}

void match_print_json(const match *m)
{
    const match_stats *s = &m->stats;
    tetress_comparison found = match_stats_compare(s);
    json_t *object;

    object = json_pack(
        "{s:s, s:s, s:i, s:i, s:i, s:i, s:f, s:o, s:[o, o], s:f, s:[i, i, i, i, i], s:I}", "first",
        m->specs[0], "second", m->specs[1], "games", (int)games_played(s), "wins", (int)s->wins,
        "draws", (int)s->draws, "losses", (int)s->losses, "score", match_stats_score(s), "elo",
        finite(found.elo), "interval", finite(found.elo_low), finite(found.elo_high), "los",
        found.los, "pairs", (int)s->pairs[0], (int)s->pairs[1], (int)s->pairs[2], (int)s->pairs[3],
        (int)s->pairs[4], "actions", (json_int_t)s->actions);
    if (m->budgets[0].clock_ms != 0)
        json_object_set_new(object, "overruns",
                            json_pack("[i, i]", (int)s->overruns[0], (int)s->overruns[1]));
    json_object_set_new(object, "limits", json_pack("[s, s]", m->limits[0], m->limits[1]));
    if (m->tested)
        json_object_set_new(object, "sprt", test_object(m));
    write_json_line(object, stdout);
}
