/* SPDX-License-Identifier: MIT */
/*
 * Monte Carlo tree search. The tree grows by one leaf an iteration, and each node keeps the mean of
 * the results that passed through it. One iteration (explore):
 *
 *     1. descend      from the root, follow the child that selection prefers, to a leaf
 *     2. leaf_result  expand the leaf, and judge it by a playout, by the evaluator, or by both
 *     3. back_up      add the result to every node of the way, and conclude what is proven
 *
 * Many players are called so. The settings choose among the forms of each step:
 *
 *     selection    UCT, or PUCT with priors from the evaluator
 *     children     all, or the best by evaluation, or more of them as visits grow (widening)
 *     leaves       playouts of several kinds, cut off or played out, or evaluations
 *     results      means, all moves as first (rave), proofs
 *     evaluations  mixed with results as chances of winning, or added to them as ratios (S3)
 *
 * Our own player, `mcts`, plays nothing out. A leaf that is reached gets all its children at once,
 * each judged by the evaluator, and a node is worth nine parts of what the best reply leaves of it
 * and one part of the mean of its visits. With means alone, a good reply that is found late is
 * outvoted by the visits before it; without the best replies' values the player loses 66 of 80
 * games against itself (docs/design/adr/0011-mcts-values.md). Visits choose the move.
 *
 * Threads
 * -------
 * All threads work on one tree under one lock. A thread holds the lock while it descends and while
 * it backs up, and lets go of it for playouts and evaluations. With about one microsecond in the
 * tree to thirty of evaluation, more locks would not be worth their trouble. While a thread is
 * below a node, the node counts one visit more (`away`, a virtual loss without a result), so that
 * the next thread takes another way. Only the first thread that reaches a leaf expands it
 * (TTR_NODE_CLAIMED); others take the value that it has already.
 *
 * Memory
 * ------
 * Nodes come from a pool that is allocated once. When it is full, the tree stops growing and the
 * search goes on with the nodes that it has: their results still become better, and nothing is
 * allocated while a search runs. See mcts.h for a node and mcts_tree.c for how a tree is kept from
 * one move to the next.
 *
 * Proofs
 * ------
 * A node where the game is over is a proof. A node with one child that is won for the side that
 * moves to it is lost for the side that moved into the node; a node all of whose children are lost
 * is won. Proofs count actions, so that the shortest win and the longest defence are chosen, and a
 * child that is proven lost is never visited again. A loss needs all legal moves to have a child:
 * with `children` set, only wins of the side to move are proven.
 */
#include "mcts.h"

#include <string.h>

#include "alloc.h"
#include "bounds.h"
#include "found_lines.h"
#include "real.h"
#include "rules.h"
#include "time_plan.h"

/* The least number of nodes in a pool: the root and some moves to choose from, whatever the
 * settings. */
#define LEAST_NODES 16

_Static_assert(LEAST_NODES <= TTR_MOST_NODES, "a pool has both bounds");

/* Visits at which a search stops. 32 bits of visits with those of threads on their way must not
 * wrap around; means are still exact to 20 bits there. A search gets there after hours. */
#define MAX_VISITS (UINT32_MAX - UINT8_MAX)

/* Candidates this many temperatures behind the best have a prior of 0: e^-16 is a ten-millionth,
 * not worth the exponential. */
#define LEAST_LOG_PRIOR (-16)

/* Does any setting need the evaluations of children? */
static bool judges_children(const ttr_mcts_settings *s)
{
    return (s->selection == TTR_SELECT_PUCT && s->temperature > 0) ||
           s->first_play == TTR_FIRST_PLAY_EVALUATION || s->children > 0 || s->widening > 0 ||
           s->evaluation_visits > 0 || s->mix_selection > 0;
}

/* ---- Candidates ------------------------------------------------------------------------------ */

/* Put `count` moves drawn at random in front, so that the order of moves that seem equal favours
 * none. */
static void shuffle(ttr_explorer *e, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        size_t pick = i + ttr_rng_below(&e->rng, (uint32_t)(e->legal - i));
        ttr_move move = e->moves[pick];

        e->moves[pick] = e->moves[i];
        e->moves[i] = move;
    }
}

