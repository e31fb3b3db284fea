/* SPDX-License-Identifier: MIT */
/*
 * Depth-first proof-number search for the end of a game.
 *
 * The question is only who wins. Alpha-beta looks at all lines of one depth before any of the next;
 * a proof may be long but narrow, where the loser has few moves all the way. Proof-number search
 * follows what is cheapest to prove, however long it gets.
 *
 * Costs. Each position has two, for its side to move: what it costs to prove that the side wins and
 * that it does not (proof and disproof number). A win needs one move whose child is lost; a loss
 * needs all children won. So, with the costs of the children seen from their own side to move,
 *
 *     win  = least loss cost of a child            loss = sum of the win costs of the children
 *
 * For example, three children with (win, loss) costs (4, 9), (2, 3) and (6, 5) make a position with
 * win cost 3 and loss cost 4 + 2 + 6 = 12. The second child is cheapest to prove lost and is looked
 * into.
 *
 * Depth first. The textbook keeps the whole tree and walks down from the root each time. Here
 * visit() stays below a child as long as its loss cost is below a limit, a quarter more than that
 * of the second best child, and as long as the sum for the position stays below its own limit. In
 * the example the second child may come to 5 + 1 + 5 / 4 = 7 before the third has its turn. Only
 * the moves of the current path are in memory; all else is in a table (proof_table.h) and is
 * searched again if it gets lost there.
 *
 * New positions cost what their mobilities suggest (first_costs), and wins at once are seen without
 * making the replies (wins_at_once).
 *
 * Draws. The search knows only "wins" and "does not win". A draw needs action 150 with equal
 * tokens. If action 150 is out of reach of the search, none can occur and one question answers
 * both. Within 40 actions of it the solver asks "does the side to move win, if a draw is a loss?"
 * first, and if not, "does it win, if a draw is a win?". Keys then include the number of actions
 * and the question.
 *
 * Why the answer is exact: docs/design/adr/0008-end-solver.md. The main points are that proofs are
 * built from proofs that were there before, never from a position on the path to themselves, and
 * that a stop, a full stack or too long a path gives finite costs, never a proof.
 *
 * Where it fails: positions where both sides have many moves and lines still fill. Proofs come soon
 * or not at all; with 90 moves of both sides together or more hardly any come
 * (docs/lab/strength/solver.md). And two positions whose 64-bit keys are equal would be taken for
 * one.
 */
#include "solver.h"

#include <string.h>

#include "alloc.h"
#include "movegen.h"
#include "rules.h"

/*
 * Positions this many actions below the root are given up. Few proofs are longer. Keys without the
 * number of actions let a position come again on its own path (after eight actions at the soonest:
 * 32 tokens fill a line, and a row with a column), and that must not go on for ever. Higher would
 * also make the two questions necessary earlier, since they are asked within this many actions of
 * action 150.
 */
#define MAX_HEIGHT 40

/* Moves of all positions on a path together, 256 KiB. A position of the opening has 2299, one near
 * the end a few dozen. Where the room is short, positions are given up. */
#define CHILD_ROOM 16384

/* A win at once is looked for where the other side has at most this many moves. At 40 it finds no
 * more and costs a third of the speed. */
#define FEW_REPLIES 20

/* Children that are made before the first of them is looked up, so that their lines of the table
 * are on their way from memory. Together with kept first costs this made the solver twice as
 * fast. */
#define AHEAD 16

struct ttr_solver_child {
    ttr_move move;
    ttr_costs costs; /* of the position after the move, for its side to move */
};
typedef struct ttr_solver_child child;

static const ttr_costs WON_NOW = {0, TTR_COST_PROVEN, 0};
static const ttr_costs LOST_NOW = {TTR_COST_PROVEN, 0, 0};
static const ttr_costs GIVEN_UP = {TTR_COST_MOST, TTR_COST_MOST, 0};

static uint32_t cost_cap(uint64_t cost)
{
    return cost > TTR_COST_MOST ? TTR_COST_MOST : (uint32_t)cost;
}

/* ---- Keys ------------------------------------------------------------------------------------ */

/* Changes the key for the second question: a position that may be drawn has a different answer to
 * each. */
#define DRAW_IS_BLUES UINT64_C(0x9e3779b97f4a7c15)

