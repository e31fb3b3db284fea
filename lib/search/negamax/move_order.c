/* SPDX-License-Identifier: MIT */
/*
 * Which moves of a node are tried, and in which order.
 *
 * The problem
 * -----------
 * There are 2299 placements, and a side to move has 185 legal ones in an average position.
 * Alpha-beta is fast only if the move that refutes a node comes early. Nothing cheap tells which
 * one that is: the game has no captures, and what a placement is worth depends on the regions
 * around it, which only the evaluator sees. Judging a child by the evaluator is good advice
 * (ordering by history instead: -58 Elo), but it costs a whole evaluation, the very thing that a
 * leaf costs. So nearly all the nodes of a search are children judged for the order of moves, about
 * fifty for each list, and most of them only show that a move does not help. Ten times the time
 * wins 99.5 % of the games: every evaluation that is spared is worth more than what the evaluator
 * could learn instead.
 *
 * What others do
 * --------------
 * A chess engine sorts some 35 moves by facts that cost nothing: the table's move, captures by
 * material, killer moves, counts of cut-offs (history). Then it searches late moves less deep, and
 * skips quiet ones near the leaves when the evaluation plus a fixed margin is below alpha
 * (futility). We use the same early moves and the same reductions, but history alone orders our
 * moves worse than evaluations do, and a futility margin that is the same for all moves became
 * worse than nothing once each move had a margin of its own. A table of gains by piece and square,
 * for such margins, was once common in chess engines too; ours decides which moves are evaluated at
 * all.
 *
 * What we do: moves are judged by their last gain
 * -----------------------------------------------
 * A move's gain is what it changed by evaluation, for the side that played it: value of the child
 * minus evaluation of the node. Each thread remembers, for each colour and placement, the gain that
 * was measured last (ttr_worker.gains). The search tries the same placements over and over in
 * positions that differ by two moves, so the last gain was most likely measured a few nodes ago and
 * predicts the next one well. A node's evaluation plus a move's last gain is therefore a guess of
 * the child's value that costs one load from memory.
 *
 * In a node with a null window the only question is whether some move reaches beta, one above
 * alpha. The node asks the evaluator only about moves that might, those whose
 *
 *     evaluation of the node + last gain of the move > floor - 3/8 of the node's gain
 *
 * where the floor is alpha and the node's gain is what a good move changes here (ttr_frame.gain).
 * If fewer than twelve moves pass, the best of the others fill the list up to twelve; one ply
 * before the leaves, where children are not judged in advance, up to four. All the rest are not
 * judged at all, whatever the depth.
 *
 * The list is partitioned at that threshold instead of sorted by last gain. One pass without
 * branches swaps the moves above the threshold to the front; a second pass, needed only if they are
 * few, selects the best of the others. Then the listed moves are judged, and the first ten
 * are picked in order one at a time, since most nodes are cut off by then.
 *
 *     moves   [ last gain above the threshold | best of the others | not judged ........ ]
 *             0                                                    listed                count
 *
 *     keys    [ picked already | still to pick ]     a key: value of the child, then list order
 *             0                next            left
 *
 * An example in centi-tokens
 * --------------------------
 * A node has the evaluation 300, the floor 1100 and the gain 1600. The threshold for last gains is
 * 1100 - 300 - 1600 * 3/8 = 200. Of 185 legal moves three pass: last gains of 1500, 900 and 250.
 * The nine best of the other 182 come along, the first of them with 180. Twelve children are
 * evaluated instead of 185. The move of 900 turns out to gain 1000 here, its child is worth 1300,
 * so it is tried first; the move of 1500 gains only 600 in this position, its child is worth 900,
 * and it is tried later. Both last gains are updated.
 *
 * Cost
 * ----
 * The table of gains is 2 * 2299 words a thread, 18 KiB. A list costs one load and one swap for
 * each legal move, and the pass that selects twelve moves rarely does more than one comparison for
 * each of the others. As long as lists were sorted by last gain to find the best ones, nodes per
 * second fell by two fifths; partitioning gives 1.5 times as many nodes per second as sorting.
 *
 * Where it fails, and what guards against it
 * ------------------------------------------
 * - A move whose worth has just changed is overlooked: a reply that becomes good only after the
 *   move before it. The table's move, killers and counter moves are tried whatever their last gain.
 *   Nodes with an open window judge every move and so refresh all last gains; the root judges all,
 *   too.
 * - A move that was never judged has the last gain 0 and may be missed at the start of a search.
 * - A move that is left out proves nothing. Where all listed moves lose, the others are searched
 *   too, and a window around proven scores leaves out none.
 *
 * What it brings
 * --------------
 * 0.42 times the nodes for depth 6. Paired games, each change against the version before it:
 * leaving out moves before the leaves +74 (+51, +98) Elo, in all lists +217 (+167, +275) at 50,000
 * nodes a move, partitioning instead of sorting +102 (+55, +153) at 10 ms a move.
 * docs/lab/strength/search.md has the commands and what was tried and dropped,
 * docs/design/adr/0010-moves-not-judged.md the decision.
 */
