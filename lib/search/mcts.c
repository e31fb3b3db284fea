/* SPDX-License-Identifier: MIT */
/* Monte Carlo tree search: UCT with uniformly random playouts to the end of the game. */
#include <math.h>

#include "alloc.h"
#include "bounds.h"
#include "movegen.h"
#include "real.h"
#include "rules.h"
#include "search_base.h"
#include "time_plan.h"

#define MAX_PATH    (TTR_MAX_ACTIONS + 1)
#define ROOT        0
#define NO_CHILDREN 0 /* the root is nobody's child */

/* Room for the root and some moves to choose from, whatever the settings say. */
#define LEAST_NODES 16

_Static_assert(LEAST_NODES <= TTR_MOST_NODES, "a pool has both bounds");

/* `halves` counts two a visit in 32 bits: a search ends before it could wrap, after some hours. */
#define MAX_VISITS (UINT32_MAX / 2)

/*
 * 16 bytes. The children of a node lie side by side, in random order. `halves` is from the view of
 * the side that moved into the node: two for each playout that it won, one for each draw.
 */
typedef struct node {
    uint32_t visits;
    uint32_t halves;
    uint32_t first_child; /* NO_CHILDREN until expanded */
    uint16_t child_count;
    ttr_move move; /* that leads here */
} node;

typedef struct mcts {
    node *nodes;
    size_t capacity;
    size_t used;
} mcts;

typedef struct path {
    uint32_t nodes[MAX_PATH];
    int length;
} path;

/* ---- The tree -------------------------------------------------------------------------------- */

static node *add_node(mcts *tree, ttr_move move)
{
    node *added = &tree->nodes[tree->used++];

    *added = (node){0, 0, NO_CHILDREN, 0, move};
    return added;
}

/*
 * Give a node all its children, shuffled, so that the order in which they are first tried favours
 * none. If the pool has no room for all, the node stays a leaf, from which playouts go on; but the
 * root, at which a move must be chosen, gets as many as there is room for, which are then a fair
 * sample.
 */
static void expand(mcts *tree, uint32_t at, const ttr_board *board, ttr_rng *rng)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count = ttr_movegen_list(board, moves);
    size_t first = tree->used;

    if (count == 0 || (at != ROOT && tree->capacity - tree->used < count))
        return;
    for (size_t left = count; left > 0 && tree->used < tree->capacity; left--) {
        size_t pick = ttr_rng_below(rng, (uint32_t)left);

        add_node(tree, moves[pick]);
        moves[pick] = moves[left - 1];
    }
    tree->nodes[at].first_child = (uint32_t)first;
    tree->nodes[at].child_count = (uint16_t)(tree->used - first);
}

/* UCT of Kocsis and Szepesvari: mean result plus exploration * sqrt(ln(visits of parent) / visits);
 * a child never visited comes before all others. */
static uint32_t select_child(const mcts *tree, uint32_t at, double exploration)
{
    const node *parent = &tree->nodes[at];
    double log_visits = ttr_real_log((double)parent->visits);
    double best_value = -1;
    uint32_t best = parent->first_child;

    for (uint32_t i = 0; i < parent->child_count; i++) {
        const node *child = &tree->nodes[parent->first_child + i];
        double visits = child->visits;
        double value;

        if (child->visits == 0)
            return parent->first_child + i;
        value = child->halves / (2 * visits) + exploration * sqrt(log_visits / visits);
        if (value > best_value) {
            best_value = value;
            best = parent->first_child + i;
        }
    }
    return best;
}

/* From the root to a leaf, playing its moves on `board`. A leaf that is visited again is expanded
 * first: most children are visited once only, and need no children of their own. */
static void descend(ttr_search *search, ttr_board *board, path *way)
{
    mcts *tree = search->work;
    uint32_t at = ROOT;

    way->length = 0;
    way->nodes[way->length++] = at;
    for (;;) {
        if (tree->nodes[at].first_child == NO_CHILDREN && tree->nodes[at].visits > 0)
            expand(tree, at, board, &search->rng);
        if (tree->nodes[at].first_child == NO_CHILDREN)
            return;
        at = select_child(tree, at, search->settings.exploration);
        ttr_board_apply(board, tree->nodes[at].move);
        way->nodes[way->length++] = at;
    }
}

/* The root's result is kept from the view of the side that is not to move there, and so on down. */
static void back_up(mcts *tree, const path *way, int root_turn, int winner)
{
    for (int height = 0; height < way->length; height++) {
        node *n = &tree->nodes[way->nodes[height]];
        int mover = height % 2 == 0 ? 1 - root_turn : root_turn;

        n->visits++;
        if (winner == TTR_NOBODY)
            n->halves++;
        else if (winner == mover)
            n->halves += 2;
    }
}

/* ---- What was found -------------------------------------------------------------------------- */

static bool is_better(const node *a, const node *b)
{
    if (a->visits != b->visits)
        return a->visits > b->visits;
    if (a->halves != b->halves)
        return a->halves > b->halves;
    return a->move < b->move;
}

static const node *best_child(const mcts *tree, const node *parent)
{
    const node *best = NULL;

    for (uint32_t i = 0; i < parent->child_count; i++) {
        const node *child = &tree->nodes[parent->first_child + i];

        if (best == NULL || is_better(child, best))
            best = child;
    }
    return best;
}

