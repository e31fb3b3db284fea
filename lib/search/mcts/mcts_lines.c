/* SPDX-License-Identifier: MIT */
/* Turns the tree into the lines that a host reads: the best moves of the root, with their
 * scores. */
#include "found_lines.h"
#include "mcts.h"
#include "real.h"
#include "temper.h"

static const ttr_mcts_settings *settings_of(const ttr_search *search)
{
    const ttr_mcts *m = search->work;

    return &m->settings;
}

/* Is `a` the better move than its sibling `b`, by the option `choose`? */
static bool is_better(const ttr_search *search, const ttr_node *parent, const ttr_node *a,
                      const ttr_node *b)
{
    const ttr_mcts *m = search->work;

    if (m->settings.choose == TTR_CHOOSE_UCT && a->proof == 0 && b->proof == 0) {
        double worth_a = ttr_tree_worth(&m->tree, parent, a, &m->settings);
        double worth_b = ttr_tree_worth(&m->tree, parent, b, &m->settings);

        if (worth_a < worth_b || worth_a > worth_b)
            return worth_a > worth_b;
    }
    return ttr_node_is_better(a, b);
}

/* The best child of a node, or NULL if it has none. */
static const ttr_node *best_child(const ttr_search *search, const ttr_node *parent)
{
    const ttr_mcts *m = search->work;
    const ttr_node *best = NULL;

    for (uint32_t i = 0; i < parent->child_count; i++) {
        const ttr_node *child = &m->tree.nodes[parent->first_child + i];

        if (best == NULL || is_better(search, parent, child, best))
            best = child;
    }
    return best;
}

/* The mean result of a node as a chance of winning, or its evaluation if it has no visits. Takes
 * off what TTR_FORM_ADD adds where both sides are equal. */
static double told_chance(const ttr_search *search, const ttr_node *n)
{
    const ttr_mcts_settings *settings = settings_of(search);
    double chance;

    if (n->visits == 0)
        chance = ttr_node_value(n) / ttr_playout_worth_of_result(settings, 1);
    else if (settings->evaluation_form == TTR_FORM_MIX)
        chance = n->sum / n->visits;
    else
        chance = n->sum / n->visits - settings->mix_backup;
    return chance < 0 ? 0 : chance > 1 ? 1 : chance;
}

/* The mean result of a node in centi-tokens: the score that the evaluator's curve would turn into
 * that chance. Half a visit more on either side keeps 0 and 1 finite. */
static int32_t centi_of_mean(const ttr_search *search, const ttr_node *n)
{
    double visits = n->visits > 0 ? n->visits : 1;
    bool is_sum = n->visits > 0 && settings_of(search)->evaluation_form == TTR_FORM_MIX;
    double results = is_sum ? n->sum : told_chance(search, n) * visits;
    double odds = (results + 0.5) / (visits - results + 0.5);

    return ttr_centi_of(100 * search->evaluator->win_scale * ttr_real_log(odds));
}

/* The line of a root move: its score, and the best children below it as far as they were
 * visited. */
static void fill_line(const ttr_search *search, ttr_line *line, const ttr_node *child)
{
    *line = (ttr_line){.visits = child->visits, .prior = (double)child->prior};
    line->pv[0] = child->move;
    if (child->proof != 0) {
        ttr_search_score_line(search, line,
                              child->proof > 0 ? TTR_SCORE_WIN - child->proof
                                               : -TTR_SCORE_WIN - child->proof);
    } else {
        line->win = told_chance(search, child);
        line->score = centi_of_mean(search, child);
        ttr_search_temper(search, line);
    }
    for (; child != NULL && line->length < TTR_MAX_PV; child = best_child(search, child)) {
        if (line->length > 0 && child->visits == 0 && child->proof == 0)
            break;
        line->pv[line->length++] = child->move;
    }
    line->depth = line->length;
}

void ttr_mcts_fill_lines(ttr_search *search, uint32_t deepest)
{
    const ttr_mcts *m = search->work;
    const ttr_tree *tree = &m->tree;
    const ttr_node *root = &tree->nodes[TTR_ROOT];
    const ttr_node *best[TTR_MAX_LINES] = {NULL};
    uint32_t count = 0;

    for (uint32_t i = 0; i < root->child_count; i++) {
        const ttr_node *child = &tree->nodes[root->first_child + i];
        uint32_t at = count;

        if (count < search->settings.multipv)
            count++;
        else if (is_better(search, root, child, best[count - 1]))
            at = count - 1;
        else
            continue;
        for (; at > 0 && is_better(search, root, child, best[at - 1]); at--)
            best[at] = best[at - 1];
        best[at] = child;
    }
    for (uint32_t i = 0; i < count; i++)
        fill_line(search, &search->findings.lines[i], best[i]);
    search->findings.line_count = count;
    search->findings.depth = search->findings.lines[0].depth;
    search->findings.selective_depth = deepest;
    search->findings.hash_permille = (uint32_t)(tree->used * 1000 / tree->capacity);
}