#include <string.h>

#include "movegen.h"
#include "negamax.h"
#include "prefetch.h"

/*
 * Moves that fill a line come first in lists by history. The bonus has to exceed every history
 * count and still fit into 63 bits once ttr_order_key() has shifted it by 12. Not a tuning
 * constant: any value from 2^25 to 2^50 gives the same order.
 */
#define ORDER_LINES   (INT64_C(1) << 38)
/*
 * History counts are halved before any passes this limit. It keeps them below ORDER_LINES. A much
 * lower limit would forget faster and let recent cut-offs decide; the present one is reached only
 * in long searches. Other values were not measured.
 */
#define HISTORY_LIMIT (INT32_C(1) << 24)

/*
 * The best moves are picked one at a time, which costs a pass over the remaining keys for each;
 * what is left after this many picks is sorted at once. More picks pay where a late move cuts off,
 * fewer where the whole list is searched anyway. One ply before the leaves the moves after the
 * sixth come unordered: there a move costs about one evaluation, less than the sorting would save.
 * The search visits other nodes if PICKED_BEFORE_LEAVES changes, but not if PICKED_SINGLY does.
 */
#define PICKED_SINGLY        10
#define PICKED_BEFORE_LEAVES 6

/*
 * This many moves of a list are always judged, the best by last gain, even if no move passes the
 * threshold; one ply before the leaves fewer, since each is a leaf. Higher is safer and slower. At
 * 5000 nodes a move eight in place of twelve made +5 (-30, +40) Elo and eight in place of four
 * before the leaves +14 (-22, +50), so neither matters much (300 games each).
 *
 * A move passes if its expected value misses the floor by at most MISS_EIGHTHS eighths of the
 * node's gain. Higher judges more moves, lower overlooks more: 3/16 of a gain +9 (-30, +48), 3/4 -7
 * (-41, +27) against 3/8.
 */
#define ALWAYS_JUDGED        12
#define JUDGED_BEFORE_LEAVES 4
#define MISS_EIGHTHS         3

void ttr_order_clear(ttr_worker *w)
{
    memset(w->history, 0, sizeof w->history);
    memset(w->gains, 0, sizeof w->gains);
    memset(w->counters, 0xff, sizeof w->counters); /* TTR_MOVE_NONE */
    for (int i = 0; i <= TTR_MAX_HEIGHT; i++)
        w->frames[i].killers[0] = w->frames[i].killers[1] = TTR_MOVE_NONE;
}

bool ttr_order_fills_line(const ttr_board *board, ttr_move move)
{
    return ttr_cellset_has_full_line(
        ttr_cellset_or(ttr_board_occupied(board), ttr_placement_cells[move]));
}

static bool is_early(const ttr_frame *f, ttr_move move)
{
    for (int i = 0; i < f->early_count; i++) {
        if (f->early[i] == move)
            return true;
    }
    return false;
}

static void add_early(ttr_frame *f, ttr_move move)
{
    if (move != TTR_MOVE_NONE && !is_early(f, move))
        f->early[f->early_count++] = move;
}

void ttr_order_start(ttr_worker *w, const ttr_board *board, int depth, int height,
                     ttr_move table_move)
{
    ttr_frame *f = &w->frames[height];
    ttr_move before = w->frames[height - 1].played;

    f->stage = TTR_STAGE_EARLY;
    f->evaluate = w->settings.ordering == TTR_ORDER_EVALUATION && depth >= 2;
    f->before_leaves = depth < 2;
    f->early_count = f->early_next = 0;
    add_early(f, table_move);
    if (w->settings.killers) {
        add_early(f, f->killers[0]);
        add_early(f, f->killers[1]);
    }
    if (w->settings.countermoves)
        add_early(f, w->counters[ttr_board_turn(board)][before]);
}