/* Make candidates without evaluations of the listed moves, at most `most`. */
static void gather(ttr_explorer *e, size_t most)
{
    e->count = e->legal < most ? e->legal : most;
    shuffle(e, e->count);
    for (size_t i = 0; i < e->count; i++) {
        e->candidates[i] =
            (ttr_candidate){.value = 0.5f, .prior = 1 / (float)e->count, .move = e->moves[i]};
    }
}

/* The score of a child for the side that moves there. Where evaluations are added to results (S3),
 * it is what the move itself changed since the position before it. */
static int32_t child_score(ttr_explorer *e, const ttr_board *parent, const ttr_board *child,
                           int *replies)
{
    ttr_search *search = e->search;
    int32_t score;

    if (e->settings->evaluation_form == TTR_FORM_MIX)
        return ttr_search_value_after(search, child, 1, replies);
    score = ttr_search_evaluate_since(search, parent, child, replies);
    return *replies > 0 ? -score : -ttr_search_score_end(child, ttr_rules_outcome(child), 1);
}

/* Judge a child for the side that moves to it. *score is in the evaluator's units. */
static ttr_candidate judge(ttr_explorer *e, const ttr_board *board, ttr_move move, int32_t *score)
{
    ttr_search *search = e->search;
    ttr_board child = ttr_board_after(board, move);
    ttr_candidate c = {.move = move};
    double result;
    int replies;

    *score = child_score(e, board, &child, &replies);
    if (replies > 0) {
        c.value = (float)ttr_playout_worth(search, e->settings, *score);
        return c;
    }
    c.flags = TTR_NODE_OVER;
    result = *score > 0 ? 1 : *score < 0 ? 0 : 0.5;
    c.value = (float)ttr_playout_worth_of_result(e->settings, result);
    if (e->settings->proofs)
        c.proof = (int16_t)((*score > 0) - (*score < 0));
    return c;
}

/* Set the priors of the candidates: all alike, or by score over temperature (softmax). */
static void share_out(ttr_explorer *e, const int32_t *scores)
{
    const ttr_mcts_settings *s = e->settings;
    double unit = s->temperature * e->search->evaluator->token;
    double sum = 0;

    for (size_t i = 0; i < e->count; i++) {
        double log_prior = unit > 0 ? ((double)scores[i] - scores[0]) / unit : 0;

        e->sorted[i].prior = log_prior > LEAST_LOG_PRIOR ? (float)ttr_real_exp(log_prior) : 0;
        sum += (double)e->sorted[i].prior;
    }
    for (size_t i = 0; i < e->count; i++)
        e->sorted[i].prior /= (float)sum;
}

/*
 * Judge all children and sort them, best first; keep at most `most`, and at most as many as the
 * option `children` says. If the budget ends on the way, the children that were not judged come
 * last, as if lost, and the result is false.
 */
static bool gather_judged(ttr_explorer *e, const ttr_board *board, size_t most)
{
    uint32_t wanted = e->settings->children;
    bool complete = true;

    e->legal = ttr_movegen_list(board, e->moves);
    shuffle(e, e->legal);
    for (size_t i = 0; i < e->legal; i++) {
        int32_t score = -TTR_SCORE_WIN;

        complete = complete && ttr_budget_node(e->budget);
        if (complete)
            e->candidates[i] = judge(e, board, e->moves[i], &score);
        if (!complete || e->budget->over) {
            complete = false;
            score = -TTR_SCORE_WIN;
            e->candidates[i] = (ttr_candidate){.move = e->moves[i]};
        }
        e->scores[i] = score;
        e->keys[i] = ttr_order_key(score, i);
    }
    ttr_order_sort(e->keys, e->legal);
    if (wanted > 0 && wanted < most)
        most = wanted;
    e->count = e->legal < most ? e->legal : most;
    for (size_t i = 0; i < e->count; i++) {
        size_t place = ttr_order_place(e->keys[i]);

        e->sorted[i] = e->candidates[place];
        e->sorted_scores[i] = e->scores[place];
    }
    if (e->count > 0)
        share_out(e, e->sorted_scores);
    return complete;
}

