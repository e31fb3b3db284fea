/* SPDX-License-Identifier: MIT */
#ifndef MATCH_GAMES_H
#define MATCH_GAMES_H

#include <stdio.h>

#include "budget_text.h"
#include "game_record.h"
#include "match_stats.h"
#include "openings.h"
#include "ordered_jobs.h"
#include "progress_bar.h"
#include "sprt.h"

/*
 * A match: pairs of games from one opening, colours swapped. Game n is the (n % 2)th of pair n / 2;
 * the first player has red where n is even. Pairs count in their order, whoever played them.
 */
typedef struct match {
    const char *specs[2];
    tetress_budget budgets[2];     /* of the searches of each player ... */
    char limits[2][LIMITS_TEXT];   /* ... and in words */
    char budget_name[BUDGET_TEXT]; /* as records have it */
    openings openings;
    uint64_t seed;
    uint64_t pairs; /* to be played, unless the test decides earlier */
    bool tested;
    sprt test;
    FILE *out; /* where games are written to; may be NULL */

    ordered_jobs jobs;
    progress_bar bar;

    uint64_t done; /* pairs; the following are theirs */
    match_stats stats;
    sprt_verdict verdict;
} match;

/* The first player's colour in a game, and the start of a game's random numbers. */
int match_colour(uint64_t number);
uint64_t match_seed(const match *m, uint64_t number);

/* Count the pair that is next. False if the match is over. */
bool match_add_pair(match *m, const game_record games[2]);

/* Play the pairs that are left, in so many threads. Returns an exit code. */
int match_play(match *m, size_t threads);

#endif
