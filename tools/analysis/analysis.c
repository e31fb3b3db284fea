/* SPDX-License-Identifier: MIT */
/* Searches every position of a game and classifies each move by the winning chances that it
 * lost. */
#include "analysis.h"

#include <math.h>
#include <string.h>

#include "arguments.h"

/* Losses from which a move is no better than the class. */
#define LOSS_INACCURACY 0.05
#define LOSS_MISTAKE    0.10
#define LOSS_BLUNDER    0.20

/* A move that loses so much counts half in the accuracy. */
#define LOSS_HALF 0.15

const char *move_class_name(move_class class)
{
    static const char *const NAMES[CLASS_COUNT] = {"best", "good", "inaccuracy", "mistake",
                                                   "blunder"};

    return NAMES[class];
}

/* ---- Positions ------------------------------------------------------------------------------- */

/* A game that is over needs no search. */
static verdict final_verdict(const tetress_game *game)
{
    int32_t winner = tetress_game_winner(game);
    bool won = winner == tetress_game_turn(game);
    verdict found = {.win = winner == TETRESS_NOBODY ? 0.5
                            : won                    ? 1
                                                     : 0,
                     .lost = winner != TETRESS_NOBODY && !won};

    if (winner != TETRESS_NOBODY)
        found.score = won ? TETRESS_SCORE_WIN : -TETRESS_SCORE_WIN;
    return found;
}

static int search_verdict(tetress_engine *engine, const tetress_game *game,
                          const tetress_budget *budget, verdict *found)
{
    tetress_result result = TETRESS_RESULT_INIT;
    tetress_line line = TETRESS_LINE_INIT;

    if (tetress_engine_search(engine, game, budget, &result) != TETRESS_OK)
        return problem("%s", tetress_engine_error(engine)->text);
    *found = (verdict){.win = result.mate > 0   ? 1
                              : result.mate < 0 ? 0
                                                : result.win,
                       .score = result.score,
                       .mate = result.mate,
                       .depth = result.depth,
                       .nodes = result.nodes,
                       .length = 1,
                       .line = {result.move}};
    if (result.lines > 0 && tetress_engine_line(engine, 0, &line) == TETRESS_OK &&
        line.pv_length > 0 && line.move == result.move) {
        found->length = line.pv_length;
        memcpy(found->line, line.pv, line.pv_length * sizeof line.pv[0]);
    }
    return EXIT_DONE;
}

static int judge_position(tetress_engine *engine, const tetress_game *game,
                          const tetress_budget *budget, verdict *found)
{
    if (tetress_game_reason(game) == TETRESS_REASON_NONE)
        return search_verdict(engine, game, budget, found);
    *found = final_verdict(game);
    return EXIT_DONE;
}

/* The position after a move. */
static int judge_after(tetress_engine *engine, tetress_game *game, const tetress_budget *budget,
                       tetress_move move, verdict *found)
{
    int exit_code;

    tetress_game_apply(game, move);
    exit_code = judge_position(engine, game, budget, found);
    tetress_game_undo(game);
    return exit_code;
}

/* The line that starts with the best move and goes on as the search after it says, if that sees
 * further. */
static void lengthen_line(verdict *before, const verdict *after)
{
    size_t length = after->length < TETRESS_MAX_PV ? after->length : TETRESS_MAX_PV - 1;

    if (length < before->length)
        return;
    memcpy(before->line + 1, after->line, length * sizeof after->line[0]);
    before->length = (uint16_t)(length + 1);
}

/* The line that starts with a move and goes on as the search after it says. */
static void take_line(verdict *before, tetress_move move, const verdict *after)
{
    before->line[0] = move;
    before->length = 0;
    lengthen_line(before, after);
}

/* A move after which the opponent is proven lost wins, also where the search before it has not seen
 * that. */
static void adopt_win(verdict *before, tetress_move move, const verdict *after)
{
    if (before->mate > 0 || !(after->lost || after->mate < 0))
        return;
    before->mate = after->lost ? 1 : 1 - after->mate;
    before->score = TETRESS_SCORE_WIN - before->mate;
    before->win = 1;
    take_line(before, move, after);
}

/* ---- Actions --------------------------------------------------------------------------------- */

static move_class class_of(double loss, bool is_best)
{
    if (is_best || loss <= 0)
        return CLASS_BEST;
    return loss >= LOSS_BLUNDER      ? CLASS_BLUNDER
           : loss >= LOSS_MISTAKE    ? CLASS_MISTAKE
           : loss >= LOSS_INACCURACY ? CLASS_INACCURACY
                                     : CLASS_GOOD;
}

/*
 * The move that was played and the best one are judged alike: by a search of the position after
 * each, so that both are seen equally deep. The better of the two says what the position before
 * them is worth, in place of the search that only found the best move, and is the best move from
 * then on: the line and the probability are of the same move. What is proven is so without a second
 * look.
 */
