/* SPDX-License-Identifier: MIT */
/* The game in progress of `tetress play`: its board on the screen, its record, undo and redo. */
#include "play_table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board_view.h"
#include "cleared_lines.h"
#include "names.h"
#include "percent.h"

static tetress_move last_move(const play_table *t)
{
    return t->record.count == 0 ? TETRESS_MOVE_NONE : t->record.actions[t->record.count - 1].move;
}

/* Red's or blue's last action: the older first. */
static void say_notes(const play_table *t)
{
    int32_t turn = tetress_game_turn(t->game);

    for (int i = 0; i < 2; i++) {
        const char *note = t->notes[i == 0 ? turn : 1 - turn];

        if (note[0] != '\0')
            screen_say(&t->screen, 2, "%s", note);
    }
}

void play_table_show(const play_table *t)
{
    const char *note = t->notes[1 - tetress_game_turn(t->game)];

    if (!t->show)
        return;
    if (!t->screen.in_place && note[0] != '\0')
        screen_say(&t->screen, 2, "\n%s", note);
    screen_clear(&t->screen);
    board_view_draw(t->game, last_move(t), t->screen.colour);
    if (t->screen.in_place)
        say_notes(t);
}

/* ---- Actions --------------------------------------------------------------------------------- */

const char *play_verdict(const tetress_result *found, char *buffer, size_t size)
{
    char win[PERCENT_TEXT];

    if (found->mate != 0)
        snprintf(buffer, size, "%s within %" PRId32 " action%s", found->mate > 0 ? "wins" : "loses",
                 abs(found->mate), abs(found->mate) == 1 ? "" : "s");
    else
        snprintf(buffer, size, "score %+.2f  win %s %%", found->score / 100.0,
                 percent_text(found->win, 0, false, win));
    return buffer;
}

static void write_note(play_table *t, tetress_move move, int lines, const tetress_result *found)
{
    int32_t mover = tetress_game_turn(t->game);
    char *note = t->notes[mover];
    char name[TETRESS_MOVE_TEXT], cleared[32] = "", view[64];
    int length;

    if (lines > 0)
        snprintf(cleared, sizeof cleared, " and clears %d line%s", lines, lines == 1 ? "" : "s");
    length = snprintf(note, PLAY_NOTE, "%s plays %s%s", tetress_colour_name(mover),
                      move_piece_name(move, name), cleared);
    if (found != NULL)
        snprintf(note + length, PLAY_NOTE - (size_t)length,
                 "  %s  depth %" PRIu32 "  nodes %" PRIu64 "  %" PRIu64 " ms",
                 play_verdict(found, view, sizeof view), found->depth, found->nodes,
                 found->wall_ms);
}

void play_table_apply(play_table *t, tetress_move move, const tetress_result *found)
{
    int lines = cleared_lines_count(cleared_lines_of(t->game, move));

    write_note(t, move, lines, found);
    tetress_game_apply(t->game, move);
    game_record_add(&t->record, move, found);
    t->undone_count = 0;
}

/* ---- There and back -------------------------------------------------------------------------- */

static bool is_persons_turn(const play_table *t)
{
    return t->engines[tetress_game_turn(t->game)] == NULL;
}

static void forget_notes(play_table *t)
{
    t->notes[0][0] = t->notes[1][0] = '\0';
}

static void take_back(play_table *t)
{
    tetress_game_undo(t->game);
    t->undone[t->undone_count++] = t->record.actions[t->record.count - 1];
    game_record_undo(&t->record, 1);
}

static void play_again(play_table *t)
{
    const action_record *action = &t->undone[--t->undone_count];

    tetress_game_apply(t->game, action->move);
    t->record.actions[t->record.count++] = *action;
}

size_t play_table_undo(play_table *t)
{
    size_t count = 0;

    while (t->record.count > 0 && (count == 0 || !is_persons_turn(t))) {
        take_back(t);
        count++;
    }
    if (!is_persons_turn(t)) { /* the engine began: there was no turn of a person before */
        for (; count > 0; count--)
            play_again(t);
    }
    if (count > 0)
        forget_notes(t);
    return count;
}

size_t play_table_redo(play_table *t)
{
    size_t count = 0;

    while (t->undone_count > 0 && (count == 0 || !is_persons_turn(t))) {
        play_again(t);
        count++;
    }
    if (count > 0)
        forget_notes(t);
    return count;
}
