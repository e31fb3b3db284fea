/* SPDX-License-Identifier: MIT */
#ifndef ANALYSIS_H
#define ANALYSIS_H

#include <stdbool.h>
#include <tetress/tetress.h>

#include "cleared_lines.h"
#include "progress_bar.h"
#include "saved_game.h"

/* How good a move was: by the probability of winning that it cost (docs/guide/analysis.md). */
typedef enum move_class {
    CLASS_BEST, /* the search's own move, or one after which the mover stands no worse */
    CLASS_GOOD,
    CLASS_INACCURACY,
    CLASS_MISTAKE,
    CLASS_BLUNDER,
    CLASS_COUNT
} move_class;

/* "best" and so on. */
const char *move_class_name(move_class class);

/* What a search says of a position, for the side to move. */
typedef struct verdict {
    double win; /* probability of winning, 0..1; exact if the game is over or the result proven */
    int32_t score;  /* centi-tokens, as in tetress_result */
    int32_t mate;   /* as in tetress_result */
    bool lost;      /* the game is over and the side to move has lost it */
    uint32_t depth; /* plies searched; 0 if the game is over */
    uint64_t nodes;
    uint16_t length;                   /* moves in `line`; 0 if the game is over */
    tetress_move line[TETRESS_MAX_PV]; /* principal variation, the best move first */
} verdict;

/* An action and its judgement. Probabilities are those of the mover. */
typedef struct judged_action {
    tetress_move move;
    int32_t colour;   /* of the mover */
    int32_t number;   /* 1 for the first action of a game from the empty board */
    verdict before;   /* of the position before it, with best play */
    double win_after; /* after this move, which the position after it was searched for as well */
    double loss;      /* what the move cost: before.win - win_after, never below 0 */
    bool threw_win;   /* a blunder where a win was proven */
    move_class class;
    uint32_t legal; /* moves that there were */
    cleared_lines cleared;
    int32_t tokens[2]; /* red's and blue's after it */
} judged_action;

/* One player's moves. A judged move is one where there was something to choose: more than one legal
 * move, and the position not proven lost. */
typedef struct player_summary {
    uint32_t actions;
    uint32_t judged;
    uint32_t counts[CLASS_COUNT]; /* of all actions */
    double average_loss;          /* of the judged moves, 0..1; means nothing if there are none */
    double accuracy;              /* 0..100, likewise */
} player_summary;

typedef struct analysis {
    judged_action actions[TETRESS_MAX_ACTIONS];
    size_t count;
    double red_win[TETRESS_MAX_ACTIONS + 1]; /* before each action, and at the end */
    player_summary players[2];
} analysis;

/*
 * Judge every action of a game, last to first, with one engine that keeps what it learns: two
 * searches of `budget` for an action at most. saved->game is at the end of the game, and is so
 * again afterwards. Returns EXIT_DONE, or EXIT_PROBLEM with what failed on stderr.
 */
int analyse_game(tetress_engine *engine, const tetress_budget *budget, saved_game *saved,
                 progress_bar *bar, analysis *found);

/* The player's actions of class blunder, worst first, into `numbers` (indices into actions). */
size_t analysis_blunders(const analysis *found, int32_t colour, size_t *numbers);

#endif
