/* SPDX-License-Identifier: MIT */
/*
 * The tree of mcts: its nodes, selection, proofs, and how a subtree survives into the next search.
 *
 * Selection looks at one array of siblings. Where children were judged they lie best first, so the
 * first child without visits ends the scan: those behind it are less promising, and nothing more is
 * known of them. Without evaluations all unvisited children come first, found by binary search,
 * since children are tried in order: on the empty board the root has 2299 children, and no playout
 * looks at each of them before all have a visit.
 */
#include <float.h>
#include <math.h>

#include "mcts.h"
#include "real.h"

/* Flags while a subtree is moved to the front: a node that stays, and the first child of a node
 * that has moved. */
#define FLAG_KEPT  8
#define FLAG_FIRST 16

/* ---- Making ---------------------------------------------------------------------------------- */

void ttr_tree_start(ttr_tree *tree, const ttr_board *root)
{
    tree->root = *root;
    tree->nodes[TTR_ROOT] = (ttr_node){.value = 0.5f, .prior = 1, .move = TTR_MOVE_NONE};
    tree->used = 1;
}

void ttr_tree_expand(ttr_tree *tree, uint32_t at, const ttr_candidate *children, size_t count,
                     bool all)
{
    ttr_node *parent = &tree->nodes[at];

    TTR_ASSERT(ttr_tree_has_room(tree, count));
    parent->first_child = (uint32_t)tree->used;
    parent->child_count = (uint16_t)count;
    if (!all)
        parent->flags |= TTR_NODE_PARTIAL;
    for (size_t i = 0; i < count; i++) {
        if (tree->amaf != NULL)
            tree->amaf[tree->used] = (ttr_amaf){0, 0};
        tree->nodes[tree->used++] = (ttr_node){
            .value = children[i].value,
            .prior = children[i].prior,
            .move = children[i].move,
            .proof = children[i].proof,
            .flags = children[i].flags,
        };
    }
}

/* ---- Going on from an earlier search --------------------------------------------------------- */

static bool is_board(const ttr_board *a, const ttr_board *b)
{
    return a->key == b->key && a->ply == b->ply && ttr_cellset_equal(a->tokens[0], b->tokens[0]) &&
           ttr_cellset_equal(a->tokens[1], b->tokens[1]);
}

/* The node of position `wanted`, `depth` actions below node `at`, which has `board`. UINT32_MAX if
 * the tree does not have it, or it has no children. */
static uint32_t find_below(const ttr_tree *tree, uint32_t at, const ttr_board *board,
                           const ttr_board *wanted, uint32_t depth)
{
    const ttr_node *n = &tree->nodes[at];

    if (ttr_node_is_leaf(n))
        return UINT32_MAX;
    if (depth == 0)
        return is_board(board, wanted) ? at : UINT32_MAX;
    for (uint32_t i = n->first_child; i < n->first_child + n->child_count; i++) {
        ttr_board child;
        uint32_t found;

        if (ttr_node_is_leaf(&tree->nodes[i]))
            continue;
        child = ttr_board_after(board, tree->nodes[i].move);
        found = find_below(tree, i, &child, wanted, depth - 1);
        if (found != UINT32_MAX)
            return found;
    }
    return UINT32_MAX;
}

/*
 * Move the subtree of node `top` to the front of the pool, and drop the rest. A node lies before
 * its children, so one pass is enough, and no memory is needed beside the nodes themselves:
 *
 * When a node has moved, its first child, which has not, is told its parent's new index in
 * `visits`; the visits that this overwrites wait in the parent's first_child. When the child moves,
 * it takes its visits back and the parent gets the child's new index.
 */
static void keep_below(ttr_tree *tree, uint32_t top)
{
    ttr_node *nodes = tree->nodes;
    uint32_t next = 0;

    nodes[top].flags |= FLAG_KEPT;
    for (uint32_t i = top; i < tree->used; i++) {
        uint32_t first = nodes[i].first_child;

        if ((nodes[i].flags & FLAG_KEPT) == 0)
            continue;
        if ((nodes[i].flags & FLAG_FIRST) != 0) {
            uint32_t parent = nodes[i].visits;

            nodes[i].visits = nodes[parent].first_child;
            nodes[parent].first_child = next;
        }
        nodes[next] = nodes[i];
        nodes[next].flags &= (uint8_t) ~(FLAG_KEPT | FLAG_FIRST);
        if (tree->amaf != NULL)
            tree->amaf[next] = tree->amaf[i];
        if (!ttr_node_is_leaf(&nodes[next])) {
            for (uint32_t c = first; c < first + nodes[next].child_count; c++)
                nodes[c].flags |= FLAG_KEPT;
            nodes[first].flags |= FLAG_FIRST;
            nodes[next].first_child = nodes[first].visits;
            nodes[first].visits = next;
        }
        next++;
    }
    tree->used = next;
}

