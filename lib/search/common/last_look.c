/* SPDX-License-Identifier: MIT */
/*
 * Checks the chosen move for wins and losses within two actions.
 *
 * A search that was cut short early may not have looked at the reply that ends the game, and losing
 * on the spot is the one mistake that everybody sees. The check costs little, because nearly all
 * moves are settled by a witness, one placement that the other side could play (see ends_won).
 */
#include "last_look.h"

#include <string.h>

#include "found_lines.h"
#include "movegen.h"
#include "order_key.h"

/* ---- Moves that end the game ----------------------------------------------------------------- */

/*
 * Does this move win at once, so that the other side cannot move or action 150 decides for the
 * mover?
 *
 * `witness` is a placement that the other side could play if it were its turn now, or
 * TTR_MOVE_NONE. A move that fills no line and leaves the cells of the witness empty leaves the
 * other side that reply, so it does not win. This settles most moves without making them.
 */
static bool ends_won(const ttr_board *board, ttr_move move, ttr_move witness)
{
    int turn = ttr_board_turn(board);
    ttr_board after;

    if (witness != TTR_MOVE_NONE && board->ply + 1 < TTR_MAX_ACTIONS &&
        !ttr_cellset_meets(ttr_placement_cells[move], ttr_placement_cells[witness]) &&
        !ttr_cellset_has_full_line(
            ttr_cellset_or(ttr_board_occupied(board), ttr_placement_cells[move])))
        return false;
    after = ttr_board_after(board, move);
    return ttr_rules_outcome(&after).winner == turn;
}

/* A placement that the other side could play if it were its turn, or TTR_MOVE_NONE. None for the
 * last action, after which replies do not matter. */
static ttr_move witness_for(const ttr_board *board)
{
    ttr_board passed = *board;
    ttr_move moves[TTR_LIST_ROOM];

    if (board->ply + 1 >= TTR_MAX_ACTIONS)
        return TTR_MOVE_NONE;
    passed.ply++;
    return ttr_movegen_list(&passed, moves) > 0 ? moves[0] : TTR_MOVE_NONE;
}

/* The first of these moves that wins at once, or TTR_MOVE_NONE. */
static ttr_move find_win(const ttr_board *board, const ttr_move *moves, size_t count)
{
    ttr_move witness = witness_for(board);

    for (size_t i = 0; i < count; i++) {
        if (ends_won(board, moves[i], witness))
            return moves[i];
    }
    return TTR_MOVE_NONE;
}

/* The number of actions in which a move loses at once: 1, 2, or 0 if it does not. */
static int lost_in(const ttr_board *board, ttr_move move)
{
    ttr_board child = ttr_board_after(board, move);
    ttr_move replies[TTR_LIST_ROOM];
    size_t count = ttr_movegen_list(&child, replies);

    if (count == 0)
        return ttr_rules_outcome(&child).winner == ttr_board_turn(&child) ? 1 : 0;
    return find_win(&child, replies, count) != TTR_MOVE_NONE ? 2 : 0;
}

/* ---- The lines ------------------------------------------------------------------------------- */

static void set_first(ttr_search *search, ttr_move move, int32_t score, uint32_t depth)
{
    ttr_line *line = &search->findings.lines[0];

    *line = (ttr_line){.depth = depth, .length = 1};
    line->pv[0] = move;
    ttr_search_score_line(search, line, score);
}

/* Put a line with this move first. If it has none yet and there is no room, the last line goes. */
static void put_first(ttr_search *search, ttr_move move, int32_t score)
{
    ttr_findings *findings = &search->findings;
    uint32_t at = 0;

    while (at < findings->line_count && findings->lines[at].pv[0] != move)
        at++;
    if (at == findings->line_count) {
        if (findings->line_count < search->settings.multipv)
            findings->line_count++;
        else
            at--;
    }
    memmove(findings->lines + 1, findings->lines, at * sizeof *findings->lines);
    set_first(search, move, score, 1);
}

/* The first line loses within `actions`: give it that score and move it behind the better lines. */
static void put_last(ttr_search *search, int actions)
{
    ttr_findings *findings = &search->findings;
    ttr_line lost = findings->lines[0];
    uint32_t at = 0;

    lost.length = 1;
    ttr_search_score_line(search, &lost, actions - TTR_SCORE_WIN);
    while (at + 1 < findings->line_count && findings->lines[at + 1].score >= lost.score) {
        findings->lines[at] = findings->lines[at + 1];
        at++;
    }
    findings->lines[at] = lost;
}

/* The value of a move by evaluation, to choose among those that are left. */
static int32_t judge(ttr_search *search, const ttr_board *root, ttr_move move)
{
    ttr_board child = ttr_board_after(root, move);
    int replies;

    return ttr_search_value_after(search, &child, 1, &replies);
}

/* Put the best move by evaluation that does not lose at once first, if there is one. */
static void find_other(ttr_search *search, const ttr_board *root, const ttr_move *moves,
                       size_t count)
{
    int64_t keys[TTR_PLACEMENTS];

    for (size_t i = 0; i < count; i++)
        keys[i] = ttr_order_key(judge(search, root, moves[i]), i);
    ttr_order_sort(keys, count);
    for (size_t i = 0; i < count; i++) {
        ttr_move move = moves[ttr_order_place(keys[i])];

        if (lost_in(root, move) != 0)
            continue;
        put_first(search, move, (int32_t)ttr_order_of(keys[i]));
        return;
    }
}

/* The same without asking a host's evaluator, which may be slow and may have failed: the settings'
 * evaluator stands in. */
static void find_other_unasked(ttr_search *search, const ttr_board *root, const ttr_move *moves,
                               size_t count)
{
    const ttr_evaluator *evaluator = search->evaluator;
    bool of_host = search->host_evaluator;

    if (of_host) {
        search->evaluator = search->settings.evaluator;
        search->host_evaluator = false;
    }
    find_other(search, root, moves, count);
    search->evaluator = evaluator;
    search->host_evaluator = of_host;
}

/* Is the line known to lose at once? */
static bool is_refuted(const ttr_line *line)
{
    return line->mate == -1 || line->mate == -2;
}

/* Put the search's next line first. False if all its lines lose at once. */
static bool take_next(ttr_search *search, int actions)
{
    const ttr_algorithm *algorithm = search->algorithm;

    if (algorithm->refute == NULL ||
        !algorithm->refute(search, search->findings.lines[0].pv[0], actions))
        put_last(search, actions);
    return !is_refuted(&search->findings.lines[0]);
}

void ttr_last_look(ttr_search *search, const ttr_board *root)
{
    const ttr_line *first = &search->findings.lines[0];
    ttr_move moves[TTR_LIST_ROOM], win;
    size_t count;
    int actions;

    if (first->mate == 1)
        return;
    count = ttr_movegen_list(root, moves);
    win = find_win(root, moves, count);
    if (win != TTR_MOVE_NONE) {
        put_first(search, win, TTR_SCORE_WIN - 1);
        return;
    }
    do {
        actions = first->mate > 0 ? 0 : lost_in(root, first->pv[0]);
    } while (actions != 0 && take_next(search, actions));
    if (actions != 0)
        find_other_unasked(search, root, moves, count);
}
