/* SPDX-License-Identifier: MIT */
/* The player s3-mcts against its definition in S3, written out plainly. Random numbers are
 * drawn as the search draws them, so that both see the same playouts. */
#include <math.h>
#include <string.h>

#include "kernel.h"
#include "player_table.h"
#include "real.h"
#include "search_setup.h"

#define ITERATIONS 32
#define CHILDREN   10
#define MOST_NODES ((ITERATIONS + 1) * CHILDREN + 1)

/* A move and what is known of it. All numbers are those of the side that made it. */
typedef struct node {
    ttr_board board;
    ttr_move move;
    bool over;
    double hef;  /* the report's heuristic evaluation function */
    double rank; /* the same, but nothing is better than to win at once */
    double sum;  /* of results, each with half an evaluation of the leaf */
    int visits;
    int first, count; /* its children */
} node;

typedef struct tree {
    node nodes[MOST_NODES];
    int used;
    ttr_rng rng;
} tree;

/* Empty regions of more than four cells. */
static int holes(const ttr_board *board)
{
    ttr_cellset filled = ttr_board_occupied(board);
    int parent[TTR_CELLS], size[TTR_CELLS] = {0}, count = 0;

    for (int cell = 0; cell < TTR_CELLS; cell++)
        parent[cell] = cell;
    for (int cell = 0; cell < TTR_CELLS; cell++) {
        int row = cell / 11, column = cell % 11;
        int next[2] = {row * 11 + (column + 1) % 11, (row + 1) % 11 * 11 + column};

        for (int i = 0; i < 2; i++) {
            int a = cell, b = next[i];

            if (ttr_cellset_has(filled, a) || ttr_cellset_has(filled, b))
                continue;
            while (parent[a] != a)
                a = parent[a];
            while (parent[b] != b)
                b = parent[b];
            parent[a] = b;
        }
    }
    for (int cell = 0; cell < TTR_CELLS; cell++) {
        int root = cell;

        while (parent[root] != root)
            root = parent[root];
        size[root] += !ttr_cellset_has(filled, cell);
    }
    for (int cell = 0; cell < TTR_CELLS; cell++)
        count += size[cell] > 4;
    return count;
}

/* The ratio of `side`'s cells to the other's, in whole thousandths, plus 1 if the number of holes
 * is even and `side` has just moved, or odd and it is to move; else minus 1. */
static double hef_of(const ttr_board *board, int side)
{
    int own = ttr_cellset_count(board->tokens[side]);
    int other = ttr_cellset_count(board->tokens[1 - side]);
    bool moved = side != ttr_board_turn(board);
    double ratio = other == 0 ? 2.0 * own : own * 1000 / other / 1000.0;

    return ratio + ((holes(board) % 2 == 0) == moved ? 1 : -1);
}

/* Won 1, lost 0, drawn 1/2 for `side`. */
static double result_for(const ttr_board *board, int side)
{
    int winner = ttr_rules_outcome(board).winner;

    return winner == TTR_NOBODY ? 0.5 : winner == side;
}

/* All moves in random order, and the ten of the highest evaluation, the first of equal ones. */
static void expand(tree *t, int at)
{
    const ttr_board board = t->nodes[at].board;
    int side = ttr_board_turn(&board);
    ttr_move moves[TTR_LIST_ROOM];
    size_t legal = ttr_movegen_list(&board, moves);
    static node all[TTR_PLACEMENTS];

    for (size_t i = 0; i < legal; i++) {
        size_t pick = i + ttr_rng_below(&t->rng, (uint32_t)(legal - i));
        ttr_move move = moves[pick];

        moves[pick] = moves[i];
        moves[i] = move;
    }
    for (size_t i = 0; i < legal; i++) {
        node *n = &all[i];

        *n = (node){.board = ttr_board_after(&board, moves[i]), .move = moves[i]};
        n->over = ttr_rules_outcome(&n->board).reason != TTR_ONGOING;
        n->hef = n->over ? 2 * result_for(&n->board, side) : hef_of(&n->board, side);
        n->hef = (double)(float)n->hef; /* as the search keeps it */
        n->rank = n->over ? 1e6 * (n->hef - 1) + 1 : n->hef;
    }
    t->nodes[at].first = t->used;
    for (int kept = 0; kept < CHILDREN && (size_t)kept < legal; kept++) {
        node *best = NULL;

        for (size_t i = 0; i < legal; i++) {
            if (all[i].move != TTR_MOVE_NONE && (best == NULL || all[i].rank > best->rank))
                best = &all[i];
        }
        t->nodes[t->used++] = *best;
        t->nodes[at].count++;
        best->move = TTR_MOVE_NONE;
    }
}

