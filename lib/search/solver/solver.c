/* SPDX-License-Identifier: MIT */
/*
 * Depth-first proof-number search. Each position has two costs: that its side to move wins, the
 * least among its moves of what their refutation costs, and that it loses, the sum of what all
 * replies cost. The cheapest move is followed until it has become dearer than the second best.
 */
#include "solver.h"

#include <string.h>

#include "alloc.h"
#include "movegen.h"
#include "rules.h"

/*
 * Actions below the root; further down positions are given up. Few proofs are longer, and without
 * the number of actions in their keys positions can come again (after eight actions at the soonest:
 * 32 tokens are a line and a row with a column), which must not go on for ever. No proof can rest
 * on itself: a position is proven from moves that were proven before it.
 */
#define MAX_HEIGHT 40

/* Moves of all positions on a path. A position of the opening has 2299. */
#define CHILD_ROOM 16384

/* Winning at once is looked for where the other side has no more moves than this: above, it costs
 * more than it finds. */
#define FEW_REPLIES 20

/* Moves made before the first of them is looked up, so that the table's lines are on their way. */
#define AHEAD 16

struct ttr_solver_child {
    ttr_move move;
    ttr_costs costs; /* of the position after it, for the side that is to move there */
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

/* The two questions that can be asked of a position that may be drawn have different answers. */
#define DRAW_IS_BLUES UINT64_C(0x9e3779b97f4a7c15)

/*
 * While action 150 is out of reach, who wins depends on tokens and turn alone: positions that
 * differ only in their number of actions share an entry, and games that meet again after a
 * different number of actions share a proof.
 */
static uint64_t key_of(const ttr_solver *solver, const ttr_board *board)
{
    if (solver->near_limit)
        return solver->draw_winner == TTR_BLUE ? board->key ^ DRAW_IS_BLUES : board->key;
    return board->key ^ ttr_zobrist_ply[board->ply] ^ ttr_zobrist_ply[board->ply & 1];
}

/*
 * What the table knows. A proof without the number of actions in its key holds if it is over before
 * action 150, where tokens begin to count; where it might not be, the position is given up.
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

/* What a game that is over was worth for the side to move. */
static ttr_costs end_costs(const ttr_solver *solver, const ttr_board *board)
{
    ttr_outcome outcome = ttr_rules_outcome(board);
    int winner = outcome.winner == TTR_NOBODY ? solver->draw_winner : outcome.winner;

    return winner == ttr_board_turn(board) ? WON_NOW : LOST_NOW;
}

/* Does `cells` take a cell of each of these moves? */
static bool blocks_all(ttr_cellset cells, const ttr_move *moves, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!ttr_cellset_meets(cells, ttr_placement_cells[moves[i]]))
            return false;
    }
    return true;
}

/*
 * Has the side to move a move after which the other has none? One that fills no line changes
 * nothing for the other side but that its own cells are taken, so it wins if it meets every move
 * that the other side would have now: three of them tell for most. One that fills a line has to be
 * played out.
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
 * To lose, every move has to be refuted: that costs as many as there are. To win, the other side
 * has to be brought down from the moves it has to none; its weight was measured.
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

/* What the moves of a position make of it. */
typedef struct summary {
    ttr_costs costs;
    size_t best; /* the move to follow: wins, or is cheapest, or of a lost position lasts longest */
    uint32_t second; /* what the next best costs */
} summary;

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

/* List the moves and what is known after each. Where one wins it is the last of the list. */
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
 * Look at a position until a cost of it has reached its limit or it is proven. The result of a
 * run that was stopped means nothing unless it is a proof.
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

    /* 3. Follow the cheapest. It may cost a quarter more than the second best before that one has
     * its turn, since coming back costs an expansion of every position on the way. */
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

/* Does the side to move win, if a draw counts as a win of `draw_winner`? */
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
        /* It is no win: a draw or a loss? */
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
