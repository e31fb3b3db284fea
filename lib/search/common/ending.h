/* SPDX-License-Identifier: MIT */
#ifndef TTR_ENDING_H
#define TTR_ENDING_H

#include "one_ahead.h"

/*
 * The ending rule of S3: on a full board play the move that leaves the other side the fewest
 * moves, none if possible; of equal ones one that leaves an even number of holes, so that the other
 * side, if each hole is one move, runs out first.
 */

typedef struct ttr_ending_settings {
    uint32_t filled; /* cells beyond which the rule decides; 0: never */
    uint32_t holes;  /* least cells of a hole */
} ttr_ending_settings;

#define TTR_ENDING_DEFAULTS                                                                        \
    {                                                                                              \
        .holes = 5                                                                                 \
    }

extern const ttr_option ttr_options_ending[2];

/* Does the rule decide here, with more filled cells than the settings say? Then it fills
 * search->findings; moves that `refuse`, unless NULL, refuses come last (one_ahead.h). */
bool ttr_ending_answers(ttr_search *search, const ttr_board *root,
                        const ttr_ending_settings *settings, ttr_refuse_fn refuse);

#endif
