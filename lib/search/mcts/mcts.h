/* SPDX-License-Identifier: MIT */
/* What the files of mcts share: the tree, the memory of one thread, and the functions of each
 * file. */
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

/* The index of the root. */
#define TTR_ROOT 0

/*
 * A node of the tree, 32 bytes. Results, values and proofs are of the side that moved into the
 * node: 1 won, 0 lost, 1/2 drawn.
 *
 *     nodes  [ root | children of the root ....... | children of one of them ... | ... | free ]
 *              0      first_child .. + child_count                                      used
 *
 * The children of a node lie side by side, the most promising first if they were judged, in random
 * order if not. A node comes before its children; so does the root, 0, which is nobody's child and
 * therefore stands for "no children" in first_child.
 */
typedef struct ttr_node {
    double sum;  /* of the results of all visits */
    float value; /* by evaluation, with minimax by the best replies; exact where the game is over */
    float prior; /* expected share of visits among its siblings; they add up to 1 */
    uint32_t visits;
    uint32_t first_child; /* TTR_ROOT until expanded */
    uint16_t child_count;
    ttr_move move; /* the move that leads here */
    int16_t proof; /* +n: won within n actions from the parent; -n: lost within n; 0: not proven */
    uint8_t flags; /* TTR_NODE_ */
    uint8_t away;  /* threads that went through and have not come back */
} ttr_node;

#define TTR_NODE_OVER    1 /* the game is over here */
#define TTR_NODE_PARTIAL 2 /* not all legal moves have a child */
#define TTR_NODE_CLAIMED 4 /* a thread is judging its children */

/* All moves as first: results of a child's move wherever it was played below the parent. */
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
    ttr_amaf *amaf; /* one for each node; NULL if the option rave is off */
    size_t capacity;
    size_t used;
    ttr_board root;
} ttr_tree;

/* Begin a tree that has nothing but a root. */
void ttr_tree_start(ttr_tree *tree, const ttr_board *root);

/* Begin with the subtree of this position, if the tree has it at most two actions below its root.
 * False, with nothing changed, if not. */
bool ttr_tree_restart(ttr_tree *tree, const ttr_board *root);

/* Is there room for `count` more nodes? */
static inline bool ttr_tree_has_room(const ttr_tree *tree, size_t count)
{
    return tree->capacity - tree->used >= count;
}

/* Give a node these children, for which there is room. `all`: every legal move is among them. */
void ttr_tree_expand(ttr_tree *tree, uint32_t at, const ttr_candidate *children, size_t count,
                     bool all);

/* Has the node no children? */
static inline bool ttr_node_is_leaf(const ttr_node *n)
{
    return n->first_child == TTR_ROOT;
}

/* The value of a node in the unit of ttr_playout_worth(). */
static inline double ttr_node_value(const ttr_node *n)
{
    return (double)n->value;
}

/* The child to visit next. The node has children. */
uint32_t ttr_tree_select(const ttr_tree *tree, uint32_t at, const ttr_mcts_settings *settings);

/* What selection compares: the mean result of a child and its bonus. */
double ttr_tree_worth(const ttr_tree *tree, const ttr_node *parent, const ttr_node *child,
                      const ttr_mcts_settings *settings);

/* The value of a node by those of its children as far as they are known: what the best reply
 * leaves. */
double ttr_tree_minimax(const ttr_tree *tree, const ttr_node *n, const ttr_mcts_settings *settings);

/* What the children prove about a node: the value of ttr_node.proof, or 0. */
int16_t ttr_tree_proof(const ttr_tree *tree, const ttr_node *n);

/* Is `a` the better move than its sibling `b`: by proof, visits, results, evaluation, index? */
bool ttr_node_is_better(const ttr_node *a, const ttr_node *b);

/* ---- mcts.c ---------------------------------------------------------------------------------- */

/* The longest way: a game has 150 actions, and the root is on it, too. */
#define TTR_MAX_PATH (TTR_MAX_ACTIONS + 1)

/* The way of one iteration from the root to a leaf. */
typedef struct ttr_path {
    uint32_t nodes[TTR_MAX_PATH];
    int length;
    ttr_board board; /* at the leaf */
    ttr_node leaf;   /* a copy, as it was when the lock was held */
    bool expands;    /* this thread has claimed the leaf and will expand it */
    /* TTR_FORM_ADD: what is added for the side that moved to the leaf, and for the other */
    double added[2];
} ttr_path;

/* What one thread searches with. */
typedef struct ttr_explorer {
    ttr_search *search;
    const ttr_mcts_settings *settings;
    ttr_budget *budget; /* the search's, or a helper's own */
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
    bool judges; /* the settings need evaluations of all children */
    bool full;   /* the pool had no room for a leaf's children */
    /* all of the root's children were judged, so the next search may go on with the tree */
    bool whole;
    ttr_explorer *explorers;
} ttr_mcts;

/* ---- mcts_lines.c ---------------------------------------------------------------------------- */

/* Fill the findings with the best moves of the root, best first. */
void ttr_mcts_fill_lines(ttr_search *search, uint32_t deepest);

#endif
