/* SPDX-License-Identifier: MIT */
/* Prints an analysis for people: a table of the moves, then the turning points on boards. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis_output.h"
#include "board_view.h"
#include "names.h"
#include "percent.h"
#include "shown_text.h"

/* ---- Words ----------------------------------------------------------------------------------- */

const char *analysis_ending(const saved_game *saved, char *buffer, size_t size)
{
    const game_record *record = &saved->record;
    const char *result = game_record_result(record);

    if (game_record_is_forfeit(record) && record->winner != TETRESS_NOBODY)
        snprintf(buffer, size, "%s wins: %s loses by %s", result,
                 tetress_colour_name(1 - record->winner), game_record_reason(record));
    else if (game_record_is_forfeit(record))
        snprintf(buffer, size, "%s: %s", result, game_record_reason(record));
    else if (record->outcome == TETRESS_OUTCOME_NO_MOVES)
        snprintf(buffer, size, "%s wins: %s has no legal move", result,
                 tetress_colour_name(1 - record->winner));
    else if (record->outcome == TETRESS_OUTCOME_TURN_LIMIT)
        snprintf(buffer, size, "%s%s: 150 actions, %" PRId32 " red tokens, %" PRId32 " blue",
                 result, record->winner == TETRESS_NOBODY ? "" : " wins",
                 tetress_game_tokens(saved->game, TETRESS_RED),
                 tetress_game_tokens(saved->game, TETRESS_BLUE));
    else
        snprintf(buffer, size, "unfinished");
    return buffer;
}

const char *analysis_evidence(const saved_game *saved)
{
    return game_record_is_forfeit(&saved->record) ? saved->evidence : NULL;
}

/* A text from a file. */
static void print_foreign(const char *text)
{
    char *shown = malloc(strlen(text) + 1);

    fputs(shown == NULL ? "?" : show_text(strcpy(shown, text)), stdout);
    free(shown);
}

/* As chess books mark moves, so that the eye finds them. */
static const char *class_mark(move_class class)
{
    static const char *const MARKS[CLASS_COUNT] = {"", "", "?!", "?", "??"};

    return MARKS[class];
}

static const char *class_paint(move_class class, bool colour)
{
    static const char *const PAINT[CLASS_COUNT] = {"\033[32m", "", "\033[33m", "\033[35m",
                                                   "\033[1;31m"};

    return colour ? PAINT[class] : "";
}

/* ---- Actions --------------------------------------------------------------------------------- */

static void print_line(const verdict *before)
{
    char name[TETRESS_MOVE_TEXT];

    for (uint16_t i = 0; i < before->length; i++)
        printf("%s %s", i == 0 ? "" : ",", move_piece_name(before->line[i], name));
    putchar('\n');
}

/* The position before a blunder, with the move that was played and the better one. */
static void print_blunder(const judged_action *action, const tetress_game *game, bool colour)
{
    if (action->threw_win)
        printf("     a won game: %s wins within %" PRId32 " action%s\n",
               tetress_colour_name(action->colour), action->before.mate,
               action->before.mate == 1 ? "" : "s");
    board_view_compare(game, action->move, action->before.line[0], colour);
    fputs("     better:", stdout);
    print_line(&action->before);
}

/* Tokens, or with which action at the latest it is won or lost. */
static const char *score_text(const verdict *before, char buffer[16])
{
    if (before->mate != 0)
        snprintf(buffer, 16, "%s %" PRId32, before->mate > 0 ? "win" : "loss",
                 before->mate > 0 ? before->mate : -before->mate);
    else
        snprintf(buffer, 16, "%.2f", before->score / 100.0);
    return buffer;
}

/* Only a proof, or the end of the game, makes a probability of 0 or 1. */
static bool is_certain(double win)
{
    return win <= 0 || win >= 1;
}

static void print_action(const judged_action *action, const tetress_game *game, bool colour)
{
    char move[TETRESS_MOVE_TEXT], best[TETRESS_MOVE_TEXT];
    char score[16], before[PERCENT_TEXT], after[PERCENT_TEXT];
    bool is_best = action->class == CLASS_BEST;

    printf("%4" PRId32 " %-4s  %-11s %s%-10s%s %-2s %6s %6s %5.1f %7s %5" PRIu32 " %4" PRId32
           "-%-3" PRId32 " %3d  %s\n",
           action->number, tetress_colour_name(action->colour), move_piece_name(action->move, move),
           class_paint(action->class, colour), move_class_name(action->class),
           colour ? "\033[0m" : "", class_mark(action->class),
           percent_text(action->before.win, 1, action->before.mate != 0, before),
           percent_text(action->win_after, 1, is_certain(action->win_after), after),
           100 * action->loss, score_text(&action->before, score), action->legal, action->tokens[0],
           action->tokens[1], cleared_lines_count(action->cleared),
           is_best ? "" : move_piece_name(action->before.line[0], best));
    if (action->class == CLASS_BLUNDER)
        print_blunder(action, game, colour);
}

/* ---- Players --------------------------------------------------------------------------------- */

static void print_player(const analysis *found, int32_t colour)
{
    const player_summary *player = &found->players[colour];
    size_t numbers[TETRESS_MAX_ACTIONS];
    size_t count = analysis_blunders(found, colour, numbers);

    printf("%-4s  accuracy ", tetress_colour_name(colour));
    if (player->judged == 0)
        fputs("-  average loss - ", stdout);
    else
        printf("%.1f  average loss %.2f ", player->accuracy, 100 * player->average_loss);
    for (int i = 0; i < CLASS_COUNT; i++)
        printf("  %s %" PRIu32, move_class_name((move_class)i), player->counts[i]);
    putchar('\n');
    for (size_t i = 0; i < count && i < 3; i++) {
        const judged_action *action = &found->actions[numbers[i]];
        char name[TETRESS_MOVE_TEXT];

        printf("      action %" PRId32 " lost %.1f points, better %s\n", action->number,
               100 * action->loss, move_piece_name(action->before.line[0], name));
    }
}

/* Why the game ended, and what the referee said of a fault. */
static void print_ending(const saved_game *saved)
{
    const char *evidence = analysis_evidence(saved);
    char ending[160];

    printf("\n%s\n", analysis_ending(saved, ending, sizeof ending));
    if (evidence == NULL)
        return;
    fputs("the referee: ", stdout);
    print_foreign(evidence);
    putchar('\n');
}

void analysis_print(const analysis *found, const analysis_source *source, bool colour)
{
    tetress_game *game = source->saved->game;
    const game_record *record = &source->saved->record;

    fputs("red ", stdout);
    print_foreign(record->players[0]);
    fputs(", blue ", stdout);
    print_foreign(record->players[1]);
    printf("; judged by %s%s%s\n\n", source->engine, source->budget[0] == '\0' ? "" : ", ",
           source->budget);
    puts("   # side  move        class         before  after  loss   score moves tokens  lines "
         "best");
    tetress_game_rewind(game);
    for (size_t i = 0; i < found->count; i++) {
        print_action(&found->actions[i], game, colour);
        tetress_game_apply(game, found->actions[i].move);
    }
    print_ending(source->saved);
    print_player(found, TETRESS_RED);
    print_player(found, TETRESS_BLUE);
}
