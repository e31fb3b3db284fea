/* SPDX-License-Identifier: MIT */
/* Prints the result of a match for people and as JSON. */
#include "match_summary.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>

#include "json_line.h"
#include "percent.h"

/* The result of the match from the library. */
typedef struct findings {
    tetress_standing standing;
    tetress_comparison comparison;
    uint64_t games;
} findings;

static findings find(const match_run *run)
{
    findings found = {TETRESS_STANDING_INIT, TETRESS_COMPARISON_INIT, 2 * run->done};

    tetress_match_summary(run->match, &found.standing, &found.comparison);
    return found;
}

/* ---- For people ------------------------------------------------------------------------------ */

static void print_test(const match_run *run, const tetress_standing *standing)
{
    printf("sprt elo0 %g elo1 %g error %g: llr %+.2f (%.2f, %.2f), %s%s\n", run->settings.elo0,
           run->settings.elo1, run->settings.alpha, standing->llr, standing->llr_low,
           standing->llr_high, tetress_sprt_name(standing->verdict),
           standing->verdict == TETRESS_SPRT_UNDECIDED ? "" : " accepted");
}

void match_print_text(const match_run *run)
{
    findings found = find(run);
    const tetress_standing *s = &found.standing;
    const tetress_comparison *c = &found.comparison;
    char los[PERCENT_TEXT];

    printf("%s against %s: %" PRIu64 " games\n", run->specs[0], run->specs[1], found.games);
    for (int i = 0; i < 2; i++)
        printf("%s played with %s\n", run->specs[i], run->limits[i]);
    printf("won %" PRIu64 "  drawn %" PRIu64 "  lost %" PRIu64 "  score %.2f %%\n", s->wins,
           s->draws, s->losses, 100 * c->score);
    printf("elo %+.1f  95 %% from %+.1f to %+.1f  los %s %%\n", c->elo, c->elo_low, c->elo_high,
           percent_text(c->los, 1, false, los));
    printf("pairs with 0, 1/2, 1, 3/2, 2 points: %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
           " %" PRIu64 "\n",
           s->pairs[0], s->pairs[1], s->pairs[2], s->pairs[3], s->pairs[4]);
    printf("ended by no_moves %" PRIu64 ", turn_limit %" PRIu64 "; %.1f actions a game\n",
           run->reasons[0], run->reasons[1],
           found.games == 0 ? 0 : (double)run->actions / (double)found.games);
    if (run->budgets[0].clock_ms != 0)
        printf("games lost on time: %" PRIu64 " and %" PRIu64 "\n", run->overruns[0],
               run->overruns[1]);
    if (match_is_tested(run))
        print_test(run, s);
}

/* ---- For programs ---------------------------------------------------------------------------- */

/* JSON has no infinity: such a number becomes null. */
static json_t *finite_or_null(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

static json_t *test_object(const match_run *run, const tetress_standing *standing)
{
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:s}", "elo0", run->settings.elo0, "elo1",
                     run->settings.elo1, "error", run->settings.alpha, "llr", standing->llr,
                     "bound", standing->llr_high, "verdict", tetress_sprt_name(standing->verdict));
}

void match_print_json(const match_run *run)
{
    findings found = find(run);
    const tetress_standing *s = &found.standing;
    const tetress_comparison *c = &found.comparison;
    json_t *object;

    object = json_pack(
        "{s:s, s:s, s:I, s:I, s:I, s:I, s:f, s:o, s:[o, o], s:f, s:[I, I, I, I, I], s:I}", "first",
        run->specs[0], "second", run->specs[1], "games", (json_int_t)found.games, "wins",
        (json_int_t)s->wins, "draws", (json_int_t)s->draws, "losses", (json_int_t)s->losses,
        "score", c->score, "elo", finite_or_null(c->elo), "interval", finite_or_null(c->elo_low),
        finite_or_null(c->elo_high), "los", c->los, "pairs", (json_int_t)s->pairs[0],
        (json_int_t)s->pairs[1], (json_int_t)s->pairs[2], (json_int_t)s->pairs[3],
        (json_int_t)s->pairs[4], "actions", (json_int_t)run->actions);
    if (run->budgets[0].clock_ms != 0)
        json_object_set_new(
            object, "overruns",
            json_pack("[I, I]", (json_int_t)run->overruns[0], (json_int_t)run->overruns[1]));
    json_object_set_new(object, "limits", json_pack("[s, s]", run->limits[0], run->limits[1]));
    if (match_is_tested(run))
        json_object_set_new(object, "sprt", test_object(run, s));
    write_json_line(object, stdout);
}