/* ---- One iteration --------------------------------------------------------------------------- */

/* The result of a position where the game is over, for the side that moved last. */
static double result_of_end(const ttr_board *board)
{
    return ttr_playout_result(ttr_rules_outcome(board).winner, 1 - ttr_board_turn(board));
}

/* Give a leaf children without evaluations, or find that the game is over there. Without room
 * nothing happens. */
static void expand_unjudged(ttr_explorer *e, ttr_tree *tree, uint32_t at, const ttr_board *board)
{
    const ttr_mcts_settings *settings = e->settings;
    ttr_node *n = &tree->nodes[at];
    double result;

    e->legal = ttr_movegen_list(board, e->moves);
    if (e->legal > 0) {
        if (!ttr_tree_has_room(tree, e->legal))
            return;
        gather(e, e->legal);
        ttr_tree_expand(tree, at, e->candidates, e->count, true);
        return;
    }
    n->flags |= TTR_NODE_OVER;
    result = result_of_end(board);
    n->value = (float)ttr_playout_worth_of_result(settings, result);
    if (settings->proofs)
        n->proof = (int16_t)((result > 0.5) - (result < 0.5));
}

/*
 * From the root to a leaf. Without evaluations, a leaf is expanded on the way when it is visited a
 * second time: most leaves are visited once only and need no children. With evaluations the first
 * thread that comes to a leaf claims it and expands it at once.
 */
static void descend(ttr_explorer *e, ttr_mcts *m)
{
    const ttr_mcts_settings *settings = e->settings;
    ttr_tree *tree = &m->tree;
    ttr_path *way = &e->way;
    uint32_t at = TTR_ROOT;

    way->length = 0;
    way->expands = false;
    way->board = tree->root;
    for (;;) {
        ttr_node *n = &tree->nodes[at];

        way->nodes[way->length++] = at;
        n->away++;
        if (ttr_node_is_leaf(n) && !m->judges && n->visits > 0 && (n->flags & TTR_NODE_OVER) == 0)
            expand_unjudged(e, tree, at, &way->board);
        if (n->proof != 0 || ttr_node_is_leaf(n))
            break;
        at = ttr_tree_select(tree, at, settings);
        ttr_board_apply(&way->board, tree->nodes[at].move);
    }
    way->leaf = tree->nodes[at];
    if (m->judges && way->leaf.proof == 0 && !m->full &&
        (way->leaf.flags & (TTR_NODE_OVER | TTR_NODE_CLAIMED)) == 0) {
        way->expands = true;
        tree->nodes[at].flags |= TTR_NODE_CLAIMED;
    }
}

/* The evaluation of the leaf for the side that moved to it. */
static double leaf_evaluation(ttr_explorer *e, const ttr_mcts *m)
{
    ttr_search *search = e->search;
    int32_t score;
    int moves;

    if (e->way.expands && e->settings->minimax) /* what the best reply leaves of it */
        return ttr_playout_worth_to_other(e->settings, (double)e->sorted[0].value);
    if (m->judges)
        return ttr_node_value(&e->way.leaf);
    if (!ttr_budget_node(e->budget))
        return 0;
    score = ttr_search_evaluate(search, &e->way.board, &moves);
    if (moves == 0)
        return ttr_playout_worth_of_result(e->settings, result_of_end(&e->way.board));
    return ttr_playout_worth_to_other(e->settings, ttr_playout_worth(search, e->settings, score));
}

/* Is the result of the leaf known, because the game is over or decided there? */
static bool is_known(const ttr_node *leaf, const ttr_mcts_settings *settings, double *result)
{
    if (leaf->proof != 0)
        *result = leaf->proof > 0 ? 1 : 0;
    else if ((leaf->flags & TTR_NODE_OVER) != 0)
        *result = ttr_node_value(leaf) / ttr_playout_worth_of_result(settings, 1);
    else
        return false;
    return true;
}