/* Is the move legal here? Early moves come from other positions, or from one with an equal key. */
static bool is_legal(const ttr_board *board, ttr_move move)
{
    ttr_cellset cells = ttr_placement_cells[move];

    if (ttr_cellset_meets(cells, ttr_board_occupied(board)))
        return false;
    return ttr_board_is_opening(board) ||
           ttr_cellset_meets(cells, ttr_cellset_neighbours(board->tokens[ttr_board_turn(board)]));
}

/* ---- The list -------------------------------------------------------------------------------- */

/* Bring the moves whose last gain exceeds `least` to the head of the list. Returns how many there
 * are. No branch depends on a gain: `above` grows by the result of the comparison, because the
 * processor would often mispredict it. The moves behind the head end up in another order than
 * before, which is the same on every machine. */
static size_t raise_above(const int32_t *gains, ttr_move *moves, size_t count, int32_t least)
{
    size_t above = 0;

    for (size_t i = 0; i < count; i++) {
        ttr_move move = moves[i];

        moves[i] = moves[above];
        moves[above] = move;
        above += gains[move] > least;
    }
    return above;
}

/* Bring the `wanted` moves of greatest last gain to the head of the list, best first. Insertion
 * into a head of `wanted` moves: after the first few moves most of the others fail the one
 * comparison with the last of the head. */
static void raise_best(const int32_t *gains, ttr_move *moves, size_t count, size_t wanted)
{
    for (size_t i = 0; i < count && wanted > 0; i++) {
        ttr_move move = moves[i];
        size_t at = i;

        if (i >= wanted) {
            at = wanted - 1;
            if (gains[move] <= gains[moves[at]])
                continue;
            moves[i] = moves[at];
        }
        for (; at > 0 && gains[moves[at - 1]] < gains[move]; at--)
            moves[at] = moves[at - 1];
        moves[at] = move;
    }
}

/*
 * Choose the moves that are worth judging: those whose last gain could still bring them near the
 * node's floor, and the best of the others if those are few. The opening comment explains why.
 */
static void list_expected(const ttr_worker *w, ttr_frame *f, int turn)
{
    const int32_t *gains = w->gains[turn];
    int32_t least = f->floor - f->eval - f->gain * MISS_EIGHTHS / 8;
    size_t always = f->before_leaves ? JUDGED_BEFORE_LEAVES : ALWAYS_JUDGED;

    f->listed = f->count;
    if (!f->prune || f->count <= always)
        return;
    f->listed = raise_above(gains, f->moves, f->count, least);
    if (f->listed >= always)
        return;
    raise_best(gains, f->moves + f->listed, f->count - f->listed, always - f->listed);
    f->listed = always;
}

/* Keys by history counts, and moves that fill a line first. With ordering=none all keys are 0 and
 * the moves stay in list order. */
static void list_by_history(const ttr_worker *w, ttr_frame *f, const ttr_board *board)
{
    const int32_t *history = w->history[ttr_board_turn(board)];
    bool ordered = w->settings.ordering != TTR_ORDER_NONE;

    for (size_t i = 0; i < f->listed; i++) {
        int64_t order = ordered && w->settings.history ? history[f->moves[i]] : 0;

        f->values[i] = TTR_VALUE_UNKNOWN;
        if (is_early(f, f->moves[i]))
            continue;
        if (ordered && ttr_order_fills_line(board, f->moves[i]))
            order += ORDER_LINES;
        f->keys[f->left++] = ttr_order_key(order, i);
    }
}

/* Children that are made before the first of them is evaluated, so that its word of the evaluation
 * cache has arrived from memory by then. A higher number only keeps more boards of 48 bytes around;
 * the result does not depend on it. It must be one less than a power of two: children stand in a
 * ring. */
#define CHILDREN_AHEAD 3

/* Make the child of `move`, number `i` of the list, in its place of the ring. */
static void make_child(ttr_worker *w, const ttr_board *board, ttr_move move, size_t i,
                       ttr_board children[CHILDREN_AHEAD + 1])
{
    ttr_board *child = &children[i % (CHILDREN_AHEAD + 1)];

    *child = ttr_board_after(board, move);
    ttr_prefetch(ttr_negamax_cached(w, child));
}

/* Judge the listed moves; their keys are the values of the children. The gain of the node's best
 * move, averaged with the gain one ply before, is the best guess of what the opponent will gain
 * next: it becomes the unit of margins in the nodes below. */
