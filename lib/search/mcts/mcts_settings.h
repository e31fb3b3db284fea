/* SPDX-License-Identifier: MIT */
/* What others see of the search `mcts`. */
#ifndef TTR_MCTS_SETTINGS_H
#define TTR_MCTS_SETTINGS_H

#include "ending.h"
#include "search_base.h"

extern const ttr_algorithm ttr_algorithm_mcts;

/* How the child to look at is chosen, and what one is worth that was not visited: all such come
 * first, or by their evaluation, or as much as their parent's visits say. */
typedef enum ttr_selection { TTR_SELECT_UCT, TTR_SELECT_PUCT } ttr_selection;
typedef enum ttr_first_play {
    TTR_FIRST_PLAY_FIRST,
    TTR_FIRST_PLAY_EVALUATION,
    TTR_FIRST_PLAY_PARENT
} ttr_first_play;

/* How evaluations are weighed beside results: mixed with them as chances of winning, or added to
 * them as ratios: 1 where both sides are equal. And by what the move is chosen in the end. */
typedef enum ttr_evaluation_form { TTR_FORM_MIX, TTR_FORM_ADD } ttr_evaluation_form;
typedef enum ttr_choose { TTR_CHOOSE_VISITS, TTR_CHOOSE_UCT } ttr_choose;

/* Whose result is added to the nodes of a path: that of the side that moved there, or in all nodes
 * that of the side to move at the root. */
typedef enum ttr_backup { TTR_BACKUP_SIDES, TTR_BACKUP_PATH } ttr_backup;

/* How the moves of a playout are chosen. */
typedef enum ttr_policy {
    TTR_POLICY_RANDOM,    /* each equally likely */
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
    uint32_t children;               /* the most of a node, the best by evaluation; 0: all */
    uint32_t proofs, reuse, minimax; /* switches: 0 or 1 */
    ttr_ending_settings ending;
    double exploration;       /* weight of what has few visits */
    double temperature;       /* tokens: priors are odds of e : 1 for so many; 0: all alike */
    double widening;          /* visits to this power are the children in view; 0: all are */
    double evaluation_visits; /* the evaluation counts as so many visits */
    double evaluation_scale;  /* tokens that are odds of e : 1; 0: the evaluator's win_scale; in
                                 TTR_FORM_ADD tokens that are 1 more */
    double mix_selection;     /* share of the evaluation in the worth of a child ... */
    double mix_backup;        /* ... and in the result of a leaf; 1: no playouts. Weights of what is
                                 added in TTR_FORM_ADD, which always plays out */
    double rave; /* visits at which all moves as first have half their weight; 0: off */
} ttr_mcts_settings;

_Static_assert(sizeof(ttr_mcts_settings) <= TTR_OWN_SETTINGS, "room for the settings");

#define TTR_MCTS_DEFAULTS                                                                          \
    {                                                                                              \
        .memory = 64, .selection = TTR_SELECT_PUCT, .first_play = TTR_FIRST_PLAY_EVALUATION,       \
        .proofs = 1, .minimax = 1, .ending = TTR_ENDING_DEFAULTS, .exploration = 0.5,              \
        .temperature = 10, .evaluation_visits = 1, .mix_selection = 0.9, .mix_backup = 1           \
    }

/* Its options, in the order in which they are told. */
extern const ttr_option ttr_mcts_options[20];

#endif