/* TTR_FORM_ADD: what is added to both sides' results of the leaf, each by its own evaluation. */
static void add_evaluations(ttr_explorer *e, const ttr_mcts *m, const double *known)
{
    ttr_search *search = e->search;
    const ttr_mcts_settings *settings = e->settings;
    double *added = e->way.added;
    int moves = 0;

    added[0] =
        known != NULL ? ttr_playout_worth_of_result(settings, *known) : leaf_evaluation(e, m);
    added[1] = ttr_playout_worth_to_other(settings, added[0]);
    if (known == NULL) {
        int32_t score = ttr_search_evaluate(search, &e->way.board, &moves);

        if (moves > 0)
            added[1] = ttr_playout_worth(search, e->settings, score);
    }
    added[0] *= settings->mix_backup;
    added[1] *= settings->mix_backup;
}

/* The result of the leaf for the side that moved to it. Meaningless if the budget is over. */
static double leaf_result(ttr_explorer *e, const ttr_mcts *m)
{
    const ttr_mcts_settings *settings = e->settings;
    bool adds = settings->evaluation_form == TTR_FORM_ADD;
    double mix = adds ? 0 : settings->mix_backup;
    ttr_played *played = m->tree.amaf != NULL ? &e->played : NULL;
    double evaluation = 0, playout = 0, result;
    bool known = is_known(&e->way.leaf, settings, &result);

    e->way.added[0] = e->way.added[1] = 0;
    if (!known && e->way.expands && !gather_judged(e, &e->way.board, TTR_PLACEMENTS))
        return 0;
    if (adds && settings->mix_backup > 0)
        add_evaluations(e, m, known ? &result : NULL);
    if (known)
        return result;
    if (mix > 0)
        evaluation = leaf_evaluation(e, m);
    if (mix < 1)
        playout =
            1 - ttr_playout_run(e->search, settings, e->budget, &e->way.board, &e->rng, played);
    return mix * evaluation + (1 - mix) * playout;
}

/* All moves as first: a child takes part in the result if its move was played anywhere later by the
 * node's side to move. */
static void back_up_amaf(ttr_explorer *e, ttr_tree *tree, const ttr_node *n, int turn,
                         double result)
{
    for (uint32_t i = n->first_child; i < n->first_child + n->child_count; i++) {
        if (!ttr_played_has(&e->played, turn, tree->nodes[i].move))
            continue;
        tree->amaf[i].visits++;
        tree->amaf[i].sum += (float)(1 - result);
    }
}

/* What a result adds to a node `height` actions below the root. `result` is of the side that moved
 * into the node. With backup=path all nodes add up the result of the side to move at the root. */
static double share_of(const ttr_mcts_settings *s, int height, double result)
{
    bool of_root = height % 2 == 1; /* the side to move at the root moved there */

    return s->backup == TTR_BACKUP_PATH && !of_root ? 1 - result : result;
}

/* Add the leaf's result to all nodes of the way, update what the best replies leave, and conclude
 * proofs as far up as they reach. */
static void back_up(ttr_explorer *e, ttr_tree *tree, double result)
{
    const ttr_path *way = &e->way;
    bool proven = true; /* the child was just proven, so the node may be */

    for (int height = way->length - 1; height >= 0; height--) {
        ttr_node *n = &tree->nodes[way->nodes[height]];
        int turn = (int)((tree->root.ply + (uint32_t)height) & 1);

        if (proven && n->proof == 0 && !ttr_node_is_leaf(n) && e->settings->proofs)
            n->proof = ttr_tree_proof(tree, n);
        proven = n->proof != 0;
        if (proven)
            result = n->proof > 0 ? 1 : 0;
        if (e->settings->minimax && !ttr_node_is_leaf(n))
            n->value = (float)ttr_tree_minimax(tree, n, e->settings);
        n->visits++;
        n->away--;
        n->sum +=
            share_of(e->settings, height, result) + way->added[(way->length - 1 - height) & 1];
        if (tree->amaf != NULL) {
            back_up_amaf(e, tree, n, turn, result);
            if (height > 0)
                ttr_played_add(&e->played, 1 - turn, n->move);
        }
        result = 1 - result;
    }
}