bool ttr_tree_restart(ttr_tree *tree, const ttr_board *root)
{
    uint32_t found;

    if (tree->used == 0 || root->ply < tree->root.ply || root->ply > tree->root.ply + 2)
        return false;
    found = find_below(tree, TTR_ROOT, &tree->root, root, root->ply - tree->root.ply);
    if (found == UINT32_MAX)
        return false;
    if (found != TTR_ROOT)
        keep_below(tree, found);
    tree->root = *root;
    return true;
}

/* ---- Selection ------------------------------------------------------------------------------- */

/* What is the same for all children of a node. */
typedef struct selector {
    const ttr_tree *tree;
    const ttr_mcts_settings *settings;
    double unvisited;   /* worth of an unvisited child by its parent's results */
    double log_visits;  /* of the parent */
    double root_visits; /* square root of the parent's visits */
} selector;

/* The number of children in view: all, or with progressive widening visits ^ widening, plus one,
 * rounded down. */
static uint32_t children_in_view(const ttr_node *parent, double visits, double widening)
{
    double limit;

    if (widening == 0 || visits <= 1)
        return widening == 0 ? parent->child_count : 1;
    limit = ttr_real_exp(widening * ttr_real_log(visits)) + 1;
    return limit < parent->child_count ? (uint32_t)limit : parent->child_count;
}

/* The mean result of a child, with its evaluation counted and mixed in as the settings say, and
 * with the results of its move elsewhere, which weigh less the more visits the child has (Gelly and
 * Silver). */
static double child_mean(const selector *by, const ttr_node *child, double visits)
{
    const ttr_mcts_settings *s = by->settings;
    double weight = visits + s->evaluation_visits;
    double mean;

    if (weight > 0) {
        mean = (child->sum + s->evaluation_visits * ttr_node_value(child)) / weight;
        if (visits > 0 && s->evaluation_form == TTR_FORM_ADD)
            mean += s->mix_selection * ttr_node_value(child);
        else if (visits > 0)
            mean = (1 - s->mix_selection) * mean + s->mix_selection * ttr_node_value(child);
    } else {
        mean = s->first_play == TTR_FIRST_PLAY_PARENT ? by->unvisited : ttr_node_value(child);
    }
    if (by->tree->amaf != NULL) {
        const ttr_amaf *amaf = &by->tree->amaf[child - by->tree->nodes];
        double share = sqrt(s->rave / (3 * visits + s->rave));

        if (amaf->visits > 0)
            mean += share * ((double)amaf->sum / amaf->visits - mean);
    }
    return mean;
}

/* The bonus for few visits: UCT of Kocsis and Szepesvari, or PUCT of Rosin in the form of
 * AlphaZero. A child that is chosen by its evaluation before its first visit needs no bonus for
 * being new. */
static double child_bonus(const selector *by, const ttr_node *child, double visits)
{
    const ttr_mcts_settings *s = by->settings;

    if (s->selection == TTR_SELECT_PUCT)
        return s->exploration * (double)child->prior * by->root_visits / (1 + visits);
    if (visits > 0)
        return s->exploration * sqrt(by->log_visits / visits);
    return s->first_play == TTR_FIRST_PLAY_PARENT ? s->exploration * sqrt(by->log_visits) : 0;
}

/* Visits, those of threads that have not come back included. */
static uint32_t visits_with_away(const ttr_node *n)
{
    return n->visits + n->away;
}

/* The first unvisited child from `from` to `end`. Visited ones lie before it: children are tried in
 * order. */