static void list_by_evaluation(ttr_worker *w, ttr_frame *f, const ttr_board *board, int height)
{
    int turn = ttr_board_turn(board);
    ttr_board children[CHILDREN_AHEAD + 1];
    int32_t best = -TTR_SCORE_INFINITE;

    for (size_t i = 0; i < CHILDREN_AHEAD && i < f->listed; i++)
        make_child(w, board, f->moves[i], i, children);
    for (size_t i = 0; i < f->listed; i++) {
        const ttr_board *child = &children[i % (CHILDREN_AHEAD + 1)];
        int replies;

        if (i + CHILDREN_AHEAD < f->listed)
            make_child(w, board, f->moves[i + CHILDREN_AHEAD], i + CHILDREN_AHEAD, children);
        if (is_early(f, f->moves[i]))
            continue;
        f->values[i] = ttr_negamax_value(w, child, height + 1, &replies);
        if (w->budget->over)
            return;
        ttr_order_judged(w, f, turn, f->moves[i], f->values[i]);
        f->keys[f->left++] = ttr_order_key(f->values[i], i);
        if (f->values[i] > best)
            best = f->values[i];
        if (best >= TTR_SCORE_PROVEN) {
            /* Nothing is better than to win at once. */
            f->keys[0] = f->keys[f->left - 1];
            f->left = 1;
            return;
        }
    }
    if (best > -TTR_SCORE_PROVEN && best > f->eval)
        f->gain = (f->gain + best - f->eval) / 2;
}

static void make_list(ttr_worker *w, ttr_frame *f, const ttr_board *board, int height)
{
    f->count = ttr_movegen_list(board, f->moves);
    f->left = f->next = 0;
    f->sorted = false;
    list_expected(w, f, ttr_board_turn(board));
    if (f->evaluate)
        list_by_evaluation(w, f, board, height);
    else
        list_by_history(w, f, board);
    f->stage = TTR_STAGE_LIST;
}

/* All listed moves lose. A node counts as lost only after every move has been searched, so the
 * moves that were left out follow, in list order. */
static void list_others(ttr_frame *f)
{
    for (size_t i = f->listed; i < f->count; i++) {
        f->values[i] = TTR_VALUE_UNKNOWN;
        if (!is_early(f, f->moves[i]))
            f->keys[f->left++] = ttr_order_key(0, i);
    }
    f->listed = f->count;
}

/* Take the best of the keys that are left: by a pass over them for the first ones, then by
 * sorting. */
static int64_t pick_best(ttr_frame *f)
{
    size_t best = f->next;
    int64_t key;

    if (f->before_leaves && f->next >= PICKED_BEFORE_LEAVES)
        return f->keys[f->next++];
    if (!f->sorted && f->next >= PICKED_SINGLY) {
        ttr_order_sort(f->keys + f->next, f->left - f->next);
        f->sorted = true;
    }
    if (!f->sorted) {
        for (size_t i = f->next + 1; i < f->left; i++) {
            if (f->keys[i] > f->keys[best])
                best = i;
        }
    }
    key = f->keys[best];
    f->keys[best] = f->keys[f->next];
    f->keys[f->next++] = key;
    return key;
}

bool ttr_order_next(ttr_worker *w, const ttr_board *board, int height, ttr_move *move,
                    int32_t *value)
{
    ttr_frame *f = &w->frames[height];
    size_t index;

    while (f->early_next < f->early_count) {
        *move = f->early[f->early_next];
        if (is_legal(board, *move)) {
            f->early_next++;
            *value = TTR_VALUE_UNKNOWN;
            return true;
        }
        f->early[f->early_next] = f->early[--f->early_count];
    }
    if (f->stage != TTR_STAGE_LIST)
        make_list(w, f, board, height);
    if (f->next >= f->left && f->listed < f->count && f->best <= -TTR_SCORE_PROVEN)
        list_others(f);
    if (f->next >= f->left || w->budget->over)
        return false;
    index = ttr_order_place(pick_best(f));
    *move = f->moves[index];
    *value = f->values[index];
    return true;
}

/* ---- What was learnt ------------------------------------------------------------------------- */

void ttr_order_cut(ttr_worker *w, int turn, int height, ttr_move move, int depth)
{
    ttr_frame *f = &w->frames[height];
    int32_t *history = w->history[turn];

    if (f->killers[0] != move) {
        f->killers[1] = f->killers[0];
        f->killers[0] = move;
    }
    w->counters[turn][w->frames[height - 1].played] = move;
    history[move] += depth * depth;
    if (history[move] < HISTORY_LIMIT)
        return;
    for (int colour = 0; colour < 2; colour++) {
        for (int i = 0; i < TTR_PLACEMENTS; i++)
            w->history[colour][i] /= 2;
    }
}