/* The evaluation before the first visit. */
static double uct(const node *parent, const node *child)
{
    if (child->visits == 0)
        return child->hef;
    return child->sum / child->visits + 0.4 * child->hef +
           0.2 * sqrt(ttr_real_log(parent->visits) / child->visits);
}

/* Of those that were not visited only the first is looked at: a win, or the highest evaluation. */
static int best_child(const tree *t, const node *parent)
{
    int best = parent->first;

    for (int i = parent->first + 1; i < parent->first + parent->count; i++) {
        if (t->nodes[i - 1].visits == 0)
            break;
        if (uct(parent, &t->nodes[i]) > uct(parent, &t->nodes[best]))
            best = i;
    }
    return best;
}

static void iterate(tree *t)
{
    int way[ITERATIONS + 2], length = 0, at = 0, best, side, winner;
    double own, own_hef, other_hef;

    way[length++] = at;
    while (t->nodes[at].count > 0) {
        t->nodes[at].visits++; /* this visit counts when it is decided where it goes */
        best = best_child(t, &t->nodes[at]);
        t->nodes[at].visits--;
        at = best;
        way[length++] = at;
    }
    side = 1 - ttr_board_turn(&t->nodes[at].board);
    own_hef = t->nodes[at].hef;
    if (t->nodes[at].over) {
        own = result_for(&t->nodes[at].board, side);
        other_hef = 2 - own_hef;
    } else {
        expand(t, at);
        winner = ttr_kernel_now()->playout(&t->nodes[at].board, &t->rng);
        own = winner == TTR_NOBODY ? 0.5 : winner == side;
        other_hef = hef_of(&t->nodes[at].board, 1 - side);
    }
    for (int i = length - 1; i >= 0; i--) {
        bool is_own = (length - 1 - i) % 2 == 0;

        t->nodes[way[i]].visits++;
        t->nodes[way[i]].sum += is_own ? own + 0.5 * own_hef : 1 - own + 0.5 * other_hef;
    }
}

/* The root's children are the lines of the search, the highest UCT first. */
static void check_lines(const tree *t, const ttr_findings *findings)
{
    const node *root = &t->nodes[0];
    double above = (double)INFINITY;

    assert_int_equal(findings->line_count, root->count);
    for (uint32_t i = 0; i < findings->line_count; i++) {
        const node *child = &t->nodes[root->first];

        while (child->move != findings->lines[i].pv[0])
            assert_true(++child < &t->nodes[root->first + root->count]);
        assert_int_equal(findings->lines[i].visits, child->visits);
        assert_true(uct(root, child) <= above);
        above = uct(root, child);
    }
}

static bool same_as_definition(ttr_search *search, const ttr_board *board, tree *t)
{
    bool unvisited = false;

    memset(t, 0, sizeof *t);
    t->nodes[0] = (node){.board = *board, .visits = 1};
    t->used = 1;
    ttr_rng_seed(&t->rng, search->settings.seed);
    expand(t, 0);
    for (int i = 0; i < ITERATIONS; i++)
        iterate(t);
    ttr_search_reset(search);
    run(search, board, (ttr_limits){.playouts = 0});
    assert_int_equal(search->budget.playouts, ITERATIONS);
    for (int i = 0; i < t->nodes[0].count; i++)
        unvisited = unvisited || t->nodes[t->nodes[0].first + i].visits == 0;
    check_lines(t, &search->findings);
    return unvisited;
}

static void s3_mcts_searches_as_the_report_says(void **state)
{
    static tree t;
    ttr_spec spec;
    ttr_spec_fault fault;
    ttr_search search;
    ttr_rng rng;
    int unvisited = 0;

    (void)state;
#ifdef TETRESS_TINY_LIMITS
    skip(); /* a full pool holds only some of the ten children */
#endif
    ttr_rng_seed(&rng, 12);
    assert_true(ttr_spec_read("s3-mcts:multipv=10", &spec, &fault));
    assert_int_equal(spec.settings.playouts, ITERATIONS);
    start(&search, spec.player->algorithm, spec.settings);
    for (uint32_t actions = 2; actions < 40; actions++) {
        ttr_board board = random_board(&rng, actions);

        if (ttr_cellset_count(ttr_board_occupied(&board)) <= 85) /* before the ending rule */
            unvisited += same_as_definition(&search, &board, &t);
    }
    assert_true(unvisited > 0 && unvisited < 30); /* their evaluation counts among the others' */
    ttr_search_free(&search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(s3_mcts_searches_as_the_report_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