/* Undo a descent whose result is not used. */
static void retreat(ttr_explorer *e, ttr_tree *tree)
{
    for (int height = 0; height < e->way.length; height++)
        tree->nodes[e->way.nodes[height]].away--;
}

/* Put the leaf's children into the tree, or note that the pool is full. */
static void settle_leaf(ttr_explorer *e, ttr_mcts *m)
{
    ttr_tree *tree = &m->tree;
    uint32_t at = e->way.nodes[e->way.length - 1];

    if (!e->way.expands)
        return;
    tree->nodes[at].flags &= (uint8_t)~TTR_NODE_CLAIMED;
    if (e->budget->over)
        return;
    if (ttr_tree_has_room(tree, e->count))
        ttr_tree_expand(tree, at, e->sorted, e->count, e->count == e->legal);
    else
        m->full = true;
}

/* Would more iterations tell nothing new? True if the root is proven, the counters are full, or the
 * only move is known and a game's clock is running. */
static bool is_settled(const ttr_search *search, const ttr_tree *tree)
{
    const ttr_node *root = &tree->nodes[TTR_ROOT];

    return root->proof != 0 || root->visits >= MAX_VISITS ||
           (search->budget.limits.on_clock && root->child_count == 1);
}

/* One iteration. False if there is nothing more to learn or the budget ended on the way. */
static bool explore(ttr_explorer *e, ttr_mcts *m)
{
    double result;
    bool settled;

    ttr_lock_take(&m->lock);
    settled = is_settled(e->search, &m->tree);
    if (!settled)
        descend(e, m);
    ttr_lock_leave(&m->lock);
    if (settled)
        return false;
    if (m->tree.amaf != NULL)
        memset(&e->played, 0, sizeof e->played);
    result = leaf_result(e, m);
    ttr_lock_take(&m->lock);
    settle_leaf(e, m);
    if (e->budget->over)
        retreat(e, &m->tree);
    else
        back_up(e, &m->tree, result);
    ttr_lock_leave(&m->lock);
    if ((uint32_t)e->way.length - 1 > e->deepest)
        e->deepest = (uint32_t)e->way.length - 1;
    return !e->budget->over;
}

/* ---- The search ------------------------------------------------------------------------------ */

/* Playouts after which the host is told for the first time; then each time they have doubled, so
 * that a host hears about ten times in the first second and then ever more rarely. */
#define FIRST_TELL 256

static void explorer_run(ttr_explorer *e)
{
    ttr_mcts *m = e->search->work;
    uint64_t tell_at = FIRST_TELL;

    while (ttr_budget_iteration(e->budget) && ttr_budget_playout(e->budget)) {
        if (!explore(e, m)) {
            e->budget->playouts--; /* which was not made */
            break;
        }
        if (e->number > 0 || e->budget->playouts != tell_at)
            continue;
        ttr_lock_take(&m->lock);
        ttr_mcts_fill_lines(e->search, e->deepest);
        ttr_lock_leave(&m->lock);
        ttr_search_tell(e->search);
        tell_at *= 2;
    }
}

/* Make the root and its children: all moves, or as many as there is room for, the best or a random
 * choice. Whatever the budget, there is at least one. */
static void plant(ttr_explorer *e, ttr_mcts *m, const ttr_board *root)
{
    ttr_tree *tree = &m->tree;
    ttr_node *node = &tree->nodes[TTR_ROOT];

    ttr_tree_start(tree, root);
    m->whole = true;
    if (m->judges) {
        m->whole = gather_judged(e, root, tree->capacity - tree->used);
    } else {
        e->legal = ttr_movegen_list(root, e->moves);
        gather(e, tree->capacity - tree->used);
    }
    ttr_tree_expand(tree, TTR_ROOT, m->judges ? e->sorted : e->candidates, e->count,
                    e->count == e->legal);
    if (e->settings->proofs && !e->budget->over)
        node->proof = ttr_tree_proof(tree, node);
    node->visits = 1; /* ln 1 = 0: every child is tried before the number matters */
    node->sum = ttr_node_value(node);
}

