/* SPDX-License-Identifier: MIT */
#ifndef TTR_ENDING_H
#define TTR_ENDING_H

#include "one_ahead.h"

/*
 * The ending rule of S3. On a nearly full board it plays the move that leaves the other side the
 * fewest moves, none if possible. Among equal moves it prefers one that leaves an even number of
 * holes: if each hole is worth one move, the other side then runs out first.
 */

typedef struct ttr_ending_settings {
    uint32_t filled; /* the rule decides with more filled cells than this; 0: never */
    uint32_t holes;  /* empty cells, connected, that count as a hole at least */
} ttr_ending_settings;

#define TTR_ENDING_DEFAULTS                                                                        \
    {                                                                                              \
        .holes = 5                                                                                 \
    }

extern const ttr_option ttr_options_ending[2];

/* If the board has more filled cells than the settings say, choose by the rule, fill
 * search->findings and return true. Moves that `refuse` refuses come last (one_ahead.h); it may be
 * NULL. */
bool ttr_ending_answers(ttr_search *search, const ttr_board *root,
                        const ttr_ending_settings *settings, ttr_refuse_fn refuse);

#endif