/*
 * The key of a position in the table. While action 150 is out of reach, who wins depends on tokens
 * and turn alone: positions that differ only in the number of actions share an entry, and the
 * proofs that it holds.
 */
static uint64_t key_of(const ttr_solver *solver, const ttr_board *board)
{
    if (solver->near_limit)
        return solver->draw_winner == TTR_BLUE ? board->key ^ DRAW_IS_BLUES : board->key;
    return board->key ^ ttr_zobrist_ply[board->ply] ^ ttr_zobrist_ply[board->ply & 1];
}

/*
 * Look a position up. A proof that was stored without the number of actions holds if the game is
 * over before action 150, where tokens begin to count. If it might not be, the position is given
 * up.
 */
static bool known(const ttr_solver *solver, const ttr_board *board, ttr_costs *costs)
{
    ttr_move move;

    if (!ttr_proof_table_probe(&solver->table, key_of(solver, board), costs, &move))
        return false;
    if (!solver->near_limit && board->ply + costs->length >= TTR_MAX_ACTIONS)
        *costs = GIVEN_UP;
    return true;
}

/* ---- Positions that are new ------------------------------------------------------------------ */

/* The costs of a position where the game is over. */
static ttr_costs end_costs(const ttr_solver *solver, const ttr_board *board)
{
    ttr_outcome outcome = ttr_rules_outcome(board);
    int winner = outcome.winner == TTR_NOBODY ? solver->draw_winner : outcome.winner;

    return winner == ttr_board_turn(board) ? WON_NOW : LOST_NOW;
}

/* Does `cells` meet every one of these moves? */
static bool blocks_all(ttr_cellset cells, const ttr_move *moves, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!ttr_cellset_meets(cells, ttr_placement_cells[moves[i]]))
            return false;
    }
    return true;
}

/*
 * Has the side to move a move after which the other side has none? A move that fills no line only
 * takes its own cells away from the other side, so it wins if it meets every move that the other
 * side would have now. Three of those, from the ends and the middle of the list, settle nearly all
 * candidates. A move that fills a line has to be played out.
 */
static bool wins_at_once(const ttr_board *board)
{
    ttr_move moves[TTR_LIST_ROOM], replies[TTR_LIST_ROOM];
    ttr_cellset occupied = ttr_board_occupied(board);
    ttr_board passed = *board;
    size_t move_count, reply_count, samples;
    ttr_move sample[3];

    if (board->ply + 1 >= TTR_MAX_ACTIONS)
        return false;
    passed.ply++;
    move_count = ttr_movegen_list(board, moves);
    reply_count = ttr_movegen_list(&passed, replies);
    samples = reply_count > 3 ? 3 : 0;
    sample[0] = replies[0];
    sample[1] = replies[reply_count / 2];
    sample[2] = replies[samples > 0 ? reply_count - 1 : 0];
    for (size_t i = 0; i < move_count; i++) {
        ttr_cellset cells = ttr_placement_cells[moves[i]];

        if (ttr_cellset_has_full_line(ttr_cellset_or(occupied, cells))) {
            ttr_board next = ttr_board_after(board, moves[i]);

            if (!ttr_movegen_any(&next))
                return true;
        } else if (blocks_all(cells, sample, samples) && blocks_all(cells, replies, reply_count)) {
            return true;
        }
    }
    return false;
}

/*
 * The costs of a new position, from both mobilities. To be lost, each move has to be refuted: that
 * costs as much as there are moves. To be won, the other side has to come down from its moves to
 * none, which weighs a quarter. The weights hardly matter: factors of two in either prove the same
 * positions give or take one or two of 49 (docs/design/adr/0008-end-solver.md).
 */
static ttr_costs first_costs(const ttr_solver *solver, const ttr_board *board)
{
    int turn = ttr_board_turn(board);
    int counts[2];

    if (board->ply >= TTR_MAX_ACTIONS)
        return end_costs(solver, board);
    ttr_kernel_now()->count_both(board, counts);
    if (counts[turn] == 0)
        return LOST_NOW;
    if (counts[1 - turn] <= FEW_REPLIES && wins_at_once(board))
        return (ttr_costs){0, TTR_COST_PROVEN, 1};
    return (ttr_costs){1 + (uint32_t)counts[1 - turn] / 4, 1 + (uint32_t)counts[turn], 0};
}