static int compare_moves(tetress_engine *engine, tetress_game *game, const tetress_budget *budget,
                         const verdict *played, judged_action *action)
{
    verdict *before = &action->before;
    tetress_move best = before->line[0];
    verdict after = *played;
    int exit_code = EXIT_DONE;

    if (before->mate == 0 && best != action->move) {
        exit_code = judge_after(engine, game, budget, best, &after);
        adopt_win(before, best, &after);
        lengthen_line(before, &after);
        before->nodes += after.nodes;
    }
    if (before->mate != 0)
        return exit_code;
    if (after.win > played->win) {
        after = *played;
        take_line(before, action->move, played);
    }
    before->win = 1 - after.win;
    if (after.mate == 0)
        before->score = -after.score;
    return exit_code;
}

/* `win` is the mover's after the move, by the search. The best of a won game's moves keeps the win,
 * and a lost game stays lost. */
static void judge_loss(judged_action *action, double win)
{
    const verdict *before = &action->before;
    bool is_best = before->line[0] == action->move;

    action->win_after = before->mate < 0 || (before->mate > 0 && is_best) ? before->win : win;
    action->loss = before->win - action->win_after;
    action->class = class_of(action->loss, is_best);
    action->threw_win = before->mate > 0 && action->class == CLASS_BLUNDER;
}

/* Judge the action that follows in `game`. *after is what a search said of the position after it,
 * and becomes what one says of the position before it. */
static int judge_action(tetress_engine *engine, tetress_game *game, const tetress_budget *budget,
                        verdict *after, judged_action *action)
{
    verdict played = *after;
    size_t legal = 0;
    int exit_code;

    action->colour = tetress_game_turn(game);
    action->number = tetress_game_ply(game) + 1;
    tetress_game_legal_moves(game, NULL, 0, &legal);
    action->legal = (uint32_t)legal;
    action->cleared = cleared_lines_of(game, action->move);
    exit_code = judge_position(engine, game, budget, after);
    if (exit_code != EXIT_DONE)
        return exit_code;
    adopt_win(after, action->move, &played);
    action->before = *after;
    exit_code = compare_moves(engine, game, budget, &played, action);
    if (action->before.mate > 0)
        *after = action->before;
    judge_loss(action, 1 - played.win);
    return exit_code;
}

/* ---- Games ----------------------------------------------------------------------------------- */

static void summarise(analysis *found, int32_t colour)
{
    player_summary *player = &found->players[colour];
    double points = 0, loss = 0;

    for (size_t i = 0; i < found->count; i++) {
        const judged_action *action = &found->actions[i];

        if (action->colour != colour)
            continue;
        player->actions++;
        player->counts[action->class]++;
        if (action->legal == 1 || action->before.mate < 0)
            continue;
        player->judged++;
        loss += action->loss;
        points += 100 * exp2(-action->loss / LOSS_HALF);
    }
    if (player->judged > 0) {
        player->average_loss = loss / player->judged;
        player->accuracy = points / player->judged;
    }
}

static double red_view(double win, int32_t colour)
{
    return colour == TETRESS_RED ? win : 1 - win;
}

/* Take back action after action. */
static int judge_backwards(tetress_engine *engine, const tetress_budget *budget,
                           const saved_game *saved, progress_bar *bar, analysis *found)
{
    verdict after;
    int exit_code = judge_position(engine, saved->game, budget, &after);

    found->red_win[found->count] = red_view(after.win, tetress_game_turn(saved->game));
    for (size_t i = found->count; i-- > 0 && exit_code == EXIT_DONE;) {
        judged_action *action = &found->actions[i];

        for (int32_t colour = TETRESS_RED; colour <= TETRESS_BLUE; colour++)
            action->tokens[colour] = tetress_game_tokens(saved->game, colour);
        action->move = saved->record.actions[i].move;
        tetress_game_undo(saved->game);
        exit_code = judge_action(engine, saved->game, budget, &after, action);
        found->red_win[i] = red_view(action->before.win, action->colour);
        progress_bar_show(bar, found->count - i, "actions");
    }
    return exit_code;
}

int analyse_game(tetress_engine *engine, const tetress_budget *budget, saved_game *saved,
                 progress_bar *bar, analysis *found)
{
    int exit_code;

    memset(found, 0, sizeof *found);
    found->count = saved->record.count;
    exit_code = judge_backwards(engine, budget, saved, bar, found);
    tetress_game_rewind(saved->game);
    for (size_t i = 0; i < found->count; i++)
        tetress_game_apply(saved->game, saved->record.actions[i].move);
    summarise(found, TETRESS_RED);
    summarise(found, TETRESS_BLUE);
    return exit_code;
}

size_t analysis_blunders(const analysis *found, int32_t colour, size_t *numbers)
{
    size_t count = 0;

    for (size_t i = 0; i < found->count; i++) {
        const judged_action *action = &found->actions[i];
        size_t at = count;

        if (action->colour != colour || action->class != CLASS_BLUNDER)
            continue;
        for (; at > 0 && found->actions[numbers[at - 1]].loss < action->loss; at--)
            numbers[at] = numbers[at - 1];
        numbers[at] = i;
        count++;
    }
    return count;
}
