/* SPDX-License-Identifier: MIT */
/* What other folders see of negamax: the algorithm, its settings and its options. */
#ifndef TTR_NEGAMAX_SETTINGS_H
#define TTR_NEGAMAX_SETTINGS_H

#include "ending.h"
#include "search_base.h"

extern const ttr_algorithm ttr_algorithm_negamax;

/* How the moves of a list are ordered: by cut-offs so far, by the evaluation of their children, or
 * not at all. Early moves (table, killers, counter move) come first in any case. */
typedef enum ttr_ordering {
    TTR_ORDER_HISTORY,
    TTR_ORDER_EVALUATION,
    TTR_ORDER_NONE /* as they are listed */
} ttr_ordering;

typedef struct ttr_negamax_settings {
    uint32_t ordering;    /* ttr_ordering */
    uint32_t replacement; /* ttr_replacement */
    /* a leaf whose side to move has at most this many moves is searched one ply deeper; 0: never */
    uint32_t extension;
    /* Switches, 0 or 1. Their options say what they do. */
    uint32_t reductions, pruning, aspiration, quiescence;
    uint32_t killers, countermoves, history, iir, solver, book;
    uint32_t table, null_window, best_first, partial, extend_first;
    ttr_ending_settings ending;
    /* positions in the transposition table; 0: as many as the option `hash` holds */
    uint64_t entries;
} ttr_negamax_settings;

_Static_assert(sizeof(ttr_negamax_settings) <= TTR_OWN_SETTINGS, "room for the settings");

/*
 * The player `negamax`. What each feature is worth, in Elo against the same player without it, with
 * `region` (docs/lab/strength/search.md; 120 games of 5 ms, so most intervals reach 60 to either
 * side):
 *
 *     killers        -144 without        null_window    not measured by itself
 *     extension 9    -104 with 0         best_first     not measured by itself
 *     aspiration      -83 without        partial        not measured by itself
 *     ordering        -58 by history     solver          +6 without
 *     reductions      -53 without        history        +41 without, +12 in 500 games
 *     countermoves    -50 without        iir            +56 with, +23 in 500 games: off
 *     pruning         -44 without        quiescence    -120 with: off
 *
 * A higher `extension` looks further where the game may end and costs nodes everywhere else: 5
 * against 0 +49 (-13, +114), 9 against 5 +70 (+18, +126), 14 against 9 -7 (-71, +57), 25 against 9
 * -42 (-109, +22), 100 games each.
 */
#define TTR_NEGAMAX_DEFAULTS                                                                       \
    {                                                                                              \
        .ordering = TTR_ORDER_EVALUATION, .extension = 9, .reductions = 1, .pruning = 1,           \
        .aspiration = 1, .killers = 1, .countermoves = 1, .history = 1, .solver = 1, .book = 1,    \
        .table = 1, .null_window = 1, .best_first = 1, .partial = 1, .ending = TTR_ENDING_DEFAULTS \
    }

/* Options in the order in which they are listed: those of the table, and those of the search. */
extern const ttr_option ttr_negamax_table_options[3];
extern const ttr_option ttr_negamax_options[16];

#endif