/* ---- The search ------------------------------------------------------------------------------ */

/* Count one position. False, and the run stopped, if a limit has been reached. */
static bool spend(ttr_solver *solver)
{
    if (solver->stopped)
        return false;
    if ((solver->node_limit != 0 && solver->nodes >= solver->node_limit) ||
        !ttr_budget_node(solver->budget)) {
        solver->stopped = true;
        return false;
    }
    solver->nodes++;
    return true;
}

/* What the children of a position make of it. */
typedef struct summary {
    ttr_costs costs;
    /* the move to follow: one that wins, else the cheapest; in a lost position the one that lasts
     * longest */
    size_t best;
    uint32_t second; /* loss cost of the second best child */
} summary;

/* The costs of a position from those of its children. */
static summary sum_up(const child *children, size_t count)
{
    summary s = {{TTR_COST_PROVEN, 0, 0}, 0, TTR_COST_PROVEN};
    uint64_t sum = 0;
    size_t longest = 0;

    for (size_t i = 0; i < count; i++) {
        ttr_costs costs = children[i].costs;

        if (costs.win == 0) { /* refuted */
            if (costs.length > children[longest].costs.length || children[longest].costs.win != 0)
                longest = i;
            continue;
        }
        sum += costs.win;
        if (costs.loss < s.costs.win) {
            s.second = s.costs.win;
            s.costs.win = costs.loss;
            s.best = i;
        } else if (costs.loss < s.second) {
            s.second = costs.loss;
        }
    }
    if (s.costs.win == 0) {
        s.costs = (ttr_costs){0, TTR_COST_PROVEN, children[s.best].costs.length + 1};
    } else if (sum == 0) {
        s.best = longest;
        s.costs.length = children[longest].costs.length + 1;
    } else {
        s.costs.loss = cost_cap(sum);
    }
    return s;
}

/* List the moves with the costs of their children. Returns the number of moves, ending with a move
 * that wins if one is found; 0 if the run was stopped or the stack is full. */
static size_t expand(ttr_solver *solver, const ttr_board *board, child *children)
{
    ttr_move moves[TTR_LIST_ROOM];
    size_t count = ttr_movegen_list(board, moves);

    if (solver->used + count > CHILD_ROOM)
        return 0;
    for (size_t first = 0; first < count; first += AHEAD) {
        ttr_board next[AHEAD];
        size_t many = count - first < AHEAD ? count - first : AHEAD;

        for (size_t i = 0; i < many; i++) {
            next[i] = ttr_board_after(board, moves[first + i]);
            ttr_buckets_prefetch(&solver->table.buckets, key_of(solver, &next[i]));
        }
        for (size_t i = 0; i < many; i++) {
            child *c = &children[first + i];

            if (!spend(solver))
                return 0;
            c->move = moves[first + i];
            if (!known(solver, &next[i], &c->costs)) {
                c->costs = first_costs(solver, &next[i]);
                ttr_proof_table_offer(&solver->table, key_of(solver, &next[i]), c->costs);
            }
            if (c->costs.loss == 0)
                return first + i + 1;
        }
    }
    return count;
}

/*
 * Look into a position until one of its costs has reached its limit or it is proven. The result of
 * a run that was stopped means nothing unless it is a proof.
 */