static uint32_t first_unvisited(const ttr_tree *tree, uint32_t from, uint32_t end)
{
    while (from < end) {
        uint32_t middle = from + (end - from) / 2;

        if (visits_with_away(&tree->nodes[middle]) > 0)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

/* Do only the mean result and UCT's bonus count? */
static bool is_plain_uct(const ttr_tree *tree, const ttr_mcts_settings *s)
{
    return s->selection == TTR_SELECT_UCT && s->evaluation_visits == 0 && s->mix_selection == 0 &&
           tree->amaf == NULL;
}

/* Selection among visited children for plain UCT, faster than the general form below: in an opening
 * each playout looks at thousands of children. */
static uint32_t select_plain_uct(const ttr_tree *tree, uint32_t from, uint32_t end,
                                 double exploration, double log_visits)
{
    double best_worth = -1;
    uint32_t best = from;

    for (uint32_t i = from; i < end; i++) {
        const ttr_node *child = &tree->nodes[i];
        double share = 1 / (double)visits_with_away(child);
        double worth = child->sum * share + exploration * sqrt(log_visits * share);

        if (child->proof > 0)
            return i;
        if (worth > best_worth && child->proof == 0) {
            best_worth = worth;
            best = i;
        }
    }
    return best;
}

/* What selection at this node needs to know once. */
static selector selector_of(const ttr_tree *tree, const ttr_node *parent,
                            const ttr_mcts_settings *settings)
{
    double visits = visits_with_away(parent);
    selector by = {tree, settings, 0.5, 0, sqrt(visits)};

    if (visits > 0)
        by.log_visits = ttr_real_log(visits);
    if (parent->visits > 0)
        by.unvisited = 1 - parent->sum / parent->visits;
    if (settings->evaluation_form == TTR_FORM_ADD)
        by.unvisited += 2 * settings->mix_backup; /* what is added to both sides' results */
    return by;
}

double ttr_tree_worth(const ttr_tree *tree, const ttr_node *parent, const ttr_node *child,
                      const ttr_mcts_settings *settings)
{
    selector by = selector_of(tree, parent, settings);
    double visits = visits_with_away(child);

    return child_mean(&by, child, visits) + child_bonus(&by, child, visits);
}

uint32_t ttr_tree_select(const ttr_tree *tree, uint32_t at, const ttr_mcts_settings *settings)
{
    const ttr_node *parent = &tree->nodes[at];
    double visits = visits_with_away(parent);
    selector by = selector_of(tree, parent, settings);
    uint32_t end = parent->first_child + children_in_view(parent, visits, settings->widening);
    uint32_t best = parent->first_child;
    double best_worth = -DBL_MAX;

    if (settings->first_play == TTR_FIRST_PLAY_FIRST) {
        uint32_t next = first_unvisited(tree, parent->first_child, end);

        if (next < end)
            return next;
        if (is_plain_uct(tree, settings))
            return select_plain_uct(tree, parent->first_child, end, settings->exploration,
                                    by.log_visits);
    }
    for (uint32_t i = parent->first_child; i < end; i++) {
        const ttr_node *child = &tree->nodes[i];
        double child_visits = visits_with_away(child);
        double worth;

        if (child->proof > 0)
            return i;
        if (child->proof < 0)
            continue;
        worth = child_mean(&by, child, child_visits) + child_bonus(&by, child, child_visits);
        if (worth > best_worth) {
            best_worth = worth;
            best = i;
        }
        /* The children behind this one are less promising, and nothing more is known of them. */
        if (child_visits == 0 && tree->amaf == NULL)
            break;
    }
    return best;
}

double ttr_tree_minimax(const ttr_tree *tree, const ttr_node *n, const ttr_mcts_settings *settings)
{
    double best = -DBL_MAX;

    for (uint32_t i = n->first_child; i < n->first_child + n->child_count; i++) {
        const ttr_node *child = &tree->nodes[i];
        double value = ttr_node_value(child);

        if (child->proof != 0)
            value = child->proof > 0 ? ttr_playout_worth_of_result(settings, 1) : 0;
        if (value > best)
            best = value;
        if (visits_with_away(child) == 0 && child->proof == 0)
            break; /* the children behind were judged to be worth less */
    }
    return ttr_playout_worth_to_other(settings, best);
}

/* ---- Proofs ---------------------------------------------------------------------------------- */

int16_t ttr_tree_proof(const ttr_tree *tree, const ttr_node *n)
{
    int shortest = 0, longest = 0;
    bool all_lost = (n->flags & TTR_NODE_PARTIAL) == 0;

    for (uint32_t i = n->first_child; i < n->first_child + n->child_count; i++) {
        int proof = tree->nodes[i].proof;

        if (proof > 0 && (shortest == 0 || proof < shortest))
            shortest = proof;
        if (-proof > longest)
            longest = -proof;
        all_lost = all_lost && proof < 0;
    }
    if (shortest > 0)
        return (int16_t)(-1 - shortest);
    return all_lost ? (int16_t)(1 + longest) : 0;
}

/* The order of proofs: won soon, won late, unproven, lost late, lost soon. */
static int proof_rank(int proof)
{
    if (proof == 0)
        return 0;
    return proof > 0 ? TTR_MAX_ACTIONS + 2 - proof : -TTR_MAX_ACTIONS - 2 - proof;
}

bool ttr_node_is_better(const ttr_node *a, const ttr_node *b)
{
    if (a->proof != b->proof)
        return proof_rank(a->proof) > proof_rank(b->proof);
    if (a->visits != b->visits)
        return a->visits > b->visits;
    if (a->sum < b->sum || a->sum > b->sum)
        return a->sum > b->sum;
    if (a->value < b->value || a->value > b->value)
        return a->value > b->value;
    return a->move < b->move;
}
