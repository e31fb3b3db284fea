/* SPDX-License-Identifier: MIT */
/* What other folders see of the small searches: random, greedy, beam and hybrid. */
#ifndef TTR_SIMPLE_H
#define TTR_SIMPLE_H

#include "ending.h"
#include "mcts_settings.h"
#include "negamax_settings.h"
#include "search_base.h"

extern const ttr_algorithm ttr_algorithm_random;
extern const ttr_algorithm ttr_algorithm_greedy;
extern const ttr_algorithm ttr_algorithm_beam;
extern const ttr_algorithm ttr_algorithm_hybrid; /* negamax, then mcts */

/* How greedy plays the first action: by evaluation, or as S4 does. */
typedef enum ttr_first_action { TTR_FIRST_JUDGED, TTR_FIRST_S4 } ttr_first_action;

typedef struct ttr_greedy_settings {
    uint32_t deathcheck;   /* with at most this many moves, death moves are refused; 0: never */
    uint32_t deathreplies; /* replies of the opponent that the check looks ahead, 1 or 2 */
    uint32_t first_action; /* ttr_first_action */
    ttr_ending_settings ending;
} ttr_greedy_settings;

typedef struct ttr_beam_settings {
    uint32_t plies, width;                 /* width 0: all moves */
    uint32_t many, many_plies, many_width; /* ... with more moves than `many` */
    uint32_t few, few_plies, few_width;    /* ... with `few` moves or fewer */
} ttr_beam_settings;

typedef struct ttr_hybrid_settings {
    uint32_t first_half; /* negamax plays up to this action of the game, mcts from then on */
    ttr_ending_settings ending;
    ttr_negamax_settings negamax;
    ttr_mcts_settings mcts;
} ttr_hybrid_settings;

_Static_assert(sizeof(ttr_hybrid_settings) <= TTR_OWN_SETTINGS, "room for the settings");

#endif