/* A mean result p as centi-tokens: the score that the evaluation's curve would turn into p. One
 * visit more on either side keeps 0 and 1 finite. */
static int32_t centi_of_mean(const ttr_search *search, const node *child)
{
    double won = child->halves / 2.0 + 0.5;
    double lost = child->visits - child->halves / 2.0 + 0.5;

    return (int32_t)(100 * search->settings.evaluator->win_scale * ttr_real_log(won / lost));
}

static void fill_line(const ttr_search *search, ttr_line *line, const node *child)
{
    const mcts *tree = search->work;

    *line = (ttr_line){.visits = child->visits};
    line->win = child->visits == 0 ? 0.5 : child->halves / (2.0 * child->visits);
    line->score = centi_of_mean(search, child);
    for (; child != NULL && line->length < TTR_MAX_PV; child = best_child(tree, child)) {
        if (line->length > 0 && child->visits == 0)
            break;
        line->pv[line->length++] = child->move;
    }
    line->depth = line->length;
}

/* The most visited moves of the root, best first. */
static void fill_report(ttr_search *search, uint32_t deepest)
{
    const mcts *tree = search->work;
    const node *root = &tree->nodes[ROOT];
    const node *best[TTR_MAX_LINES] = {NULL};
    uint32_t count = 0;

    for (uint32_t i = 0; i < root->child_count; i++) {
        const node *child = &tree->nodes[root->first_child + i];
        uint32_t at = count;

        if (count < search->settings.multipv)
            count++;
        else if (is_better(child, best[count - 1]))
            at = count - 1;
        else
            continue;
        for (; at > 0 && is_better(child, best[at - 1]); at--)
            best[at] = best[at - 1];
        best[at] = child;
    }
    for (uint32_t i = 0; i < count; i++)
        fill_line(search, &search->report.lines[i], best[i]);
    search->report.line_count = count;
    search->report.depth = search->report.lines[0].depth;
    search->report.selective_depth = deepest;
    search->report.hash_permille = (uint32_t)(tree->used * 1000 / tree->capacity);
}

/* ---- The search ------------------------------------------------------------------------------ */

/* Nothing more to learn: the counters are full, or the only move is known and a game's clock runs.
 */
static bool is_settled(const ttr_search *search)
{
    const mcts *tree = search->work;

    return tree->nodes[ROOT].visits >= MAX_VISITS ||
           (search->budget.limits.on_clock && tree->nodes[ROOT].child_count == 1);
}

static void mcts_run(ttr_search *search, const ttr_board *root)
{
    mcts *tree = search->work;
    int turn = ttr_board_turn(root);
    uint32_t deepest = 0;
    uint64_t tell_at = 256;

    search->budget.soft_permille = TTR_TIME_PLAN_WHOLE;
    tree->used = 0;
    add_node(tree, TTR_MOVE_NONE);
    expand(tree, ROOT, root, &search->rng);
    tree->nodes[ROOT].visits = 1; /* ln 1 = 0; every child is tried before it matters */
    while (!is_settled(search) && ttr_budget_iteration(&search->budget) &&
           ttr_budget_playout(&search->budget)) {
        ttr_board board = *root;
        path way;

        descend(search, &board, &way);
        if ((uint32_t)way.length - 1 > deepest)
            deepest = (uint32_t)way.length - 1;
        back_up(tree, &way, turn, ttr_kernel_now()->playout(&board, &search->rng));
        if (search->budget.playouts == tell_at) {
            fill_report(search, deepest);
            ttr_search_tell(search);
            tell_at *= 2;
        }
    }
    fill_report(search, deepest);
}

/* ---- Memory ---------------------------------------------------------------------------------- */

static void mcts_destroy(const tetress_allocator *memory, void *work)
{
    mcts *tree = work;

    ttr_alloc_free(memory, tree->nodes, tree->capacity, sizeof(node));
    ttr_alloc_free(memory, tree, 1, sizeof *tree);
}

static size_t pool_size(uint32_t mebibytes)
{
    size_t nodes = ttr_alloc_mebibytes(mebibytes) / sizeof(node);

    if (nodes < LEAST_NODES)
        return LEAST_NODES;
    return nodes < TTR_MOST_NODES ? nodes : TTR_MOST_NODES;
}

static void *mcts_create(const tetress_allocator *memory, const ttr_settings *settings)
{
    mcts *tree = ttr_alloc_array(memory, 1, sizeof *tree);

    if (tree == NULL)
        return NULL;
    tree->capacity = pool_size(settings->memory);
    tree->nodes = ttr_alloc_array(memory, tree->capacity, sizeof(node));
    if (tree->nodes == NULL) {
        ttr_alloc_free(memory, tree, 1, sizeof *tree);
        return NULL;
    }
    return tree;
}

static void mcts_reset(void *work)
{
    mcts *tree = work;

    tree->used = 0;
}

const ttr_algorithm ttr_algorithm_mcts = {
    .name = "mcts",
    .endless = true,
    .uses_playouts = true,
    .look_every = 16,
    .create = mcts_create,
    .destroy = mcts_destroy,
    .reset = mcts_reset,
    .run = mcts_run,
};
