/* SPDX-License-Identifier: MIT */
#ifndef MATCH_GAMES_H
#define MATCH_GAMES_H

#include <stdio.h>

#include "budget_text.h"
#include "game_record.h"
#include "ordered_jobs.h"
#include "progress_bar.h"

/*
 * A match as the command line plays it. The library says what is to be played and what the results
 * show; here are the players, the threads, the file of games and the counts of the summary.
 */
typedef struct match_run {
    const char *specs[2];
    tetress_budget budgets[2];     /* of the searches of each player ... */
    char limits[2][LIMITS_TEXT];   /* ... and in words */
    char budget_name[BUDGET_TEXT]; /* as records have it */
    tetress_match_settings settings;
    tetress_match *match;
    FILE *out; /* where games are written to; may be NULL */

    ordered_jobs jobs;
    progress_bar bar;

    uint64_t done;        /* pairs; the following are theirs */
    uint64_t reasons[2];  /* games by TETRESS_REASON_… - 1 */
    uint64_t overruns[2]; /* games that a player lost on time */
    uint64_t actions;     /* of all games */
} match_run;

/* Does a sequential test end the match? */
bool match_is_tested(const match_run *run);

/* Count the next pair. False if it is the last one, or if it fails; then `fault` says why. */
bool match_add_pair(match_run *run, const game_record games[2], char fault[JOBS_FAULT_SIZE]);

/* Play the remaining pairs in this many threads. Returns an exit code. */
int match_play(match_run *run, size_t threads);

#endif