static void helper_explore(void *explorer)
{
    explorer_run(explorer);
}

/* Start the next helper with its share of the playouts. False if the system grants no more
 * threads. */
static bool helper_start(ttr_search *search, ttr_mcts *m, uint64_t playouts)
{
    ttr_explorer *e = &m->explorers[m->helpers.running + 1];

    e->budget = ttr_helpers_budget(&m->helpers, search, 0, playouts / m->threads);
    ttr_rng_seed(&e->rng, ttr_rng_next(&search->rng));
    if (!ttr_helpers_start(&m->helpers, helper_explore, e))
        return false;
    search->budget.limits.playouts -= e->budget->limits.playouts;
    return true;
}

/* Start the helpers. Each thread gets at least one playout of a limit; without a limit there is
 * none to share. */
static void helpers_start(ttr_search *search, ttr_mcts *m)
{
    uint64_t playouts = search->budget.limits.playouts;
    uint32_t threads = playouts != 0 && playouts < m->threads ? 1 : m->threads;
    uint32_t wanted = ttr_helpers_open(&m->helpers, search, threads);

    while (m->helpers.running < wanted && helper_start(search, m, playouts)) {
    }
}

/* Wait for the helpers. If the main thread has made its playouts, they make theirs; else they
 * halt. */
static void helpers_end(ttr_search *search, ttr_mcts *m)
{
    bool finish = search->budget.over && search->budget.reason == TTR_STOP_PLAYOUTS;

    ttr_helpers_end(&m->helpers, search, !finish);
}

static uint32_t deepest_of(const ttr_mcts *m)
{
    uint32_t deepest = 0;

    for (uint32_t i = 0; i <= m->helpers.running; i++) {
        if (m->explorers[i].deepest > deepest)
            deepest = m->explorers[i].deepest;
    }
    return deepest;
}

/* May the tree of the last search be used? With backup=path its results are those of one side,
 * which say nothing when the other is to move. */
static bool may_go_on(const ttr_mcts_settings *s)
{
    return s->reuse && s->backup == TTR_BACKUP_SIDES;
}

static void mcts_run(ttr_search *search, const ttr_board *root)
{
    ttr_mcts *m = search->work;
    ttr_explorer *e = &m->explorers[0];

    search->budget.soft_permille = TTR_TIME_PLAN_WHOLE;
    ttr_search_own(search, &m->settings, sizeof m->settings);
    for (uint32_t i = 0; i < m->threads; i++) {
        m->explorers[i].search = search;
        m->explorers[i].settings = &m->settings;
        m->explorers[i].number = i;
        m->explorers[i].deepest = 0;
    }
    m->judges = judges_children(&m->settings);
    m->full = false;
    e->budget = &search->budget;
    e->rng = search->rng;
    if (!may_go_on(&m->settings) || !m->whole || !ttr_tree_restart(&m->tree, root))
        plant(e, m, root);
    search->rng = e->rng;
    helpers_start(search, m);
    e->rng = search->rng;
    explorer_run(e);
    search->rng = e->rng;
    helpers_end(search, m);
    ttr_mcts_fill_lines(search, deepest_of(m));
}

/* The last look found that this move loses: mark it as proven, so that any other child is
 * preferred. */
