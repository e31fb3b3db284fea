/* SPDX-License-Identifier: MIT */
/* What others see of the search `negamax`. */
#ifndef TTR_NEGAMAX_SETTINGS_H
#define TTR_NEGAMAX_SETTINGS_H

#include "ending.h"
#include "search_base.h"

extern const ttr_algorithm ttr_algorithm_negamax;

/* What decides in which order moves are tried, before all that is learnt on the way. */
typedef enum ttr_ordering {
    TTR_ORDER_HISTORY,
    TTR_ORDER_EVALUATION,
    TTR_ORDER_NONE /* as they are listed */
} ttr_ordering;

typedef struct ttr_negamax_settings {
    uint32_t ordering;    /* ttr_ordering */
    uint32_t replacement; /* ttr_replacement */
    uint32_t extension;   /* moves up to which a leaf is searched on; 0: none */
    /* Switches: 0 or 1. */
    uint32_t reductions, pruning, aspiration, quiescence;
    uint32_t killers, countermoves, history, iir, solver, book;
    uint32_t table, null_window, best_first, partial, extend_first;
    ttr_ending_settings ending;
    uint64_t entries; /* of the transposition table; 0: as many as `hash` holds */
} ttr_negamax_settings;

_Static_assert(sizeof(ttr_negamax_settings) <= TTR_OWN_SETTINGS, "room for the settings");

#define TTR_NEGAMAX_DEFAULTS                                                                       \
    {                                                                                              \
        .ordering = TTR_ORDER_EVALUATION, .extension = 9, .reductions = 1, .pruning = 1,           \
        .aspiration = 1, .killers = 1, .countermoves = 1, .history = 1, .solver = 1, .book = 1,    \
        .table = 1, .null_window = 1, .best_first = 1, .partial = 1, .ending = TTR_ENDING_DEFAULTS \
    }

/* Its options, in the order in which they are told: of its table, and of its search. */
extern const ttr_option ttr_negamax_table_options[3];
extern const ttr_option ttr_negamax_options[16];

#endif
