/* SPDX-License-Identifier: MIT */
/* What the files of the search `mcts` share: the tree, the workers, the lines. */
#ifndef TTR_MCTS_H
#define TTR_MCTS_H

#include "helpers.h"
#include "mcts_settings.h"
#include "movegen.h"
#include "order_key.h"
#include "playout.h"
#include "search_base.h"
#include "threads.h"

/* ---- mcts_tree.c ----------------------------------------------------------------------------- */

#define TTR_ROOT 0

/*
 * 32 bytes. Results, values and proofs are those of the side that moved into the node: 1 won, 0
 * lost, 1/2 drawn. The children of a node lie side by side, the most promising first if they were
 * judged and in random order if not; a node's index is smaller than its children's.
 */
typedef struct ttr_node {
    double sum;  /* of the results of all visits */
    float value; /* by evaluation; exact where the game is over */
    float prior; /* share among its siblings; their sum is 1 */
    uint32_t visits;
    uint32_t first_child; /* TTR_ROOT, which is nobody's child, until expanded */
    uint16_t child_count;
    ttr_move move; /* that leads here */
    int16_t proof; /* +n: won with the nth action from the parent at the latest; -n: lost so */
    uint8_t flags; /* TTR_NODE_ */
    uint8_t away;  /* threads that are below and have not come back */
} ttr_node;

#define TTR_NODE_OVER    1 /* the game is over here */
#define TTR_NODE_PARTIAL 2 /* not all legal moves have a child */
#define TTR_NODE_CLAIMED 4 /* a thread is judging its children */

/* All moves as first: what moves are worth that are played anywhere below the parent. */
typedef struct ttr_amaf {
    float sum;
    uint32_t visits;
} ttr_amaf;

/* A child before it is in the tree. */
typedef struct ttr_candidate {
    float value;
    float prior;
    ttr_move move;
    int16_t proof;
    uint8_t flags;
} ttr_candidate;

typedef struct ttr_tree {
    ttr_node *nodes;
    ttr_amaf *amaf; /* by node; NULL without */
    size_t capacity;
    size_t used;
    ttr_board root;
} ttr_tree;

/* Start from a root that knows nothing. */
void ttr_tree_start(ttr_tree *tree, const ttr_board *root);

/* Start from the node of this position, if the tree has it not more than two actions below its
 * root, with all that hangs from it; false, with nothing changed, if not. */
bool ttr_tree_restart(ttr_tree *tree, const ttr_board *root);

/* Room for so many more nodes? */
static inline bool ttr_tree_has_room(const ttr_tree *tree, size_t count)
{
    return tree->capacity - tree->used >= count;
}

/* Give a node these children; there is room. `all`: no legal move is missing. */
void ttr_tree_expand(ttr_tree *tree, uint32_t at, const ttr_candidate *children, size_t count,
                     bool all);

static inline bool ttr_node_is_leaf(const ttr_node *n)
{
    return n->first_child == TTR_ROOT;
}

/* What the evaluator says, as ttr_playout_worth() has it. */
static inline double ttr_node_value(const ttr_node *n)
{
    return (double)n->value;
}

/* The child to look at next. The node has children. */
uint32_t ttr_tree_select(const ttr_tree *tree, uint32_t at, const ttr_mcts_settings *settings);

/* What a child of the node is worth by selection: its mean result and its bonus. */
double ttr_tree_worth(const ttr_tree *tree, const ttr_node *parent, const ttr_node *child,
                      const ttr_mcts_settings *settings);

/* The value of a node that has children by theirs, as far as they are known: what the best reply
 * leaves of it. */
double ttr_tree_minimax(const ttr_tree *tree, const ttr_node *n, const ttr_mcts_settings *settings);

/* What is proven of a node by its children. */
int16_t ttr_tree_proof(const ttr_tree *tree, const ttr_node *n);

/* Is the move to `a` to be preferred to that to its sibling `b`? */
bool ttr_node_is_better(const ttr_node *a, const ttr_node *b);

/* ---- mcts.c ---------------------------------------------------------------------------------- */

#define TTR_MAX_PATH (TTR_MAX_ACTIONS + 1)

/* The way from the root to a leaf. */
typedef struct ttr_path {
    uint32_t nodes[TTR_MAX_PATH];
    int length;
    ttr_board board; /* at the leaf */
    ttr_node leaf;   /* as it was */
    bool expands;    /* it is this thread's to expand */
    double added[2]; /* TTR_FORM_ADD: to results of the side that moved to the leaf, the other's */
} ttr_path;

/* What one thread searches with. */
typedef struct ttr_explorer {
    ttr_search *search;
    const ttr_mcts_settings *settings;
    ttr_budget *budget; /* the search's, of a helper its own */
    ttr_rng rng;
    uint32_t number; /* 0: the main thread */
    uint32_t deepest;
    ttr_path way;
    ttr_played played; /* moves of the playout and of the way */
    size_t legal;      /* moves of the leaf ... */
    size_t count;      /* ... and those that become its children */
    ttr_move moves[TTR_LIST_ROOM];
    ttr_candidate candidates[TTR_PLACEMENTS]; /* by the order of moves */
    int32_t scores[TTR_PLACEMENTS];
    int64_t keys[TTR_PLACEMENTS];         /* ttr_order_key() */
    ttr_candidate sorted[TTR_PLACEMENTS]; /* the best first */
    int32_t sorted_scores[TTR_PLACEMENTS];
} ttr_explorer;

typedef struct ttr_mcts {
    ttr_mcts_settings settings; /* of the last run */
    ttr_tree tree;
    ttr_lock lock; /* of the tree */
    ttr_helpers helpers;
    uint32_t threads;
    bool judges; /* the evaluator looks at all children */
    bool full;   /* a leaf's children had no room */
    bool whole;  /* the budget sufficed to judge all of the root's children: the tree may be kept */
    ttr_explorer *explorers;
} ttr_mcts;

/* ---- mcts_lines.c ---------------------------------------------------------------------------- */

/* The best moves of the root, best first. */
void ttr_mcts_fill_lines(ttr_search *search, uint32_t deepest);

#endif
