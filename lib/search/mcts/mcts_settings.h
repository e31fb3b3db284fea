/* SPDX-License-Identifier: MIT */
/* What other folders see of mcts: the algorithm, its settings and its options. */
#ifndef TTR_MCTS_SETTINGS_H
#define TTR_MCTS_SETTINGS_H

#include "ending.h"
#include "search_base.h"

extern const ttr_algorithm ttr_algorithm_mcts;

/* How the child to visit is chosen, and what an unvisited child counts as: it comes before all
 * visited ones, counts as its evaluation, or counts as the mean of its parent's visits. */
typedef enum ttr_selection { TTR_SELECT_UCT, TTR_SELECT_PUCT } ttr_selection;
typedef enum ttr_first_play {
    TTR_FIRST_PLAY_FIRST,
    TTR_FIRST_PLAY_EVALUATION,
    TTR_FIRST_PLAY_PARENT
} ttr_first_play;

/* How evaluations are combined with results: mixed as chances of winning, or added as ratios, 1
 * where both sides are equal. And what chooses the move in the end. */
typedef enum ttr_evaluation_form { TTR_FORM_MIX, TTR_FORM_ADD } ttr_evaluation_form;
typedef enum ttr_choose { TTR_CHOOSE_VISITS, TTR_CHOOSE_UCT } ttr_choose;

/* Whose result each node of a path adds up: that of the side that moved into it, or everywhere that
 * of the side to move at the root. */
typedef enum ttr_backup { TTR_BACKUP_SIDES, TTR_BACKUP_PATH } ttr_backup;

/* How the moves of a playout are chosen. */
typedef enum ttr_policy {
    TTR_POLICY_RANDOM,    /* all legal moves equally likely */
    TTR_POLICY_FIRST,     /* the first legal one, by index */
    TTR_POLICY_LINES,     /* at random among those that empty lines, if there are any */
    TTR_POLICY_EVALUATION /* the best of a few random ones, by evaluation */
} ttr_policy;

typedef struct ttr_mcts_settings {
    uint32_t memory;                 /* MiB of tree nodes */
    uint32_t selection;              /* ttr_selection */
    uint32_t first_play;             /* ttr_first_play */
    uint32_t evaluation_form;        /* ttr_evaluation_form */
    uint32_t choose;                 /* ttr_choose */
    uint32_t backup;                 /* ttr_backup */
    uint32_t policy;                 /* ttr_policy */
    uint32_t cutoff;                 /* actions after which a playout is judged; 0: never */
    uint32_t children;               /* most children of a node, the best by evaluation; 0: all */
    uint32_t proofs, reuse, minimax; /* switches: 0 or 1 */
    ttr_ending_settings ending;
    double exploration; /* weight of the bonus for few visits */
    /* tokens of evaluation that make a prior e times as large; 0: all alike */
    double temperature;
    double widening;          /* children in view = visits ^ widening; 0: all */
    double evaluation_visits; /* visits that the evaluation counts as */
    /* tokens that mean odds of e : 1; 0: the evaluator's win_scale. In TTR_FORM_ADD tokens that add
     * 1 to a ratio */
    double evaluation_scale;
    double mix_selection; /* share of the evaluation in the worth of a child ... */
    /* ... and in the result of a leaf; 1: no playouts. In TTR_FORM_ADD weights of what is added to
     * playouts */
    double mix_backup;
    double rave; /* visits at which all moves as first weigh about half; 0: off */
} ttr_mcts_settings;

_Static_assert(sizeof(ttr_mcts_settings) <= TTR_OWN_SETTINGS, "room for the settings");

/*
 * The player `mcts`. What other values cost, in Elo (docs/lab/strength/mcts.md):
 *
 *     selection, exploration  PUCT, 0.5; UCT with 0.1 -564; 0.3 and 1 scored 9 (+-13) of 100 points
 *                             less, before there were minimax values
 *     temperature             10 tokens; 0, all priors alike, -4 (-83, +73)
 *     first_play              by evaluation; by the parent's visits -22 (-90, +44)
 *     evaluation_visits       1; 0 +26 (-46, +100)
 *     minimax, mix_selection  nine tenths by the best replies; means alone -269 (-397, -184)
 *     mix_backup              1: no playouts; 0.5, a playout at each leaf, +24 (-20, +69)
 *     proofs                  on; off +22 (-50, +95)
 *
 * Higher exploration widens the tree, lower deepens it. A full pool stops the tree from growing, so
 * `memory` has to suit the longest searches: 64 MiB are two million nodes.
 */
#define TTR_MCTS_DEFAULTS                                                                          \
    {                                                                                              \
        .memory = 64, .selection = TTR_SELECT_PUCT, .first_play = TTR_FIRST_PLAY_EVALUATION,       \
        .proofs = 1, .minimax = 1, .ending = TTR_ENDING_DEFAULTS, .exploration = 0.5,              \
        .temperature = 10, .evaluation_visits = 1, .mix_selection = 0.9, .mix_backup = 1           \
    }

/* Options in the order in which they are listed. */
extern const ttr_option ttr_mcts_options[20];

#endif