static bool mcts_refute(ttr_search *search, ttr_move move, int actions)
{
    ttr_mcts *m = search->work;
    ttr_tree *tree = &m->tree;
    const ttr_node *root = &tree->nodes[TTR_ROOT];

    for (uint32_t i = root->first_child; i < root->first_child + root->child_count; i++) {
        if (tree->nodes[i].move != move)
            continue;
        tree->nodes[i].proof = (int16_t)-actions;
        ttr_mcts_fill_lines(search, search->findings.selective_depth);
        return true;
    }
    return false;
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Bytes of memory for each node of the pool. */
static size_t node_bytes(const ttr_mcts_settings *settings)
{
    return sizeof(ttr_node) + (settings->rave > 0 ? sizeof(ttr_amaf) : 0);
}

static size_t pool_size(const ttr_mcts_settings *settings)
{
    size_t nodes = ttr_alloc_mebibytes(settings->memory) / node_bytes(settings);

    if (nodes < LEAST_NODES)
        return LEAST_NODES;
    return nodes < TTR_MOST_NODES ? nodes : TTR_MOST_NODES;
}

static void free_parts(const tetress_allocator *memory, ttr_mcts *m)
{
    ttr_helpers_free(&m->helpers, memory);
    ttr_alloc_free(memory, m->explorers, m->threads, sizeof *m->explorers);
    ttr_alloc_free(memory, m->tree.amaf, m->tree.capacity, sizeof(ttr_amaf));
    ttr_alloc_free(memory, m->tree.nodes, m->tree.capacity, sizeof(ttr_node));
    ttr_alloc_free(memory, m, 1, sizeof *m);
}

static void mcts_destroy(const tetress_allocator *memory, void *work)
{
    ttr_mcts *m = work;

    ttr_lock_free(&m->lock);
    free_parts(memory, m);
}

static void *mcts_create(const tetress_allocator *memory, const ttr_settings *settings)
{
    ttr_mcts *m = ttr_alloc_zeroed(memory, 1, sizeof *m);
    ttr_mcts_settings own;

    if (m == NULL)
        return NULL;
    ttr_settings_own(settings, &own, sizeof own);
    m->threads = settings->threads;
    m->tree.capacity = pool_size(&own);
    m->tree.nodes = ttr_alloc_array(memory, m->tree.capacity, sizeof(ttr_node));
    m->explorers = ttr_alloc_zeroed(memory, m->threads, sizeof *m->explorers);
    if (own.rave > 0)
        m->tree.amaf = ttr_alloc_array(memory, m->tree.capacity, sizeof(ttr_amaf));
    if (m->tree.nodes == NULL || m->explorers == NULL || (own.rave > 0 && m->tree.amaf == NULL) ||
        !ttr_helpers_init(&m->helpers, memory, m->threads) || !ttr_lock_init(&m->lock)) {
        free_parts(memory, m);
        return NULL;
    }
    return m;
}

static void mcts_reset(void *work)
{
    ttr_mcts *m = work;

    m->tree.used = 0;
}

static bool mcts_answer(ttr_search *search, const ttr_board *root)
{
    ttr_mcts_settings own;

    ttr_search_own(search, &own, sizeof own);
    return ttr_ending_answers(search, root, &own.ending, NULL);
}

static const ttr_mcts_settings DEFAULTS = TTR_MCTS_DEFAULTS;

static const ttr_option_group OPTIONS[] = {
    TTR_COMMON_OPTIONS(ttr_options_evaluator),
    TTR_OWN_OPTIONS(ttr_mcts_options, 0),
    TTR_COMMON_OPTIONS(ttr_option_threads),
    TTR_OWN_OPTIONS(ttr_options_ending, offsetof(ttr_mcts_settings, ending)),
    TTR_COMMON_OPTIONS(ttr_option_last_look),
    TTR_COMMON_OPTIONS(ttr_option_lines),
    TTR_COMMON_OPTIONS(ttr_option_seed),
    TTR_COMMON_OPTIONS(ttr_option_nodes),
    TTR_COMMON_OPTIONS(ttr_option_playouts),
    TTR_COMMON_OPTIONS(ttr_options_time),
};

const ttr_algorithm ttr_algorithm_mcts = {
    .name = "mcts",
    .endless = true,
    .evaluates = true,
    .uses_playouts = true,
    .looks_ahead = true,
    .options = OPTIONS,
    .option_groups = TTR_COUNT_OF(OPTIONS),
    .own_defaults = &DEFAULTS,
    .own_size = sizeof DEFAULTS,
    .look_every = 64,
    .create = mcts_create,
    .destroy = mcts_destroy,
    .reset = mcts_reset,
    .reconfigure = mcts_reset, /* the tree grew under other settings */
    .answer = mcts_answer,
    .run = mcts_run,
    .refute = mcts_refute,
};