static ttr_costs visit(ttr_solver *solver, const ttr_board *board, uint32_t win_limit,
                       uint32_t loss_limit)
{
    child *children = solver->children + solver->used;
    uint64_t before = solver->nodes;
    size_t count;
    summary s;

    /* 1. Room */
    if (board->ply - solver->root_ply >= MAX_HEIGHT)
        return GIVEN_UP;

    /* 2. Moves */
    count = expand(solver, board, children);
    if (count == 0)
        return GIVEN_UP;
    solver->used += count;

    /* 3. Follow the cheapest child. It may come to cost a quarter more than the second best before
     *    that has its
     * turn: switching back and forth would expand all positions on the way again each time. */
    for (;;) {
        child *c;
        ttr_board next;
        uint32_t next_win, next_loss;

        s = sum_up(children, count);
        if (solver->stopped || s.costs.win >= win_limit || s.costs.loss >= loss_limit)
            break;
        c = &children[s.best];
        next = ttr_board_after(board, c->move);
        next_win =
            loss_limit >= TTR_COST_MOST ? TTR_COST_MOST : loss_limit - s.costs.loss + c->costs.win;
        next_loss = cost_cap((uint64_t)s.second + 1 + s.second / 4);
        if (next_loss > win_limit)
            next_loss = win_limit;
        c->costs = visit(solver, &next, next_win, next_loss);
    }

    /* 4. Store */
    solver->used -= count;
    if (!solver->stopped || s.costs.win == 0 || s.costs.loss == 0)
        ttr_proof_table_store(&solver->table, key_of(solver, board), s.costs, children[s.best].move,
                              solver->nodes - before);
    return s.costs;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

bool ttr_solver_init(ttr_solver *solver, const tetress_allocator *memory, size_t bytes)
{
    memset(solver, 0, sizeof *solver);
    if (!ttr_proof_table_init(&solver->table, memory, bytes))
        return false;
    solver->children = ttr_alloc_array(memory, CHILD_ROOM, sizeof *solver->children);
    if (solver->children == NULL) {
        ttr_proof_table_free(&solver->table, memory);
        return false;
    }
    return true;
}

void ttr_solver_free(ttr_solver *solver, const tetress_allocator *memory)
{
    ttr_alloc_free(memory, solver->children, CHILD_ROOM, sizeof *solver->children);
    ttr_proof_table_free(&solver->table, memory);
}

void ttr_solver_clear(ttr_solver *solver)
{
    ttr_proof_table_clear(&solver->table);
}

/* Ask one question: does the side to move win, if a draw counts as a win of `draw_winner`? */
static ttr_costs ask(ttr_solver *solver, const ttr_board *root, int draw_winner, ttr_move *move)
{
    ttr_costs costs, stored;

    solver->draw_winner = draw_winner;
    solver->used = 0;
    costs = visit(solver, root, TTR_COST_MOST, TTR_COST_MOST);
    *move = TTR_MOVE_NONE;
    ttr_proof_table_probe(&solver->table, key_of(solver, root), &stored, move);
    return costs;
}

ttr_proof ttr_solver_run(ttr_solver *solver, const ttr_board *root, ttr_budget *budget,
                         uint64_t nodes)
{
    ttr_proof proof = {TTR_SOLVED_UNKNOWN, TTR_MOVE_NONE, 0, 0};
    int turn = ttr_board_turn(root);
    ttr_costs costs;

    solver->budget = budget;
    solver->nodes = 0;
    solver->node_limit = nodes;
    solver->stopped = false;
    solver->near_limit = root->ply + MAX_HEIGHT >= TTR_MAX_ACTIONS;
    solver->root_ply = root->ply;
    ttr_proof_table_new_run(&solver->table);

    costs = ask(solver, root, 1 - turn, &proof.move);
    if (costs.win == 0) {
        proof.outcome = TTR_SOLVED_WIN;
    } else if (costs.loss == 0 && solver->near_limit) {
        /* Not a win: ask whether it is a draw or a loss */
        costs = ask(solver, root, turn, &proof.move);
        if (costs.win == 0) {
            proof.outcome = TTR_SOLVED_DRAW;
            costs.length = TTR_MAX_ACTIONS - root->ply;
        } else if (costs.loss == 0) {
            proof.outcome = TTR_SOLVED_LOSS;
        }
    } else if (costs.loss == 0) {
        proof.outcome = TTR_SOLVED_LOSS;
    }
    proof.nodes = solver->nodes;
    if (proof.outcome == TTR_SOLVED_UNKNOWN)
        proof.move = TTR_MOVE_NONE;
    else
        proof.length = costs.length;
    return proof;
}

ttr_move ttr_solver_next(const ttr_solver *solver, const ttr_board *board)
{
    ttr_costs costs;
    ttr_move move;

    if (!ttr_proof_table_probe(&solver->table, key_of(solver, board), &costs, &move) ||
        (costs.win != 0 && costs.loss != 0))
        return TTR_MOVE_NONE;
    return move;
}
